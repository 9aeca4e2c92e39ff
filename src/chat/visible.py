"""The visible side of a turn: what is shown of it, and what its end looks like so far."""

from dataclasses import dataclass

from chat.call_text import WrittenCall


@dataclass(frozen=True)
class Retraction:
    """All text of the turn so far was thinking and no part of the answer."""


Part = str | WrittenCall | Retraction


class VisibleText:
    """Collects the parts of a turn as they become certain."""

    def __init__(self) -> None:
        self.at_start = True
        """Nothing but blanks was shown since the turn began, or the answer after thinking."""
        self.at_line_start = True
        self._parts: list[Part] = []
        self._trim = False
        self._shown = False
        self._retract = False
        self._in_code = False
        self._tail = ""

    def take(self) -> list[Part]:
        """The parts since the last time."""
        parts, self._parts = self._parts, []
        return parts

    def show(self, text: str) -> None:
        """Text that is certain to be for the visitor."""
        if self._trim:
            text = text.lstrip()
        if not text:
            return
        if not text.isspace():
            if self._retract:
                self._parts.append(Retraction())
            self._retract = self._trim = self.at_start = False
            self._shown = True
        self._parts.append(text)
        self._read_end(text)

    def add(self, calls: list[WrittenCall]) -> None:
        """Calls that were written in the text."""
        self._parts += calls
        if calls:
            self.skip()

    def skip(self, *, line: bool = False) -> None:
        """Something was taken out here: the blanks after it are not for the visitor, and a new `line` may begin."""
        self._trim = True
        self.at_line_start = self.at_line_start or line

    def restart(self) -> None:
        """The answer begins here; it is not known yet that anything follows."""
        self.at_start = True
        self.skip(line=True)

    def retract(self) -> None:
        """What came before was thinking. It is only taken back when an answer follows: there would be nothing else."""
        self._retract = self._shown
        self.restart()

    def in_code_after(self, text: str) -> bool:
        """Whether a code fence is open behind `text`, if it is shown next."""
        return self._in_code != bool((self._tail + text).count("```") % 2)

    def _read_end(self, text: str) -> None:
        self._in_code = self.in_code_after(text)
        self._tail = "" if text.endswith("```") else text[-2:]
        line = text.rpartition("\n")[2]
        self.at_line_start = not line.strip(" \t") and (self.at_line_start or "\n" in text)
