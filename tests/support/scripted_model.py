"""A model that plays steps written by hand, in the bytes that a real one sends."""

import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chat.errors import ModelError
from chat.messages import ChatRequest
from chat.pieces import Piece
from chat.stream import ChatStreamDecoder


class UnexpectedModelCall(AssertionError):
    """The loop called the model more often than the script has steps."""


class UnconsumedModelSteps(AssertionError):
    """The loop ended before the script did."""


def sse(*chunks: dict[str, Any], done: bool = True) -> bytes:
    """Server-sent events of those JSON payloads, closed by `[DONE]`."""
    lines = [f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n" for chunk in chunks]
    return "".join([*lines, "data: [DONE]\n\n" if done else ""]).encode()


def says(text: str, *, finish: str = "stop", usage: dict[str, Any] | None = None) -> bytes:
    """A turn of text in two deltas."""
    half = len(text) // 2
    deltas = [{"choices": [{"index": 0, "delta": {"content": part}}]} for part in (text[:half], text[half:]) if part]
    return sse(*deltas, *_end(finish, usage))


def calls(
    *asked: tuple[str, dict[str, Any] | str], text: str = "", usage: dict[str, Any] | None = None, first_id: int = 1
) -> bytes:
    """A turn that calls tools: id and name first, then the arguments in pieces."""
    chunks: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": {"content": text}}]}] if text else []
    for index, (name, arguments) in enumerate(asked):
        body = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        head = {"index": index, "id": f"call-{first_id + index}", "type": "function", "function": {"name": name}}
        parts = [{"index": index, "function": {"arguments": body[i : i + 7]}} for i in range(0, len(body), 7)]
        chunks += [{"choices": [{"index": 0, "delta": {"tool_calls": [part]}}]} for part in (head, *parts)]
    return sse(*chunks, *_end("tool_calls", usage))


def _end(finish: str, usage: dict[str, Any] | None) -> list[dict[str, Any]]:
    closing: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}]
    return [*closing, {"choices": [], "usage": usage}] if usage else closing


@dataclass
class _Step:
    chunks: Sequence[bytes | ModelError | AsyncGenerator[bytes, None]]


@dataclass
class ScriptedModel:
    """Plays the enqueued steps, one a call, and keeps the requests it was called with."""

    name: str = "scripted"
    demo: bool = False
    calls: list[ChatRequest] = field(default_factory=list)
    closed: int = 0
    """Streams that were closed before they had ended."""
    _steps: list[_Step] = field(default_factory=list)

    def enqueue(self, *chunks: bytes | ModelError | AsyncGenerator[bytes, None]) -> None:
        """One step: what the network delivers read by read, a failure, or bytes from a generator of the test's own."""
        self._steps.append(_Step(chunks))

    def assert_complete(self) -> None:
        """Raises `UnconsumedModelSteps` unless every step was played."""
        if self._steps:
            raise UnconsumedModelSteps(f"{len(self._steps)} steps were not played after {len(self.calls)} calls")

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        self.calls.append(request)
        if not self._steps:
            raise UnexpectedModelCall(f"call {len(self.calls)} has no step")
        decoder = ChatStreamDecoder(tools=[tool.name for tool in request.tools], tool_choice=request.tool_choice)
        ended = False
        try:
            for chunk in self._steps.pop(0).chunks:
                if isinstance(chunk, ModelError):
                    raise chunk
                if isinstance(chunk, bytes):
                    yield decoder.feed(chunk)
                else:
                    async for part in chunk:
                        yield decoder.feed(part)
            yield decoder.close()
            ended = True
        finally:
            self.closed += not ended


ESTIMATE = ("estimate_quote", {"service": "website", "extras": ["blog"]})


def script(*steps: bytes) -> ScriptedModel:
    """A model that plays those steps, one a call."""
    model = ScriptedModel()
    for step in steps:
        model.enqueue(step)
    return model


def used(input_tokens: int, output_tokens: int) -> dict[str, int]:
    """A usage object as providers send it."""
    return {"prompt_tokens": input_tokens, "completion_tokens": output_tokens}
