"""What control tokens enclose: where it ends, and the calls that it says."""

import re
from dataclasses import dataclass, field
from typing import Final

from chat.call_text import WrittenCall, leading_call, read_calls, read_named
from chat.gemma import QUOTE
from chat.json_text import leading_json
from chat.markers import MARKER, MAX_MARKER, TURN_ENDS
from chat.names import ToolNames
from chat.openings import LINE_CALL

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
# Text behind a call in the same token: a line of its own, and no other call.
_LINE_BEHIND: Final = re.compile(r"[ \t]*\r?\n\s*([^\s{}\[\]][^{}]*)")
# What follows a token that is only named: a closing sign, or a blank and the next word.
_PROSE: Final = re.compile(r"""[`'"»”)\].,;:!?*][^{}]*|[ \t]+[^\s{}\[\]<][^{}]*""")


@dataclass
class Enclosed:
    """The search for the end of what a control token opened, in a buffer that only grows."""

    ends: frozenset[str] = frozenset()
    named: bool = False
    """The token stands within a line of the answer, so it may only be named there."""
    tool: str = ""
    """The tool that is called, where a header named it."""
    _searched: int = 0
    _in_string: "re.Match[str] | None" = field(default=None, repr=False)

    def find_end(self, buffer: str, ends: frozenset[str] = frozenset()) -> "re.Match[str] | None":
        """The first token that ends it, or is one of `ends`."""
        for found in MARKER.finditer(buffer, self._searched):
            if found[0] in self.ends or found[0] in ends:
                return found
        self._searched = max(self._searched, len(buffer) - MAX_MARKER)
        return None

    def find_call_end(self, buffer: str) -> "re.Match[str] | None":
        """The same for a call: a closer inside a string of its JSON is none, unless no other one comes."""
        while end := self.find_end(buffer):
            if end[0] in TURN_ENDS:
                return self._in_string or end
            if not _string_is_open(buffer[: end.start()]):
                return end
            self._in_string = self._in_string or end
            self._searched = end.end()
        return None

    def last_resort(self) -> "re.Match[str] | None":
        """The first closer, though it looked like a part of a string."""
        return self._in_string

    def prose(self, text: str) -> str:
        """What of it is text, where nothing closed it: all, if the token was only named and a sentence goes on."""
        return text if self.named and _PROSE.fullmatch(text) else ""

    def forget(self) -> None:
        """The buffer was cut: from now on it is only looked for the end."""
        self.named, self._searched = False, 0


def _string_is_open(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") and '"' in _STRING.sub("", text)


def read_enclosed(body: str, tool: str, names: ToolNames, *, complete: bool) -> tuple[list[WrittenCall], str]:
    """The calls of what was enclosed, of `tool` where a header named it, and the visible text behind them."""
    if tool:
        return read_named(tool, body, names), ""
    if calls := read_calls(body, names, complete=complete):
        return calls, ""
    for leading in (leading_json(body), leading_call(body)):
        if calls := read_calls(leading, names):
            behind = _LINE_BEHIND.fullmatch(body.lstrip()[len(leading) :])
            return calls, behind[1] if behind else ""
    return read_calls(body, names, mend=True) if complete else [], ""


def last_calls(text: str, names: ToolNames) -> list[WrittenCall]:
    """The calls that end a text, from the beginning of a line on, or that are all of it."""
    text = MARKER.sub(lambda token: QUOTE if token[0] == QUOTE else "", text)
    starts = [*(line.start() for line in LINE_CALL.finditer(text)), 0]
    return next((calls for start in starts if (calls := read_calls(text[start:], names))), [])
