"""The numbers of a text with the money marks that stand beside them: the first step of finding amounts."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from grounding import currencies, numerals
from grounding.currencies import Mark
from grounding.iso_codes import THREE_DECIMALS
from grounding.lexicon import words
from grounding.marks import mark_after, mark_before
from grounding.number_words import AFTER_ARTICLE, ARTICLES, NUMBER_WORDS
from grounding.numerals import Number
from grounding.tokens import Token

MINUS: Final = ("-", "(")
CENT_JOINERS: Final = words("con with y and")


@dataclass(slots=True)
class Figure:
    """A number and its mark, as a half-open range of tokens."""

    number: Number
    first: int
    stop: int
    mark: Mark | None = None
    """Null for a bare number."""
    low: Decimal = Decimal(0)
    """The amount, where there is a mark: with its cents and its sign."""


def find_figures(tokens: list[Token], site: str) -> list[Figure]:
    """Every number of the text, in reading order, with its own mark and sign where it has them."""
    figures, free = [], 0
    for at, (kind, _, low, _, _) in enumerate(tokens):
        if at >= free and (kind == "number" or (kind == "word" and low in NUMBER_WORDS)):
            figure = _figure(tokens, at, site, free)
            if figure is not None:
                free = figure.stop
                figures.append(figure)
    return figures


def _figure(tokens: list[Token], at: int, site: str, free: int) -> Figure | None:
    if tokens[at].kind == "word" and tokens[at].low in ARTICLES and tokens[at + 1].low not in AFTER_ARTICLE:
        return None
    before, first = mark_before(tokens, at, site, free)
    number = _number(tokens, at, before is not None)
    if number is None:
        number = _malformed(tokens, at, before, site)
        if number is None:
            return None
    after, stop, factor = mark_after(tokens, number.stop, site, prefixed=before is not None, scaled=number.scale > 1)
    if after is None and before is None:
        spoken = _spoken_decimals(tokens, number, site) if tokens[stop].low == "con" else None
        return spoken or Figure(number, first, stop)
    mark = currencies.narrowed(after, before) if after and before else after or before
    figure = Figure(number, first, stop, mark, number.value)
    _settle(tokens, figure, factor, site)
    return figure


def _number(tokens: list[Token], at: int, money: bool) -> Number | None:
    """The number at a token; after "between", an "and" joins its words only if nothing is left for a second number."""
    joined = numerals.read_number(tokens, at, money)
    if tokens[at].kind == "number" or tokens[at - 1].low != "between":
        return joined
    apart = numerals.read_number(tokens, at, money, False)
    if apart is None or joined is None or joined.stop == apart.stop:
        return apart
    return joined if tokens[joined.stop].low == "and" else apart


def _malformed(tokens: list[Token], at: int, before: Mark | None, site: str) -> Number | None:
    """Digits with impossible separators are no number, but beside a currency they are still stated as an amount."""
    if tokens[at].kind != "number":
        return None
    if before is None and mark_after(tokens, at + 1, site, prefixed=False, scaled=False)[0] is None:
        return None
    value = Decimal("".join([char for char in tokens[at].text if char.isdigit()]))
    return Number(value, at, at + 1, value, 1, True, True)


def _spoken_decimals(tokens: list[Token], number: Number, site: str) -> Figure | None:
    """`18 con 75 euros`: the cents stand before the name of the currency."""
    if number.scale > 1:
        return None
    part = numerals.read_number(tokens, number.stop + 1)
    if part is None or not _is_cents(tokens, part):
        return None
    mark, stop, factor = mark_after(tokens, part.stop, site, prefixed=False, scaled=False)
    if mark is None or factor is not None:
        return None
    return Figure(number, number.first, stop, mark, number.value + part.value * currencies.HUNDREDTH)


def _settle(tokens: list[Token], figure: Figure, factor: Decimal | None, site: str) -> None:
    """Works out the value of a figure that has a mark: cents, three decimals, its sign."""
    number = figure.number
    if number.other is not None and number.scale == 1 and figure.mark is not None:
        figure.low = number.other if currencies.resolve(figure.mark, site) in THREE_DECIMALS else figure.low
    if factor is not None:
        figure.low *= factor
    elif tokens[figure.stop].kind in ("word", "number"):
        _add_cents(tokens, figure)
    before = tokens[figure.number.first - 1].text
    if (before in MINUS or tokens[figure.first - 1].text == "-") and _negative(tokens, figure):
        figure.low = -figure.low


def _add_cents(tokens: list[Token], figure: Figure) -> None:
    """Adds the cents that follow: `18 euros con 75`, `12 dólares y 30 centavos`, `3 dollars 50 cents`."""
    at = figure.stop
    spoken = tokens[at].low == "con"
    if tokens[at].low in CENT_JOINERS:
        at += 1
    if tokens[at].kind == "number":
        if not spoken and tokens[at + 1].low not in currencies.CENTS:
            return
    elif tokens[at].low not in NUMBER_WORDS:
        return
    part = numerals.read_number(tokens, at)
    if part is None or not 0 < part.value < 100:
        return
    named = tokens[part.stop].low in currencies.CENTS
    if named or (spoken and _is_cents(tokens, part) and tokens[part.stop].kind in ("sign", "newline", "end")):
        figure.low += part.value * currencies.HUNDREDTH
        figure.stop = part.stop + named


def _is_cents(tokens: list[Token], part: Number) -> bool:
    return 0 < part.value < 100 and (not part.digits or len(tokens[part.first].text) == 2)


def _negative(tokens: list[Token], figure: Figure) -> bool:
    """Whether a minus is glued to the amount, or its number stands in brackets after the currency, as in accounts."""
    at = figure.number.first
    inner = tokens[at - 1].text
    if figure.first < at and inner == "(":
        figure.stop = max(figure.stop, figure.number.stop + 1)
        return True
    if figure.first < at and inner == "-":
        return True
    sign, left = tokens[figure.first - 1], tokens[figure.first - 2]
    if figure.first == 0 or sign.text != "-" or sign.end != tokens[figure.first].start:
        return False
    apart = left.kind in ("end", "newline") or left.text in ("(", "|", ":", "[")
    if not apart and (left.end == sign.start or left.kind in ("number", "mark")):
        return False
    figure.first -= 1
    return True
