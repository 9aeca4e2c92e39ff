"""The JSON payloads of a model's response body, whatever it is framed in: server-sent events, one JSON document, or one
JSON document a line."""

import json
import re
from typing import Any, Final, Literal

from pydantic_core import from_json

from chat.sse import BOM, MAX_EVENT_BYTES, SseEvent, SseParser

DONE: Final = "[DONE]"
"""Stands among the payloads for the sentinel that OpenAI's protocol ends with."""

_LINE_END: Final = re.compile(r"[\r\n]+")
"""What no JSON text has inside a string; the other line ends of Unicode it may have there."""

Payload = dict[str, Any]
Framing = Literal["unknown", "events", "json"]


class PayloadReader:
    """Turns chunks of bytes into JSON objects and `DONE`.

    A binding that was asked for a stream may return a whole JSON object and the reverse, so the framing is read off the
    first byte: no server-sent event starts with a bracket. What is no JSON object is skipped and counted.
    """

    def __init__(self) -> None:
        self.skipped = 0
        self._framing: Framing = "unknown"
        self._parser = SseParser()
        self._body = bytearray()
        self._body_overflowed = False
        self._cut = False

    @property
    def overflowed(self) -> bool:
        """An event or the document was longer than `MAX_EVENT_BYTES`; nothing is read any more."""
        return self._parser.overflowed or self._body_overflowed

    @property
    def whole(self) -> bool:
        """The body is one JSON document (or lines of them): it ends where it ends, unless in the middle of a line."""
        return self._framing == "json" and not self._cut

    def feed(self, chunk: bytes) -> list[Payload | str]:
        """The payloads that `chunk` completes."""
        if self._framing == "unknown":
            self._body += chunk
            start = self._body.removeprefix(BOM).lstrip()
            if not start or (len(self._body) < len(BOM) and BOM.startswith(self._body)):
                self._bound_body()
                return []
            self._framing = "json" if start[:1] in b"{[" else "events"
            chunk = bytes(self._body)
            self._body.clear()
        if self._framing == "json":
            self._body += chunk
            self._bound_body()
            return []
        return self._read(self._parser.feed(chunk))

    def close(self) -> list[Payload | str]:
        """The payloads that the end of the body completes."""
        if self._framing == "json":
            body = self._body.removeprefix(BOM).decode("utf-8", "replace")
            self._body.clear()
            return self._read_text(body)
        return self._read(self._parser.close())

    def _bound_body(self) -> None:
        if len(self._body) > MAX_EVENT_BYTES:
            self._body_overflowed = True
            self._body.clear()

    def _read(self, events: list[SseEvent]) -> list[Payload | str]:
        payloads: list[Payload | str] = []
        for event in events:
            value = _quick(event.data)
            if isinstance(value, dict):
                payloads.append(value)
            else:
                payloads += self._read_text(event.data)
        return payloads

    def _read_text(self, text: str) -> list[Payload | str]:
        """One document, or one on each line: some servers forget the blank line between two events."""
        document = _parse(text)
        lines = [text] if document is not None else [line for line in _LINE_END.split(text) if line.strip()]
        documents = [document] if document is not None else [_parse(line) for line in lines]
        self._cut = bool(lines) and documents[-1] is None and lines[-1].lstrip()[:1] in "{["
        payloads: list[Payload | str] = []
        for found in documents:
            if found is None:
                self.skipped += 1
            else:
                payloads.extend(found)
        return payloads


def _quick(text: str) -> Any:
    """The value as pydantic's parser reads it, at half the price of Python's; None for what only that one reads."""
    try:
        return from_json(text)
    except ValueError:
        return None


def _parse(text: str) -> list[Payload | str] | None:
    if text.strip() == DONE:
        return [DONE]
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, dict)]
