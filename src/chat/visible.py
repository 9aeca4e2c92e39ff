"""The visible side of a turn: what is shown of it, and what its end looks like so far."""

from dataclasses import dataclass
from typing import Final

from chat.call_text import WrittenCall
from chat.markers import MARKER, MAX_MARKER, beginning_of_marker

_FENCE: Final = "```"


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
        self._withheld: list[Part] = []
        """What is thinking if an answer follows, and was not given yet."""
        self._given = False
        self._retract = False
        self._trim = False
        self._seam = False
        """Something was taken out behind what was shown last."""
        self._in_code = False
        self._ticks = 0
        """Backticks at the end that belong to no complete fence."""
        self._tail = ""

    def take(self) -> list[Part]:
        """The parts since the last time."""
        parts, self._parts = self._parts, []
        self._given = self._given or any(isinstance(part, str) and not part.isspace() for part in parts)
        return parts

    def end(self) -> None:
        """The turn is over: where no answer followed a closer, what came before it is the answer."""
        self._parts = self._withheld + self._parts

    def show(self, text: str) -> None:
        """Text that is certain to be for the visitor."""
        if self._trim:
            text = text.lstrip()
        if not text:
            return
        if not text.isspace():
            self._replace()
            self._trim = self.at_start = False
        if self._seam:
            text = self._apart(text)
        self._parts.append(text)
        self._read_end(text)

    def show_unmarked(self, text: str) -> None:
        """Such text, without the control tokens in it."""
        for piece in MARKER.split(text):
            self.show(piece)
            self._seam = True

    def add(self, calls: list[WrittenCall]) -> None:
        """Calls that were written in the text."""
        if calls:
            self._replace()
            self._parts += calls
            self.skip()

    def strip(self, *, blanks: bool) -> None:
        """A control token stood here; the `blanks` behind one without a meaning are not for the start of an answer."""
        self._seam = True
        self._trim = self._trim or (blanks and self.at_start)

    def skip(self, *, line: bool = False) -> None:
        """Something was taken out here: the blanks after it are not for the visitor, and a new `line` may begin."""
        self._trim = self._seam = True
        self.at_line_start = self.at_line_start or line

    def restart(self) -> None:
        """The answer begins here; it is not known yet that anything follows."""
        self.at_start = True
        self.skip(line=True)

    def retract(self) -> None:
        """What came before was thinking. It is only taken back when an answer follows: there would be nothing else."""
        self._withheld += [part for part in self._parts if not isinstance(part, WrittenCall)]
        self._parts = [part for part in self._parts if isinstance(part, WrittenCall)]
        self._retract = True
        self._in_code, self._ticks, self._tail = False, 0, ""
        self.restart()

    def in_code_after(self, text: str) -> bool:
        """Whether a code fence is open behind `text`, if it is shown next."""
        return self._in_code != bool(("`" * self._ticks + text).count(_FENCE) % 2)

    def _replace(self) -> None:
        """An answer, or a call, follows what was thinking."""
        if self._retract:
            self._withheld.clear()
            if self._given:
                self._parts.append(Retraction())
            self._retract = False

    def _apart(self, text: str) -> str:
        """The text, behind a blank where its first character would go on with half a control token."""
        self._seam = False
        seam = self._tail + text[0]
        grown = beginning_of_marker(seam) < len(self._tail) or MARKER.search(seam)
        return f" {text}" if grown else text

    def _read_end(self, text: str) -> None:
        self._in_code = self.in_code_after(text)
        joined = "`" * self._ticks + text
        self._ticks = (len(joined) - len(joined.rstrip("`"))) % len(_FENCE)
        self._tail = (self._tail + text)[-MAX_MARKER:]
        line = text.rpartition("\n")[2]
        self.at_line_start = not line.strip(" \t") and (self.at_line_start or "\n" in text)
