"""Numbers as people write them: digits with any separators, words in English and Spanish, and their multipliers."""

import re
from decimal import Decimal
from typing import Final, NamedTuple

from grounding.number_words import (
    ARTICLES,
    BEFORE_FRACTION,
    CONTINUES,
    ENGLISH_SCALES,
    GLUED_ONLY,
    HALF,
    HUNDREDS,
    LETTERS,
    NUMBER_WORDS,
    ONE,
    SCALES,
    TENS,
    THOUSAND,
    UNITS,
)
from grounding.tokens import Token

BLANK: Final = re.compile(r" |&\w+;")
MILLIONS: Final = re.compile(r"(\d{1,3})'(\d{3})[.,](\d{3})(?:[.,](\d{1,2}))?")
DECIMALS: Final = re.compile(r"(\d{1,3}(?:\.\d{3})+|\d+)'(\d{1,2})")
ROUND: Final = "00"
"""Nobody writes two idle zeros before a multiplier: `1,400k` is 1.4 million, `1,250k` is 1.25 thousand."""


class Number(NamedTuple):
    """A number in the text: the tokens `first` to `stop`, exclusive."""

    value: Decimal
    first: int
    stop: int
    coefficient: Decimal
    """The value without its multiplier: 1.5 of `1.5k`."""
    scale: int
    """The multiplier, 1 for none."""
    digits: bool
    """Written with digits."""
    separated: bool
    """The digits have separators or the number has a multiplier: nobody writes a year or a count of pages so."""
    other: Decimal | None = None
    """The decimal reading of a number such as `1.400`, which is read as grouped."""


def read_digits(text: str) -> tuple[Decimal, Decimal | None] | None:
    """The value of digits with separators, and the decimal reading where a group of three leaves two readings.

    The text decides, not the locale: of two kinds of separator the last is the decimal one, a lone one is followed by
    three digits if it groups. None for what is no number, such as a version or a date.

    >>> read_digits("1.400,50"), read_digits("1,400"), read_digits("1.2.3")
    ((Decimal('1400.50'), None), (Decimal('1400'), Decimal('1.400')), None)
    """
    if text.isdigit():
        return Decimal(text), None
    marks = [char for char in text if not char.isdigit()]
    last = marks[-1]
    if "'" in marks and (value := _with_apostrophe(text)) is not None:
        return value, None
    if len(marks) > 1 and last not in marks[:-1] and last in ".,":
        whole, _, fraction = text.rpartition(last)
        groups = _grouped(whole, marks[:-1])
        return None if groups is None else (Decimal(f"{groups}.{fraction}"), None)
    groups = _grouped(text, marks)
    if len(marks) > 1 or last not in ".,":
        return None if groups is None else (Decimal(groups), None)
    decimal = Decimal(text.replace(",", "."))
    if groups is None or text.startswith("0"):
        return decimal, None
    return Decimal(groups), decimal


def _with_apostrophe(text: str) -> Decimal | None:
    """The value of `5'600.000`, with an apostrophe for the millions, and of `1.400'50`, with one for the decimals."""
    if found := MILLIONS.fullmatch(text):
        return Decimal(f"{''.join(found.groups()[:3])}.{found[4] or 0}")
    found = DECIMALS.fullmatch(text)
    return Decimal(f"{found[1].replace('.', '')}.{found[2]}") if found else None


def _grouped(text: str, marks: list[str]) -> str | None:
    """The digits of a grouped whole number, by threes or, as in India, by twos and a last three."""
    if len(set(marks)) != 1:
        return None
    head, *rest = text.split(marks[0])
    if not 1 <= len(head) <= 3 or len(rest[-1]) != 3:
        return None
    if all(len(group) == 3 for group in rest):
        return head + "".join(rest)
    indian = marks[0] == "," and len(head) <= 2 and all(len(group) == 2 for group in rest[:-1])
    return head + "".join(rest) if indian else None


def read_number(tokens: list[Token], at: int, money: bool = False, join: bool = True) -> Number | None:
    """The longest number that begins at a token; None where none does.

    `join` lets "and" join the parts of a number in words, which it must not do after "between". `money` says that a
    currency stands before it, so that the letters m and b are multipliers.
    """
    token = tokens[at]
    kind, text = token.kind, token.text
    if kind == "number" and text.isdigit():
        value, stop, other = Decimal(text), at + 1, None
        if tokens[stop].low not in CONTINUES:
            # The common case, made as a plain tuple for speed.
            return tuple.__new__(Number, (value, at, stop, value, 1, True, len(text) > 4, None))
    else:
        part = _part(tokens, at, join)
        if part is None:
            return None
        value, stop, other = part
    if tokens[stop].low in BEFORE_FRACTION:
        value, stop = _spoken_fraction(tokens, stop, value)
    scale, after, english = _scale(tokens, stop, money)
    if scale == 1:
        if tokens[at].low in ARTICLES and tokens[at + 1].low != "hundred":
            return None
        if tokens[stop - 1].low == "hundred":
            return Number(value, at, stop, value / 100, 100, False, False)
        digits = kind == "number"
        separated = digits and (len(text) > 4 or not text.isdigit())
        return tuple.__new__(Number, (value, at, stop, value, 1, digits, separated, other))
    if other is not None and (scale == THOUSAND or english):
        value = other if "." in text or (scale == THOUSAND and not text.endswith(ROUND)) else value
    total, stop, beyond = value * scale, after, tokens[after]
    # Only hundreds in digits go on after thousands, and nothing without a blank.
    goes_on = beyond.kind == "number" and (scale != THOUSAND or len(beyond.text) == 3)
    if beyond.kind == "word" or (goes_on and beyond.start > tokens[after - 1].end):
        total, stop = _rest(tokens, after, total, scale, join)
    return tuple.__new__(Number, (total, at, stop, value, scale, kind == "number", True, None))


def _rest(tokens: list[Token], stop: int, total: Decimal, scale: int, join: bool) -> tuple[Decimal, int]:
    """Adds what follows a multiplier: a half of it, or smaller parts."""
    ceiling = scale
    while ceiling >= THOUSAND:
        if tokens[stop].low in ("y", "and") and tokens[stop + 1].low in ("medio", "media"):
            return total + ceiling * HALF, stop + 2
        at = stop + 1 if join and tokens[stop].low == "and" else stop
        if tokens[at].low in ARTICLES:
            break
        part = _part(tokens, at, join)
        if part is None:
            break
        value, end, _ = part
        smaller, end, _ = _scale(tokens, end, False)
        if value * smaller >= ceiling or (tokens[at].kind == "number" and not _continues(tokens[at], smaller)):
            break
        total, stop, ceiling = total + value * smaller, end, smaller
    return total, stop


def _continues(token: Token, scale: int) -> bool:
    """Whether digits after a multiplier go on with the number: `2 mil 500`, `1 millón 200 mil`."""
    return scale > 1 or (len(token.text) == 3 and token.text.isdigit())


def _scale(tokens: list[Token], at: int, money: bool) -> tuple[int, int, bool]:
    """The multiplier at a token, where it ends, and whether it is an English word."""
    token = tokens[at]
    if token.kind != "word":
        return 1, at, False
    scale = SCALES.get(token.low)
    if scale is not None:
        following = tokens[at + 1].low
        if scale == THOUSAND and following in ("millon", "millones", "million"):
            return 10**9, at + 2, False
        return scale, at + 1, token.low in ENGLISH_SCALES
    scale = LETTERS.get(token.text)
    if scale is None:
        return 1, at, False
    if token.text in GLUED_ONLY and not (money and tokens[at - 1].end == token.start):
        return 1, at, False
    if tokens[at + 1].text == "." and tokens[at + 2].start == tokens[at + 1].end:
        return 1, at, False
    return scale, at + 1, False


def _part(tokens: list[Token], at: int, join: bool) -> tuple[Decimal, int, Decimal | None] | None:
    """A number without multiplier: digits, or words up to 999."""
    token = tokens[at]
    if token.kind == "number":
        if token.text.isdigit():
            return Decimal(token.text), at + 1, None
        digits = read_digits(BLANK.sub("'", token.text))
        return None if digits is None else (digits[0], at + 1, digits[1])
    if token.kind != "word" or token.low not in NUMBER_WORDS:
        return None
    if token.low in ARTICLES:
        return _article(tokens, at)
    if token.low == "mil":
        return ONE, at, None
    value, stop = _words(tokens, at, join)
    return None if stop == at else (Decimal(value), stop, None)


def _article(tokens: list[Token], at: int) -> tuple[Decimal, int, Decimal | None] | None:
    """`a thousand`, `half a million`, `medio millón`: an article counts only before a multiplier."""
    value = ONE if tokens[at].low in ("a", "an") else HALF
    stop = at + 2 if value == HALF and tokens[at + 1].low in ("a", "an") else at + 1
    following = tokens[stop].low
    if value == ONE and following == "hundred":
        small, stop = _words(tokens, stop, True)
        return Decimal(small), stop, None
    # In Spanish "a" is a preposition: "de mil a mil quinientos".
    scales = ENGLISH_SCALES if value == ONE else SCALES
    return (value, stop, None) if following in scales else None


def _words(tokens: list[Token], at: int, join: bool) -> tuple[int, int]:
    """The value of number words under a thousand and the token after them."""
    stop = at
    hundreds = HUNDREDS.get(tokens[stop].low)
    if hundreds is not None:
        small, after = _below_hundred(tokens, stop + 1)
        return hundreds + small, after
    if tokens[stop].low == "hundred":
        value = 1
    else:
        value, stop = _below_hundred(tokens, stop)
    if tokens[stop].low != "hundred":
        return value, stop
    value, stop = value * 100, stop + 1
    at = stop + 1 if join and tokens[stop].low == "and" else stop
    small, after = _below_hundred(tokens, at)
    if small and tokens[after].low != "hundred":
        return value + small, after
    return value, stop


def _below_hundred(tokens: list[Token], at: int) -> tuple[int, int]:
    low = tokens[at].low
    unit = UNITS.get(low)
    if unit is not None:
        return unit, at + 1
    ten = TENS.get(low)
    if ten is None:
        return 0, at
    link = at + 2 if tokens[at + 1].text in ("y", "-") else at + 1
    unit = UNITS.get(tokens[link].low, 0)
    spanish = tokens[at + 1].text == "y"
    if 0 < unit < 10 and (spanish or low[-1] == "y"):
        return ten + unit, link + 1
    return ten, at + 1


def _spoken_fraction(tokens: list[Token], at: int, value: Decimal) -> tuple[Decimal, int]:
    """`one and a half`, `dos y medio`, `one point four`, `uno coma dos` before a multiplier."""
    low = tokens[at].low
    if low == "and" and tokens[at + 1].low == "a" and tokens[at + 2].low == "half":
        return value + HALF, at + 3
    if low == "y" and tokens[at + 1].low in ("medio", "media"):
        return value + HALF, at + 2
    if low in ("point", "coma", "punto"):
        digits, stop = "", at + 1
        while (unit := UNITS.get(tokens[stop].low)) is not None and unit < 10:
            digits, stop = digits + str(unit), stop + 1
        if digits:
            return value + Decimal(f"0.{digits}"), stop
    return value, at
