"""Finds every length of time in an English or Spanish text."""

from decimal import Decimal
from typing import Final, Literal, NamedTuple

from grounding.document import Document
from grounding.lexicon import words
from grounding.number_words import ARTICLES, HALF, NUMBER_WORDS, ONE
from grounding.numerals import Number, read_number
from grounding.tokens import Token

TimeUnit = Literal["minute", "hour", "day", "business_day", "week", "month", "year"]


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
_UNITS: Final[dict[TimeUnit, str]] = {
    "minute": "minute minutes min mins minuto minutos",
    "hour": "hour hours hr hrs h hora horas",
    "day": "day days dia dias",
    "business_day": "jornada jornadas",
    "week": "week weeks wk wks semana semanas sem",
    "month": "month months mo mos mes meses",
    "year": "year years yr yrs año años",
}
UNITS: Final[dict[str, TimeUnit]] = {word: unit for unit, words in _UNITS.items() for word in words.split()}
FORTNIGHT: Final[dict[str, int]] = {"fortnight": 14, "fortnights": 14, "quincena": 15, "quincenas": 15}
BUSINESS: Final = words("business working habil habiles laborable laborables laboral laborales")
CALENDAR: Final = words("calendar full whole natural naturales corridos completos completas")
JOINTS: Final = frozenset({"-", "–", "—", "to", "a", "hasta", "or", "o", "u"})
FIRST: Final = words("first primer primera")
"""In what a tool read, "the first year" grants a year."""
BEFORE_ARTICLE: Final = words("in within takes take about than just only for under over")
"""Words after which "a week" is a length of time and no rate."""
AND_JOINTS: Final = frozenset({"and", "y", "e"})


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
    for span in _merged(document.tokens, _spans(document.tokens, articles)):
        start, end = document.span(span.first, span.stop)
        found.append(Duration(span.low, span.high, span.unit, start, end, document.text[start:end]))
    return found


def _spans(tokens: list[Token], articles: bool) -> list[_Span]:
    spans: list[_Span] = []
    previous: Number | None = None
    free = 0
    begins = NUMBER_WORDS | FIRST if articles else NUMBER_WORDS
    for at, token in enumerate(tokens):
        if at < free or (token.kind != "number" and (token.kind != "word" or token.low not in begins)):
            continue
        number = read_number(tokens, at, join=tokens[at - 1].low != "between") or _article(tokens, at, articles)
        if number is None:
            continue
        free = number.stop
        unit = _unit(tokens, number.stop)
        if unit is not None:
            span = _span(tokens, number, previous, *unit)
            spans.append(span)
            free = span.stop
        previous = number
    return spans


def _article(tokens: list[Token], at: int, always: bool) -> Number | None:
    """`in a week`, `medio día`: one or a half of the unit that follows, but no rate such as `twice a week`."""
    low = tokens[at].low
    stop = at + 2 if low == "half" and tokens[at + 1].low in ("a", "an") else at + 1
    if (low not in ARTICLES and low not in FIRST) or _unit(tokens, stop) is None:
        return None
    if low in ("a", "an") and not always and tokens[at - 1].low not in BEFORE_ARTICLE:
        return None
    value = ONE if low in ("a", "an") or low in FIRST else HALF
    return Number(value, at, stop, value, 1, False, False)


def _unit(tokens: list[Token], at: int) -> tuple[TimeUnit, Decimal, int] | None:
    """The unit after a number, its factor, and the token after it."""
    if tokens[at].text in ("-", "–") and tokens[at + 1].kind == "word":
        at += 1
    business = tokens[at].low in BUSINESS
    if business or tokens[at].low in CALENDAR:
        at += 1
    low = tokens[at].low
    if low in FORTNIGHT:
        return "day", Decimal(FORTNIGHT[low]), at + 1
    unit = UNITS.get(low)
    if unit is None:
        return None
    if unit == "day" and tokens[at + 1].low in BUSINESS:
        business, at = True, at + 1
    elif tokens[at + 1].low in CALENDAR:
        at += 1
    return ("business_day" if business and unit == "day" else unit), ONE, at + 1


def _span(
    tokens: list[Token], number: Number, previous: Number | None, unit: TimeUnit, factor: Decimal, stop: int
) -> _Span:
    low = high = number.value
    first = number.first
    if previous is not None and previous.stop == number.first - 1 and previous.value < number.value:
        joint = tokens[previous.stop].low
        between = tokens[previous.first - 1].low in ("between", "entre")
        if joint in JOINTS or (between and joint in AND_JOINTS):
            low, first = previous.value, previous.first
    if tokens[stop].low in ("y", "and") and tokens[stop + 1].low in ("medio", "media"):
        low, high, stop = low + HALF, high + HALF, stop + 2
    elif [token.low for token in tokens[stop : stop + 3]] == ["and", "a", "half"]:
        low, high, stop = low + HALF, high + HALF, stop + 3
    return _Span(low * factor, high * factor, unit, first, stop)


def _merged(tokens: list[Token], spans: list[_Span]) -> list[_Span]:
    """Joins `3 weeks to 5 weeks` into one range."""
    merged: list[_Span] = []
    for span in spans:
        left = merged[-1] if merged else None
        if left is not None and left.unit == span.unit and left.stop == span.first - 1 and left.high < span.low:
            joint = tokens[left.stop].low
            between = tokens[left.first - 1].low in ("between", "entre") and joint in AND_JOINTS
            if between or (joint in JOINTS and joint not in ("or", "o", "u")):
                merged[-1] = _Span(left.low, span.high, span.unit, left.first, span.stop)
                continue
        merged.append(span)
    return merged
