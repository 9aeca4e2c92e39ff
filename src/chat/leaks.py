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
from typing import Final

from chat.call_text import read_calls, read_named
from chat.gemma import QUOTE
from chat.headers import could_be_header, could_be_role, read_header, read_role
from chat.json_text import leading_json
from chat.markers import MARKER, MARKERS, MAX_MARKER, STRIP, Marker, beginning_of_marker
from chat.names import ToolNames
from chat.openings import (
    LINE_CALL,
    Opening,
    json_opening,
    notation_opening,
    still_only_calls,
    tag_opening,
    thought_header,
)
from chat.visible import Part, VisibleText

MAX_CAPTURE: Final = 1 << 14
"""Characters that a call written as text, or thinking set aside, may have; more is dropped."""

_UNTHINK: Final = tuple(token for token, marker in MARKERS.items() if marker.action == "unthink")
_CALL_MARKERS: Final = frozenset(token for token, marker in MARKERS.items() if marker.action in ("call", "tag"))
_NEXT_SPEAKER: Final = frozenset(token for token, marker in MARKERS.items() if marker.action in ("role", "header"))
_END_OF_THOUGHT: Final = MARKERS["<|channel>"].ends

_TOOL_NAME_BEGUN: Final = re.compile(r':\s*"\w+$')


class LeakFilter:
    """Takes a model's text as it comes and gives what of it is visible, and the calls written in it.

    One method is the state: it reads the beginning of the buffer and says whether there is more to read at once.
    """

    def __init__(self, names: ToolNames) -> None:
        self.call_cut = False
        """The last call written in the text could not be read: it was cut off, if the text was."""
        self._names = names
        self._visible = VisibleText()
        self._buffer = ""
        self._state: Callable[[], bool] = self._read_text
        self._ends: frozenset[str] = frozenset()
        """The tokens that end what is being hidden."""
        self._tool = ""
        """The tool of the call that is being captured, where its header named it."""

    def feed(self, text: str) -> list[Part]:
        """What `text` makes certain."""
        self._buffer += text
        while self._buffer and self._state():
            pass
        return self._visible.take()

    def close(self, *, clean: bool) -> list[Part]:
        """What the end of the text makes certain; `clean`: the model ended its turn by itself, and with no call."""
        if self._state == self._read_text:
            self._end_text(clean)
        elif self._state == self._collect_unmarked:
            self._end_unmarked(self._buffer, whole=clean)
        elif self._state == self._capture:
            self._end_capture(self._buffer, complete=clean)
        elif self._state == self._set_aside:
            self._end_aside(clean)
        self._buffer = ""
        return self._visible.take()

    # Plain text

    def _read_text(self) -> bool:
        if self._visible.at_start and (decided := self._read_start()) is not None:
            return decided
        buffer = self._buffer
        found = MARKER.search(buffer)
        limit = found.start() if found else len(buffer)
        call = self._find_line_call()
        if call is not None and call < limit:
            return self._read_line_call(call)
        if found:
            self._buffer = buffer[found.end() :]
            marker = MARKERS.get(found[0], STRIP)
            if marker.action != "unthink":
                self._visible.show(buffer[:limit])
            self._act(marker)
            return True
        cut = beginning_of_marker(buffer)
        if cut < len(buffer) <= MAX_MARKER and any(token.startswith(buffer[cut:]) for token in _UNTHINK):
            return False  # It may all be thinking.
        self._visible.show(buffer[:cut])
        self._buffer = buffer[cut:]
        return False

    def _read_start(self) -> bool | None:
        """What the beginning of the answer is, if it is anything but text; None where it is text."""
        header, end = thought_header(self._buffer)
        if header is Opening.CERTAIN:
            self._buffer = self._buffer[end:]
            self._state = self._set_aside
            return True
        opening = json_opening(self._buffer, self._names)
        undecided = Opening.UNDECIDED in (header, opening) and len(self._buffer) <= MAX_MARKER
        # A tool's name may be longer than what is held back: what began with one is collected until it is none.
        named = opening is Opening.UNDECIDED and not undecided and _TOOL_NAME_BEGUN.search(self._buffer)
        if opening is Opening.CERTAIN or named:
            self._state = self._collect_unmarked
            return True
        return False if undecided else None

    def _find_line_call(self) -> int | None:
        for found in LINE_CALL.finditer(self._buffer, 0 if self._visible.at_line_start else 1):
            if not self._visible.in_code_after(self._buffer[: found.start()]):
                return found.start()
        return None

    def _read_line_call(self, start: int) -> bool:
        self._visible.show(self._buffer[:start])
        self._buffer = self._buffer[start:]
        opening = notation_opening(self._buffer, self._names)
        if opening is Opening.CERTAIN:
            self._state = self._collect_unmarked
            return True
        if opening is Opening.UNDECIDED and len(self._buffer) <= MAX_MARKER:
            return False
        word = len(self._buffer) - len(self._buffer.lstrip(" \t:")) + 1
        self._visible.show(self._buffer[:word])
        self._buffer = self._buffer[word:]
        return True

    def _end_text(self, clean: bool) -> None:
        """What was held back is text after all, unless it is a control token, or a header, that was cut off."""
        cut = beginning_of_marker(self._buffer)
        if len(self._buffer) - cut > (3 if clean else 1):
            self._buffer = self._buffer[:cut]
        if not (self._visible.at_start and self._buffer.strip() == "thought"):
            self._visible.show(self._buffer)

    # Control tokens

    def _act(self, marker: Marker) -> None:
        """Do what a control token says; the buffer starts behind it."""
        self._ends, self._tool = marker.ends, ""
        match marker.action:
            case "strip":
                if self._visible.at_start:
                    self._visible.skip()
                self._state = self._read_text
            case "unthink":
                self._visible.retract()
                self._state = self._read_text
            case "think" | "result":
                self._state = self._drop
            case "call":
                self._buffer = marker.prefix + self._buffer
                self._state = self._capture
            case "tag":
                self._state = self._read_tag
            case "role":
                self._state = self._read_role
            case _:
                self._state = self._read_header

    def _find_end(self, ends: frozenset[str]) -> "re.Match[str] | None":
        return next((found for found in MARKER.finditer(self._buffer) if found[0] in ends), None)

    def _resume(self, found: "re.Match[str]") -> None:
        """Go on behind the token that ended what was hidden; do what it says if it opens something itself."""
        self._buffer = self._buffer[found.end() :]
        marker = MARKERS.get(found[0], STRIP)
        self._visible.skip(line=True)
        if marker.action == "unthink":
            self._visible.restart()
            marker = STRIP
        self._act(marker)

    def _drop(self) -> bool:
        if end := self._find_end(self._ends | _CALL_MARKERS):
            self._resume(end)
            return True
        self._buffer = self._buffer[-MAX_MARKER:]
        return False

    def _capture(self) -> bool:
        if end := self._find_end(self._ends):
            self._end_capture(self._buffer[: end.start()], complete=True)
            self._resume(end)
            return True
        if len(self._buffer) > MAX_CAPTURE:
            self._state = self._drop
        return False

    def _read_tag(self) -> bool:
        opening = tag_opening(self._buffer, self._names)
        if opening is Opening.UNDECIDED and len(self._buffer) <= MAX_MARKER:
            return False
        self._state = self._capture if opening is Opening.CERTAIN else self._read_text
        return True

    def _end_capture(self, body: str, *, complete: bool) -> None:
        if self._tool:
            calls = read_named(self._tool, body, self._names)
        else:
            calls = read_calls(body, self._names, complete=complete) or read_calls(leading_json(body), self._names)
        self._visible.add(calls)
        self.call_cut = not calls

    def _read_role(self) -> bool:
        if role := read_role(self._buffer):
            self._buffer = self._buffer[role.end :]
            self._visible.restart()
            self._ends = _NEXT_SPEAKER
            self._state = self._read_text if role.own else self._drop
            return True
        if could_be_role(self._buffer):
            return False
        self._state = self._read_text
        return True

    def _read_header(self) -> bool:
        text, message, rest = self._buffer.partition("<|message|>")
        possible = could_be_header(text)
        if possible and not message:
            return False
        header = read_header(text)
        if possible:
            self._buffer = rest
            self._visible.restart()
            self._tool = header.tool
            self._state = self._capture if header.tool else self._drop if header.hidden else self._read_text
        else:
            # No header of gpt-oss. Gemma mixes its own channel up with it, `<|channel|>thought`.
            self._ends = _END_OF_THOUGHT
            self._state = self._drop if header.hidden else self._read_text
        return True

    # Calls without control tokens, and thinking without its opener

    def _collect_unmarked(self) -> bool:
        end = next((found for found in MARKER.finditer(self._buffer) if found[0] != QUOTE), None)
        if end:
            self._end_unmarked(self._buffer[: end.start()], whole=True)
            self._buffer = self._buffer[end.start() :]
            return True
        cut = beginning_of_marker(self._buffer)
        text = self._buffer[:cut]
        refuted = text.lstrip()[:1] in ("{", "[", "`") and json_opening(text, self._names) is Opening.TEXT
        if len(text) > MAX_CAPTURE or refuted or not still_only_calls(text):
            self._end_unmarked(text, whole=True)
            self._buffer = self._buffer[cut:]
        return False

    def _end_unmarked(self, text: str, *, whole: bool) -> None:
        """Text that began like a call is one, or is text after all, or the beginning of one that was cut off."""
        self._state = self._read_text
        if calls := read_calls(text, self._names):
            self._visible.add(calls)
        elif whole:
            self._visible.show(MARKER.sub("", text))
        else:
            self.call_cut = True

    def _set_aside(self) -> bool:
        for found in MARKER.finditer(self._buffer):
            marker = MARKERS.get(found[0], STRIP)
            if marker.action != "strip":
                self._buffer = self._buffer[found.end() :]
                self._act(marker)
                return True
        if len(self._buffer) > MAX_CAPTURE:
            self._ends = _END_OF_THOUGHT
            self._state = self._drop
        return False

    def _end_aside(self, clean: bool) -> None:
        text = MARKER.sub(lambda token: QUOTE if token[0] == QUOTE else "", self._buffer)
        for start in [*(call.start() for call in LINE_CALL.finditer(text)), 0]:
            if calls := read_calls(text[start:], self._names):
                self._visible.add(calls)
                return
        if clean:
            self._visible.skip()
            self._visible.show(MARKER.sub("", text[: beginning_of_marker(text)]))
