"""How many units of time a text says, before it says the unit: a number, or a range of two."""

from decimal import Decimal
from typing import Final, NamedTuple

from grounding.document import Document
from grounding.lexicon import words
from grounding.numerals import read_number
from grounding.time_units import SINGULAR
from grounding.tokens import Token


class Count(NamedTuple):
    """A count by its tokens, `first` to `stop`, exclusive."""

    low: Decimal
    high: Decimal
    first: int
    stop: int


FRACTIONS: Final = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
NUMERATORS: Final = ("1", "2", "3")
DENOMINATORS: Final = ("2", "4")
DASHES: Final = frozenset({"-", "–", "—"})
RANGE_JOINTS: Final = words("to a hasta till until through thru")
OR_JOINTS: Final = words("or o u /")
AND_JOINTS: Final = words("and y e")
BETWEEN: Final = words("between entre")
SOFTENERS: Final = words(
    "up even maybe perhaps possibly at most about around max incluso quizas como mucho maximo unos unas los las"
)
"""What may stand beside a joint: `from 1 up to 5`, `3 or maybe 4`, `entre 3 y unas 5`."""
LONGEST_JOINT: Final = 4


def read_count(tokens: list[Token], at: int) -> Count | None:
    """The count that begins at a token: `3`, `three`, `3½`, `1 1/2`, and `1/2` before a unit in the singular."""
    token = tokens[at]
    if token.kind == "word" and token.text in FRACTIONS:
        return Count(FRACTIONS[token.text], FRACTIONS[token.text], at, at + 1)
    if tokens[at + 1].text == "/":
        part = _fraction(tokens, at)
        if part is not None and tokens[part[1]].low in SINGULAR:
            return Count(part[0], part[0], at, part[1])
    number = read_number(tokens, at, join=tokens[at - 1].low != "between")
    if number is None:
        return None
    more, stop = _rest(tokens, number.stop)
    value = number.value + more if more else number.value
    return Count(value, value, at, stop)


def _rest(tokens: list[Token], at: int) -> tuple[Decimal | None, int]:
    """The part of one that goes on with a whole number, and the token after it: `½`, ` 1/2`, `-1/2`."""
    following = tokens[at]
    if following.kind == "word":
        part = FRACTIONS.get(following.text)
        return part, at + 1 if part else at
    upper = at + 1 if following.text == "-" else at
    part, stop = _fraction(tokens, upper) or (None, at)
    return part, stop


def _fraction(tokens: list[Token], at: int) -> tuple[Decimal, int] | None:
    """A part of one written with a stroke, and the token after it."""
    if tokens[at + 1].text != "/":
        return None
    upper, stroke, lower = tokens[at : at + 3]
    if lower.text not in DENOMINATORS or not (upper.end == stroke.start < lower.start):
        return None
    if upper.text not in NUMERATORS or lower.start != stroke.end or upper.text >= lower.text:
        return None
    return Decimal(upper.text) / Decimal(lower.text), at + 3


def repeated(tokens: list[Token], count: Count) -> Count:
    """The count with the same once more in brackets: `three (3)`, `3 (three)`, `three to five (3–5)`."""
    if tokens[count.stop].text != "(":
        return count
    again = read_count(tokens, count.stop + 1)
    if again is not None and count.low != count.high and tokens[again.stop].text in DASHES:
        end = read_count(tokens, again.stop + 1)
        again = end and end._replace(low=again.low)
    if again is None or (again.low, again.high) != (count.low, count.high) or tokens[again.stop].text != ")":
        return count
    return count._replace(stop=again.stop + 1)


def is_range(document: Document, first: int, stop: int, right: int, *, choice: bool = True) -> bool:
    """Whether what stands before the token `right` makes one range with the tokens from `first` to `stop`.

    `choice` says that "3 or 4" is a range, too.
    """
    tokens = document.tokens
    if right - stop > LONGEST_JOINT:
        return False
    gap = [token.low for token in tokens[stop:right]]
    if not gap:
        # The lexer leaves out the tilde, which is also a mark of Markdown and means "about" before a number.
        return document.reading.chars[tokens[stop - 1].end : tokens[right].start] in ("~", " ~ ")
    if gap[0] in DASHES:
        if len(gap) == 1:
            return True
        if tokens[stop - 1].end != tokens[stop].start:
            return False
    said = {low for low in gap if low not in DASHES}
    joints = RANGE_JOINTS | OR_JOINTS if choice else RANGE_JOINTS
    if tokens[first - 1].low in BETWEEN:
        joints |= AND_JOINTS
    return not joints.isdisjoint(said) and said <= joints | AND_JOINTS | SOFTENERS
