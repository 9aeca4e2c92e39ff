"""The numbers of a text with the money marks that stand beside them: the first step of finding amounts."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from grounding import currencies, numerals
from grounding.currencies import Mark
from grounding.iso_codes import THREE_DECIMALS
from grounding.lexicon import words
from grounding.marks import NO_MARK_AFTER, NO_MARK_BEFORE, mark_after, mark_before
from grounding.number_words import AFTER_ARTICLE, ARTICLES, NUMBER_WORDS
from grounding.numerals import Number
from grounding.tokens import Token

MINUS: Final = ("-", "(")
ENDS: Final = ("mark", "newline", "end")
"""Kinds of tokens that a number has nothing to do with, where a mark belongs to the number after it."""
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
    for at, token in enumerate(tokens):
        kind = token.kind
        if at >= free and (kind == "number" or (kind == "word" and token.low in NUMBER_WORDS)):
            figure = (_in_digits if kind == "number" else _spelled)(tokens, at, site, free)
            if figure is not None:
                free = figure.stop
                figures.append(figure)
    return figures


def _in_digits(tokens: list[Token], at: int, site: str, free: int) -> Figure | None:
    before, first = None, at
    if at > free and (left := tokens[at - 1].kind) not in NO_MARK_BEFORE:
        if left == "mark" and tokens[at + 1].kind in ENDS and (figure := _signed(tokens, at)):
            return figure
        before, first = mark_before(tokens, at, site, free)
    number = numerals.read_number(tokens, at, before is not None) or _malformed(tokens, at, before, site)
    return number and _figure(tokens, number, before, first, site)


def _signed(tokens: list[Token], at: int) -> Figure | None:
    """A sign and its digits with nothing around them to read, as `€29`: all that the grammar would find, at once."""
    sign, token, after, before = tokens[at - 1], tokens[at], tokens[at + 1], tokens[at - 2]
    mark = currencies.SIGNS.get(sign.text)
    if mark is None or sign.end != token.start or before.kind == "word" or before.text in "-:.)":
        return None
    if after.kind == "mark" and (after.end != tokens[at + 2].start or tokens[at + 2].kind != "number"):
        return None  # It may be a second mark of this number.
    if not token.text.isdigit():
        return None
    value = Decimal(token.text)
    number = tuple.__new__(Number, (value, at, at + 1, value, 1, True, len(token.text) > 4, None))
    return Figure(number, at - 1, at + 1, mark, value)


def _spelled(tokens: list[Token], at: int, site: str, free: int) -> Figure | None:
    if tokens[at].low in ARTICLES and tokens[at + 1].low not in AFTER_ARTICLE:
        return None
    before, first = mark_before(tokens, at, site, free)
    number = _in_words(tokens, at, before is not None)
    return number and _figure(tokens, number, before, first, site)


def _figure(tokens: list[Token], number: Number, before: Mark | None, first: int, site: str) -> Figure:
    """The number with the mark that stands before it, which begins at the token `first`, or after it."""
    stop = number.stop
    following = tokens[stop]
    after = factor = None
    if following.kind not in NO_MARK_AFTER:
        after, stop, factor = mark_after(tokens, stop, site, before, number.scale > 1)
    mark = currencies.narrowed(after, before) if after and before else after or before
    if mark is None:
        spoken = _spoken_decimals(tokens, number, site) if following.low == "con" else None
        return spoken or Figure(number, first, stop)
    figure = Figure(number, first, stop, mark, number.value)
    if number.other is not None and number.scale == 1 and currencies.resolve(mark, site) in THREE_DECIMALS:
        figure.low = number.other
    if factor is not None:
        figure.low *= factor
    elif (beyond := tokens[stop].kind) == "word" or (beyond == "number" and tokens[stop + 1].low in currencies.CENTS):
        _add_cents(tokens, figure)
    if (tokens[number.first - 1].text in MINUS or tokens[first - 1].text == "-") and _negative(tokens, figure):
        figure.low = -figure.low
    return figure


def _in_words(tokens: list[Token], at: int, money: bool) -> Number | None:
    """The number in words; after "between", an "and" joins its words only if nothing is left for a second number."""
    joined = numerals.read_number(tokens, at, money)
    if tokens[at - 1].low != "between":
        return joined
    apart = numerals.read_number(tokens, at, money, False)
    if apart is None or joined is None or joined.stop == apart.stop:
        return apart
    return joined if tokens[joined.stop].low == "and" else apart


def _malformed(tokens: list[Token], at: int, before: Mark | None, site: str) -> Number | None:
    """Digits with impossible separators are no number, but beside a currency they are still stated as an amount."""
    if before is None and mark_after(tokens, at + 1, site, None, False)[0] is None:
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
    mark, stop, factor = mark_after(tokens, part.stop, site, None, False)
    if mark is None or factor is not None:
        return None
    return Figure(number, number.first, stop, mark, number.value + part.value * currencies.HUNDREDTH)


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
