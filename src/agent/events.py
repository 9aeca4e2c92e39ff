"""The events of a run, version 1: what the endpoint streams, one JSON object a line.

Every stream ends with exactly one `done` or `error`. Readers skip types that they do not know.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from catalog.models import Locale

StopReason = Literal["answer", "step_limit", "tool_limit", "token_budget", "deadline", "repetition"]
ToolErrorCode = Literal["invalid_arguments", "unknown_tool", "tool_budget"]
ErrorCode = Literal["model_unavailable", "model_quota", "stream_truncated", "deadline", "internal"]


class EventModel(BaseModel):
    """A part of an event: frozen, and strict about its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RunLimits(EventModel):
    """The limits of the run, as they were in force."""

    max_steps: int
    max_tool_calls: int
    max_tokens: int
    token_budget: int
    deadline_s: float


class Start(EventModel):
    """The run begins; it has been paid for with the reserved units."""

    seq: int
    type: Literal["start"] = "start"
    v: Literal[1] = 1
    run: str
    locale: Locale
    model: str
    demo: bool
    limits: RunLimits


class Step(EventModel):
    """A call to the model begins."""

    seq: int
    type: Literal["step"] = "step"
    n: int
    of: int
    last: bool
    """The model must answer in text now."""


class TextDelta(EventModel):
    """Visible text; of a step that goes on to call tools it was the plan."""

    seq: int
    type: Literal["text"] = "text"
    n: int
    delta: str


class ToolCallEvent(EventModel):
    """The model asks for a tool."""

    seq: int
    type: Literal["tool_call"] = "tool_call"
    n: int
    id: str
    name: str
    arguments: Any
    """The arguments as parsed JSON, or the text as the model wrote it where it is no JSON."""


class ToolResult(EventModel):
    """What a tool returned."""

    seq: int
    type: Literal["tool_result"] = "tool_result"
    n: int
    id: str
    name: str
    ok: Literal[True] = True
    result: dict[str, Any]
    repeated: bool = False
    """The same call was made before in this run and was answered from its memory."""


class ToolFailure(EventModel):
    """Why a tool was not run; the model reads the same words and may correct itself."""

    seq: int
    type: Literal["tool_result"] = "tool_result"
    n: int
    id: str
    name: str
    ok: Literal[False] = False
    error: ToolErrorCode
    detail: str


class Evidence(EventModel):
    """Where a claim was read: the id of the call and the field of its result, as in `total.min`."""

    call: str
    field: str


class ClaimEvent(EventModel):
    """One claim of the answer and what it rests on."""

    kind: Literal["money", "duration", "link"]
    text: str
    start: int
    """Index in `answer`, in Unicode code points; `end` is exclusive."""
    end: int
    status: Literal["verified", "visitor", "derived", "unverified"]
    evidence: tuple[Evidence, ...] = ()


class Usage(EventModel):
    """What the run cost."""

    model_calls: int = 0
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    neurons: float = 0.0
    neurons_basis: Literal["measured", "estimated"] = "measured"
    first_text_ms: int | None = None
    """From the start of the run to the first visible text; null where there was none."""
    total_ms: int = 0


class QuotaLeft(EventModel):
    """What is left of the visitor's day after this run."""

    units_left: int


class Done(EventModel):
    """The run ended with an answer, whole or as far as the limits let it."""

    seq: int
    type: Literal["done"] = "done"
    answer: str
    stopped_by: StopReason
    unverified_amounts: tuple[str, ...] = ()
    unverified_durations: tuple[str, ...] = ()
    unverified_links: tuple[str, ...] = ()
    claims: tuple[ClaimEvent, ...] = ()
    usage: Usage
    quota: QuotaLeft | None = None
    """Null where the run is not metered."""


class Failed(EventModel):
    """The run ended without an answer."""

    seq: int
    type: Literal["error"] = "error"
    code: ErrorCode
    message: str
    """For the visitor, in the visitor's language."""
    retryable: bool


Event = Start | Step | TextDelta | ToolCallEvent | ToolResult | ToolFailure | Done | Failed
EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads and writes any event; its JSON Schema is the written form of the protocol."""
