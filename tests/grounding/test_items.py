"""An amount or a time is held against the service or extra that the answer says it of."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer

RUNS: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "corpus/runs.json").read_text("utf-8"))
RUNS["one_en"], RUNS["one_es"] = [RUNS["web_en"][1]], [RUNS["web_es"][1]]
"""Only the service was read, and nothing estimated."""


def statuses(answer: str, run: str) -> dict[str, str]:
    """The status of each claim by its text."""
    claims = check_answer(answer, tool_results=RUNS[run], goal="", locale=run[-2:], currency="EUR")
    return {claim.text: claim.status for claim in claims}


WEBSITE, STORE = ("€1,400", "3 to 5 weeks"), ("€2,900", "6 to 9 weeks")
LAYOUTS = {
    "bold names": "**Business website**\n\nPrice: from {0}. Time: {1}.\n\n"
    "**Online store**\n\nPrice: from {2}. Time: {3}.",
    "colons": "Business website:\n- {1}\n- from {0}\n\nOnline store:\n- {3}\n- from {2}",
    "headings": "## Business website\n\nIt takes {1}.\n\nFrom {0}.\n\n## Online store\n\n{3}, from {2}.",
    "headings above labels": "## Business website\n### Price\n{0}\n### Time\n{1}\n## Online store\n**Price**\n{2}, {3}",
    "columns": "| | Business website | Online store |\n|---|---|---|\n| Price | {0} | {2} |\n| Time | {1} | {3} |",
    "columns without outer bars": "What | Business website | Online store\n---|---|---\n"
    "From | {0} | {2}\nTime | {1} | {3}",
    "numbered headings": "### 1. Business website\n\nFrom {0}\n\n{1}\n\n### 2. Online store\n\nFrom {2}\n\nTime: {3}",
    "options": "**Option A – Business website**\nFrom {0}, {1}\n\n**Option B – Online store**\nFrom {2}, {3}",
    "a table each": "| Business website | |\n|---|---|\n| From | {0} |\n| Time | {1} |\n\n"
    "| Online store | |\n|---|---|\n| From | {2} |\n| Time | {3} |",
    "a table below a heading": "### Business website\n| What | Value |\n|---|---|\n| From | {0} |\n| Time | {1} |\n"
    "### Online store\n| What | Value |\n|---|---|\n| From | {2} |\n| Time | {3} |",
    "rows": "| Service | From | Time |\n|---|---|---|\n| Business website | {0} | {1} |\n| Online store | {2} | {3} |",
    "items in items": "1. **Business website**: for most.\n   - From {0}\n   - {1}\n"
    "2. **Online store**: to sell.\n   - From {2}\n   - {3}",
    "items of names": "- Business website\n  - {0}\n  - {1}\n- Online store\n  - {2}\n  - {3}",
    "labelled names": "- Service: Business website\n- From: {0}\n- Time: {1}\n\n"
    "- Service: Online store\n- From: {2}\n- Time: {3}",
    "a name and more sentences": "Business website: for most. From {0}. Takes {1}.\nOnline store: to sell. {2}. {3}.",
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_lines_belong_to_the_name_above_them(layout: str) -> None:
    right = statuses(layout.format(*WEBSITE, *STORE), "two_en")
    assert right == dict.fromkeys((*WEBSITE, *STORE), "verified")
    swapped = statuses(layout.format(*STORE, *WEBSITE), "two_en")
    assert swapped == dict.fromkeys((*WEBSITE, *STORE), "unverified")


@pytest.mark.parametrize(
    "layout",
    [
        "Negocio:\n\n**Web para tu negocio**\n\nDesde {0}, en {1}.\n\n**Tienda online**\n\nDesde {2}, en {3}.",
        "| | Web para tu negocio | Tienda online |\n|---|---|---|\n| Precio | {0} | {2} |\n| Plazo | {1} | {3} |",
    ],
    ids=["bold names", "columns"],
)
def test_lines_belong_to_the_name_above_them_in_spanish(layout: str) -> None:
    website, store = ("1.400 €", "3 a 5 semanas"), ("2.900 €", "6 a 9 semanas")
    assert set(statuses(layout.format(*website, *store), "two_es").values()) == {"verified"}
    assert set(statuses(layout.format(*store, *website), "two_es").values()) == {"unverified"}


@pytest.mark.parametrize(
    "answer",
    [
        "**Business website**\n- From €1,400\n\n**Online store**\n- From €2,900\n\nPrices start at €1,400.",
        "**Business website**\n- From €1,400\n\n**Online store**\n- From €2,900\n\n**Summary**\nFrom €1,400.",
        "## Business website\nFrom €1,400.\n## Online store\nFrom €2,900.\n## Summary\nThe cheapest is €1,400.",
        "## Business website\nFrom €1,400.\n\n## Online store\nFrom €2,900.\n\nFor most, €1,400 is enough.",
        "- Business website\n- Online store\n\nThey start at €1,400 and €2,900.",
        "- Business website\n- Online store\n- From €1,400",
        "The services are the Business website and the Online store:\n- from €1,400\n- from €2,900",
        "1. **Business website**: for most.\n   - From €1,400\n2. **Online store**: to sell.\n\nThey start at €1,400.",
        "Business website or Online store:\nfrom €1,400 for the first, from €2,900 for the second.",
    ],
    ids=[
        "paragraph",
        "bold line",
        "heading",
        "last paragraph",
        "list of names",
        "item beside names",
        "several names",
        "after items",
        "the second",
    ],
)
def test_what_stands_below_belongs_to_no_name(answer: str) -> None:
    assert set(statuses(answer, "two_en").values()) == {"verified"}


def test_a_table_without_a_head_has_no_columns() -> None:
    assert statuses("|---|---|\n| From | €1,400 |\n\nBusiness website", "two_en") == {"€1,400": "verified"}


EXTRA_AS_SERVICE = {
    "without extras": ("one_en", "Without extras, the website costs €450."),
    "plus extras": ("one_en", "The website costs €450 plus extras."),
    "plus extras, of nothing named": ("one_en", "It costs €450 plus extras."),
    "depends on the extras": ("one_en", "The website starts at €280, but depends on the extras."),
    "base price": ("one_en", "Base price €300, the blog is extra."),
    "without an extra": ("one_en", "The website costs €300 without the blog."),
    "for the service": ("one_en", "For a bakery it is €300 for the website, blog apart."),
    "name of the service": ("one_en", "The Business website is €300 without the blog."),
    "with an extra": ("one_en", "The website with a blog costs €300."),
    "sin extras": ("one_es", "La web cuesta 350 € sin extras."),
    "más extras": ("one_es", "La web cuesta 350 € más extras."),
    "más o menos": ("one_es", "La web cuesta más o menos 350 €."),
    "no más de": ("one_es", "La web no cuesta más de 350 €."),
    "sin el blog": ("one_es", "La web cuesta 300 € sin el blog."),
    "con blog": ("one_es", "La web con blog cuesta 300 €."),
    "another extra's, with a plus": ("one_en", "Newsletter: +€450"),
    "extras, one in another's brackets": ("one_en", "The newsletter (+€300)."),
    "a discount": ("one_en", "With the blog you get a €300 discount."),
    "un descuento": ("one_es", "Con el blog tienes 300 € de descuento."),
    "a range from one to another": ("one_en", "The blog costs €300–€450."),
    "a range from one to the next": ("one_en", "A blog costs between €300 and €380."),
    "a range from an extra to a service": ("web_en", "Website with a blog: €300–€1,400."),
    "un margen": ("one_es", "El blog cuesta entre 300 € y 450 €."),
}
SERVICE_AS_OTHER = {
    "part of an extra's name": ("web_en", "The newsletter costs €1,700."),
    "part of an extra's name, base price": ("web_en", "The newsletter is €1,400."),
    "parte de un nombre": ("web_es", "El boletín cuesta 1.400 €."),
    "for a part of a name": ("web_en", "It is €1,400 for the newsletter."),
    "deposit": ("one_en", "The deposit is €1,400."),
    "deposit for the service": ("one_en", "The deposit for the website is €1,400."),
    "refund": ("one_en", "You get a refund of €1,400"),
    "fianza": ("one_es", "La fianza es de 1.400 €."),
    "reembolso": ("one_es", "Tienes un reembolso de 1.400 €."),
    "hosting": ("one_en", "Hosting costs €1,400."),
    "an app": ("one_en", "A mobile app costs €1,400."),
    "mantenimiento": ("one_es", "El mantenimiento cuesta 1.400 €."),
}


@pytest.mark.parametrize(("run", "answer"), EXTRA_AS_SERVICE.values(), ids=EXTRA_AS_SERVICE)
def test_price_of_an_extra_said_of_something_else(run: str, answer: str) -> None:
    assert set(statuses(answer, run).values()) == {"unverified"}


@pytest.mark.parametrize(("run", "answer"), SERVICE_AS_OTHER.values(), ids=SERVICE_AS_OTHER)
def test_price_of_a_service_said_of_something_else(run: str, answer: str) -> None:
    assert set(statuses(answer, run).values()) == {"unverified"}


def test_each_amount_has_its_own_item() -> None:
    found = check_answer(
        "€300 for the website plus €300 for the blog. The newsletter (+€300) and the blog (+€190) with copywriting "
        "(+€450).",
        tool_results=RUNS["one_en"],
        goal="",
        locale="en",
        currency="EUR",
    )
    assert [claim.status for claim in found] == ["unverified", "verified", "unverified", "unverified", "verified"]


HONEST = {
    "without extras": ("one_en", "Without extras, the website costs €1,400."),
    "plus extras": ("one_en", "The website costs €1,400 plus extras."),
    "depends on the extras": ("one_en", "The website starts at €1,400, but depends on the extras."),
    "without an extra": ("one_en", "The website costs €1,400 without the blog."),
    "for each": ("one_en", "€1,400 for the website plus €300 for the blog."),
    "an extra of the service": ("one_en", "The blog for the website costs €300."),
    "an extra for the service": ("one_en", "Adding a blog to your website costs €300."),
    "for the service's extra": ("one_en", "It is €300 for the website blog."),
    "service, then extra": ("one_en", "For your website, €300 for the blog."),
    "on top of the service": ("one_en", "The website with the blog is €300 more."),
    "in brackets": ("one_en", "A website with a blog (€300) or with a newsletter (€190)."),
    "pluses": ("one_en", "The newsletter (+€190) and the blog (+€300)."),
    "plus after a base price": ("one_en", "Base price €1,400, blog +€300."),
    "extras in general": ("one_en", "You can add extras: €450 or €380."),
    "optional": ("one_en", "Optional extras cost between €90 and €450."),
    "a range of extras": ("one_en", "Extras from €90 to €450."),
    "a range of two extras": ("one_en", "The blog and copywriting cost between €300 and €450."),
    "part of a name": ("one_en", "The newsletter is €190."),
    "a sentence before": ("one_en", "A blog helps you to be found. It costs €300."),
    "discount of nothing": ("pay_en", "There is no discount: the website starts at €1,400."),
    "hosting included": ("one_en", "Hosting is not part of it; the website starts at €1,400."),
    "sin extras": ("one_es", "La web cuesta 1.400 € sin extras."),
    "más o menos": ("one_es", "La web cuesta más o menos 1.400 €."),
    "un extra de la web": ("one_es", "El blog para la web cuesta 300 €."),
    "añadir a la web": ("one_es", "Añadir un blog a la web cuesta 300 €."),
    "below its name": ("one_en", "**Blog**\n\nOnly €300."),
    "extras en general": ("one_es", "Los extras cuestan entre 90 € y 450 €."),
    "opciones": ("one_es", "Hay opciones de 300 € y de 450 €."),
    "más el blog": ("one_es", "La web cuesta 1.400 €, más 300 € del blog."),
    "parte de un nombre": ("one_es", "El boletín cuesta 190 €."),
    "un descuento no": ("one_es", "No hay descuento: la web cuesta desde 1.400 €."),
}


@pytest.mark.parametrize(("run", "answer"), HONEST.values(), ids=HONEST)
def test_amounts_said_of_their_own_item(run: str, answer: str) -> None:
    assert set(statuses(answer, run).values()) == {"verified"}


TOTALS = {
    "itself": "The website itself is €2,210.",
    "on its own": "The website on its own is €1,700.",
    "alone": "The Business website alone costs €1,700–€2,210.",
    "without the extra": "The website costs €2,210 without the blog.",
    "excluding the extra": "Excluding the blog, the website is €1,700–€2,210.",
    "with no extras": "The Business website with no extras is €1,700.",
    "base price": "The base price is €2,210.",
    "starts at the most": "It starts at €2,210.",
    "at least the most": "At least €2,210.",
    "not less than the most": "It will not be less than €2,210.",
    "the least is the most": "The maximum is €1,700",
    "the most you pay": "The most you will pay is €1,700.",
    "not exceed": "The price will not exceed €1,700.",
    "won't cost more": "It won't cost more than €1,700.",
    "less than": "It costs less than €1,700.",
    "tops": "€1,700 tops.",
    "capped": "The price is capped at €1,700.",
    "extras not included": "With extras not included, it is €1,700–€2,210.",
    "more extras": "A website with a blog, a newsletter and copywriting costs €1,700–€2,210 in total.",
    "another extra": "A website with a newsletter costs €1,700–€2,210.",
    "more extras after it": "It is €1,700–€2,210 with a blog and a newsletter.",
    "all for the base price": "For €1,400 you get the website plus the blog.",
    "all included for the base price": "The website costs €1,400, blog included.",
    "in a row of its own": "| Item | Price |\n|---|---|\n| Business website | €2,210 |\n| Blog | €300 |",
    "in an item of its own": "- Business website: €1,700–€2,210\n- Blog: €300",
}
TOTALES = {
    "máximo": "El máximo son 1.700 €",
    "no supera": "El precio no supera los 1.700 €",
    "no pagarás más": "no pagarás más de 1.700 €",
    "menos de": "Cuesta menos de 1.700 €.",
    "como tope": "1.700 € como tope.",
    "parte del máximo": "El precio parte de 2.210 €.",
    "no menos de": "No cuesta menos de 2.210 €.",
    "sin extras": "La web sin extras cuesta 1.700 €.",
    "sin el blog": "La web cuesta de 1.700 € a 2.210 € sin el blog.",
    "precio base": "El precio base es de 1.700 €.",
    "sola": "La Web para tu negocio sola cuesta 1.700 €.",
    "otro extra": "La web con blog y boletín cuesta de 1.700 € a 2.210 €.",
}


@pytest.mark.parametrize("answer", TOTALS.values(), ids=TOTALS)
def test_total_of_an_estimate_said_of_something_else(answer: str) -> None:
    found = statuses(answer, "web_en")
    found.pop("€300", None)
    assert set(found.values()) == {"unverified"}


@pytest.mark.parametrize("answer", TOTALES.values(), ids=TOTALES)
def test_total_of_an_estimate_said_of_something_else_in_spanish(answer: str) -> None:
    assert set(statuses(answer, "web_es").values()) == {"unverified"}


@pytest.mark.parametrize(
    ("run", "answer"),
    [
        ("web_en", "The maximum is €2,210, and the minimum €1,700."),
        ("web_en", "The price will not exceed €2,210."),
        ("web_en", "It is not less than €1,700, and no more than €2,210."),
        ("web_en", "It starts at €1,700 and can reach €2,210."),
        ("web_en", "€2,210 tops."),
        ("web_en", "It costs more than €1,400: with the blog it is €1,700."),
        ("web_en", "It is not possible for less than €1,400."),
        ("web_en", "There is nothing under €1,400."),
        ("web_en", "The website with the blog costs €1,700–€2,210, without other extras."),
        ("web_en", "It comes to €1,700–€2,210 with the blog; a newsletter adds €190."),
        ("web_en", "The price with the blog is only an estimate: €1,700–€2,210."),
        ("web_en", "| Item | Price |\n|---|---|\n| Business website | €1,400 |\n| Blog | €300 |\n| All | €1,700 |"),
        ("web_en", "- Business website with the blog: €1,700–€2,210\n- Blog: €300"),
        ("web_en", "- Business website: €1,700–€2,210\n- Timeline: 3 to 5 weeks"),
        ("web_en", "The basic website with a blog is €1,700–€2,210."),
        ("web_en", "For €1,400 you get the website, plus the blog for €300."),
        ("web_en", "For €1,400 you get the website, plus an optional blog."),
        ("web_en", "The price ranges from €1,700 to €2,210 and does not include a newsletter (€190)."),
        ("web_en", "The price of €1,700–€2,210 does not include the newsletter."),
        ("web_es", "La web con blog cuesta de 1.700 € a 2.210 € y sin blog parte de 1.400 €."),
        ("web_es", "El máximo son 2.210 €"),
        ("web_es", "no pagarás más de 2.210 €"),
        ("web_es", "No hay nada por menos de 1.400 €."),
        ("web_es", "Parte de 1.700 € y no supera los 2.210 €."),
        ("web_es", "La web con blog cuesta de 1.700 € a 2.210 €, sin otros extras."),
        ("web_es", "Con el blog son 1.700 €, y 2.210 € como máximo."),
    ],
)
def test_totals_said_of_what_was_estimated(run: str, answer: str) -> None:
    assert set(statuses(answer, run).values()) == {"verified"}
