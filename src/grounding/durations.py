"""Finds every length of time in an English or Spanish text."""

from decimal import Decimal
from typing import Final, NamedTuple

from grounding.counts import FRACTIONS, Count, is_range, read_count, repeated
from grounding.document import Document
from grounding.lexicon import words
from grounding.number_words import ARTICLES, HALF, NUMBER_WORDS, ONE
from grounding.time_headings import Cell, headed, timed_cells
from grounding.time_units import UNITS as UNITS
from grounding.time_units import TimeUnit, Unit, read_unit
from grounding.tokens import Token


class Duration(NamedTuple):
    """A length of time as a text states it, in its own unit."""

    low: Decimal
    high: Decimal
    """Equal to `low` unless a range was stated."""
    unit: TimeUnit
    start: int
    """Index in the text, in Unicode code points; `end` is exclusive."""
    end: int
    text: str

    @property
    def measure(self) -> tuple[str, Decimal, Decimal]:
        """What is compared: minutes to weeks in days, months and years in months, business days alone.

        A month is no fixed count of days, and a business day no day.
        """
        family, factor = MEASURES[self.unit]
        return family, self.low * factor, self.high * factor


MEASURES: Final[dict[TimeUnit, tuple[str, Decimal]]] = {
    "minute": ("days", ONE / 1440),
    "hour": ("days", ONE / 24),
    "day": ("days", ONE),
    "business_day": ("business_days", ONE),
    "week": ("days", Decimal(7)),
    "month": ("months", ONE),
    "year": ("months", Decimal(12)),
}
FIRST: Final = words("first primer primera")
"""In what a tool read, "the first year" grants a year."""
BEFORE_ARTICLE: Final = words("in within takes take about than just only for under over")
"""Words after which "a week" is a length of time and no rate."""
GRANTED: Final = frozenset({"year"})
"""Units of which "a year of support" is a length of time; with the shorter ones "a" is as often a rate."""
LINKING: Final = words("and plus with includes include including for gives get as or")
"""Words between a number and "a year of" that do not make it a rate."""
TIMES: Final = words("once twice thrice times")
ZERO: Final = Decimal(0)
ONE_AND_HALF: Final = {"mes": "medio", "año": "medio", "dia": "medio", "semana": "media", "hora": "media"}
"""Spanish units that go without an article before "y medio"."""
BEGINS: Final = frozenset({*NUMBER_WORDS, *FRACTIONS, *ONE_AND_HALF})


class _Span(NamedTuple):
    """A duration by its tokens."""

    low: Decimal
    high: Decimal
    unit: TimeUnit
    first: int
    stop: int


def find_durations(text: str, *, locale: str) -> list[Duration]:
    """The lengths of time of a text in reading order; both languages are read wherever they stand.

    >>> [(int(d.low), int(d.high), d.unit) for d in find_durations("de 3 a 5 semanas", locale="es")]
    [(3, 5, 'week')]
    """
    return durations_in(Document.of(text))


def durations_in(document: Document, *, articles: bool = False) -> list[Duration]:
    """The lengths of time of a document in reading order; with `articles`, any "a month" or "first month" is one."""
    found = []
    for span in _merged(document, _spans(document, articles)):
        start, end = document.span(span.first, span.stop)
        found.append(Duration(span.low, span.high, span.unit, start, end, document.text[start:end]))
    return found


def _spans(document: Document, articles: bool) -> list[_Span]:
    tokens = document.tokens
    cells = timed_cells(tokens) if "|" in document.text else {}
    spans: list[_Span] = []
    previous: Count | None = None
    free = 0
    begins = BEGINS | FIRST if articles else BEGINS
    for at, token in enumerate(tokens):
        if at < free or (token.kind != "number" and (token.kind != "word" or token.low not in begins)):
            continue
        count = read_count(tokens, at) or _without_number(tokens, at, articles)
        if count is None:
            continue
        if previous is not None and previous.high < count.low:
            count = _from(document, previous, count)
        previous = count = repeated(tokens, count)
        span = _span(tokens, count, cells)
        if span is not None:
            spans.append(span)
        free = span.stop if span else count.stop
    return spans


def _from(document: Document, previous: Count, count: Count) -> Count:
    """The count with the one before it as its low end, where they are a range."""
    if not is_range(document, previous.first, previous.stop, count.first):
        return count
    return Count(previous.low, count.high, previous.first, count.stop)


def _span(tokens: list[Token], count: Count, cells: dict[int, Cell]) -> _Span | None:
    unit = read_unit(tokens, count.stop)
    if unit is None:
        name = headed(tokens, count, cells)
        return name and _Span(count.low, count.high, name, count.first, count.stop)
    half, stop = _half(tokens, unit.stop)
    low, high = count.low + half, count.high + half
    return _Span(low * unit.factor, high * unit.factor, unit.name, count.first, stop)


def _half(tokens: list[Token], at: int) -> tuple[Decimal, int]:
    """The half that a token begins, as in `un mes y medio`, and the token after it; zero where there is none."""
    if tokens[at].low not in ("y", "and"):
        return ZERO, at
    if tokens[at + 1].low in ("medio", "media") and read_unit(tokens, at + 2) is None:
        return HALF, at + 2
    if tokens[at + 1].low == "a" and tokens[at + 2].low == "half":
        return HALF, at + 3
    return ZERO, at


def _without_number(tokens: list[Token], at: int, always: bool) -> Count | None:
    """One or a half of the unit that follows: `in a week`, `medio día`, `a year of support`, `mes y medio`."""
    low = tokens[at].low
    if low in ONE_AND_HALF:
        said = tokens[at + 2].low == ONE_AND_HALF[low] and _half(tokens, at + 1)[0]
        return Count(ONE, ONE, at, at) if said else None
    if low not in ARTICLES and low not in FIRST:
        return None
    stop = at + 2 if low == "half" and tokens[at + 1].low in ("a", "an") else at + 1
    unit = read_unit(tokens, stop)
    if unit is None:
        return None
    if low in ("a", "an") and not (always or tokens[at - 1].low in BEFORE_ARTICLE or _is_granted(tokens, at, unit)):
        return None
    value = ONE if low in ("a", "an") or low in FIRST else HALF
    return Count(value, value, at, stop)


def _is_granted(tokens: list[Token], at: int, unit: Unit) -> bool:
    """Whether "a year" is one of something, `a year of support`, and no rate such as `4 posts a year of each`."""
    if unit.name not in GRANTED or tokens[unit.stop].low != "of":
        return False
    before = tokens[at - 1]
    if before.kind in ("number", "mark") or before.low in TIMES or before.low in UNITS:
        return False
    counted = tokens[at - 2].kind == "number" or tokens[at - 2].low in NUMBER_WORDS
    return before.kind != "word" or before.low in LINKING or not counted


def _merged(document: Document, spans: list[_Span]) -> list[_Span]:
    """Joins `3 weeks to 5 weeks` into one range."""
    merged: list[_Span] = []
    for span in spans:
        left = merged[-1] if merged else None
        if left is not None and _is_one_range(document, left, span):
            span = merged.pop()._replace(high=span.high, stop=span.stop)
        merged.append(span)
    return merged


def _is_one_range(document: Document, left: _Span, right: _Span) -> bool:
    if left.unit != right.unit or left.high >= right.low:
        return False
    return is_range(document, left.first, left.stop, right.first, choice=False)
