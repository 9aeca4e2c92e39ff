"""Server-sent events from bytes, as https://html.spec.whatwg.org/multipage/server-sent-events.html reads them.

One thing differs on purpose: an event that the stream ends in, without the blank line after it, is still an event,
because several model servers close right after their last line.
"""

from dataclasses import dataclass
from typing import Final

MAX_EVENT_BYTES: Final = 1 << 20
"""Longest event that is kept; models send a few hundred bytes, a whole answer some kilobytes."""

LINE_BYTES: Final = 64
"""What a data line is counted with beside its bytes: many short ones take memory too."""

BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class SseEvent:
    """One dispatched event: its type (`message` where none was named) and its data lines joined with line feeds."""

    type: str
    data: str


class SseParser:
    """Turns chunks of bytes, cut anywhere, into events.

    An event longer than `MAX_EVENT_BYTES` sets `overflowed`; nothing is read after it, and nothing is kept.
    """

    def __init__(self) -> None:
        self.overflowed = False
        self._line = bytearray()
        self._data: list[bytes] = []
        self._data_size = 0
        self._type = b""
        self._first = True
        self._after_cr = False

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """The events that `chunk` completes."""
        if not chunk or self.overflowed:
            return []
        if self._after_cr and chunk[:1] == b"\n":
            chunk = chunk[1:]
            self._after_cr = False
            if not chunk:
                return []
        self._after_cr = chunk[-1:] == b"\r"
        if b"\r" in chunk:
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, rest = chunk.split(b"\n")
        if lines and self._line:
            lines[0] = bytes(self._line) + lines[0]
            self._line.clear()
        events: list[SseEvent] = []
        for line in lines:
            if len(line) + self._data_size > MAX_EVENT_BYTES:
                self._overflow()
                return events
            if event := self._end_line(line):
                events.append(event)
        self._line += rest
        if len(self._line) + self._data_size > MAX_EVENT_BYTES:
            self._overflow()
        return events

    def close(self) -> list[SseEvent]:
        """The event that the stream ended in, if any."""
        if self.overflowed:
            return []
        events = [self._end_line(bytes(self._line)), self._dispatch()]
        self._line.clear()
        return [event for event in events if event]

    def _end_line(self, line: bytes) -> SseEvent | None:
        if self._first:
            line = line.removeprefix(BOM)
            self._first = False
        if not line:
            return self._dispatch()
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
            self._data_size += len(value) + LINE_BYTES
        elif field == b"event":
            self._type = value
        return None

    def _dispatch(self) -> SseEvent | None:
        data, kind = self._data, self._type
        self._data, self._data_size, self._type = [], 0, b""
        if not data:
            return None
        return SseEvent(kind.decode("utf-8", "replace") or "message", b"\n".join(data).decode("utf-8", "replace"))

    def _overflow(self) -> None:
        self.overflowed = True
        self._line.clear()
        self._data.clear()
