"""Decoding the stream of Anthropic's messages API: https://docs.anthropic.com/en/docs/build-with-claude/streaming."""

from collections.abc import Collection
from typing import Any, Final

from chat.calls import CallFragment, arguments_text
from chat.decoding import PayloadDecoder
from chat.messages import ToolChoice
from chat.payloads import Payload
from chat.pieces import Piece
from chat.reading import read_count, read_error, read_text

_INPUT_COUNTS: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class AnthropicDecoder(PayloadDecoder):
    """Reads message events and whole messages; thinking blocks are left out.

    >>> decoder = AnthropicDecoder()
    >>> decoder.feed(b'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\\n\\n')
    [TextPiece(text='Hi', type='text')]
    """

    def __init__(self, *, tools: Collection[str] | None = None, tool_choice: ToolChoice = "auto") -> None:
        super().__init__(tools=tools, tool_choice=tool_choice)
        self._input: dict[str, int] = {}
        """Input tokens by how they were billed; a later event may tell only some of them."""

    def read_payload(self, payload: Payload) -> list[Piece]:
        """What one event says."""
        match payload.get("type"):
            case "error":
                detail, code = read_error(payload) or ("", None)
                return self.turn.fail(detail, code=code)
            case "message_start":
                return self._read_message(_object(payload.get("message")))
            case "message":
                pieces = self._read_message(payload)
                return [*pieces, *self.turn.end(announced=True)]
            case "content_block_start":
                return self._read_block(payload.get("index"), _object(payload.get("content_block")))
            case "content_block_delta":
                return self._read_delta(payload.get("index"), _object(payload.get("delta")))
            case "message_delta":
                self._read_usage(_object(payload.get("usage")))
                self._read_stop_reason(_object(payload.get("delta")))
            case "message_stop":
                return self.turn.end(announced=True)
        return []

    def _read_message(self, message: dict[str, Any]) -> list[Piece]:
        self._read_usage(_object(message.get("usage")))
        self._read_stop_reason(message)
        content = message.get("content")
        blocks = content if isinstance(content, list) else []
        return [piece for index, block in enumerate(blocks) for piece in self._read_block(index, _object(block))]

    def _read_block(self, index: Any, block: dict[str, Any]) -> list[Piece]:
        if block.get("type") == "text":
            self.turn.text(read_text(block.get("text")))
            return []
        if block.get("type") != "tool_use":
            return []
        call_id, name = block.get("id"), block.get("name")
        return self.turn.call(
            CallFragment(
                index=_index(index),
                id=call_id if isinstance(call_id, str) else "",
                name=name if isinstance(name, str) else "",
                # In a stream an empty object only announces the deltas.
                arguments=arguments_text(block.get("input") or None),
            )
        )

    def _read_delta(self, index: Any, delta: dict[str, Any]) -> list[Piece]:
        if delta.get("type") == "text_delta":
            self.turn.text(read_text(delta.get("text")))
            return []
        if delta.get("type") == "input_json_delta":
            return self.turn.call(CallFragment(index=_index(index), arguments=read_text(delta.get("partial_json"))))
        return []

    def _read_stop_reason(self, source: dict[str, Any]) -> None:
        reason = source.get("stop_reason")
        if isinstance(reason, str):
            self.turn.finish_reason = reason

    def _read_usage(self, usage: dict[str, Any]) -> None:
        for key in _INPUT_COUNTS:
            if (count := read_count(usage.get(key))) is not None:
                self._input[key] = count
        given = sum(self._input.values()) if self._input else None
        self.turn.usage(input_tokens=given, output_tokens=read_count(usage.get("output_tokens")))


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _index(value: Any) -> int | None:
    return value if type(value) is int else None
