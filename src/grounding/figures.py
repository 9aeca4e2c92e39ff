"""The numbers of a text with the money marks that stand beside them: the first step of finding amounts."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from grounding import currencies, numerals
from grounding.currencies import Mark
from grounding.iso_codes import CODES, THREE_DECIMALS
from grounding.lexicon import words
from grounding.numerals import NUMBER_WORDS, Number
from grounding.tokens import Token

COMMON_CODES: Final = words("usd eur gbp mxn cop clp ars brl pen uyu chf cad aud jpy")
"""Codes that people also write in lower case."""


@dataclass(slots=True)
class Figure:
    """A number and what surrounds it; token positions are half-open."""

    number: Number
    first: int
    stop: int
    mark: Mark | None = None
    low: Decimal = Decimal(0)
    prefixed: bool = False
    suffixed: bool = False
    """The mark stands after the number."""


def find_figures(tokens: list[Token], site: str) -> Iterator[Figure]:
    """Every number of the text, in reading order, with its own mark and sign where it has them."""
    at, free = 0, 0
    for at, token in enumerate(tokens):
        if at < free:
            continue
        if token.kind != "number" and (token.kind != "word" or token.low not in NUMBER_WORDS):
            continue
        figure = _figure(tokens, at, site, free)
        if figure is not None:
            free = figure.stop
            yield figure


def _figure(tokens: list[Token], at: int, site: str, free: int) -> Figure | None:
    before, first = _prefix(tokens, at, site, free)
    join = tokens[at - 1].low not in ("between", "entre")
    number = numerals.read_number(tokens, at, join=join, money=before is not None)
    if number is None:
        number = _malformed(tokens, at, before, site)
        if number is None:
            return None
    after, stop, factor = _suffix(tokens, number.stop, site, before is not None, number.scale > 1)
    mark = before
    if after is not None:
        mark = currencies.narrowed(after, before) if before else after
    figure = Figure(number, first, stop, mark, number.value, before is not None, after is not None)
    if mark is not None:
        _settle(tokens, figure, factor, site)
    return figure


def _malformed(tokens: list[Token], at: int, before: Mark | None, site: str) -> Number | None:
    """Digits with impossible separators are no number, but beside a currency they are still stated as an amount."""
    if tokens[at].kind != "number" or (before is None and _suffix(tokens, at + 1, site, False, False)[0] is None):
        return None
    value = Decimal("".join(char for char in tokens[at].text if char.isdigit()))
    return Number(value, at, at + 1, value, 1, True, True)


def _settle(tokens: list[Token], figure: Figure, factor: Decimal | None, site: str) -> None:
    """Works out the value of a figure that has a mark: cents, three decimals, its sign."""
    number, mark = figure.number, figure.mark
    assert mark is not None
    low = number.value
    if number.other is not None and number.scale == 1 and currencies.resolve(mark, site) in THREE_DECIMALS:
        low = number.other
    if factor is not None:
        low *= factor
    else:
        low, figure.stop = _with_cents(tokens, figure.stop, low)
    if _negative(tokens, figure):
        low = -low
    figure.low = low


def _prefix(tokens: list[Token], at: int, site: str, free: int) -> tuple[Mark | None, int]:
    """The mark before a number and the token it begins at."""
    first = at - 1
    if first >= free and tokens[first].text in ("-", "(") and tokens[first].end <= tokens[at].start:
        first -= 1
    if first < free or first < 0:
        return None, at
    mark, first = _mark_before(tokens, first, site, free)
    if mark is None or (tokens[at - 1].text == "(" and tokens[at + 1].text != ")"):
        return None, at
    own = tokens[first]
    left = tokens[first - 1]
    glued_left = first > 0 and left.kind == "number" and left.end == own.start
    if glued_left and tokens[at - 1].end != tokens[at].start:
        return None, at
    return mark, first


def _mark_before(tokens: list[Token], at: int, site: str, free: int) -> tuple[Mark | None, int]:
    token = tokens[at]
    if token.kind == "mark":
        mark = currencies.mark_of_sign(token.text)
        code = tokens[at - 1] if at - 1 >= free else token
        if code.kind == "word" and code.text in CODES and code.text not in currencies.WORDLIKE_CODES:
            return currencies.narrowed((code.text,), mark), at - 1
        return (mark or None), at
    if token.text == "." and at - 1 >= free and tokens[at - 1].end == token.start:
        return currencies.SHORT_SIGNS.get(tokens[at - 1].text), at - 1
    if token.kind != "word":
        return None, at
    return _code(token, tokens[at + 1], site), at


def _code(token: Token, number: Token, site: str) -> Mark | None:
    """The mark of a code or a country's short sign before a number."""
    text = token.text
    if text in CODES:
        wordlike = text in currencies.WORDLIKE_CODES and text != site and len(number.text) < 3
        return None if wordlike else (text,)
    if text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[text]
    if currencies.LONE_LETTERS.get(text) == site:
        return (site,)
    return (text.upper(),) if token.low in COMMON_CODES else None


def _suffix(
    tokens: list[Token], at: int, site: str, prefixed: bool, scaled: bool
) -> tuple[Mark | None, int, Decimal | None]:
    """The mark after a number, the token it ends before, and the factor of a hundredth part."""
    if tokens[at].text in (",", ".") and tokens[at + 1].text in ("-", "–", "—") and tokens[at + 2].kind == "mark":
        at += 2
    token = tokens[at]
    if token.kind == "mark":
        return _sign_after(tokens, at)
    if token.kind == "sign" and token.text == "(" and tokens[at + 2].text == ")" and tokens[at + 1].text in CODES:
        return (tokens[at + 1].text,), at + 3, None
    if token.kind != "word":
        return None, at, None
    if token.low in ("de", "of") and scaled:
        mark, stop = _name(tokens, at + 1)
        return mark, stop if mark else at, None
    cents = currencies.CENTS.get(token.low)
    if cents is not None:
        return cents, at + 1, currencies.HUNDREDTH
    if token.text in CODES or token.low in COMMON_CODES:
        following = tokens[at + 1]
        if prefixed and following.kind == "number" and tokens[at + 1].start - token.end <= 1:
            return None, at, None
        return (token.text.upper(),), at + 1, None
    if token.text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[token.text], at + 1, None
    if currencies.LONE_LETTERS.get(token.text) == site and tokens[at - 1].end == token.start:
        return (site,), at + 1, None
    mark, stop = _name(tokens, at)
    return mark, stop, None


def _sign_after(tokens: list[Token], at: int) -> tuple[Mark | None, int, Decimal | None]:
    """A sign after a number, unless it belongs to the number after it."""
    token = tokens[at]
    glued = tokens[at - 1].end == token.start
    if not glued and tokens[at + 1].kind == "number" and tokens[at + 1].start == token.end:
        return None, at, None
    if token.text == "¢":
        return currencies.CENTS["¢"], at + 1, currencies.HUNDREDTH
    mark = currencies.mark_of_sign(token.text)
    code = tokens[at + 1]
    if code.kind == "word" and code.text in CODES and tokens[at + 2].kind != "number":
        return currencies.narrowed((code.text,), mark), at + 2, None
    return (mark or None), at + 1, None


def _name(tokens: list[Token], at: int) -> tuple[Mark | None, int]:
    """The name of a currency with its country before or after: `Turkish lira`, `pesos mexicanos`."""
    mark = currencies.WORDS.get(tokens[at].low)
    if mark is not None:
        country = currencies.COUNTRIES.get(tokens[at + 1].low)
        if country is None:
            code = tokens[at + 1].text
            if code in mark and tokens[at + 2].kind != "number":
                return (code,), at + 2
            return mark, at + 1
        return currencies.narrowed((country,), mark), at + 2
    country = currencies.COUNTRIES.get(tokens[at].low)
    if country is not None:
        mark = currencies.WORDS.get(tokens[at + 1].low)
        if mark is not None:
            return currencies.narrowed((country,), mark), at + 2
    return None, at


def _with_cents(tokens: list[Token], at: int, low: Decimal) -> tuple[Decimal, int]:
    """Adds the cents that follow: `18 euros con 75`, `12 dólares y 30 centavos`."""
    joiner = tokens[at].low
    if joiner not in ("con", "y", "and", "with"):
        return low, at
    part = numerals.read_number(tokens, at + 1)
    if part is None or part.value >= 100 or part.scale != 1:
        return low, at
    if tokens[part.stop].low in currencies.CENTS:
        return low + part.value * currencies.HUNDREDTH, part.stop + 1
    two_digits = len(tokens[at + 1].text) == 2 or not part.digits
    if joiner == "con" and two_digits and tokens[part.stop].kind in ("sign", "newline", "end"):
        return low + part.value * currencies.HUNDREDTH, part.stop
    return low, at


def _negative(tokens: list[Token], figure: Figure) -> bool:
    """A minus glued to the amount, or brackets around the number after its currency, as accountants write it."""
    at = figure.number.first
    before = tokens[at - 1]
    if before.text == "(" and figure.first < at - 1:
        figure.stop = max(figure.stop, figure.number.stop + 1)
        return True
    if before.text == "-" and figure.first < at:
        return True
    sign = tokens[figure.first - 1]
    if sign.text != "-" or sign.end != tokens[figure.first].start or figure.first == 0:
        return False
    left = tokens[figure.first - 2]
    if left.kind in ("end", "newline") or (left.end < sign.start and left.kind not in ("number", "mark")):
        figure.first -= 1
        return True
    if left.text in ("(", "|", ":", "["):
        figure.first -= 1
        return True
    return False
