"""Finds every amount of money in an English or Spanish text."""

from decimal import Decimal
from typing import Final, Literal, NamedTuple

from grounding import currencies
from grounding.context import is_plain_number, price_cue
from grounding.figures import Figure, find_figures
from grounding.periods import Period, period_after
from grounding.reading import read
from grounding.tokens import Token, tokenize


class Amount(NamedTuple):
    """An amount of money as a text states it."""

    low: Decimal
    high: Decimal
    """Equal to `low` unless a range was stated."""
    currency: str
    """ISO 4217."""
    start: int
    """Index in the text, in Unicode code points; `end` is exclusive."""
    end: int
    text: str
    unit: Period | None
    """The time that the amount is paid for, as in `49 € al mes`."""


Link = Literal["range", "between", "list"]
DASHES: Final = frozenset({"-", "–", "—"})
RANGE_WORDS: Final = frozenset({"to", "a", "hasta", "till", "until"})
AND_WORDS: Final = frozenset({"and", "y", "e"})
OR_WORDS: Final = frozenset({"or", "o", "u"})


def find_amounts(text: str, *, locale: str, currency: str) -> list[Amount]:
    """The amounts of a text in reading order; `currency` is the site's, for signs that several currencies share.

    The text decides what a separator means; both languages are read wherever they stand.

    >>> [(int(a.low), int(a.high), a.currency) for a in find_amounts("de 1.200 a 1.800 €", locale="es", currency="EUR")]
    [(1200, 1800, 'EUR')]
    """
    reading = read(text)
    tokens = tokenize(reading)
    figures = list(find_figures(tokens, currency))
    for right in range(len(figures) - 1, 0, -1):
        _share_mark(tokens, figures[right - 1], figures[right])
    amounts = []
    skip = False
    for at, figure in enumerate(figures):
        if skip:
            skip = False
            continue
        if figure.mark is None and not price_cue(tokens, figure):
            continue
        partner = figures[at + 1] if at + 1 < len(figures) else None
        link = _link(tokens, figure, partner) if partner else None
        last = figure
        if partner is not None and link in ("range", "between"):
            last = _as_range(tokens, figure, partner, currency) or figure
        skip = last is not figure
        start, end = reading.span(tokens[figure.first].start, tokens[last.stop - 1].end)
        code = currencies.resolve(figure.mark, currency) if figure.mark else currency
        low, high = (figure.low, last.low) if figure.mark else (figure.number.value, last.number.value)
        amounts.append(Amount(low, high, code, start, end, text[start:end], period_after(tokens, last.stop)))
    return amounts


def _link(tokens: list[Token], left: Figure, right: Figure) -> Link | None:
    """How two neighbouring figures are joined."""
    gap = right.first - left.stop
    if gap == 2 and tokens[left.stop].low in ("up", "y", "and") and tokens[left.stop + 1].low in RANGE_WORDS:
        return "range"
    if gap != 1:
        return None
    joint = tokens[left.stop]
    if joint.text in DASHES or joint.low in RANGE_WORDS:
        return "range"
    if joint.low in AND_WORDS:
        return "between" if tokens[left.first - 1].low in ("between", "entre") else "list"
    if joint.low in OR_WORDS:
        return "list"
    return "list" if joint.text == "," and left.number.separated and right.number.separated else None


def _share_mark(tokens: list[Token], left: Figure, right: Figure) -> None:
    """Gives the mark of one end to the other, and the multiplier of the last to the first."""
    if (left.mark is None) == (right.mark is None) and left.number.scale == right.number.scale:
        return
    link = _link(tokens, left, right)
    if link is None:
        return
    _share_scale(left, right)
    if left.mark is None and right.mark is not None:
        if _may_lead(tokens, left, right, link):
            left.mark, left.low = right.mark, left.number.value
    elif right.mark is None and left.mark is not None and link != "list":
        value = right.number.value
        if value > left.low and is_plain_number(tokens, right):
            right.mark, right.low = left.mark, value


def _share_scale(left: Figure, right: Figure) -> None:
    first, second = left.number, right.number
    if first.scale == 1 and second.scale > 1 and first.value < second.coefficient:
        left.number = first._replace(value=first.value * second.scale, scale=second.scale, separated=True)
        left.low = left.number.value
    elif second.scale == 1 and first.scale > 1 and first.coefficient < second.value < first.value:
        right.number = second._replace(value=second.value * first.scale, scale=first.scale, separated=True)
        right.low = right.number.value


def _may_lead(tokens: list[Token], left: Figure, right: Figure, link: Link) -> bool:
    """Whether a number without a mark is the first of the amount whose mark stands at its other end."""
    value, limit = left.number.value, right.low
    if not is_plain_number(tokens, left, joined=True):
        return False
    if link == "list":
        return value * 20 > limit and (left.number.separated or not right.number.separated)
    if value > limit or value * 50 < limit:
        return False
    return left.number.separated or not right.number.separated or not 1900 <= value < 2100


def _as_range(tokens: list[Token], left: Figure, right: Figure, currency: str) -> Figure | None:
    """The right end where both are one range: one currency, rising."""
    if left.mark is None:
        plain = right.mark is None and is_plain_number(tokens, right) and right.number.value > left.number.value
        return right if plain else None
    if right.mark is None or right.low < left.low:
        return None
    same = currencies.resolve(left.mark, currency) == currencies.resolve(right.mark, currency)
    return right if same else None
