"""The response body: events as they happen, one JSON object a line, stopped when the client leaves."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Final

import js
from pyodide.ffi import create_proxy, to_js

from agent.events import Event

HEADERS: Final = {
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Content-Type-Options": "nosniff",
    # `wrangler dev` holds back compressed streams otherwise (https://github.com/cloudflare/workers-sdk/issues/6577).
    "Content-Encoding": "identity",
}

HEARTBEAT_S: Final = 0.5
HEARTBEAT: Final = b" "
"""Sent while the model is silent: workerd notices that a client has left only when it writes to it. White space before
the next line's object is part of valid JSON, so no reader sees it."""


class EventStream:
    """A JS ReadableStream fed by its own task from an iterator of events.

    The task runs on when nobody reads, so that a run is always settled, and is cancelled when the client leaves. All
    events that wait go out in one chunk: crossing into JS costs more than what is sent. The stream is of the pull kind
    because a writer of a TransformStream whose client left rejects with `undefined`, on which Python waits for ever.
    """

    def __init__(self, events: AsyncGenerator[Event, None], signal: Any) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._begun = self._left = self._ended = False
        self.task = asyncio.ensure_future(self._produce(events))
        # `cancel` was lost in some releases of workerd and `signal` needs a flag (workerd#6832): both are heard.
        self._signal = signal
        self._proxies = [create_proxy(self._pull), create_proxy(self._cancel), create_proxy(self._leave)]
        pull, cancel, leave = self._proxies
        signal.addEventListener("abort", leave)
        self.body = js.ReadableStream.new(pull=pull, cancel=cancel)

    def _leave(self, _event: Any = None) -> None:
        # Once: a second cancellation would interrupt the settling that the first one began. A task that is cancelled
        # before it began runs no `finally`, so it looks at `_left` when it does begin.
        if self._begun and not self._left:
            self.task.cancel()
        self._left = True

    async def _produce(self, events: AsyncGenerator[Event, None]) -> None:
        self._begun = True
        try:
            async for event in events:
                if self._left:
                    break
                self._queue.put_nowait(event.model_dump_json() + "\n")
        finally:
            # Closing the iterator is what settles the run; a cancelled `async for` leaves it open.
            await events.aclose()
            self._queue.put_nowait(None)

    async def _pull(self, controller: Any) -> None:
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                lines = [await self._queue.get()]
        except TimeoutError:
            controller.enqueue(to_js(HEARTBEAT))
            return
        while not self._queue.empty():
            lines.append(self._queue.get_nowait())
        chunk = "".join(line for line in lines if line is not None)
        if self._ended:
            return
        if chunk:
            controller.enqueue(to_js(chunk.encode()))
        if None in lines:
            controller.close()
            self._end()

    async def _cancel(self, _reason: Any = None) -> None:
        self._leave()
        await asyncio.wait([self.task])
        self._end()

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._signal.removeEventListener("abort", self._proxies[2])
            for proxy in self._proxies:
                proxy.destroy()
