"""One call to the model, listened to until it ends, fails or runs out of time."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import assert_never

from agent.meter import Meter
from agent.tokens import estimate_text
from chat.errors import ModelError
from chat.messages import ChatModel, ChatRequest
from chat.pieces import CallPiece, ErrorPiece, FinishPiece, FinishReason, Piece, RetractPiece, TextPiece, UsagePiece


@dataclass(kw_only=True)
class Turn:
    """What the model said in one call."""

    text: str = ""
    calls: list[CallPiece] = field(default_factory=list)
    finish: FinishReason | None = None
    usage: UsagePiece = field(default_factory=UsagePiece)
    failure: ModelError | ErrorPiece | None = None
    timed_out: bool = False
    repetitive: bool = False
    """The model fell into repeating itself; `text` is what came before."""


async def listen(
    model: ChatModel, request: ChatRequest, turn: Turn, meter: Meter, remaining: Callable[[], float]
) -> AsyncGenerator[str, None]:
    """The visible text of the call in deltas as it arrives, everything else into `turn`.

    `remaining` gives the seconds left of the run. Nothing is raised for a failure of the model: it is in `turn`.
    """
    heard = False
    async with aclosing(model.stream(request)) as batches:
        while not (turn.failure or turn.repetitive):
            seconds = remaining()
            if seconds <= 0:
                turn.timed_out = True
                break
            try:
                async with asyncio.timeout(seconds) as deadline:
                    batch = await anext(batches)
            except StopAsyncIteration:
                break
            except TimeoutError:
                if not deadline.expired():
                    raise
                turn.timed_out = True
                break
            except ModelError as error:
                turn.failure = error
                break
            heard = True
            delta = _take(batch, turn)
            meter.note_output(estimate_text(turn.text) + sum(estimate_text(call.arguments) for call in turn.calls))
            if delta:
                yield delta
    if heard or turn.timed_out:
        meter.end_call(
            input_tokens=turn.usage.input_tokens,
            output_tokens=turn.usage.output_tokens,
            neurons=turn.usage.neurons,
        )
    else:
        meter.drop_call()


def _take(batch: Sequence[Piece], turn: Turn) -> str:
    """Put a batch of pieces into the turn and return its visible text."""
    delta: list[str] = []
    for piece in batch:
        match piece:
            case TextPiece():
                delta.append(piece.text)
            case RetractPiece():
                # Thinking that could not be told from an answer when it was shown; `done` has the answer without it.
                turn.text = ""
                delta.clear()
            case CallPiece():
                turn.calls.append(piece)
            case UsagePiece():
                turn.usage = piece
            case FinishPiece():
                turn.finish = piece.reason
            case ErrorPiece():
                turn.failure = piece
            case _:
                assert_never(piece)
    text = "".join(delta)
    turn.text += text
    return text
