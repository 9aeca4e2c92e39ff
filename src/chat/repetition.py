"""Noticing that a model fell into repeating itself: https://github.com/google-deepmind/gemma/issues/622."""

import re
from typing import Final

WINDOW: Final = 4096
"""Characters that are kept; every threshold below is reached within it."""

_COPIES: Final = ((3, 20), (12, 10), (60, 6), (200, 4), (600, 3))
"""Longest block, in characters, and how many copies of it in a row are no longer language: tokens, phrases, lines."""
_LONGEST: Final = _COPIES[-1][0]
_SIGNS: Final = 200
"""Characters of a repeated block without letters or digits: rules of tables are long and mean nothing."""
_ROW: Final = 600
"""Characters of repeated cells in one row of a table, its rule included: a feature may be part of every plan."""
_FIGURES: Final = (20, 16)
"""Longest block with a digit, and its copies: grids and rows of numbers repeat theirs."""
_LINE_COPIES: Final = 5
_LINE_LETTERS: Final = 12

_STEP: Final = 16
_CANDIDATES: Final = 8
_ITEM: Final = re.compile(r"[\s*•·+#>-]*(?:(\d{1,3})[.)](?!\d)[\s*]*)?")
_STOPS: Final = tuple(map(re.compile, (r"(?<=[.!?…])\s|(?=\n)", r"(?=[,;:]\s)", r"(?=\s)")))
"""Where a text may stop, best first: after a sentence or line, before a comma, between words."""


class RepetitionGuard:
    """Reads a model's text as it comes and says where the good part of it ends.

    It wants exact copies of a block, one after another, or equal lines under running numbers. Lists and prices
    repeat their form, not their words, and a table its cells.

    >>> RepetitionGuard().feed("A shop and a blog" + ", a blog" * 12)
    17
    """

    def __init__(self) -> None:
        self._text = ""
        self._dropped = 0
        self._new = 0

    def feed(self, text: str) -> int | None:
        """Where to cut all text fed so far, as an index in code points; None while nothing repeats."""
        # In steps of one size, so that the answer does not depend on how the text was cut.
        position = 0
        while position < len(text):
            taken = text[position : position + _STEP - self._new]
            position += len(taken)
            self._text += taken
            self._new = (self._new + len(taken)) % _STEP
            if self._new == 0 and (cut := self._look()) is not None:
                return cut + self._dropped
        return None

    def _look(self) -> int | None:
        if len(self._text) > WINDOW:
            self._dropped += len(self._text) - WINDOW
            self._text = self._text[-WINDOW:]
        cut = self._repeated_block()
        return cut if cut is not None else self._repeated_line()

    def _repeated_block(self) -> int | None:
        text = self._text
        suffix = text[-_STEP:]
        found = len(text) - _STEP
        nearest = max(0, found - _LONGEST)
        for _ in range(_CANDIDATES):
            found = text.rfind(suffix, nearest, found + _STEP - 1)
            if found < 0:
                return None
            period = len(text) - _STEP - found
            start = _start_of_repetition(text, period)
            if len(text) - start >= _needed(text[-period:]):
                return _good_end(text, start, period)
        return None

    def _repeated_line(self) -> int | None:
        if "\n" not in self._text[-_STEP:]:
            return None
        lines = self._text.split("\n")[:-1]
        if len(lines) < _LINE_COPIES:
            return None
        newest = lines[-_LINE_COPIES:]
        words = {_ITEM.sub("", line, count=1).strip() for line in newest}
        if len(words) > 1 or sum(map(str.isalpha, words.pop())) < _LINE_LETTERS or not _only_listed(newest):
            return None
        return len("\n".join(lines[: 1 - _LINE_COPIES]))


def _only_listed(lines: list[str]) -> bool:
    """Whether the numbers before the lines only list them: a price or an hour there is information."""
    numbers = [found[1] for line in lines if (found := _ITEM.match(line)) and found[1]]
    return len({int(number) - place for place, number in enumerate(numbers)}) <= 1 or len(set(numbers)) == 1


def _needed(block: str) -> int:
    """How many characters of copies of the block are too many."""
    size = len(block)
    copies = next(copies for longest, copies in _COPIES if size <= longest)
    if size <= _FIGURES[0] and any(map(str.isdecimal, block)):
        copies = max(copies, _FIGURES[1])
    needed = size * copies if any(map(str.isalnum, block)) else _SIGNS
    return max(needed, _ROW) if "|" in block and "\n" not in block else needed


def _start_of_repetition(text: str, period: int) -> int:
    """Where the longest tail of the text begins that repeats with the period."""
    block = text[-period:]
    start = len(text) - period
    while start >= period and text[start - period : start] == block:
        start -= period
    while start > 0 and text[start - 1] == text[start - 1 + period]:
        start -= 1
    return start


def _good_end(text: str, start: int, period: int) -> int:
    """The best place to stop within the first copy, which is kept if it says something; never within a word."""
    if not any(map(str.isalnum, text[start : start + period])):
        return start
    for stop in _STOPS:
        # The stop behind the copy may lie one character into the next one, as its full stop.
        places = [found.start() for found in stop.finditer(text, start, start + period + 3)]
        if inside := [place for place in places if place <= start + period + 1]:
            return inside[-1]
    # Half a word may be a wrong number: 10 of 1000000...
    return max((found.start() for found in _STOPS[-1].finditer(text, 0, start)), default=0)
