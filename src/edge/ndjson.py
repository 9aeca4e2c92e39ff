"""The response body: events as they happen, one JSON object a line, stopped when the client leaves."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Final

from pydantic_core import PydanticSerializationError
from pyodide.ffi import create_proxy
from workers import import_from_javascript

from agent.events import Event

HEADERS: Final = {
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Content-Type-Options": "nosniff",
    # `wrangler dev` holds back compressed streams otherwise (https://github.com/cloudflare/workers-sdk/issues/6577).
    "Content-Encoding": "identity",
}

HEARTBEAT_MS: Final = 500
"""How often white space is sent while the model is silent; a client that has left is noticed in twice that."""


class EventStream:
    """A JS ReadableStream, `body`, fed by its own task from an iterator of events.

    The task runs on when nobody reads, so that a run is always settled, and is cancelled when the client leaves.
    Nothing is awaited for what is written: on the promise of a TransformStream's writer whose client left, which
    rejects with `undefined`, Python waits for ever.
    """

    def __init__(self, events: AsyncGenerator[Event, None], signal: Any) -> None:
        self._begun = self._left = False
        self._on_leave = create_proxy(self._leave)
        downstream = import_from_javascript("edge/downstream.js")
        self._lines = downstream.openLines(signal, self._on_leave, HEARTBEAT_MS)
        self.body = self._lines.body
        self.task = asyncio.ensure_future(self._produce(events))

    def _leave(self) -> None:
        # A task that is cancelled before it began runs no `finally`, so it looks at `_left` when it does begin.
        if self._begun:
            self.task.cancel()
        self._left = True

    async def _produce(self, events: AsyncGenerator[Event, None]) -> None:
        self._begun = True
        try:
            async for event in events:
                if self._left:
                    break
                self._lines.write(await _line(event, events))
        except asyncio.CancelledError:
            # That the visitor leaves is no failure, as which the platform would log a task that ends with this.
            if not self._left:
                raise
        finally:
            try:
                # Closing the iterator is what settles the run; a cancelled `async for` leaves it open.
                await events.aclose()
            finally:
                self._lines.close()
                self._on_leave.destroy()


async def _line(event: Event, events: AsyncGenerator[Event, None]) -> str:
    """The event as a line; one that cannot be written is told to its run, which answers with the event of its end."""
    try:
        return event.model_dump_json() + "\n"
    except PydanticSerializationError as error:
        return (await events.athrow(error)).model_dump_json() + "\n"
