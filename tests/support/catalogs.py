"""Small catalogs built in code."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from catalog.models import Catalog, Extra, Kind, Locale, MoneyFormat, Page, Service, Site

EURO = {
    "en": MoneyFormat(pattern="€{}", group=",", decimal=".", digits=2),
    "es": MoneyFormat(pattern="{} €", group=".", decimal=",", digits=2),
}
_SECTIONS: dict[Locale, dict[Kind, str]] = {
    "en": {"service": "/services", "project": "/projects", "lab": "/lab", "blog": "/blog", "faq": "/faq"},
    "es": {
        "service": "/es/servicios",
        "project": "/es/proyectos",
        "lab": "/es/lab",
        "blog": "/es/blog",
        "faq": "/es/preguntas",
    },
}


def page(kind: Kind, id: str, locale: Locale, title: str, summary: str, body: str = "") -> Page:
    path = f"{_SECTIONS[locale][kind]}/{id}"
    return Page(kind=kind, id=id, locale=locale, path=path, title=title, summary=summary, body=body)


def catalog_of(
    pages: Iterable[Page],
    services: Sequence[Service] = (),
    extras: Sequence[Extra] = (),
    *,
    rounding: str = "50",
    name: str = "Molino Studio",
    currency: str = "EUR",
    money: Any = EURO,
) -> Catalog:
    return Catalog(
        version=1,
        hash="0" * 64,
        counts={},
        site=Site(name=name, currency=currency, rounding=Decimal(rounding), money=money),
        services=tuple(services),
        extras=tuple(extras),
        pages=tuple(pages),
    )


def documents(rows: Iterable[Sequence[str]], locale: Locale) -> Catalog:
    """A catalog of posts given as rows of path, title and body."""
    return catalog_of(
        Page(kind="blog", id=f"d{at}", locale=locale, path=path, title=title, summary=title, body=body)
        for at, (path, title, body) in enumerate(rows)
    )


def _extra(id: str, price: str, en: str, es: str) -> Extra:
    return Extra(id=id, price=Decimal(price), name={"en": en, "es": es})


def studio() -> Catalog:
    """A web studio with three services, five extras and a few pages in both languages."""
    return _STUDIO


_STUDIO = catalog_of(
    [
        page("service", "website", "en", "Business website", "A website of up to six pages for a small business."),
        page(
            "service", "website", "es", "Web para negocios", "Una página web de hasta seis secciones para tu negocio."
        ),
        page(
            "service", "online-store", "en", "Online store", "Sell your products with a shop that takes card payments."
        ),
        page(
            "service",
            "online-store",
            "es",
            "Tienda online",
            "Vende tus productos con una tienda que cobra con tarjeta.",
        ),
        page("service", "audit", "en", "Speed audit", "We find out why your site is slow."),
        page("service", "audit", "es", "Auditoría de velocidad", "Averiguamos por qué tu sitio va lento."),
        page(
            "project", "trigo", "en", "Trigo bakery", "A site with orders for a bakery.", "It takes **orders** daily."
        ),
        page("project", "trigo", "es", "Panadería El Trigo", "Un sitio con pedidos para una panadería."),
        page(
            "project", "bistro", "en", "Bistro Sol", "A restaurant menu that loads fast.", "For a restaurant in Cádiz."
        ),
        page("project", "bistro", "es", "Bistró Sol", "La carta de un restaurante que carga rápido."),
        page("blog", "photos", "en", "How to choose photos", "Good pictures sell more than text."),
        page("blog", "photos", "es", "Cómo elegir fotos", "Las buenas fotos venden más que el texto."),
        page("faq", "payment", "en", "How can I pay?", "By card or bank transfer, half at the start."),
        page("faq", "payment", "es", "¿Cómo se paga?", "Con tarjeta o transferencia, la mitad al empezar."),
        page("lab", "menu", "en", "Menu scanner", "An experiment that reads a printed menu."),
        page("lab", "menu", "es", "Escáner de cartas", "Un experimento que lee una carta impresa."),
    ],
    [
        Service(
            id="website",
            price_from=Decimal(1200),
            factor_max=Decimal("1.3"),
            weeks_min=3,
            weeks_max=5,
            extras=("blog", "second-language", "booking"),
            includes={
                "en": ("Up to six pages", "Contact form"),
                "es": ("Hasta seis páginas", "Formulario de contacto"),
            },
        ),
        Service(
            id="online-store",
            price_from=Decimal(2800),
            factor_min=Decimal("0.95"),
            factor_max=Decimal("1.4"),
            weeks_min=6,
            weeks_max=9,
            extras=("second-language", "stock-sync"),
            includes={"en": ("Card payments", "Product pages"), "es": ("Pago con tarjeta", "Fichas de producto")},
        ),
        Service(
            id="audit",
            price_from=Decimal("349.50"),
            weeks_min=1,
            weeks_max=1,
            extras=(),
            includes={"en": ("A written report",), "es": ("Un informe por escrito",)},
        ),
    ],
    [
        _extra("blog", "300", "Blog", "Blog"),
        _extra("second-language", "450", "Second language", "Segundo idioma"),
        _extra("booking", "380", "Appointment booking", "Reserva de citas"),
        _extra("stock-sync", "600", "Stock synchronisation", "Sincronización de existencias"),
    ],
)
