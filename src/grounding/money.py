"""Finds every amount of money in an English or Spanish text."""

from decimal import Decimal
from itertools import zip_longest
from typing import NamedTuple

from grounding import currencies
from grounding.context import goes_on, is_plain_number, name_before, price_cue
from grounding.document import Document
from grounding.figures import Figure, find_figures
from grounding.joints import joint, lend_marks
from grounding.periods import period
from grounding.tables import Head, money_cells
from grounding.tokens import Token


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
    unit: str | None
    """What the amount is paid for each of: `month` in `49 € al mes`, `page` in `€30 per page`."""


class Stated(NamedTuple):
    """An amount of a document and its tokens, half-open."""

    amount: Amount
    first: int
    stop: int


def find_amounts(text: str, *, locale: str, currency: str) -> list[Amount]:
    """The amounts of a text in reading order; `currency` is the site's, for signs that several currencies share.

    The text decides what a separator means; both languages are read wherever they stand.

    >>> [(int(a.low), int(a.high), a.currency) for a in find_amounts("de 1.200 a 1.800 €", locale="es", currency="EUR")]
    [(1200, 1800, 'EUR')]
    """
    return amounts_in(Document.of(text), currency)


def amounts_in(document: Document, currency: str) -> list[Amount]:
    """The amounts of a document in reading order."""
    tokens = document.tokens
    figures = find_figures(tokens, currency)
    cells = money_cells(tokens, currency) if "|" in document.text else {}
    if cells:
        _mark_cells(tokens, figures, cells)
    _mark_cued(tokens, figures, currency)
    lend_marks(tokens, figures)
    amounts: list[Amount] = []
    text, span, append = document.text, document.reading.span, amounts.append
    new = tuple.__new__  # a tenth of the time of a text full of amounts went into the constructor
    last: Figure | None = None
    for left, right in zip_longest(figures, figures[1:]):
        if left.mark is None or left is last:
            continue
        mark, last = left.mark, left
        code = currency if currency in mark else mark[0]
        if right is not None and right.first > left.stop and _is_range(tokens, left, right, code, currency):
            last = right
        start, end = span(tokens[left.first].start, tokens[last.stop - 1].end)
        unit = period(tokens, left.first, last.stop)
        if cells and unit is None and left.first in cells:
            unit = cells[left.first].unit
        append(new(Amount, (left.low, last.low, code, start, end, text[start:end], unit)))
    return amounts


def _mark_cells(tokens: list[Token], figures: list[Figure], cells: dict[int, Head]) -> None:
    for figure in figures:
        head = cells.get(figure.first) if figure.mark is None else None
        if head is not None and head.mark and is_plain_number(tokens, figure):
            figure.mark, figure.low = head.mark, figure.number.value


def _mark_cued(tokens: list[Token], figures: list[Figure], currency: str) -> None:
    """A bare number is in the site's currency where the words around it say that it is a price."""
    free = 0
    told: Figure | None = None
    for figure, following in zip_longest(figures, figures[1:]):
        if figure.mark is None:
            mark = name_before(tokens, figure.first, free) or ((currency,) if price_cue(tokens, figure) else None)
            if mark is None and told is not None and goes_on(tokens, told.stop, figure):
                mark = told.mark
            if mark is not None and is_plain_number(tokens, figure) and not _counts(tokens, figure, following):
                figure.mark, figure.low = mark, figure.number.value
                told = figure
        free = figure.stop


def _counts(tokens: list[Token], left: Figure, right: Figure | None) -> bool:
    """Whether a number is the first of a range of something else, as in "total: 3 to 5 weeks"."""
    if right is None or right.mark is not None or is_plain_number(tokens, right):
        return False
    return joint(tokens, left, right) in ("range", "between", "choice")


def _is_range(tokens: list[Token], left: Figure, right: Figure, code: str, currency: str) -> bool:
    """Whether two figures are one range: joined as one, in one currency, not falling."""
    if right.mark is None or right.low < left.low or joint(tokens, left, right) not in ("range", "between"):
        return False
    return currencies.resolve(right.mark, currency) == code
