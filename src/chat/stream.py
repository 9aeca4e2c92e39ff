"""Decoding the stream of a chat model, in OpenAI's shape and in Workers AI's own."""

import json
from collections.abc import Collection
from typing import Any

from chat.calls import CallFragment, arguments_text
from chat.messages import ToolChoice
from chat.payloads import Payload, PayloadReader
from chat.pieces import Piece
from chat.sse import MAX_EVENT_BYTES
from chat.turn import Turn


class ChatStreamDecoder:
    """Turns the bytes of one response into pieces; pure, and indifferent to where the bytes are cut.

    It reads `choices[].delta`, `choices[].message`, `response` with `tool_calls`, and errors in any of them. With
    `tools` given, a call written as text is recovered only for one of these; None: for any well-formed name. With
    `tool_choice` "none" calls are removed and never come out. No bytes make it raise.

    >>> decoder = ChatStreamDecoder()
    >>> decoder.feed(b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\\n\\n')
    [TextPiece(text='Hi', type='text')]
    >>> decoder.close()
    [FinishPiece(reason='stop', type='finish')]
    """

    def __init__(self, *, tools: Collection[str] | None = None, tool_choice: ToolChoice = "auto") -> None:
        self._reader = PayloadReader()
        self._turn = Turn(tools=tools, tool_choice=tool_choice)

    def feed(self, chunk: bytes) -> list[Piece]:
        """The pieces that `chunk` completes."""
        if self._turn.ended:
            return []
        pieces = self._read(self._reader.feed(chunk))
        if self._reader.overflowed and not self._turn.ended:
            pieces += self._turn.fail(f"an event is longer than {MAX_EVENT_BYTES} bytes")
        return pieces

    def close(self) -> list[Piece]:
        """The pieces that the end of the bytes completes; the last one is the finish piece, unless it came before."""
        if self._turn.ended:
            return []
        pieces = self._read(self._reader.close())
        if not self._turn.ended:
            pieces += self._turn.end(announced=False)
        return pieces

    def _read(self, payloads: list[Payload | str]) -> list[Piece]:
        pieces: list[Piece] = []
        for payload in payloads:
            if self._turn.ended:
                break
            if isinstance(payload, str):
                pieces += self._turn.end(announced=True)
            else:
                pieces += self._read_payload(payload)
        return pieces

    def _read_payload(self, payload: Payload) -> list[Piece]:
        result = payload.get("result")
        if isinstance(result, dict) and "success" in payload:
            # Cloudflare's REST API wraps the model's answer.
            payload = {**result, **{key: payload[key] for key in ("success", "errors") if key in payload}}
        if failed := read_error(payload):
            self._read_usage(payload.get("usage"))
            return self._turn.fail(failed[0], code=failed[1])
        self._read_usage(payload.get("usage"))
        pieces: list[Piece] = []
        choices = payload.get("choices")
        if isinstance(choices, list) and choices:
            for choice in choices:
                if isinstance(choice, dict) and choice.get("index") in (None, 0):
                    pieces += self._read_choice(choice)
        else:
            pieces += self._read_delta({**payload, "content": payload.get("response")})
            self._read_finish(payload)
            if self._reader.whole and ("response" in payload or "tool_calls" in payload):
                self._turn.finish_reason = self._turn.finish_reason or "stop"
        return pieces

    def _read_choice(self, choice: dict[str, Any]) -> list[Piece]:
        pieces: list[Piece] = []
        if isinstance(choice.get("delta"), dict):
            pieces += self._read_delta(choice["delta"])
        elif isinstance(choice.get("message"), dict):
            pieces += self._read_delta(choice["message"])
            self._turn.finish_reason = self._turn.finish_reason or "stop"  # A whole message is an end.
        elif "text" in choice:
            pieces += self._read_delta({"content": choice["text"]})
        self._read_finish(choice)
        return pieces

    def _read_finish(self, source: dict[str, Any]) -> None:
        reason = source.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._turn.finish_reason = reason

    def _read_delta(self, delta: dict[str, Any]) -> list[Piece]:
        pieces: list[Piece] = []
        for key in ("content", "refusal"):
            if text := read_text(delta.get(key)):
                pieces += self._turn.text(text)
        calls = delta.get("tool_calls")
        fragments = calls if isinstance(calls, list) else [calls]
        if isinstance(delta.get("function_call"), dict):
            fragments = [*fragments, {"index": 0, "function": delta["function_call"]}]
        for fragment in fragments:
            if isinstance(fragment, dict) and not self._turn.ended:
                pieces += self._turn.call(read_fragment(fragment))
        return pieces

    def _read_usage(self, usage: Any) -> None:
        if isinstance(usage, dict):
            self._turn.usage(
                input_tokens=read_count(usage.get("prompt_tokens", usage.get("input_tokens"))),
                output_tokens=read_count(usage.get("completion_tokens", usage.get("output_tokens"))),
                neurons=read_number(usage.get("neurons")),
            )


def read_text(content: Any) -> str:
    """The text of a content field: a string, a number, a list of parts, or an object that is a JSON answer."""
    if isinstance(content, str):
        return content
    if content is None or isinstance(content, bool):
        return ""
    if isinstance(content, list):
        return "".join(read_text(part.get("text")) if isinstance(part, dict) else read_text(part) for part in content)
    return json.dumps(content, ensure_ascii=False)


def read_fragment(fragment: dict[str, Any]) -> CallFragment:
    """A fragment in OpenAI's shape (`function` holds name and arguments) or in Workers AI's own, without it."""
    function = fragment.get("function")
    source = function if isinstance(function, dict) else fragment
    index = fragment.get("index")
    call_id, name = fragment.get("id"), source.get("name")
    return CallFragment(
        index=index if isinstance(index, int) and not isinstance(index, bool) else None,
        id=str(call_id) if isinstance(call_id, str | int) else "",
        name=name if isinstance(name, str) else "",
        arguments=arguments_text(source.get("arguments")),
    )


def read_number(value: Any) -> float | None:
    """A finite number that is not negative; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        return None
    return float(value)


def read_count(value: Any) -> int | None:
    """A number of tokens; None for anything else."""
    number = read_number(value)
    return None if number is None else int(number)


def read_error(payload: Payload) -> tuple[str, int | None] | None:
    """The detail and the code of an error object, of whichever kind; None where the payload is none."""
    error = payload.get("error") or payload.get("errors")
    if isinstance(error, list):
        error = error[0] if error else None
    if not error and (payload.get("success") is False or "error" in (payload.get("type"), payload.get("object"))):
        error = payload
    if not error:
        return None
    if not isinstance(error, dict):
        return str(error), None
    code = error.get("code", error.get("internalCode"))
    detail = next((error[key] for key in ("message", "detail", "type") if isinstance(error.get(key), str)), "")
    return f"{code}: {detail}" if code is not None else detail, code if type(code) is int else None
