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

from chat.call_text import read_calls
from chat.captures import Enclosed, last_calls, read_enclosed
from chat.gemma import QUOTE
from chat.headers import could_be_role, end_of_possible_header, read_header, read_role
from chat.markers import MARKER, MARKERS, MAX_MARKER, STRIP, TURN_ENDS, Marker, beginning_of_marker
from chat.names import ToolNames
from chat.openings import LINE_CALL, Opening, answer_opening, may_be_calls, notation_opening, tag_opening
from chat.visible import Part, VisibleText

MAX_CAPTURE: Final = 1 << 14
"""Characters that a call written as text, or thinking set aside, may have; more is dropped."""

_STEP: Final = 1 << 11
"""Characters that are read at a time: the rest of the buffer is copied behind each control token."""
_BLANKS: Final = MAX_MARKER // 2

_UNTHINK: Final = tuple(token for token, marker in MARKERS.items() if marker.action == "unthink")
_CALL_MARKERS: Final = frozenset(token for token, marker in MARKERS.items() if marker.action in ("call", "tag"))
_NEXT_SPEAKER: Final = frozenset(token for token, marker in MARKERS.items() if marker.action in ("role", "header"))
_END_OF_THOUGHT: Final = MARKERS["<|channel>"].ends


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
        self._enclosed = Enclosed()
        """What is being hidden."""

    def feed(self, text: str) -> list[Part]:
        """What `text` makes certain."""
        for start in range(0, len(text), _STEP):
            self._buffer += text[start : start + _STEP]
            self._read()
        return self._visible.take()

    def close(self, *, clean: bool) -> list[Part]:
        """What the end of the text makes certain; `clean`: the model ended its turn by itself, and with no call."""
        while self._state == self._capture and (end := self._enclosed.last_resort()):
            self._leave_capture(end)
            self._read()
        cut = beginning_of_marker(self._buffer)
        if len(self._buffer) - cut > (3 if clean else 1):
            self._buffer = self._buffer[:cut]  # A control token was cut off.
        if self._state == self._read_text:
            self._end_text()
        elif self._state == self._collect_unmarked:
            self._end_unmarked(self._buffer, whole=clean)
        elif self._state == self._capture:
            self._end_capture(self._buffer, complete=clean, over=clean)
        elif self._state == self._set_aside:
            self._end_aside(clean)
        elif clean and self._state in (self._drop, self._read_tag):
            self._visible.show_unmarked(self._enclosed.prose(self._buffer))
        self._buffer = ""
        self._visible.end()
        return self._visible.take()

    def _read(self) -> None:
        while self._buffer and self._state():
            pass

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
            self._visible.show(buffer[:limit])
            self._act(MARKERS.get(found[0], STRIP))
            return True
        cut = beginning_of_marker(buffer)
        if cut < len(buffer) <= MAX_MARKER and any(token.startswith(buffer[cut:]) for token in _UNTHINK):
            return False  # It may all be thinking.
        self._visible.show(buffer[:cut])
        self._buffer = buffer[cut:]
        return False

    def _read_start(self) -> bool | None:
        """What the beginning of the answer is, if it is anything but text; None where it is text."""
        blanks = (len(self._buffer) - len(self._buffer.lstrip())) // _BLANKS * _BLANKS
        self._visible.show(self._buffer[:blanks])
        self._buffer = self._buffer[blanks:]
        opening, end = answer_opening(self._buffer, self._names)
        if opening is Opening.CERTAIN:
            self._buffer = self._buffer[end:]
            self._state = self._set_aside if end else self._collect_unmarked
            return True
        return False if opening is Opening.UNDECIDED else None

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
        return opening is not Opening.UNDECIDED and self._refute()

    def _refute(self) -> bool:
        """What began like a call is none: its first character is text, and what follows is read anew."""
        word = len(self._buffer) - len(self._buffer.lstrip(" \t\r\n:")) + 1
        self._visible.show(self._buffer[:word])
        self._buffer = self._buffer[word:]
        self._state = self._read_text
        return True

    def _end_text(self) -> None:
        """What was held back is text after all, unless it is a header that was cut off."""
        if not (self._visible.at_start and self._buffer.strip() == "thought"):
            self._visible.show(self._buffer)

    # Control tokens

    def _act(self, marker: Marker) -> None:
        """Do what a control token says; the buffer starts behind it."""
        named = not (self._visible.at_start or self._visible.at_line_start)
        self._enclosed = Enclosed(marker.ends, named)
        self._visible.strip(blanks=marker.action == "strip")
        match marker.action:
            case "strip":
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
        if end := self._enclosed.find_end(self._buffer, _CALL_MARKERS):
            if end[0] in TURN_ENDS:
                self._visible.show_unmarked(self._enclosed.prose(self._buffer[: end.start()]))
            self._resume(end)
            return True
        if not self._enclosed.named or len(self._buffer) > MAX_CAPTURE:
            self._buffer = self._buffer[-MAX_MARKER:]
            self._enclosed.forget()
        return False

    def _capture(self) -> bool:
        end = self._enclosed.find_call_end(self._buffer)
        full = len(self._buffer) > MAX_CAPTURE
        if end := end or (self._enclosed.last_resort() if full else None):
            self._leave_capture(end)
            return True
        if full:
            self._enclosed.forget()
            self._state = self._drop
        return False

    def _leave_capture(self, end: "re.Match[str]") -> None:
        self._end_capture(self._buffer[: end.start()], complete=True, over=end[0] in TURN_ENDS)
        self._resume(end)

    def _read_tag(self) -> bool:
        opening = tag_opening(self._buffer, self._names)
        if opening is not Opening.UNDECIDED:
            self._state = self._capture if opening is Opening.CERTAIN else self._read_text
        return opening is not Opening.UNDECIDED

    def _end_capture(self, body: str, *, complete: bool, over: bool) -> None:
        calls, behind = read_enclosed(body, self._enclosed.tool, self._names, complete=complete)
        self._visible.add(calls)
        self._visible.show_unmarked(behind)
        if over and not calls:
            self._visible.show_unmarked(self._enclosed.prose(body))
        self.call_cut = not calls

    def _read_role(self) -> bool:
        if role := read_role(self._buffer):
            self._buffer = self._buffer[role.end :]
            self._visible.restart()
            self._enclosed = Enclosed(_NEXT_SPEAKER)
            self._state = self._read_text if role.own else self._drop
            return True
        if could_be_role(self._buffer):
            return False
        self._state = self._read_text
        return True

    def _read_header(self) -> bool:
        text, message, rest = self._buffer.partition("<|message|>")
        whole = text + message[:-1]
        end = end_of_possible_header(whole)
        if end == len(whole) and not message:
            return False
        header = read_header(text[: end + 1])
        if end == len(whole):
            self._buffer = rest
            self._visible.restart()
            self._enclosed = Enclosed(self._enclosed.ends, tool=header.tool)
            self._state = self._capture if header.tool else self._drop if header.hidden else self._read_text
        else:
            # No header of gpt-oss. Gemma mixes its own channel up with it, `<|channel|>thought`.
            self._enclosed = Enclosed(_END_OF_THOUGHT)
            self._state = self._drop if header.hidden else self._read_text
        return True

    # Calls without control tokens, and thinking without its opener

    def _collect_unmarked(self) -> bool:
        end = next((found for found in MARKER.finditer(self._buffer) if found[0] != QUOTE), None)
        cut = end.start() if end else beginning_of_marker(self._buffer)
        text = self._buffer[:cut]
        if cut > MAX_CAPTURE or not may_be_calls(text, self._names):
            return self._refute()
        if end:
            self._end_unmarked(text, whole=True)
            self._buffer = self._buffer[cut:]
        return end is not None

    def _end_unmarked(self, text: str, *, whole: bool) -> None:
        """Text that began like a call is one, or is text after all, or the beginning of one that was cut off."""
        self._state = self._read_text
        mend = whole and text.lstrip().startswith("`")
        if calls := read_calls(text, self._names, mend=mend):
            self._visible.add(calls)
        elif whole:
            self._visible.show_unmarked(text)
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
            self._enclosed = Enclosed(_END_OF_THOUGHT)
            self._state = self._drop
        return False

    def _end_aside(self, clean: bool) -> None:
        if calls := last_calls(self._buffer, self._names):
            self._visible.add(calls)
        elif clean:
            self._visible.skip()
            self._visible.show_unmarked(self._buffer)
