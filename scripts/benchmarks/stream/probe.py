"""Counts what crosses between Python and JavaScript during a run; put into a copy of the project by the benchmark."""

import json
from typing import Any

from pyodide.webloop import WebLoop

from edge.ndjson import EventStream
from edge.transports import PumpedBytes

counts = dict.fromkeys(("reads", "writes", "callbacks", "timers"), 0)


def _counted(function: Any, kind_of: Any) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        counts[kind_of(*args)] += 1
        return function(*args, **kwargs)

    return call


class _Lines:
    """The lines of a response, each write counted; tells the counts at the end."""

    def __init__(self, lines: Any) -> None:
        self._lines, self.body = lines, lines.body

    def write(self, line: str) -> None:
        counts["writes"] += 1
        self._lines.write(line)

    def close(self) -> None:
        self._lines.close()
        print("crossings " + json.dumps(counts))
        counts.update(dict.fromkeys(counts, 0))


def _init(self: Any, *args: Any) -> None:
    init(self, *args)
    self._lines = _Lines(self._lines)


init: Any = EventStream.__init__
setattr(EventStream, "__init__", _init)  # noqa: B010  mypy does not let a method be replaced otherwise
setattr(PumpedBytes, "__anext__", _counted(PumpedBytes.__anext__, lambda *_: "reads"))  # noqa: B010
# asyncio.call_soon is a timer of 0 ms there.
WebLoop.call_later = _counted(WebLoop.call_later, lambda _loop, delay, *_: "timers" if delay else "callbacks")
