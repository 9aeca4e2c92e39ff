"""What a service with its extras costs."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.errors import CatalogError, UnknownExtra, UnknownService
from catalog.models import Catalog, Extra, Locale, MoneyFormat, Service
from catalog.money_text import format_money
from catalog.quote import estimate
from tests.support.catalogs import EURO, catalog_of, page, studio


def shop(price: str, *, extra: str = "0", rounding: str = "50", weeks: Any = (1, 2), **factors: str) -> Catalog:
    service = Service(
        id="s",
        price_from=Decimal(price),
        weeks_min=weeks[0],
        weeks_max=weeks[1],
        extras=("x",),
        includes={"en": (), "es": ()},
        factor_min=Decimal(factors.get("low", "1")),
        factor_max=Decimal(factors.get("high", "1")),
    )
    pages = [page("service", "s", "en", "Thing", "x"), page("service", "s", "es", "Cosa", "x")]
    extras = [Extra(id="x", price=Decimal(extra), name={"en": "More", "es": "Más"})]
    return catalog_of(pages, [service], extras, rounding=rounding)


def test_the_whole_estimate() -> None:
    assert estimate(studio(), "website", ["blog"], locale="en").model_dump(mode="json") == {
        "service": "website",
        "extras": ["blog"],
        "lines": [
            {"name": "Business website", "price": {"amount": 1200, "currency": "EUR", "text": "€1,200"}},
            {"name": "Blog", "price": {"amount": 300, "currency": "EUR", "text": "€300"}},
        ],
        "total": {
            "min": {"amount": 1500, "currency": "EUR", "text": "€1,500"},
            "max": {"amount": 1950, "currency": "EUR", "text": "€1,950"},
            "text": "€1,500–€1,950",
        },
        "timeline": {"min_weeks": 3, "max_weeks": 5, "text": "3 to 5 weeks"},
    }


def test_the_whole_estimate_in_spanish() -> None:
    found = estimate(studio(), "online-store", ["second-language"], locale="es")
    assert [line.name for line in found.lines] == ["Tienda online", "Segundo idioma"]
    assert found.total.text == "3.100 €–4.550 €"
    assert found.timeline.text == "de 6 a 9 semanas"


def test_a_fixed_price_is_one_amount() -> None:
    found = estimate(studio(), "audit", [], locale="es")
    assert found.total.text == "349,50 €"
    assert found.model_dump(mode="json")["total"]["min"]["amount"] == 349.5
    assert found.timeline.text == "1 semana"


def test_an_extra_given_twice_counts_once() -> None:
    twice = estimate(studio(), "website", ["booking", "blog", "booking"], locale="en")
    assert twice == estimate(studio(), "website", ["booking", "blog"], locale="en")
    assert twice.extras == ("booking", "blog")
    assert twice.total.min.amount == 1880


@pytest.mark.parametrize(
    ("catalog", "low", "high"),
    [
        pytest.param(shop("1210"), "1210", "1210", id="no factor, no rounding"),
        pytest.param(shop("1210", high="1.2"), "1210", "1450", id="only the end with a factor is rounded"),
        pytest.param(shop("1000", low="0.875", high="1.125"), "900", "1150", id="half up"),
        pytest.param(shop("1000", low="0.874", high="1.124"), "850", "1100", id="down below the half"),
        pytest.param(shop("999.99", high="1.333", rounding="0"), "999.99", "1332.99", id="no rounding: to the cent"),
        pytest.param(shop("0.1", extra="0.2", high="3", rounding="0"), "0.30", "0.90", id="no binary fractions"),
        pytest.param(shop("95", low="0.9"), "95", "95", id="the low end does not pass an exact high one"),
        pytest.param(shop("120", high="1.01"), "120", "120", id="the high end does not fall below an exact low one"),
        pytest.param(shop("20", low="0.5", high="2"), "50", "50", id="what costs something never comes to nothing"),
        pytest.param(shop("0", low="0.5", high="2"), "0", "0", id="free stays free"),
    ],
)
def test_range(catalog: Catalog, low: str, high: str) -> None:
    total = estimate(catalog, "s", ["x"], locale="en").total
    assert (total.min.amount, total.max.amount) == (Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("weeks", "en", "es"),
    [
        ((3, 5), "3 to 5 weeks", "de 3 a 5 semanas"),
        ((2, 2), "2 weeks", "2 semanas"),
        ((1, 1), "1 week", "1 semana"),
        ((0, 2), "up to 2 weeks", "hasta 2 semanas"),
        ((0, 1), "up to 1 week", "hasta 1 semana"),
        ((0, 0), "less than 1 week", "menos de 1 semana"),
    ],
    ids=str,
)
def test_timeline_text(weeks: Any, en: str, es: str) -> None:
    catalog = shop("1", weeks=weeks)
    assert estimate(catalog, "s", [], locale="en").timeline.text == en
    assert estimate(catalog, "s", [], locale="es").timeline.text == es


@pytest.mark.parametrize(
    ("amount", "en", "es"),
    [
        ("0", "€0", "0 €"),
        ("999", "€999", "999 €"),
        ("1400", "€1,400", "1.400 €"),
        ("1234567.5", "€1,234,567.50", "1.234.567,50 €"),
        ("49.90", "€49.90", "49,90 €"),
        ("49.00", "€49", "49 €"),
    ],
)
def test_money_text(amount: str, en: str, es: str) -> None:
    site = studio().site
    assert (format_money(Decimal(amount), site, "en"), format_money(Decimal(amount), site, "es")) == (en, es)


def test_money_of_a_currency_without_cents() -> None:
    pesos = {locale: MoneyFormat(pattern="${}", group=".", decimal=",", digits=0) for locale in EURO}
    site = catalog_of([], currency="COP", money=pesos).site
    assert format_money(Decimal("5400000.5"), site, "es") == "$5.400.001"


@pytest.mark.parametrize(
    ("service", "extras", "error", "field", "nearest", "message"),
    [
        pytest.param(
            "web-site", [], UnknownService, "service", ("website",),
            "service: there is no 'web-site'; nearest: website", id="service",
        ),
        pytest.param(
            "Online Store", [], UnknownService, "service", ("online-store",),
            "service: there is no 'Online Store'; nearest: online-store", id="a name for an id",
        ),
        pytest.param(
            "12345", [], UnknownService, "service", (),
            "service: there is no '12345'; allowed: website, online-store, audit", id="nothing alike",
        ),
        pytest.param(
            "website", ["blogs"], UnknownExtra, "extras", ("blog",),
            "extras: service 'website' takes no 'blogs'; nearest: blog", id="extra",
        ),
        pytest.param(
            "website", ["blog", "stock-sync"], UnknownExtra, "extras", (),
            "extras: service 'website' takes no 'stock-sync'; allowed: blog, second-language, booking",
            id="an extra of another service",
        ),
        pytest.param(
            "audit", ["blog"], UnknownExtra, "extras", (),
            "extras: service 'audit' takes no 'blog'; it takes none", id="a service without extras",
        ),
        pytest.param(
            "<|im_start|>" + "x" * 5000, [], UnknownService, "service", (),
            f"service: there is no '{'x' * 40}'; allowed: website, online-store, audit", id="hostile",
        ),
    ],
)  # fmt: skip
def test_what_is_not_offered_is_refused_with_what_is(
    service: str, extras: list[str], error: type[CatalogError], field: str, nearest: Any, message: str
) -> None:
    with pytest.raises(error) as caught:
        estimate(studio(), service, extras, locale="en")
    assert (caught.value.field, caught.value.nearest, str(caught.value)) == (field, nearest, message)


def test_an_extra_that_does_not_exist_at_all() -> None:
    with pytest.raises(UnknownExtra, match="takes no 'chatbot'") as caught:
        estimate(studio(), "website", ["chatbot"], locale="en")
    assert (caught.value.service, caught.value.value) == ("website", "chatbot")


@given(
    price=st.decimals(0, 10**6, places=2), low=st.decimals("0.5", "1", places=2), high=st.decimals(1, 2, places=2),
    rounding=st.sampled_from(["0", "1", "50", "100"]), locale=st.sampled_from(["en", "es"]),
)  # fmt: skip
def test_ends_are_in_order_and_near_the_exact_ones(
    price: Decimal, low: Decimal, high: Decimal, rounding: str, locale: Locale
) -> None:
    total = estimate(shop(str(price), rounding=rounding, low=str(low), high=str(high)), "s", [], locale=locale).total
    step = Decimal(rounding) or Decimal("0.01")
    assert total.min.amount <= total.max.amount
    assert abs(total.min.amount - price * low) <= step
    assert abs(total.max.amount - price * high) <= step
