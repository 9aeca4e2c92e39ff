"""Markdown tables whose header says which column holds money."""

from typing import Final

from grounding import currencies
from grounding.currencies import Mark
from grounding.iso_codes import CODES
from grounding.lexicon import words
from grounding.tokens import Token

Row = list[tuple[int, int]]
"""The cells of a line, each as a half-open range of tokens."""

HEADS: Final = words(
    "price prices cost costs fee fees rate amount total subtotal precio precios coste costo costes importe tarifa total"
)
DELIMITER: Final = frozenset({"-", "–", "—", ":"})


def money_cells(tokens: list[Token], site: str) -> dict[int, Mark]:
    """The mark of each cell that is money by its column or row, by the cell's first token.

    A header names a currency, or says that it is a price: then it is in the site's.
    """
    cells: dict[int, Mark] = {}
    columns: list[Mark | None] | None = None
    above: Row = []
    for row in _lines(tokens):
        if above and row and _is_delimiter(tokens, row):
            columns = [_head_mark(tokens, cell, site) for cell in above]
        elif not row:
            columns = None
        elif columns is not None:
            head = None if any(columns) else _head_mark(tokens, row[0], site)
            for column, (first, stop) in enumerate(row):
                mark = columns[column] if column < len(columns) else None
                if column and stop > first and (mark or head):
                    cells[first] = mark or head or ()
        above = row
    return cells


def _lines(tokens: list[Token]) -> list[Row]:
    """The lines of the text; one that is no table row has no cells."""
    lines: list[Row] = []
    cells: Row = []
    first, piped = 0, False
    for at, token in enumerate(tokens):
        if token.kind in ("newline", "end"):
            if first < at:
                cells.append((first, at))
            lines.append(cells if piped else [])
            cells, first, piped = [], at + 1, False
            if token.kind == "end":
                break
        elif token.text == "|":
            if piped or first < at:
                cells.append((first, at))
            first, piped = at + 1, True
    return lines


def _is_delimiter(tokens: list[Token], row: Row) -> bool:
    return all(token.text in DELIMITER for first, stop in row for token in tokens[first:stop]) and any(
        stop > first for first, stop in row
    )


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
        price = price or token.low in HEADS
    return (site,) if price else None
