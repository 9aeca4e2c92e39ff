"""Anthropic's event stream, in the form its documentation shows."""

import json
from typing import Any

import pytest

from chat.anthropic_stream import AnthropicDecoder
from chat.pieces import UsagePiece
from tests.support.stream_cases import Outcome, read


def event(kind: str, **fields: Any) -> bytes:
    """One named event."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields}, ensure_ascii=False)}\n\n".encode()


def start(**usage: int) -> bytes:
    """The beginning of a message."""
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [],
        "stop_reason": None,
    }
    return event("message_start", message=message | {"usage": usage or {"input_tokens": 25, "output_tokens": 1}})


def block(index: int, content: dict[str, Any], *deltas: dict[str, Any]) -> bytes:
    """One whole content block."""
    parts = [event("content_block_delta", index=index, delta=delta) for delta in deltas]
    begin = event("content_block_start", index=index, content_block=content)
    return b"".join([begin, *parts, event("content_block_stop", index=index)])


def text(index: int, *texts: str) -> bytes:
    """A block of text."""
    return block(index, {"type": "text", "text": ""}, *({"type": "text_delta", "text": each} for each in texts))


def use(index: int, name: str, *parts: str) -> bytes:
    """A block that calls a tool."""
    content = {"type": "tool_use", "id": f"toolu_{index}", "name": name, "input": {}}
    return block(index, content, *({"type": "input_json_delta", "partial_json": each} for each in parts))


def stop(reason: str | None = "end_turn", **usage: int) -> bytes:
    """The end of a message."""
    delta = {"stop_reason": reason, "stop_sequence": None}
    return event("message_delta", delta=delta, usage=usage or {"output_tokens": 15}) + event("message_stop")


def decoded(*chunks: bytes, **options: Any) -> Outcome:
    """The outcome, the same byte by byte."""
    found = read(AnthropicDecoder(**options), *chunks)
    again = read(AnthropicDecoder(**options), *(bytes([byte]) for chunk in chunks for byte in chunk))
    assert again == found
    return found


def test_text() -> None:
    found = decoded(start(), text(0, "Hola", ", ¿qué tal?"), event("ping"), stop())
    assert (found.text, found.finish) == ("Hola, ¿qué tal?", "stop")
    assert found.usage == UsagePiece(input_tokens=25, output_tokens=15)


def test_text_then_two_calls() -> None:
    found = decoded(
        start(),
        text(0, "Busco."),
        use(1, "search_site", "", '{"query": "bl', 'og"}'),
        use(2, "get_service", '{"id":"web"}'),
        stop("tool_use"),
    )
    assert (found.text, found.finish) == ("Busco.", "tool_calls")
    assert found.called == [("search_site", {"query": "blog"}), ("get_service", {"id": "web"})]
    assert [call.id for call in found.calls] == ["toolu_1", "toolu_2"]


def test_a_call_without_arguments() -> None:
    assert decoded(start(), use(0, "suggest_next_step"), stop("tool_use")).called == [("suggest_next_step", {})]


def test_interleaved_blocks() -> None:
    def begin(index: int, name: str) -> bytes:
        content = {"type": "tool_use", "id": f"t{index}", "name": name, "input": {}}
        return event("content_block_start", index=index, content_block=content)

    def part(index: int, json_text: str) -> bytes:
        return event("content_block_delta", index=index, delta={"type": "input_json_delta", "partial_json": json_text})

    found = decoded(
        start(), begin(0, "x"), begin(1, "y"), part(0, '{"a":'), part(1, '{"b":'), part(0, "1}"), part(1, "2}"), stop()
    )
    assert found.called == [("x", {"a": 1}), ("y", {"b": 2})]


def test_thinking_is_left_out() -> None:
    thinking = block(
        0,
        {"type": "thinking", "thinking": ""},
        {"type": "thinking_delta", "thinking": "The price."},
        {"type": "signature_delta", "signature": "x"},
    )
    assert decoded(start(), thinking, text(1, "Hola"), stop()).text == "Hola"


def test_cached_input_counts() -> None:
    usage = {"input_tokens": 5, "cache_creation_input_tokens": 100, "cache_read_input_tokens": 1000}
    found = decoded(start(**usage), text(0, "Hola"), stop())
    assert found.usage == UsagePiece(input_tokens=1105, output_tokens=15)


def test_later_usage_may_tell_only_a_part() -> None:
    found = decoded(
        start(input_tokens=5, cache_read_input_tokens=100),
        text(0, "Hola"),
        stop(input_tokens=61, output_tokens=2),
    )
    assert found.usage == UsagePiece(input_tokens=161, output_tokens=2)


def test_a_message_that_starts_with_its_content() -> None:
    call = {"type": "tool_use", "id": "t1", "name": "get_service", "input": {"id": "web"}}
    message = {"type": "message", "content": [{"type": "other"}, call], "stop_reason": "tool_use", "usage": {}}
    found = decoded(event("message_start", message=message), event("message_stop"))
    assert (found.called, found.finish) == ([("get_service", {"id": "web"})], "tool_calls")


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("refusal", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        (None, "stop"),
    ],
)
def test_stop_reasons(reason: str | None, outcome: str) -> None:
    assert decoded(start(), text(0, "Hola"), stop(reason)).finish == outcome


def test_a_call_cut_off_by_length_is_not_run() -> None:
    found = decoded(start(), use(0, "search_site", '{"query": "bl'), stop("max_tokens"))
    assert (found.calls, found.finish) == ([], "length")


def test_an_error_in_mid_stream() -> None:
    error = {"type": "overloaded_error", "message": "Overloaded"}
    found = decoded(start(), text(0, "Hola"), event("error", error=error), stop())
    assert (found.text, found.finish) == ("Hola", "error")
    assert found.error and (found.error.code, found.error.detail) == ("upstream_error", "overloaded_error: Overloaded")


def test_an_error_without_words() -> None:
    found = decoded(event("error", error={}))
    assert found.error and found.error.code == "upstream_error"


def test_a_truncated_stream() -> None:
    found = decoded(start(), text(0, "Hola"))
    assert (found.text, found.finish) == ("Hola", "error")
    assert found.error and found.error.code == "stream_truncated"


def test_a_stop_reason_is_an_end() -> None:
    assert decoded(start(), text(0, "Hola"), stop().removesuffix(event("message_stop"))).finish == "stop"


def test_a_whole_message() -> None:
    message = {
        "type": "message",
        "content": [
            {"type": "text", "text": "Busco."},
            {"type": "tool_use", "id": "t", "name": "search_site", "input": {"query": "blog"}},
        ],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 3, "output_tokens": 4},
    }
    found = decoded(json.dumps(message).encode())
    assert (found.text, found.called) == ("Busco.", [("search_site", {"query": "blog"})])
    assert found.usage == UsagePiece(input_tokens=3, output_tokens=4)


def test_none_removes_calls() -> None:
    found = decoded(start(), use(0, "search_site", '{"query":"blog"}'), stop("tool_use"), tool_choice="none")
    assert (found.calls, found.finish) == ([], "stop")
