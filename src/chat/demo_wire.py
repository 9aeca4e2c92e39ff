"""The demo model's answer as bytes: server-sent events as Workers AI streams them, a few characters each."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from chat.messages import ChatRequest, ToolCall
from chat.prices import DEMO

_CHARS_PER_TOKEN: Final = 4
_TOKENS_PER_MESSAGE: Final = 4
_TEXT_PART = re.compile(r"\s*\S{1,7}|\s+")
_ARGUMENT_CHARS: Final = 12


@dataclass(frozen=True, kw_only=True)
class DemoTurn:
    """What the demo model says in one call."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


def write_stream(turn: DemoTurn, request: ChatRequest) -> Iterator[bytes]:
    """The events of the turn, one chunk of bytes each; text beyond `max_tokens` is cut off, and calls that do not fit
    are left out.
    """
    text, calls, finish = _fit(turn, request.max_tokens)
    yield _event(_choice({"role": "assistant", "content": ""}))
    for part in _TEXT_PART.findall(text):
        yield _event(_choice({"content": part}))
    for index, call in enumerate(calls):
        head = {"index": index, "id": call.id, "type": "function", "function": {"name": call.name}}
        yield _event(_choice({"tool_calls": [head]}))
        for at in range(0, len(call.arguments), _ARGUMENT_CHARS):
            part = call.arguments[at : at + _ARGUMENT_CHARS]
            yield _event(_choice({"tool_calls": [{"index": index, "function": {"arguments": part}}]}))
    yield _event(_choice({}, finish))
    yield _event({"choices": [], "usage": _usage(request, text, calls)})
    yield b"data: [DONE]\n\n"


def _fit(turn: DemoTurn, max_tokens: int) -> tuple[str, tuple[ToolCall, ...], str]:
    room = max_tokens * _CHARS_PER_TOKEN
    if len(turn.text) + sum(len(call.name + call.arguments) for call in turn.calls) > room:
        return turn.text[:room], (), "length"
    return turn.text, turn.calls, "tool_calls" if turn.calls else "stop"


def _event(payload: Mapping[str, Any]) -> bytes:
    chunk = {"id": "chatcmpl-demo", "object": "chat.completion.chunk", "created": 0, "model": DEMO, **payload}
    return f"data: {_json(chunk)}\n\n".encode()


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _choice(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _usage(request: ChatRequest, text: str, calls: tuple[ToolCall, ...]) -> dict[str, float]:
    """What a model would have counted, from the length of the texts; no neurons, since none were spent."""
    read = sum(
        len(message.content) + sum(len(call.name + call.arguments) for call in message.calls)
        for message in request.messages
    )
    read += sum(len(tool.name + tool.description) + len(_json(tool.parameters)) for tool in request.tools)
    prompt = _tokens(read) + _TOKENS_PER_MESSAGE * len(request.messages)
    written = _tokens(len(text) + sum(len(call.name + call.arguments) for call in calls))
    return {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written}


def _tokens(chars: int) -> int:
    return -(-chars // _CHARS_PER_TOKEN)
