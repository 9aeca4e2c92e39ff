"""A recording played again: the same bytes at the same times, in no time."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from chat.client import ByteStream
from chat.failures import failure
from chat.provider import ProviderCall
from scripts.evaluation.journal import Entry, Journal, read_bytes

T = TypeVar("T")


class ReplayMismatch(AssertionError):
    """The run does something else than the recorded one did."""


class ReplayTransport:
    """Answers each call with what was recorded for it.

    The content of a request is not compared, only counted in `changed`: a better prompt makes no recording wrong.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._entries = list(journal.wire())
        self._next = 0
        self.changed = 0

    async def open(self, call: ProviderCall) -> ByteStream:
        request = await self.arrive("request")
        self.changed += request["payload"] != call.payload or request["url"] != call.url
        await self.arrive("response")
        return ReplayedBytes(self)

    async def arrive(self, *kinds: str) -> Entry:
        """The next entry at its time; one that the run itself caused, by leaving, never arrives."""
        entry = self._peek()
        if entry["type"] == "closed":
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                self.leave()
                raise
        loop = asyncio.get_running_loop()
        await asyncio.sleep(entry["at_ms"] / 1000 - loop.time())
        self._pass(entry)
        if entry["type"] == "failure":
            raise failure(entry["detail"], status=entry["status"])
        if entry["type"] not in kinds:
            raise ReplayMismatch(f"the run waits for {' or '.join(kinds)}, the recording has {entry}")
        return entry

    def leave(self) -> None:
        """The run closes a response before its end, as it did when it was recorded."""
        if self._next and self._entries[self._next - 1]["type"] in ("closed", "end", "failure"):
            return
        entry = self._peek()
        if entry["type"] != "closed":
            raise ReplayMismatch(f"the run leaves, the recording goes on with {entry}")
        self._pass(entry)

    def assert_complete(self) -> None:
        """Raises `ReplayMismatch` where the recording has more than the run asked for."""
        if self._next < len(self._entries):
            raise ReplayMismatch(f"the run ended before {self._entries[self._next]}")

    def _peek(self) -> Entry:
        if self._next == len(self._entries):
            raise ReplayMismatch("the run calls the model again, the recording has ended")
        return self._entries[self._next]

    def _pass(self, entry: Entry) -> None:
        self._next += 1
        self._journal.reached(entry)


class ReplayedBytes:
    """A recorded body."""

    def __init__(self, transport: ReplayTransport) -> None:
        self._transport = transport

    def __aiter__(self) -> "ReplayedBytes":
        return self

    async def __anext__(self) -> bytes:
        entry = await self._transport.arrive("bytes", "end")
        if entry["type"] == "end":
            raise StopAsyncIteration
        return read_bytes(entry)

    async def aclose(self) -> None:
        self._transport.leave()


class _Skipping(selectors.DefaultSelector):
    """Waits for no timer: it lets the loop's time jump to it."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise ReplayMismatch("the run waits for something that no timer ends")
        self.skipped += timeout
        return super().select(0)


class _VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only while it waits."""

    def __init__(self) -> None:
        self._skipping = _Skipping()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.skipped


def run_in_virtual_time(main: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, but timers cost no time: a deadline of 45 s passes at once, in the right order."""
    with asyncio.Runner(loop_factory=_VirtualLoop) as runner:
        return runner.run(main)
