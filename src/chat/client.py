"""A provider's model as the loop uses it: calls with time limits, one retry, and a second model to fall back to."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from chat.errors import ModelError, ModelStalled, ModelUnavailable
from chat.failures import failure
from chat.messages import ChatModel, ChatRequest
from chat.pieces import CallPiece, ErrorPiece, FinishPiece, Piece, RetractPiece, TextPiece, UsagePiece
from chat.provider import Decoder, Provider, ProviderCall
from chat.waiting import WaitLimit

T = TypeVar("T")
logger = logging.getLogger(__name__)

CLOSE_TIMEOUT_S: Final = 1.0
"""How long closing a response may take before the run goes on without it."""
RETRY_DELAY_S: Final = (0.2, 0.8)
"""The shortest and the longest pause before the second attempt."""


class ByteStream(Protocol):
    """The body of a response; closing it cancels the call upstream."""

    def __aiter__(self) -> "ByteStream": ...
    async def __anext__(self) -> bytes: ...
    async def aclose(self) -> None: ...


class Transport(Protocol):
    """Carries one call. Both `open` and reading raise `ModelError` for a failure, and may be cancelled at any await."""

    async def open(self, call: ProviderCall) -> ByteStream:
        """Send the call and return the body of a successful response."""
        ...


@dataclass(frozen=True, kw_only=True)
class ProviderModel:
    """A `ChatModel` of a provider, reached over a transport.

    `stall_s`: the longest wait for the response and for each read of it. `random` gives numbers in [0, 1).
    """

    name: str
    provider: Provider
    transport: Transport
    stall_s: float
    random: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    demo: bool = field(default=False)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        """The pieces of one call, one batch for each read.

        A failure that is worth it is tried once more, as long as nothing was shown. Raises `ModelError` for every
        failure but a truncated stream, which ends with its error and finish pieces.
        """
        spent = Spent()
        shown = last_attempt = False
        while True:
            try:
                async with aclosing(self._attempt(request)) as batches:
                    async for batch in batches:
                        shown = shown or any(map(is_shown, batch))
                        batch = spent.counted(batch)
                        if any(isinstance(piece, ErrorPiece) for piece in batch) and not (shown or last_attempt):
                            raise ModelUnavailable("the stream ended before anything was said")
                        yield batch
                return
            except ModelError as error:
                if last_attempt or shown or not error.retryable:
                    raise
                logger.warning("call to %s failed, trying once more: %s", self.name, error)
            last_attempt = True
            spent.end_attempt()
            shortest, longest = RETRY_DELAY_S
            await self.sleep(shortest + self.random() * (longest - shortest))

    async def _attempt(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        decoder = self.provider.decoder(request)
        with WaitLimit() as limit:
            opening = self.transport.open(self.provider.call(self.name, request))
            body = await self._in_time(limit, opening, "response")
            try:
                ended = False
                while not ended:
                    pieces = await self._read(limit, body, decoder)
                    ended = any(isinstance(piece, FinishPiece) for piece in pieces)
                    broken = next((piece for piece in pieces if is_upstream_error(piece)), None)
                    if broken:
                        pieces = [piece for piece in pieces if not isinstance(piece, ErrorPiece | FinishPiece)]
                    if pieces:
                        yield pieces
                    if isinstance(broken, ErrorPiece):
                        raise failure(broken.detail, code=broken.provider_code)
            finally:
                await self._close(body)

    async def _read(self, limit: WaitLimit, body: ByteStream, decoder: Decoder) -> list[Piece]:
        try:
            return decoder.feed(await self._in_time(limit, anext(body), "byte"))
        except StopAsyncIteration:
            return decoder.close()

    async def _in_time(self, limit: WaitLimit, answer: Awaitable[T], what: str) -> T:
        # A promise may never settle, so nothing of the network is awaited without a limit.
        try:
            return await limit.wait(answer, self.stall_s)
        except TimeoutError as error:
            raise ModelStalled(f"no {what} from {self.name} for {self.stall_s} s") from error

    async def _close(self, body: ByteStream) -> None:
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await body.aclose()
        except (TimeoutError, ModelError) as error:
            logger.warning("closing the response of %s failed: %r", self.name, error)


@dataclass(frozen=True, kw_only=True)
class FallbackModel:
    """A `ChatModel` that asks `second`, once, when `first` fails before anything was shown."""

    first: ChatModel
    second: ChatModel

    @property
    def name(self) -> str:
        """The first model's."""
        return self.first.name

    @property
    def demo(self) -> bool:
        """The first model's."""
        return self.first.demo

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        """The pieces of the first model, or all of the second one; raises what the last one asked raises."""
        spent = Spent()
        shown = False
        try:
            async with aclosing(self.first.stream(request)) as batches:
                async for batch in batches:
                    shown = shown or any(map(is_shown, batch))
                    batch = spent.counted(batch)
                    if any(isinstance(piece, ErrorPiece) for piece in batch) and not shown:
                        raise ModelUnavailable("the stream ended before anything was said")
                    yield batch
            return
        except ModelError as error:
            if shown:
                raise
            logger.warning("%s failed, falling back to %s: %s", self.first.name, self.second.name, error)
        spent.end_attempt()
        async with aclosing(self.second.stream(request)) as batches:
            async for batch in batches:
                yield spent.counted(batch)


class Spent:
    """Adds up what attempts cost: a usage piece counts its own attempt and all before it."""

    def __init__(self) -> None:
        self._before = self._total = UsagePiece()

    def counted(self, batch: Sequence[Piece]) -> list[Piece]:
        """The batch with its usage made up to the total."""
        return [self._count(piece) if isinstance(piece, UsagePiece) else piece for piece in batch]

    def end_attempt(self) -> None:
        """Another attempt follows."""
        self._before = self._total

    def _count(self, piece: UsagePiece) -> UsagePiece:
        self._total = UsagePiece(
            input_tokens=added(self._before.input_tokens, piece.input_tokens),
            output_tokens=added(self._before.output_tokens, piece.output_tokens),
            neurons=added(self._before.neurons, piece.neurons),
        )
        return self._total


N = TypeVar("N", int, float)


def added(first: N | None, second: N | None) -> N | None:
    """The sum of what is known."""
    if first is None or second is None:
        return second if first is None else first
    return first + second


def is_shown(piece: Piece) -> bool:
    """Whether the piece reaches the visitor or the tools, after which a call cannot be made again."""
    return isinstance(piece, TextPiece | RetractPiece | CallPiece)


def is_upstream_error(piece: Piece) -> bool:
    """Whether the provider itself said that it failed."""
    return isinstance(piece, ErrorPiece) and piece.code == "upstream_error"
