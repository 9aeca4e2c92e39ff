"""What a model's stream is made of once it is decoded: text, complete calls, usage, the end, or an error."""

from dataclasses import dataclass
from typing import Literal

FinishReason = Literal["stop", "tool_calls", "length", "error"]


@dataclass(frozen=True, kw_only=True)
class TextPiece:
    """Text for the visitor, in the order it was written; never empty."""

    text: str
    type: Literal["text"] = "text"


@dataclass(frozen=True, kw_only=True)
class RetractPiece:
    """All text of this stream so far was thinking, shown before that could be known; it is no part of the answer.

    It comes only before more text, so what remains is never empty.
    """

    type: Literal["retract"] = "retract"


@dataclass(frozen=True, kw_only=True)
class CallPiece:
    """One complete call of a tool."""

    id: str
    """Unique in the stream and never empty; made up where the model gave none."""
    name: str
    arguments: str
    """JSON text as the model wrote it, `{}` where it wrote nothing; not yet checked against any schema."""
    recovered: bool = False
    """The call was written as text, outside the protocol's own field."""
    type: Literal["call"] = "call"


@dataclass(frozen=True, kw_only=True)
class UsagePiece:
    """What the call cost as far as the provider says it."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    neurons: float | None = None
    """Workers AI's own unit; other providers have none."""
    type: Literal["usage"] = "usage"


@dataclass(frozen=True, kw_only=True)
class FinishPiece:
    """The end of the stream as the loop must act on it, whatever the provider called it; comes once, last."""

    reason: FinishReason
    call_cut: bool = False
    """A call was cut off by the token cap and left out: the text beside it was a plan, not an answer."""
    type: Literal["finish"] = "finish"


@dataclass(frozen=True, kw_only=True)
class ErrorPiece:
    """The stream failed; a finish piece with reason `error` follows."""

    code: Literal["upstream_error", "stream_truncated"]
    detail: str = ""
    """The provider's own words: for the log, never for a visitor."""
    provider_code: int | None = None
    """Workers AI's internal code, such as 3040, where one was given."""
    type: Literal["error"] = "error"


Piece = TextPiece | RetractPiece | CallPiece | UsagePiece | FinishPiece | ErrorPiece
