"""The rows of Markdown tables."""

from typing import Final

from grounding.tokens import Token

Row = list[tuple[int, int]]
"""The cells of a line, each as a half-open range of tokens."""

DELIMITER: Final = frozenset({"-", "–", "—", ":"})


def rows(tokens: list[Token]) -> list[Row]:
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


def is_delimiter(tokens: list[Token], row: Row) -> bool:
    """Whether a row is the rule between the head of a table and its body."""
    return all(token.text in DELIMITER for first, stop in row for token in tokens[first:stop]) and any(
        stop > first for first, stop in row
    )
