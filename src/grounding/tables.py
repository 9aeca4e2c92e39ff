"""Markdown tables whose header says which column holds money."""

from typing import Final, NamedTuple

from grounding import currencies
from grounding.currencies import Mark
from grounding.iso_codes import CODES
from grounding.lexicon import words
from grounding.periods import head_period
from grounding.rows import Row, is_delimiter, rows
from grounding.tokens import Token

HEADS: Final = words("""
    price prices cost costs fee fees rate amount total subtotal budget estimate investment charge charges
    precio precios coste costo costes importe tarifa cuota presupuesto inversion
    """)
COUNTS: Final = words("time hours days weeks months pages words tiempo plazo horas dias semanas meses paginas palabras")
"""What makes a head one of something else, as in `Estimate (hours)`."""
LEADS: Final = words("from about around approx up to desde aprox unos unas hasta a partir de ~ ≈")
"""Words before the number of a cell."""


class Head(NamedTuple):
    """What a head says of the amounts of its cells."""

    mark: Mark | None
    """The currency that it names, or the site's where it says that it is a price."""
    unit: str | None
    """What they are paid for each of."""


NO_HEAD: Final = Head(None, None)


def money_cells(tokens: list[Token], site: str) -> dict[int, Head]:
    """What the column or row of each cell says of its amount, by the token that its number may begin at."""
    cells: dict[int, Head] = {}
    columns: list[Head] | None = None
    above: Row = []
    for row in rows(tokens):
        if above and row and is_delimiter(tokens, row):
            columns = [Head(_head_mark(tokens, cell, site), head_period(tokens, *cell)) for cell in above]
        elif not row:
            columns = None
        elif columns is not None:
            side = None if any(head.mark for head in columns) else _head_mark(tokens, row[0], site)
            for column, (first, stop) in enumerate(row):
                head = columns[column] if column < len(columns) else NO_HEAD
                if column and stop > first and (head.mark or head.unit or side):
                    cells[_past_leads(tokens, first)] = Head(head.mark or side, head.unit)
        above = row
    return cells


def _past_leads(tokens: list[Token], first: int) -> int:
    while tokens[first].low in LEADS:
        first += 1
    return first


def _head_mark(tokens: list[Token], cell: tuple[int, int], site: str) -> Mark | None:
    """The currency that a header cell names, or the site's where it says that it is a price."""
    price = False
    for token in tokens[cell[0] : cell[1]]:
        if token.kind == "mark":
            return currencies.mark_of_sign(token.text) or None
        if token.text in CODES:
            return (token.text,)
        if token.low in currencies.WORDS:
            return currencies.WORDS[token.low]
        if token.low in COUNTS:
            return None
        price = price or token.low in HEADS
    return (site,) if price else None
