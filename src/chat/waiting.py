"""Time limits for waits that follow each other closely, as the reads of a stream do."""

import asyncio
from collections.abc import Awaitable
from types import TracebackType
from typing import Self, TypeVar

T = TypeVar("T")


class WaitLimit:
    """Limits one wait after another with one timer, set again only when it fires too early.

    `asyncio.timeout` sets a timer for each wait. In a Worker that is a JS timer, which stays set when it is cancelled
    (https://github.com/pyodide/pyodide/blob/314.0.6/src/py/pyodide/webloop.py, `call_later`) and of which workerd
    allows a request only so many.

    >>> async def two_reads() -> list[str]:
    ...     with WaitLimit() as limit:
    ...         return [await limit.wait(asyncio.sleep(0, text), seconds=15) for text in ("a", "b")]
    >>> asyncio.run(two_reads())
    ['a', 'b']
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._fires = self._ends = 0.0
        self._waiting: asyncio.Task[object] | None = None
        self.expired = False
        """The last wait was cut short by this limit."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._timer:
            self._timer.cancel()

    async def wait(self, answer: Awaitable[T], seconds: float) -> T:
        """The result of `answer`. Raises `TimeoutError`, having cancelled it, when it takes longer than `seconds`."""
        task = asyncio.current_task()
        assert task is not None  # A coroutine is awaited by a task, in the end.
        cancelled_before = task.cancelling()
        self._ends, self.expired, self._waiting = self._loop.time() + seconds, False, task
        self._arm()
        try:
            return await answer
        except asyncio.CancelledError as error:
            if self.expired and task.cancelling() == cancelled_before + 1:
                raise TimeoutError(f"waited {seconds} s") from error
            raise
        finally:
            self._waiting = None
            if self.expired:
                task.uncancel()

    def _arm(self) -> None:
        if self._timer and self._fires <= self._ends:
            return
        if self._timer:
            self._timer.cancel()
        self._fires = self._ends
        self._timer = self._loop.call_at(self._fires, self._fire)

    def _fire(self) -> None:
        self._timer = None
        if self._waiting is None:
            return
        if self._loop.time() < self._ends:
            self._arm()
        else:
            self.expired = True
            self._waiting.cancel()
