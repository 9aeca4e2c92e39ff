"""The unit of a bare number that a heading gives it: `Timeline (weeks): 3–5`, or the head of its column."""

from typing import Final, NamedTuple

from grounding.counts import AND_JOINTS, DASHES, OR_JOINTS, RANGE_JOINTS, Count
from grounding.lexicon import words
from grounding.number_words import NUMBER_WORDS
from grounding.rows import Row, is_delimiter, rows
from grounding.time_units import BUSINESS, PLURAL, TimeUnit
from grounding.tokens import Token

BEFORE_UNIT: Final = words("in en of de total estimated")
"""Words after which a unit at the end of a heading is still what the heading asks for: `number of weeks:`."""
SPELLED_OUT: Final = frozenset({"hour", "year"})
"""Units that need `(hours)` or `in hours`: "Hours: 9–17" tells when, "Years: 2024" tells which."""
LEADS: Final = words(
    "from de between entre about approximately approx aprox around up to hasta desde unos unas < > ≈ ."
)
"""What may stand between the heading and the count."""
HEADS: Final = LEADS | {":"}
FOLLOWING: Final = words(
    "for from with depending including after once in if and plus at or para desde con segun incluido tras por en si y o"
)
"""Words that may follow the count in its line; after any other it counts something else."""
JOINTS: Final = RANGE_JOINTS | OR_JOINTS | AND_JOINTS | DASHES
STOPS: Final = frozenset(".,;()|")
REACH: Final = 4


class Cell(NamedTuple):
    """A cell of a table whose column or row is headed by a unit."""

    first: int
    unit: TimeUnit


def timed_cells(tokens: list[Token]) -> dict[int, Cell]:
    """The cells that count a unit of time, by the token that they end before.

    The first column names what the others tell: weeks in it are those of a schedule.
    """
    cells: dict[int, Cell] = {}
    columns: list[TimeUnit | None] | None = None
    above: Row = []
    for row in rows(tokens):
        if row and above and is_delimiter(tokens, row):
            columns = [_heading(tokens, stop) or _leading(tokens, first, stop) for first, stop in above]
        elif not row:
            columns = None
        elif columns is not None:
            label = None if any(columns) else _heading(tokens, row[0][1]) or _leading(tokens, *row[0])
            for (first, stop), column in zip(row[1:], columns[1:], strict=False):
                unit = column or label
                if unit is not None:
                    cells[stop] = Cell(first, unit)
        above = row
    return cells


def headed(tokens: list[Token], count: Count, cells: dict[int, Cell]) -> TimeUnit | None:
    """The unit that a heading gives a count which no unit follows."""
    first = count.first
    if not cells and tokens[first - 1].low not in HEADS:
        return None
    stop = count.stop + 1 if tokens[count.stop].text == "+" else count.stop
    while tokens[first - 1].low in LEADS and first > count.first - REACH:
        first -= 1
    if stop in cells:
        return cells[stop].unit if cells[stop].first >= first else None
    if tokens[first - 1].text != ":" or not _is_all(tokens, stop):
        return None
    unit = _heading(tokens, first - 1)
    if unit is not None:
        return unit if _begins(tokens, first - 1) else None
    start = first - 1
    while start > 0 and tokens[start - 1].kind == "word" and start > first - 1 - REACH:
        start -= 1
    return None if tokens[start - 1].kind == "word" else _leading(tokens, start, first - 1)


def _heading(tokens: list[Token], stop: int) -> TimeUnit | None:
    """The unit at the end of a heading: `Weeks`, `Timeline (weeks)`, `Plazo en días hábiles`."""
    at = stop - 1
    bracketed = tokens[at].text == ")"
    if bracketed:
        at -= 1
    business = tokens[at].low in BUSINESS
    if business:
        at -= 1
    unit = PLURAL.get(tokens[at].low)
    if unit is None or at < 0:
        return None
    before = tokens[at - 1]
    if unit in SPELLED_OUT and not bracketed and before.low not in ("in", "en"):
        return None
    if before.kind == "number" or before.low in NUMBER_WORDS:
        return None
    return "business_day" if unit == "day" and (business or before.low in BUSINESS) else unit


def _leading(tokens: list[Token], first: int, stop: int) -> TimeUnit | None:
    """The unit at the beginning of a heading of more words: `Weeks needed`, `Semanas aprox.`."""
    if any(token.kind == "number" or token.low in NUMBER_WORDS for token in tokens[first:stop]):
        return None
    words_of_unit = 2 if tokens[first].low in BUSINESS or tokens[first + 1].low in BUSINESS else 1
    return _heading(tokens, first + words_of_unit) if stop > first else None


def _begins(tokens: list[Token], stop: int) -> bool:
    """Whether the unit before a colon is a heading and not the end of a sentence: "it took us weeks: 3 of them"."""
    if tokens[stop - 1].text == ")":
        return any(token.text == "(" for token in tokens[max(0, stop - REACH) : stop])
    at = stop - 1
    while at >= 0 and (tokens[at].low in PLURAL or tokens[at].low in BUSINESS):
        at -= 1
    return at < 0 or tokens[at].kind != "word" or tokens[at].low in BEFORE_UNIT


def _is_all(tokens: list[Token], stop: int) -> bool:
    """Whether the count is all that is said: neither a first number of more, nor a count of something else."""
    token, following = tokens[stop], tokens[stop + 1]
    if token.low in JOINTS and (following.kind == "number" or following.low in NUMBER_WORDS):
        return False
    if token.text in DASHES:
        return tokens[stop - 1].end != token.start
    return token.kind in ("newline", "end") or token.text in STOPS or token.low in FOLLOWING
