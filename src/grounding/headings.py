"""Which service a line is about that names none: that of the heading, or of the column of a table, above it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from grounding.document import Document
from grounding.lexicon import words
from grounding.mentions import Mention
from grounding.tokens import Token

MARKS: Final = re.compile(r"(?P<indent>\s*)(?:(?P<title>#{1,6})\s+|(?P<item>(?:[-*+•]|\d{1,2}[.)])\s+))?")
BOLD: Final = re.compile(r"(\*\*|__)[^*]+\1:?\s*")
SMALL: Final = words("the a an our your el la los las un una tu nuestra nuestro")
LABEL: Final = 4
"""Tokens from a line's begin within which a colon ends a label, as in `Price: €1,400`."""
LOWEST: Final = 9
"""The rank of a heading that Markdown gives no level."""


class Line(NamedTuple):
    """A line of an answer; its tokens are half-open, without the line's end."""

    first: int
    stop: int
    indent: int
    level: int
    """The level of a Markdown heading; 0 for none."""
    item: bool
    """It begins with a bullet or a number."""
    bold: bool
    """All of it is bold."""


class Owner(NamedTuple):
    """A line that names the service of the lines below."""

    mention: Mention
    line: Line
    rank: int
    nested: bool
    """Only lines that stand further in belong to it."""


class Headings:
    """What the lines and cells of one answer belong to."""

    def __init__(self, document: Document, services: Sequence[Mention]) -> None:
        self._tokens = document.tokens
        self._services = services
        self._firsts = [mention.first for mention in services]
        self._starts: list[int] = []
        self._owners: list[Mention | None] = []
        if services:
            self._read(document)

    def at(self, token: int) -> Mention | None:
        """The service that a token is about by the heading or the column above it."""
        at = bisect_right(self._starts, token) - 1
        return self._owners[at] if at >= 0 else None

    def _read(self, document: Document) -> None:
        owner: Owner | None = None
        columns: list[Mention | None] = []
        above: list[tuple[int, int]] = []
        parted = told = False
        lines = list(_lines(document))
        last = max((line.first for line in lines if line.level), default=-1)
        for line in lines:
            if line.first == line.stop:
                parted, columns, above = True, [], []
                continue
            named = self._named(line.first, line.stop)
            if any(token.text == "|" for token in self._tokens[line.first : line.stop]):
                cells = list(_cells(self._tokens, line))
                if _is_delimiter(self._tokens, line):
                    columns = self._columns(above)
                self._put_cells(cells, columns if not named else [], owner)
                above, told, parted = cells, True, False
                continue
            begun = self._owner(line, named, owner)
            if begun is not None:
                told = False
            elif owner is not None and not named:
                closing = owner.line.first == last
                outside = _is_outside(self._tokens, line, owner, parted=parted, told=told, closing=closing)
                begun, told = None if outside else owner, True
            elif owner is not None and (line.level == 0 or line.level > owner.rank) and len(named) < 2:
                begun = owner
            owner, parted = begun, False
            own = owner is not None and (not named or named == {owner.mention.items})
            self._put(line.first, owner.mention if owner is not None and own else None)

    def _put(self, first: int, mention: Mention | None) -> None:
        self._starts.append(first)
        self._owners.append(mention)

    def _put_cells(
        self, cells: Sequence[tuple[int, int]], columns: Sequence[Mention | None], owner: Owner | None
    ) -> None:
        for at, (first, _) in enumerate(cells):
            head = columns[at] if at < len(columns) else None
            self._put(first, head or (owner.mention if owner is not None and not any(columns) else None))

    def _columns(self, head: Sequence[tuple[int, int]]) -> list[Mention | None]:
        """The service of each column; of all of them where only the first cell names one."""
        columns: list[Mention | None] = []
        for first, stop in head:
            mentions = self._mentions(first, stop)
            columns.append(mentions[0] if len({it.items for it in mentions}) == 1 else None)
        caption = columns and columns[0] is not None and not any(columns[1:])
        return columns[:1] * len(columns) if caption else columns

    def _mentions(self, first: int, stop: int) -> Sequence[Mention]:
        return self._services[bisect_left(self._firsts, first) : bisect_left(self._firsts, stop)]

    def _named(self, first: int, stop: int) -> set[frozenset[object]]:
        return {frozenset(mention.items) for mention in self._mentions(first, stop)}

    def _owner(self, line: Line, named: set[frozenset[object]], above: Owner | None) -> Owner | None:
        """The owner that a line begins: as a heading, or as the head of an item with lines of its own."""
        if len(named) != 1:
            return None
        mention = self._mentions(line.first, line.stop)[0]
        if line.level or line.bold or self._is_title(line, mention):
            return Owner(mention, line, line.level or LOWEST, nested=False)
        begins = all(token.kind != "word" for token in self._tokens[line.first : mention.first])
        if begins and self._tokens[mention.stop].kind in ("sign", "newline", "end"):
            return Owner(mention, line, LOWEST, nested=True)
        return None

    def _is_title(self, line: Line, mention: Mention) -> bool:
        """Whether a line ends in a colon, is only a name, or only a name after a label: `Service: Business website`."""
        tokens = self._tokens
        if tokens[line.stop - 1].text == ":":
            return True
        before, after = tokens[line.first : mention.first], tokens[mention.stop : line.stop]
        if any(token.kind != "sign" for token in after):
            return False
        label = len(before) <= LABEL and bool(before) and before[-1].text == ":"
        return label or all(token.kind != "word" or token.low in SMALL for token in before)


def _is_outside(tokens: list[Token], line: Line, owner: Owner, *, parted: bool, told: bool, closing: bool) -> bool:
    """Whether a line that names no service ends what belongs to the heading above it."""
    if owner.nested:
        return line.indent <= owner.line.indent
    if line.level:
        return line.level <= owner.rank
    label = any(token.text == ":" for token in tokens[line.first : line.first + LABEL])
    if owner.rank < LOWEST:
        # What closes an answer stands below its last heading, but mostly sums up.
        return closing and parted and told and not (label or line.item or line.bold)
    if line.bold and not label:
        return True
    if line.item:
        only_name = tokens[owner.line.stop - 1].text != ":" and not owner.line.bold
        return owner.line.item and only_name and line.indent <= owner.line.indent and not label
    return parted and not label and (told or owner.line.item)


def _lines(document: Document) -> Iterator[Line]:
    tokens = document.tokens
    ends = [at for at, token in enumerate(tokens) if token.kind == "newline"]
    ends.append(next(at for at, token in enumerate(tokens) if token.kind == "end"))
    first = 0
    for text, stop in zip(document.reading.chars.split("\n"), ends, strict=True):
        marks = MARKS.match(text)
        assert marks is not None  # every part of it may be missing
        bold = BOLD.fullmatch(text, marks.end()) is not None
        level = len(marks["title"] or "")
        yield Line(first, stop, len(marks["indent"]), level, marks["item"] is not None, bold)
        first = stop + 1


def _cells(tokens: list[Token], line: Line) -> Iterator[tuple[int, int]]:
    """The cells of a row, which need not begin with a bar."""
    bars = [at for at in range(line.first, line.stop) if tokens[at].text == "|"]
    if bars[0] > line.first:
        bars.insert(0, line.first - 1)
    for bar, following in zip(bars, [*bars[1:], line.stop], strict=True):
        yield bar + 1, following


def _is_delimiter(tokens: list[Token], line: Line) -> bool:
    return all(token.text in "|-–—:" for token in tokens[line.first : line.stop])
