"""What went over the wire in one run, and when: one transport writes it down, another one plays it again."""

import asyncio
import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Entry = dict[str, Any]
"""One line of a recording: `run`, `request`, `response`, `bytes`, `end`, `failure`, `closed` or `event`."""


class Journal:
    """The entries of a run in order.

    As a clock it gives the time of the newest entry about the wire, so that a replay tells the same times to the
    millisecond however fast the machine is.
    """

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries = entries or []
        self._at_ms = 0

    def clock(self) -> float:
        """Seconds from the start of the run to the newest entry about the wire."""
        return self._at_ms / 1000

    def add(self, kind: str, at_ms: int, **fields: Any) -> None:
        """Write down what happened on the wire."""
        self._at_ms = at_ms
        self.entries.append({"type": kind, "at_ms": at_ms, **fields})

    def reached(self, entry: Entry) -> None:
        """A replay has come to this entry."""
        self._at_ms = entry["at_ms"]

    def wire(self) -> Iterator[Entry]:
        """The entries about the wire."""
        return (entry for entry in self.entries if "at_ms" in entry)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the visitor was told."""
        return [entry["event"] for entry in self.entries if entry["type"] == "event"]

    def write_events(self, events: list[dict[str, Any]]) -> None:
        """Put these events in the place of those that are there."""
        self.entries = [entry for entry in self.entries if entry["type"] != "event"]
        self.entries += [{"type": "event", "event": event} for event in events]

    @property
    def header(self) -> Entry:
        """What was asked, of which model, under which vars."""
        return self.entries[0]

    def save(self, file: Path) -> None:
        """One JSON object a line."""
        lines = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in self.entries)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> "Journal":
        """The recording in a file."""
        return cls([json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line])


def written_bytes(chunk: bytes) -> Mapping[str, str]:
    """A read of the network as a field of an entry: as text where it is whole UTF-8."""
    try:
        return {"text": chunk.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(chunk).decode()}


def read_bytes(entry: Entry) -> bytes:
    """The inverse of `written_bytes`."""
    return entry["text"].encode() if "text" in entry else base64.b64decode(entry["base64"])


def elapsed_ms(began: float) -> int:
    """Milliseconds of the event loop's time since `began`."""
    return round((asyncio.get_running_loop().time() - began) * 1000)
