"""Decoding the stream of a chat model, in OpenAI's shape and in Workers AI's own."""

import re
from typing import Any, Final

from chat.calls import CallFragment, arguments_text
from chat.decoding import PayloadDecoder
from chat.payloads import Payload
from chat.pieces import Piece
from chat.reading import read_count, read_error, read_number, read_text

_INDEX: Final = re.compile(r"[0-9]{1,4}")


class ChatStreamDecoder(PayloadDecoder):
    """Turns the bytes of one response into pieces; pure, and indifferent to where the bytes are cut.

    It reads `choices[].delta`, `choices[].message`, `response` with `tool_calls`, and errors in any of them. With
    `tools` given, a call written as text is recovered only for one of these; None: for any well-formed name. With
    `tool_choice` "none" calls are removed and never come out. No bytes make it raise.

    >>> decoder = ChatStreamDecoder()
    >>> decoder.feed(b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\\n\\n')
    [TextPiece(text='Hi', type='text')]
    >>> decoder.close()
    [FinishPiece(reason='stop', call_cut=False, type='finish')]
    """

    def read_payload(self, payload: Payload) -> list[Piece]:
        result = payload.get("result")
        if isinstance(result, dict) and "success" in payload:
            # Cloudflare's REST API wraps the model's answer.
            payload = {**payload, **result}
        if failed := read_error(payload):
            self._read_usage(payload.get("usage"))
            return self.turn.fail(failed[0], code=failed[1])
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
            if self.whole and ("response" in payload or "tool_calls" in payload):
                self.turn.finish_reason = self.turn.finish_reason or "stop"
        return pieces

    def _read_choice(self, choice: dict[str, Any]) -> list[Piece]:
        pieces: list[Piece] = []
        if isinstance(choice.get("delta"), dict):
            pieces += self._read_delta(choice["delta"])
        elif isinstance(choice.get("message"), dict):
            pieces += self._read_delta(choice["message"])
            self.turn.finish_reason = self.turn.finish_reason or "stop"  # A whole message is an end.
        elif "text" in choice:
            pieces += self._read_delta({"content": choice["text"]})
        self._read_finish(choice)
        return pieces

    def _read_finish(self, source: dict[str, Any]) -> None:
        reason = source.get("finish_reason")
        if isinstance(reason, str) and reason:
            self.turn.finish_reason = reason

    def _read_delta(self, delta: dict[str, Any]) -> list[Piece]:
        pieces: list[Piece] = []
        for key in ("content", "refusal"):
            if text := read_text(delta.get(key)):
                self.turn.text(text)
        calls = delta.get("tool_calls")
        fragments = calls if isinstance(calls, list) else [calls]
        if isinstance(delta.get("function_call"), dict):
            fragments = [*fragments, {"index": 0, "function": delta["function_call"]}]
        for fragment in fragments:
            if isinstance(fragment, dict) and not self.turn.ended:
                pieces += self.turn.call(read_fragment(fragment))
        return pieces

    def _read_usage(self, usage: Any) -> None:
        if isinstance(usage, dict):
            self.turn.usage(
                input_tokens=read_count(usage.get("prompt_tokens", usage.get("input_tokens"))),
                output_tokens=read_count(usage.get("completion_tokens", usage.get("output_tokens"))),
                neurons=read_number(usage.get("neurons")),
            )


def read_fragment(fragment: dict[str, Any]) -> CallFragment:
    """A fragment in OpenAI's shape (`function` holds name and arguments) or in Workers AI's own, without it."""
    function = fragment.get("function")
    source = function if isinstance(function, dict) else fragment
    call_id, name = fragment.get("id"), source.get("name")
    return CallFragment(
        index=_read_index(fragment.get("index")),
        id=str(call_id) if isinstance(call_id, str | int) else "",
        name=name if isinstance(name, str) else "",
        arguments=arguments_text(source.get("arguments")),
    )


def _read_index(index: Any) -> int | None:
    if isinstance(index, str) and _INDEX.fullmatch(index):
        return int(index)
    return index if type(index) is int else None
