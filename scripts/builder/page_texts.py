"""The words of the generated pages."""

from collections.abc import Mapping
from dataclasses import dataclass

from catalog.models import Kind, Locale


@dataclass(frozen=True, kw_only=True)
class PageTexts:
    lists: Mapping[Kind, tuple[str, str]]
    """Title and introduction of the list of each kind."""
    nothing: str
    includes: str
    facts: str
    price_from: str
    timeline: str
    extras: str
    quote: str
    search: str
    search_summary: str
    search_label: str
    search_needs_script: str
    example: str
    """A goal that a visitor may start from; `{service}` is the name of one."""


PAGE_TEXTS: Mapping[Locale, PageTexts] = {
    "en": PageTexts(
        lists={
            "service": ("Services", "What we do, what it includes, what it costs and how long it takes."),
            "project": ("Projects", "Work that we have done, and what changed with it."),
            "lab": ("Lab", "Things that we try out before anybody asks for them."),
            "blog": ("Blog", "What we have learned, written down."),
            "faq": ("Questions and answers", "What people ask us most, answered in short."),
        },
        nothing="There is nothing here yet.",
        includes="What it includes",
        facts="Price and timeline",
        price_from="Starting price",
        timeline="Timeline",
        extras="Extras",
        quote="Work out a price",
        search="Search",
        search_summary="Finds what our pages say about it, in the order in which the agent would read them.",
        search_label="Search the site",
        search_needs_script="The search needs JavaScript. Without it you can look through all pages by kind:",
        example="How much does “{service}” cost, and how long does it take?",
    ),
    "es": PageTexts(
        lists={
            "service": ("Servicios", "Qué hacemos, qué incluye, cuánto cuesta y cuánto tarda."),
            "project": ("Proyectos", "Trabajos que hemos hecho y qué cambió con ellos."),
            "lab": ("Laboratorio", "Lo que probamos antes de que nadie nos lo pida."),
            "blog": ("Blog", "Lo que hemos aprendido, por escrito."),
            "faq": ("Preguntas y respuestas", "Lo que más nos preguntan, en pocas palabras."),
        },
        nothing="Todavía no hay nada aquí.",
        includes="Qué incluye",
        facts="Precio y plazo",
        price_from="Precio desde",
        timeline="Plazo",
        extras="Extras",
        quote="Calcular un presupuesto",
        search="Buscar",
        search_summary="Encuentra lo que dicen nuestras páginas, en el orden en que las leería el agente.",
        search_label="Buscar en el sitio",
        search_needs_script="El buscador necesita JavaScript. Sin él puedes mirar todas las páginas por tipo:",
        example="¿Cuánto cuesta «{service}» y cuánto se tarda?",
    ),
}
