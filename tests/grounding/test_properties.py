"""What holds for every amount and every text."""

import json
import re
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from grounding.check import check_answer
from grounding.durations import find_durations
from grounding.links import find_links
from grounding.money import find_amounts

whole = st.integers(1, 10**9).map(Decimal)
cents = st.integers(1, 10**11).map(lambda value: Decimal(value) / 100)
values = st.one_of(whole, cents)

GROUPS = {",": ".", ".": ",", " ": ",", "\u00a0": ",", "\u202f": ",", "'": ".", "’": "."}
"""Each separator of thousands with the decimal one that goes with it."""
STYLES = {
    "€{}": "EUR",
    "€ {}": "EUR",
    "{} €": "EUR",
    "{}€": "EUR",
    "EUR {}": "EUR",
    "{} EUR": "EUR",
    "{} euros": "EUR",
    "**{} €**": "EUR",
    "**€{}**": "EUR",
    "€**{}**": "EUR",
    "`{} €`": "EUR",
    "US${}": "USD",
    "${} USD": "USD",
    "{} dollars": "USD",
    "{} dólares": "USD",
    "£{}": "GBP",
    "MXN$ {}": "MXN",
    "{} pesos colombianos": "COP",
    "S/ {}": "PEN",
    "R$ {}": "BRL",
    "CHF {}": "CHF",
    "₡{}": "CRC",
    "{} Swiss francs": "CHF",
}
PROSE = [
    "The website costs {}, and it takes 3 to 5 weeks.",
    "Desde {} (IVA no incluido), en 2026.",
    "- Precio: {}\n- Plazo: de 3 a 5 semanas",
    "Call +34 600 123 456 on 12/05/2026: {} for 8 pages.",
    "> {}\n",
    "| Total | {} |",
    "¿{}? Sí, {{}} no.",
    "It is 35% off, so {}!",
]


def grouped(value: Decimal, group: str) -> str:
    """As `format_money` writes it: decimals only for an amount that is not whole."""
    text = f"{value:,.2f}".removesuffix(".00")
    number, _, fraction = text.partition(".")
    number = number.replace(",", group)
    return f"{number}{GROUPS[group]}{fraction}" if fraction else number


@given(value=values, group=st.sampled_from(sorted(GROUPS)), style=st.sampled_from(sorted(STYLES)))
def test_an_amount_in_any_style_is_found_exactly(value: Decimal, group: str, style: str) -> None:
    [found] = find_amounts(style.format(grouped(value, group)), locale="en", currency="EUR")
    assert (found.low, found.high, found.currency) == (value, value, STYLES[style])


@given(
    value=values,
    group=st.sampled_from(sorted(GROUPS)),
    style=st.sampled_from(sorted(STYLES)),
    prose=st.sampled_from(PROSE),
)
def test_prose_around_changes_no_amount(value: Decimal, group: str, style: str, prose: str) -> None:
    text = prose.format(style.format(grouped(value, group)))
    [found] = find_amounts(text, locale="es", currency="EUR")
    assert (found.low, found.high, found.currency) == (value, value, STYLES[style])
    assert text[found.start : found.end] == found.text


@given(low=whole, more=whole, dash=st.sampled_from(["-", "–", "—", " - ", " – "]))
def test_both_ends_of_a_range_are_found(low: Decimal, more: Decimal, dash: str) -> None:
    high = low + more
    first, last = grouped(low, ","), grouped(high, ",")
    for text in (f"€{first}{dash}€{last}", f"€{first}{dash}{last}", f"from €{first} to {last}"):
        [found] = find_amounts(text, locale="en", currency="EUR")
        assert (found.low, found.high) == (low, high)


PIECES = [
    *"0123456789.,-–€$ £¢kmMaáñ%/():[]|*`+=#\n\u200b\u00a0１½",
    *[
        "USD",
        "EUR ",
        "CHF",
        "U$",
        "HK$D",
        "MXN$",
        "S/",
        "R$",
        "cents",
        "centavos",
        " pesos ",
        " dollars",
        "&euro;",
        "mexicanos",
    ],
    *[
        " mil ",
        "million",
        "millones",
        "two ",
        "twenty",
        " hundred",
        "half ",
        "medio",
        " a ",
        "un ",
        " and ",
        " y ",
        " con ",
    ],
    *[
        " to ",
        "from ",
        "between ",
        " entre ",
        "costs ",
        "precio: ",
        "total",
        " per ",
        "month",
        " al mes",
        " weeks",
        " of ",
    ],
    *["](", "https://a.example/b", "/p", "www.x.es", "point ", "coma ", "1,400", "1.400", "1.400,50"],
]
noise = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@given(text=st.one_of(st.text(), noise))
@example("€\u200b1,400")
@example("ñ\u0303 1.400 €")
@example("İ €1,400")
@example("EUR ¢1,400")
@example("EUR HK$D1.400")
def test_every_span_indexes_the_text_it_names(text: str) -> None:
    amounts = find_amounts(text, locale="es", currency="EUR")
    durations = find_durations(text, locale="es")
    links = find_links(text)
    for spans in (
        [(it.start, it.end, it.text) for it in amounts],
        [(it.start, it.end, it.text) for it in durations],
        [(it.start, it.end, it.text) for it in links],
    ):
        assert all(text[start:end] == named and start < end for start, end, named in spans)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


RUN = json.loads((Path(__file__).parents[1] / "corpus/runs.json").read_text("utf-8"))["web_en"]
PRICES = {Decimal(found) for found in re.findall(r'"amount": (\d+)', json.dumps(RUN))}
SAID = [
    "€1,400",
    "€300",
    "€1,700–€2,210",
    "€380",
    "€999",
    " and ",
    " blog ",
    "Business website ",
    ". ",
    " + ",
    " = ",
    " a month ",
]


@settings(max_examples=60)
@example("€1,400€1,400 + €1,400")
@given(answer=st.lists(st.sampled_from([*SAID, *PIECES]), max_size=40).map("".join))
def test_a_verified_amount_is_one_that_a_tool_read(answer: str) -> None:
    amounts = {amount.start: amount for amount in find_amounts(answer, locale="en", currency="EUR")}
    for claim in check_answer(answer, tool_results=RUN, goal="", locale="en", currency="EUR"):
        assert answer[claim.start : claim.end] == claim.text
        if claim.kind == "money" and claim.status == "verified":
            amount = amounts[claim.start]
            assert {amount.low, amount.high} <= PRICES
            assert amount.currency == "EUR"


@settings(max_examples=50)
@given(answer=st.one_of(st.text(), noise), goal=noise)
def test_without_tool_results_nothing_is_verified(answer: str, goal: str) -> None:
    claims = check_answer(answer, tool_results=[], goal=goal, locale="es", currency="EUR")
    assert {claim.status for claim in claims} <= {"unverified", "visitor"}
