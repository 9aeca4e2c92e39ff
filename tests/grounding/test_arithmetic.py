"""What an answer must say of an amount before it counts as worked out of others."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer
from grounding.claims import Claim

RUNS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent.parent / "corpus/runs.json").read_text("utf-8")
)
RUNS["one_en"], RUNS["one_es"] = [RUNS["web_en"][1]], [RUNS["web_es"][1]]
GOAL = "I have 500 euros, tengo 500 euros"


def claim(answer: str, run: str, text: str) -> Claim:
    claims = check_answer(answer, tool_results=RUNS[run], goal=GOAL, locale="en", currency="EUR")
    return next(claim for claim in claims if claim.text == text)


@pytest.mark.parametrize(
    ("run", "text", "answer"),
    [
        ("one_en", "€1,700", "1. Business website: €1,400\n2. Blog: €300\n3. Second language: €1,700"),
        ("one_en", "€1,700", "The online store costs €1,700. The Business website is €1,400 and the blog €300."),
        ("one_en", "€1,700", "Business website €1,400, blog €300. With the second language the total is €1,700."),
        ("one_en", "€1,700", "The Business website starts at €1,700 and the blog is extra."),
        ("one_en", "€1,700", "The Business website does not include the blog and costs €1,700."),
        ("one_en", "€750", "The blog is €300 and copywriting is €450. Express delivery costs €750."),
        ("one_en", "€750", "The blog is €300 and copywriting is €450. Express delivery comes to €750."),
        ("one_en", "€490", "The blog is €300 and the newsletter €190: you get €490 off in total."),
        ("one_en", "€300", "With the blog you get €300 off the website."),
        ("one_es", "490 €", "El blog (300 €) y el boletín (190 €): 490 € de descuento en total."),
        ("one_en", "€490", "- Blog: €300\n- Newsletter: €190\n- Express delivery: €490"),
        (
            "one_en",
            "€280",
            "Extras: copywriting (€450), second language (€280), newsletter (€190), WhatsApp button (€90).",
        ),
        ("one_en", "€750", "The blog (€300) and copywriting (€450) are extras, and express delivery costs €750."),
        ("one_en", "€490", "Blog: €300. Newsletter: €190. Price: €490."),
        ("one_en", "€490", "The logo is €490: it goes with the blog (€300) and the newsletter (€190)."),
        ("one_en", "€1,700", "Express delivery: €1,700\n- Business website: €1,400\n- Blog: €300"),
        ("one_es", "490 €", "El blog son 300 € y el boletín 190 €. La tienda cuesta 490 €."),
    ],
)
def test_a_sum_that_nothing_says_is_none(run: str, text: str, answer: str) -> None:
    assert claim(answer, run, text).status == "unverified"


@pytest.mark.parametrize(
    ("run", "text", "answer", "arithmetic"),
    [
        ("one_en", "€1,700", "The website is €1,400. With the blog (€300) it comes to €1,700.", "1400 + 300"),
        ("one_en", "€1,700", "Website €1,400\nBlog €300\n\nTotal\n€1,700", "1400 + 300"),
        ("one_en", "€1,700", "€1,700 (€1,400 + €300)", "1400 + 300"),
        ("one_en", "€1,700", "A Business website with a blog costs €1,700.", "1400 + 300"),
        ("one_en", "€1,700", "The Business website costs €1,400 and with the blog €1,700.", "1400 + 300"),
        ("one_en", "€1,780", "Business website (€1,400) + Second language (€380) → €1,780", "1400 + 380"),
        (
            "one_en",
            "€1,780",
            "So the total is €1,780: €1,400 for the website and €380 for the second language.",
            "1400 + 380",
        ),
        (
            "one_en",
            "€2,080",
            "The website (€1,400), blog (€300) and second language (€380) would cost €2,080.",
            "1400 + 300 + 380",
        ),
        ("one_en", "€1,700", "The website starts at €1,400; the blog is €300. So you'd start at €1,700.", "1400 + 300"),
        ("one_en", "€1,700", "Estimate: €1,700\n- Website: €1,400\n- Blog: €300", "1400 + 300"),
        ("one_es", "1.700 €", "La web parte de 1.400 € y el blog añade 300 €, es decir, 1.700 €.", "1400 + 300"),
        ("one_en", "€490", "The two extras (blog €300, newsletter €190) add up to €490.", "300 + 190"),
        ("one_es", "490 €", "El blog cuesta 300 € y el boletín 190 €; en total son 490 €.", "300 + 190"),
        ("one_es", "1.780 €", "La web (1.400 €) más el segundo idioma (380 €) sale por 1.780 €.", "1400 + 380"),
        ("one_es", "1.700 €", "Una web para tu negocio con blog cuesta 1.700 €.", "1400 + 300"),
        ("one_es", "1.700 €", "Sumando la web (1.400 €) y el blog (300 €), pagarías 1.700 €.", "1400 + 300"),
        ("one_es", "490 €", "Blog: 300 €\nBoletín: 190 €\nTotal: 490 €", "300 + 190"),
    ],
)
def test_a_sum_that_is_said(run: str, text: str, answer: str, arithmetic: str) -> None:
    found = claim(answer, run, text)
    assert (found.status, found.arithmetic.split(" = ")[0]) == ("derived", arithmetic)


@pytest.mark.parametrize(
    ("run", "text", "answer"),
    [
        ("one_en", "€900", "The blog is €300 and is ready in 3 weeks. Copywriting per page is €900."),
        ("one_en", "€900", "The blog is €300 each. A website with 3 languages is €900."),
        ("one_en", "€11,200", "The website is €1,400 and has 8 pages. Hosting per year is €11,200."),
        ("one_en", "€600", "The blog is €300. Both languages cost €600."),
        ("one_en", "€700", "The photo session is €350 and the online store is double: €700."),
        ("one_en", "€1,400", "A half-day photo session is €1,400, so two sessions at €350 each are €700."),
        ("two_en", "€2,800", "The website is €1,400, so the store costs twice as much: €2,800."),
    ],
)
def test_a_number_of_something_else_is_no_factor(run: str, text: str, answer: str) -> None:
    assert claim(answer, run, text).status == "unverified"


@pytest.mark.parametrize(
    ("run", "text", "answer", "arithmetic"),
    [
        ("one_en", "€700", "Two photo sessions cost €700 (€350 each).", "350 × 2 = 700"),
        ("one_en", "€700", "Each photo session costs €350; two cost €700.", "350 × 2 = 700"),
        (
            "one_en",
            "€700",
            "A half-day photo session is €1,400, so two sessions at €350 each are €700.",
            "350 × 2 = 700",
        ),
        ("one_en", "€1,050", "Three photo sessions: 3 x €350 = €1,050.", "350 × 3 = 1050"),
        ("one_en", "€760", "Twice €380 for the second language is €760.", "380 × 2 = 760"),
        ("one_en", "€1,140", "A second language costs €380 per language, so 3 languages are €1,140.", "380 × 3 = 1140"),
        ("one_es", "700 €", "Cada sesión de fotos cuesta 350 €, así que dos sesiones son 700 €.", "350 × 2 = 700"),
        ("one_es", "700 €", "Dos sesiones de fotos a 350 € cada una son 700 €.", "350 × 2 = 700"),
    ],
)
def test_a_multiple_that_is_said(run: str, text: str, answer: str, arithmetic: str) -> None:
    found = claim(answer, run, text)
    assert (found.status, found.arithmetic) == ("derived", arithmetic)


@pytest.mark.parametrize(
    ("run", "text", "answer"),
    [
        ("one_en", "€1,100", "The website is €1,400, the blog €300: you save €1,100."),
        ("one_en", "€900", "Your budget is €500. The website is €1,400, but for you we make it €900 less."),
        ("one_es", "1.100 €", "La web cuesta 1.400 € y el blog 300 €; con más páginas, 1.100 €."),
        ("one_es", "1.100 €", "La web cuesta 1.400 € y el blog 300 €; 1.100 € más IVA."),
        ("one_es", "1.100 €", "La web cuesta 1.400 € y el blog 300 €: ahorras 1.100 €."),
        ("one_es", "1.100 €", "La web cuesta 1.400 € y el blog 300 €. Restaurante: 1.100 €."),
        ("one_es", "1.100 €", "La web cuesta 1.400 € y el blog 300 €. Más sobre la tienda: 1.100 €."),
        ("pay_en", "€560", "With 40% off the €1,400 website is yours for €560."),
        ("pay_en", "€560", "You save 40%: the €1,400 website is yours for €560."),
    ],
)
def test_a_saving_that_nobody_granted_is_no_difference(run: str, text: str, answer: str) -> None:
    assert claim(answer, run, text).status == "unverified"


@pytest.mark.parametrize(
    ("run", "text", "answer", "arithmetic"),
    [
        (
            "web_en",
            "€510",
            "The estimate is €1,700-2,210, i.e. €510 between the lowest and the highest figure.",
            "2210 - 1700 = 510",
        ),
        ("two_en", "€1,500", "The online store costs €1,500 more than the business website.", "2900 - 1400 = 1500"),
        (
            "two_en",
            "€1,500",
            "The gap between the website (€1,400) and the online store (€2,900) is €1,500.",
            "2900 - 1400 = 1500",
        ),
        (
            "two_en",
            "€1,500",
            "Choosing the website (€1,400) instead of the store (€2,900) saves you €1,500.",
            "2900 - 1400 = 1500",
        ),
        (
            "two_es",
            "1.500 €",
            "La diferencia entre la web (1.400 €) y la tienda (2.900 €) es de 1.500 €.",
            "2900 - 1400 = 1500",
        ),
        ("one_en", "€900", "It starts at €1,400, that is €900 over your budget of €500.", "1400 - 500 = 900"),
        ("one_en", "€900", "It starts at €1,400, which exceeds your budget of €500 by €900.", "1400 - 500 = 900"),
        ("two_en", "€1,500", "€2,900 minus €1,400 is €1,500.", "2900 - 1400 = 1500"),
        ("one_es", "900 €", "Te faltan 900 €: tienes 500 € y parte de 1.400 €.", "1400 - 500 = 900"),
        ("one_es", "900 €", "Parte de 1.400 €, 900 € por encima de tu presupuesto de 500 €.", "1400 - 500 = 900"),
    ],
)
def test_a_difference_that_is_said(run: str, text: str, answer: str, arithmetic: str) -> None:
    found = claim(answer, run, text)
    assert (found.status, found.arithmetic) == ("derived", arithmetic)


def test_a_derived_amount_is_a_part_only_of_what_follows() -> None:
    answer = "The Business website starts at €1,400 and the Online store at €1,400, so the store costs €1,500 more."
    claims = check_answer(answer, tool_results=RUNS["two_en"], goal="", locale="en", currency="EUR")
    assert [it.status for it in claims] == ["verified", "unverified", "derived"]
    chained = "It comes to €1,780 (€1,400 + €380), which is €1,280 above your budget of €500."
    assert claim(chained, "one_en", "€1,280").arithmetic == "1780 - 500 = 1280"


@pytest.mark.parametrize(
    ("run", "texts", "answer"),
    [
        (
            "month_en",
            ["3 months", "€147"],
            "The care plan is €49 a month. The website is delivered in 3 months for €147.",
        ),
        ("month_en", ["€147"], "Care is €49/month and the website is €147 for 3 months."),
        ("month_en", ["12 months", "€588"], "The setup takes 12 months. Care is €49/month, so €588."),
        ("month_en", ["€588"], "Care is €49/month. The yearly audit costs €588."),
        ("month_en", ["€588"], "Care: €49/month. Domain: €588 a year."),
        ("month_es", ["3 meses", "147 €"], "El plan son 49 € al mes. Tu web estará lista en 3 meses por 147 €."),
        ("month_es", ["588 €"], "El mantenimiento son 49 € al mes. El dominio cuesta 588 € al año."),
    ],
)
def test_a_time_of_something_else_is_no_factor_of_a_monthly_price(run: str, texts: list[str], answer: str) -> None:
    assert {claim(answer, run, text).status for text in texts} == {"unverified"}


@pytest.mark.parametrize(
    ("run", "texts", "answer"),
    [
        ("month_en", ["€588"], "€49 a month for a whole year is €588."),
        ("month_en", ["12 months", "€588"], "The care plan costs €49 a month. For 12 months that would be €588."),
        ("month_en", ["€588"], "The care plan costs €49 a month. Over a year you would pay €588."),
        ("month_en", ["12 months", "€588"], "Total for 12 months: €588 (€49 a month)."),
        ("month_en", ["€588"], "The annual cost is €588 (12 × €49)."),
        ("month_en", ["€588"], "The care plan costs €49 per month. That's €588 per year."),
        ("month_es", ["588 €"], "Son 49 €/mes × 12 = 588 €"),
        ("month_es", ["588 €"], "El plan cuesta 49 € al mes, lo que supone 588 € al año."),
        ("month_es", ["6 meses", "294 €"], "El plan cuesta 49 € al mes. En 6 meses pagarías 294 €."),
    ],
)
def test_a_monthly_price_over_a_time_that_is_said(run: str, texts: list[str], answer: str) -> None:
    assert {claim(answer, run, text).status for text in texts} == {"derived"}


def seconds(text: str) -> float:
    """The best of three, for the others were held up by other work of the machine."""
    times = []
    for _ in range(3):
        start = time.process_time()
        check_answer(text, tool_results=RUNS["month_en"], goal="", locale="en", currency="EUR")
        times.append(time.process_time() - start)
    return min(times)


def test_time_grows_with_the_number_of_amounts() -> None:
    line = "€49 a month, 12 months €588. "
    assert seconds(line * 400) <= 6 * seconds(line * 100) + 0.001
