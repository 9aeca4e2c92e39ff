"""One call to the model, listened to until it ends, fails or runs out of time."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import assert_never

from agent.meter import Meter
from agent.tokens import estimate_text
from chat.errors import ModelError
from chat.messages import ChatModel, ChatRequest
from chat.pieces import CallPiece, ErrorPiece, FinishPiece, FinishReason, Piece, RetractPiece, TextPiece, UsagePiece
from chat.repetition import RepetitionGuard
from chat.waiting import WaitLimit


@dataclass(kw_only=True)
class Turn:
    """What the model said in one call."""

    text: str = ""
    calls: list[CallPiece] = field(default_factory=list)
    finish: FinishReason | None = None
    call_cut: bool = False
    """A call was cut off by the token cap: the text was its plan."""
    usage: UsagePiece = field(default_factory=UsagePiece)
    failure: ModelError | ErrorPiece | None = None
    timed_out: bool = False
    repetitive: bool = False
    """The model fell into repeating itself; `text` is what came before."""
    _guard: RepetitionGuard = field(default_factory=RepetitionGuard, repr=False)

    @property
    def answered(self) -> bool:
        """The turn ended well, with text."""
        return not (self.failure or self.timed_out or self.repetitive) and bool(self.text.strip())

    def answer(self) -> str:
        """The text; where a cap or the deadline cut it, without the word it was cut in, which may be half a figure."""
        if self.finish != "length" and not self.timed_out:
            return self.text
        head, _, _ = self.text.rstrip().rpartition(" ")
        return f"{head} …" if head else ""

    def take(self, batch: Sequence[Piece]) -> str:
        """Put a batch of pieces into the turn and return what of its text may be shown."""
        shown = len(self.text)
        for piece in batch:
            match piece:
                case TextPiece():
                    self._add(piece.text)
                case RetractPiece():
                    # Thinking, not known as such when it was shown: `done` has the answer without it.
                    self.text, shown, self._guard = "", 0, RepetitionGuard()
                case CallPiece():
                    self.calls.append(piece)
                case UsagePiece():
                    self.usage = piece
                case FinishPiece():
                    self.finish, self.call_cut = piece.reason, piece.call_cut
                case ErrorPiece():
                    self.failure = piece
                case _:
                    assert_never(piece)
            if self.repetitive:
                break
        return self.text[shown:]

    def _add(self, text: str) -> None:
        self.text += text
        cut = self._guard.feed(text)
        if cut is not None:
            self.text, self.repetitive = self.text[:cut], True


async def listen(
    model: ChatModel, request: ChatRequest, turn: Turn, meter: Meter, remaining: Callable[[], float]
) -> AsyncGenerator[str, None]:
    """The visible text of the call in deltas as it arrives, everything else into `turn`.

    `remaining` gives the seconds left of the run. Nothing is raised for a failure of the model: it is in `turn`.
    """
    heard = False
    with WaitLimit() as limit:
        async with aclosing(model.stream(request)) as batches:
            while not (turn.failure or turn.repetitive):
                batch = await _next_batch(batches, turn, limit, remaining())
                if batch is None:
                    break
                heard = True
                delta = turn.take(batch)
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


async def _next_batch(
    batches: AsyncGenerator[Sequence[Piece], None], turn: Turn, limit: WaitLimit, seconds: float
) -> Sequence[Piece] | None:
    """What the model says next; None when nothing more comes, and what broke it off is in `turn`."""
    try:
        if seconds > 0:
            return await limit.wait(anext(batches), seconds)
        turn.timed_out = True
    except StopAsyncIteration:
        pass
    except TimeoutError:
        if not limit.expired:
            raise
        turn.timed_out = True
    except ModelError as error:
        turn.failure = error
    return None
