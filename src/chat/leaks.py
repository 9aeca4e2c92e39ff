"""Keeping what is not for the visitor out of a model's text, and reading the calls that it wrote there.

What can be decided while text streams, with at most `MAX_MARKER` characters held back:

- A control token is removed wherever it stands, whole or cut.
- Thinking that is opened (`<|channel>`, `<think>`) is dropped up to its closer. A turn that begins with the line
  `thought` lost its opener: the rest is set aside, dropped when a closer or a call comes, and given at a clean end
  without either, for then only the header was left over (https://github.com/ollama/ollama/pull/17626).
- Thinking without any opener, when the prompt itself opened it (https://github.com/jundot/omlx/pull/2533), looks like
  an answer until its closer comes. What of it was not shown yet is dropped; for what was shown a `Retraction` says
  that it was no part of the answer. Holding back more would hold back every answer.
- A call in a control token's form is taken out wherever it stands. One without any is only believed where it is the
  whole reply (JSON) or the last thing of it, on a line of its own (Gemma's notation), outside code.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from chat.call_text import WrittenCall, read_calls, read_named
from chat.harmony import MAX_HEADER, could_be_header, read_header
from chat.markers import MARKER, MARKERS, MAX_MARKER, STRIP, TURN_ENDS, Marker, beginning_of_marker
from chat.names import ToolNames
from chat.openings import Opening, json_opening, notation_opening, still_only_calls

MAX_CAPTURE: Final = 1 << 14
"""Characters that a call written as text, or thinking set aside, may have; more is dropped."""

_THOUGHT: Final = re.compile(r"\s*thought(?:[ \t]*\r?\n|(?=[A-ZÁÉÍÓÚÑ¡¿]))")
_THOUGHT_BEGINNING: Final = re.compile(r"\s*(?:t|th|tho|thou|thoug|though|thought[ \t]{0,8}\r?)")
_LINE_CALL: Final = re.compile(r"^[ \t]{0,8}:?(?:call:|(?:c|ca|cal|call)?\Z)", re.MULTILINE)
_ROLE: Final = re.compile(r"\s*(assistant|model|user|system|tool|developer|ipython)(?=\W)[ \t]*\n?")
_ROLES: Final = ("assistant", "model", "user", "system", "tool", "developer", "ipython")
_UNTHINK: Final = tuple(token for token, marker in MARKERS.items() if marker.action == "unthink")
_CALL_MARKERS: Final = frozenset(token for token, marker in MARKERS.items() if marker.action == "call")
_ROLE_MARKERS: Final = frozenset(token for token, marker in MARKERS.items() if marker.action in ("role", "header"))
_ANOTHERS_WORDS: Final = Marker("result", _ROLE_MARKERS)
_QUOTE: Final = '<|"|>'


@dataclass(frozen=True)
class Retraction:
    """All text of the turn so far was thinking and no part of the answer."""


Part = str | WrittenCall | Retraction


class LeakFilter:
    """Takes a model's text as it comes and gives what of it is visible, and the calls written in it."""

    def __init__(self, names: ToolNames) -> None:
        self._names = names
        self._parts: list[Part] = []
        self._buffer = ""
        self._mode: Callable[[], bool] = self._read_text
        self._ends: frozenset[str] = frozenset()
        self._tool = ""  # The recipient of the call that is being captured, where its header named it.
        self._start = True  # Nothing but blanks was shown since the turn, or the answer after thinking, began.
        self._line_start = True
        self._trim = False
        self._shown = False
        self._retract = False
        self._in_code = False
        self._tail = ""

    def feed(self, text: str) -> list[Part]:
        """What `text` makes certain."""
        self._buffer += text
        while self._buffer and self._mode():
            pass
        return self._take()

    def close(self, *, clean: bool) -> list[Part]:
        """What the end of the text makes certain; `clean`: the model ended its turn by itself, and with no call."""
        if self._mode == self._read_text:
            self._end_text()
        elif self._mode == self._collect_unmarked:
            self._end_unmarked(self._buffer)
        elif self._mode == self._capture:
            self._end_capture(self._buffer)
        elif self._mode == self._set_aside:
            self._end_aside(clean)
        self._buffer = ""
        return self._take()

    def _take(self) -> list[Part]:
        parts, self._parts = self._parts, []
        return parts

    # Plain text

    def _read_text(self) -> bool:
        if self._start and (decided := self._read_start()) is not None:
            return decided
        buffer = self._buffer
        found = MARKER.search(buffer)
        limit = found.start() if found else len(buffer)
        call = None if self._in_code else _LINE_CALL.search(buffer, 0 if self._line_start else 1)
        if call and call.start() < limit and (call.start() > 0 or self._line_start):
            return self._read_line_call(call.start())
        if found:
            self._buffer = buffer[found.end() :]
            marker = MARKERS.get(found[0], STRIP)
            if marker.action != "unthink":
                self._show(buffer[:limit])
            self._act(marker)
            return True
        cut = beginning_of_marker(buffer)
        if cut < len(buffer) <= MAX_MARKER and any(token.startswith(buffer[cut:]) for token in _UNTHINK):
            return False  # It may all be thinking.
        self._show(buffer[:cut])
        self._buffer = buffer[cut:]
        return False

    def _read_start(self) -> bool | None:
        """What the beginning of the answer is, if it is anything but text; None where it is text."""
        if header := _THOUGHT.match(self._buffer):
            self._buffer = self._buffer[header.end() :]
            self._mode = self._set_aside
            return True
        if len(self._buffer) <= MAX_MARKER and _THOUGHT_BEGINNING.fullmatch(self._buffer):
            return False
        opening = json_opening(self._buffer, self._names)
        if opening is Opening.CALL:
            self._mode = self._collect_unmarked
            return True
        return False if opening is Opening.UNDECIDED and len(self._buffer) <= MAX_MARKER else None

    def _read_line_call(self, start: int) -> bool:
        self._show(self._buffer[:start])
        self._buffer = self._buffer[start:]
        opening = notation_opening(self._buffer, self._names)
        if opening is Opening.CALL:
            self._mode = self._collect_unmarked
            return True
        if opening is Opening.UNDECIDED and len(self._buffer) <= MAX_MARKER:
            return False
        first = len(self._buffer) - len(self._buffer.lstrip(" \t:")) + 1
        self._show(self._buffer[:first])
        self._buffer = self._buffer[first:]
        return True

    def _show(self, text: str) -> None:
        if self._trim:
            text = text.lstrip()
        if not text:
            return
        if not text.isspace():
            if self._retract:
                self._parts.append(Retraction())
            self._retract = self._start = self._trim = False
            self._shown = True
        self._parts.append(text)
        if (self._tail + text).count("```") % 2:
            self._in_code = not self._in_code
        self._tail = text[-2:] if not text.endswith("```") else ""
        last_line = text.rpartition("\n")[2]
        self._line_start = not last_line.strip(" \t") and (self._line_start or "\n" in text)

    def _end_text(self) -> None:
        """What was held back is text after all, unless it is a control token that was cut off."""
        cut = beginning_of_marker(self._buffer)
        tail = self._buffer[cut:]
        if tail.startswith("<|") or len(tail) > 3:
            self._buffer = self._buffer[:cut]
        if not (self._start and self._buffer.strip() == "thought"):
            self._show(self._buffer)

    # Control tokens

    def _act(self, marker: Marker) -> None:
        """Do what a control token says; the buffer starts behind it."""
        self._ends, self._tool = marker.ends, ""
        match marker.action:
            case "unthink":
                self._retract = self._shown
                self._start = self._line_start = self._trim = True
                self._mode = self._read_text
            case "think" | "result":
                self._mode = self._drop
            case "call":
                self._mode = self._capture
            case "role":
                self._mode = self._read_role
            case "header":
                self._mode = self._read_harmony
            case "strip":
                self._trim = self._trim or self._start

    def _resume(self, end: int, token: str) -> None:
        """Go on with text behind the token that ended what was hidden, or with that token where it opens something."""
        marker = MARKERS.get(token, STRIP)
        self._mode = self._read_text
        self._trim = True
        self._line_start = True
        if marker.action == "unthink":
            self._start = True
        if marker.action in ("strip", "unthink"):
            self._buffer = self._buffer[end:]
        else:
            self._buffer = self._buffer[end - len(token) :]

    def _find_end(self, ends: frozenset[str]) -> "re.Match[str] | None":
        return next((found for found in MARKER.finditer(self._buffer) if found[0] in ends), None)

    def _drop(self) -> bool:
        if end := self._find_end(self._ends | _CALL_MARKERS):
            self._resume(end.end(), end[0])
            return True
        self._buffer = self._buffer[-MAX_MARKER:]
        return False

    def _capture(self) -> bool:
        if end := self._find_end(self._ends):
            self._end_capture(self._buffer[: end.start()])
            self._resume(end.end(), end[0])
            return True
        if len(self._buffer) > MAX_CAPTURE:
            self._mode = self._drop
        return False

    def _end_capture(self, body: str) -> None:
        self._parts += read_named(self._tool, body, self._names) if self._tool else read_calls(body, self._names)

    def _read_role(self) -> bool:
        if role := _ROLE.match(self._buffer):
            self._buffer = self._buffer[role.end() :]
            self._trim = self._start = True
            self._mode = self._read_text if role[1] in ("assistant", "model") else self._drop
            self._ends = _ANOTHERS_WORDS.ends
            return True
        beginning = self._buffer.lstrip()
        if any(role.startswith(beginning) for role in _ROLES) and len(self._buffer) <= MAX_MARKER:
            return False
        self._mode = self._read_text
        return True

    def _read_harmony(self) -> bool:
        header, message, rest = self._buffer.partition("<|message|>")
        if message:
            read = read_header(header)
            self._tool = read.tool
            self._buffer = rest
            self._trim = self._start = True
            self._mode = self._capture if read.tool else self._drop if read.hidden else self._read_text
            return True
        longest = MAX_HEADER if "to=" in header or "<|" in header else MAX_MARKER
        if could_be_header(header) and "\n" not in header and len(header) <= longest:
            return False
        if read_header(header).hidden:
            self._ends |= frozenset({"<channel|>"})
            self._mode = self._drop
        else:
            self._mode = self._read_text
        return True

    # Calls without control tokens, and thinking without its opener

    def _collect_unmarked(self) -> bool:
        end = next((found for found in MARKER.finditer(self._buffer) if found[0] != _QUOTE), None)
        if end:
            self._end_unmarked(self._buffer[: end.start()])
            self._buffer = self._buffer[end.start() :]
            return True
        cut = beginning_of_marker(self._buffer)
        text = self._buffer[:cut]
        if len(text) > MAX_CAPTURE or not still_only_calls(text):
            self._end_unmarked(text)
            self._buffer = self._buffer[cut:]
        return False

    def _end_unmarked(self, text: str) -> None:
        self._mode = self._read_text
        if calls := read_calls(text, self._names):
            self._parts += calls
            self._trim = True
        else:
            self._show(MARKER.sub("", text))

    def _set_aside(self) -> bool:
        found = next((found for found in MARKER.finditer(self._buffer) if found[0] not in TURN_ENDS), None)
        marker = MARKERS.get(found[0], STRIP) if found else STRIP
        if found and marker.action != "strip":
            self._buffer = self._buffer[found.end() :]
            self._act(marker)
            return True
        if len(self._buffer) > MAX_CAPTURE:
            self._ends = MARKERS["<|channel>"].ends
            self._mode = self._drop
        return False

    def _end_aside(self, clean: bool) -> None:
        text = self._buffer
        for call in _LINE_CALL.finditer(text):
            if calls := read_calls(MARKER.sub(_keep_quote, text[call.start() :]), self._names):
                self._parts += calls
                return
        if calls := read_calls(text, self._names):
            self._parts += calls
        elif clean:
            self._trim = True
            self._show(MARKER.sub("", text[: beginning_of_marker(text)]))


def _keep_quote(token: "re.Match[str]") -> str:
    return token[0] if token[0] == _QUOTE else ""
