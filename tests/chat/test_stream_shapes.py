"""The shapes in which providers answer: events and documents, usage, ends and errors."""

import json
from typing import Any

import pytest

from chat.pieces import FinishPiece, UsagePiece
from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import DONE, decode, delta, finish, load_streams, read, sse

CALL = {"name": "get_service", "arguments": {"id": "web"}}
OPENAI_CALL = {"id": "c1", "type": "function", "function": {"name": "get_service", "arguments": '{"id":"web"}'}}
WEB = [("get_service", {"id": "web"})]
TEXTS: dict[str, tuple[list[Any], str]] = {
    "string": (["Ho", "la"], "Hola"),
    "null and empty": ([None, "", "Hola"], "Hola"),
    "number": (["1", 2, 3.5], "123.5"),
    "boolean": ([True, "Hola"], "Hola"),
    "parts": ([[{"type": "text", "text": "Ho"}, {"type": "image"}, "la", {"text": None}]], "Hola"),
    "object": ([{"price": "1 €"}], '{"price": "1 €"}'),
}


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("shape", ["openai", "native"])
def test_text(kind: str, shape: str) -> None:
    contents, text = TEXTS[kind]
    if shape == "openai":
        chunks = [*(sse({"choices": [{"delta": {"content": content}}]}) for content in contents), finish()]
    else:
        chunks = [*(sse({"response": content, "p": "abc"}) for content in contents), DONE]
    found = read(ChatStreamDecoder(), *chunks)
    assert (found.text, found.finish) == (text, "stop")


DOCUMENTS: dict[str, tuple[Any, str, list[Any], str]] = {
    "openai": ({"choices": [{"message": {"content": "Hola"}, "finish_reason": "stop"}]}, "Hola", [], "stop"),
    "openai, no reason": ({"choices": [{"message": {"content": "Hola"}}]}, "Hola", [], "stop"),
    "openai, call": ({"choices": [{"message": {"content": None, "tool_calls": [OPENAI_CALL]}}]}, "", WEB, "tool_calls"),
    "openai, cut": ({"choices": [{"message": {"content": "Ho"}, "finish_reason": "length"}]}, "Ho", [], "length"),
    "completion": ({"choices": [{"text": "Hola", "finish_reason": "stop"}]}, "Hola", [], "stop"),
    "native": ({"response": "Hola"}, "Hola", [], "stop"),
    "native, call": ({"response": None, "tool_calls": [CALL]}, "", WEB, "tool_calls"),
    "native, call alone": ({"tool_calls": [CALL]}, "", WEB, "tool_calls"),
    "native, one call": ({"response": "", "tool_calls": CALL}, "", WEB, "tool_calls"),
    "native, reason": ({"response": "Ho", "finish_reason": "length"}, "Ho", [], "length"),
    "native, JSON answer": ({"response": {"a": 1}}, '{"a": 1}', [], "stop"),
    "REST": ({"result": {"response": "Hola"}, "success": True, "errors": [], "messages": []}, "Hola", [], "stop"),
    "both": ({"response": "Hola", "choices": [{"message": {"content": "Hola"}}]}, "Hola", [], "stop"),
    "a list": ([{"response": "Hola"}], "Hola", [], "stop"),
    "refusal": ({"choices": [{"message": {"content": None, "refusal": "No."}}]}, "No.", [], "stop"),
}


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("indent", [None, 2], ids=["compact", "indented"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b" \r\n"], ids=["bare", "BOM", "blanks"])
def test_a_document_instead_of_a_stream(kind: str, indent: int | None, before: bytes) -> None:
    document, text, calls, reason = DOCUMENTS[kind]
    body = before + json.dumps(document, indent=indent).encode()
    for chunks in ([body], [bytes([byte]) for byte in body]):
        found = read(ChatStreamDecoder(), *chunks)
        assert (found.text, found.called, found.finish) == (text, calls, reason)


def test_documents_one_a_line() -> None:
    lines = [{"response": "Ho"}, {"response": "la"}, {"response": "", "usage": {"prompt_tokens": 1}}]
    body = "\n".join(map(json.dumps, lines)).encode()
    found = read(ChatStreamDecoder(), body)
    assert (found.text, found.finish, found.usage) == ("Hola", "stop", UsagePiece(input_tokens=1))


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85"], ids=["line", "paragraph", "next line"])
@pytest.mark.parametrize("lead", ["", "data: "], ids=["lines", "events"])
def test_what_ends_a_line_of_text_ends_no_line_of_json(sign: str, lead: str) -> None:
    body = f'{lead}{{"response":"Precio{sign} 1.400"}}\r\n{lead}{{"response":" €"}}\n' + (
        "\ndata: [DONE]\n\n" if lead else ""
    )
    found = read(ChatStreamDecoder(), body.encode())
    assert (found.text, found.finish) == (f"Precio{sign} 1.400 €", "stop")


@pytest.mark.parametrize(
    ("last", "text", "outcome"),
    [
        (b'{"response":" 1', "Cuesta", "error"),
        (b'[{"response":" 1', "Cuesta", "error"),
        (b'{"response":" 1"', "Cuesta", "error"),
        (b'{"response":" 1"}', "Cuesta 1", "stop"),
        (b'{"response":" 1"}\r\n \r\n', "Cuesta 1", "stop"),
        (b'{"broken}\n{"response":" 1"}', "Cuesta 1", "stop"),
        (b"bye", "Cuesta", "stop"),
        (b"[DONE]", "Cuesta", "stop"),
        (b'{"response":"","finish_reason":"stop"}\n{"resp', "Cuesta", "stop"),
    ],
    ids=["text", "list", "brace", "whole", "blanks", "before the last", "no JSON", "sentinel", "after the end"],
)
def test_documents_one_a_line_that_break_off(last: bytes, text: str, outcome: str) -> None:
    found = read(ChatStreamDecoder(), b'{"response":"Cuesta"}\n' + last)
    assert (found.text, found.finish) == (text, outcome)
    assert not found.error or found.error.code == "stream_truncated"


def test_events_without_the_blank_line_between_them() -> None:
    body = b"".join(chunk.removesuffix(b"\n") for chunk in [delta("Ho"), delta("la"), finish()])
    assert read(ChatStreamDecoder(), body).text == "Hola"


def test_one_document_over_several_data_lines() -> None:
    text = json.dumps({"response": "Hola"}, indent=1)
    body = "".join(f"data: {line}\n" for line in text.splitlines()) + "\ndata: [DONE]\n\n"
    assert read(ChatStreamDecoder(), body.encode()).text == "Hola"


def test_other_choices_than_the_first_are_left_out() -> None:
    chunk = sse({"choices": [{"index": 1, "delta": {"content": "B"}}, {"index": 0, "delta": {"content": "A"}}, None]})
    assert read(ChatStreamDecoder(), chunk, finish()).text == "A"


@pytest.mark.parametrize(
    "noise",
    [
        b"data: {broken\n\n",
        b"data: 7\n\n",
        b"data: \n\n",
        b": ping\n\n",
        b"event: ping\ndata: {}\n\n",
        b"data: null\n\n",
    ],
)
def test_what_is_no_object_is_skipped(noise: bytes) -> None:
    found = read(ChatStreamDecoder(), noise, delta("Ho"), noise, delta("la"), finish())
    assert (found.text, found.finish) == ("Hola", "stop")


USAGES: dict[str, tuple[list[Any], UsagePiece | None]] = {
    "none": ([None], None),
    "with neurons": (
        [{"prompt_tokens": 900, "completion_tokens": 12, "total_tokens": 912, "neurons": 14.2}],
        UsagePiece(input_tokens=900, output_tokens=12, neurons=14.2),
    ),
    "the last one counts": (
        [{"prompt_tokens": 9, "completion_tokens": 1}, {"prompt_tokens": 9, "completion_tokens": 2}],
        UsagePiece(input_tokens=9, output_tokens=2),
    ),
    "in parts": ([{"prompt_tokens": 9}, {"completion_tokens": 2}], UsagePiece(input_tokens=9, output_tokens=2)),
    "other names": ([{"input_tokens": 9, "output_tokens": 2}], UsagePiece(input_tokens=9, output_tokens=2)),
    "floats": ([{"prompt_tokens": 9.0, "completion_tokens": 2.0}], UsagePiece(input_tokens=9, output_tokens=2)),
    "nonsense": ([{"prompt_tokens": "9", "completion_tokens": -1, "neurons": True}, 7, []], None),
    "no finite number": ([{"neurons": float("inf")}, {"neurons": float("nan")}], None),
}


@pytest.mark.parametrize("kind", USAGES)
def test_usage(kind: str) -> None:
    usages, expected = USAGES[kind]
    found = read(ChatStreamDecoder(), delta("Hola"), *(sse({"choices": [], "usage": usage}) for usage in usages), DONE)
    assert found.usage == expected


def test_usage_after_the_finish_reason_and_before_the_end_of_the_connection() -> None:
    closing = sse({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    pieces = decode(ChatStreamDecoder(), delta("Hola"), closing, sse({"choices": [], "usage": {"prompt_tokens": 3}}))
    assert pieces[1:] == [UsagePiece(input_tokens=3), FinishPiece(reason="stop")]


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [
        ("stop", "stop"),
        ("tool_calls", "stop"),
        ("function_call", "stop"),
        ("content_filter", "stop"),
        ("length", "length"),
        ("LENGTH", "length"),
        ("max_tokens", "length"),
        ("error", "error"),
        ("network_error", "error"),
    ],
)
def test_finish_reasons_without_calls(reason: str, outcome: str) -> None:
    assert read(ChatStreamDecoder(), delta("Hola"), finish(reason)).finish == outcome


@pytest.mark.parametrize("reason", ["", 7, None, {}])
def test_no_finish_reason(reason: Any) -> None:
    chunk = sse({"choices": [{"delta": {"content": "Hola"}, "finish_reason": reason}]})
    assert read(ChatStreamDecoder(), chunk, DONE).finish == "stop"
    found = read(ChatStreamDecoder(), chunk)
    assert (found.text, found.finish) == ("Hola", "error")
    assert found.error and found.error.code == "stream_truncated"


@pytest.mark.parametrize("body", [b"", b"\n\n", b"<html>Bad gateway</html>", b"error code: 1015", b"{", b"{}", b"[]"])
def test_no_answer_at_all_is_a_truncated_stream(body: bytes) -> None:
    found = read(ChatStreamDecoder(), body)
    assert (found.text, found.finish) == ("", "error")
    assert found.error and found.error.code == "stream_truncated"


ERRORS: dict[str, tuple[Any, str, int | None]] = {
    "object": ({"error": {"code": 502, "message": "limit"}}, "502: limit", None),
    "with empty choices": ({"choices": [], "error": {"message": "limit"}}, "limit", None),
    "text": ({"error": "limit"}, "limit", None),
    "typed": ({"error": {"type": "overloaded_error", "message": "limit"}}, "overloaded_error: limit", None),
    "workers ai": ({"errors": [{"code": 3040, "message": "busy"}], "success": False}, "3040: busy", 3040),
    "workers ai, words": ({"error": "AiError: 3036: used up"}, "AiError: 3036: used up", 3036),
    "internal code": ({"internalCode": 3040, "description": "busy", "success": False}, "3040", 3040),
    "failed, no errors": ({"success": False, "errors": []}, "", None),
    "vllm": ({"object": "error", "message": "limit", "code": 400}, "400: limit", None),
    "code in words": ({"error": {"code": "insufficient_quota", "message": "x"}}, "insufficient_quota: x", None),
    "REST": ({"result": {}, "success": False, "errors": [{"code": 5007, "message": "no"}]}, "5007: no", 5007),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_in_mid_stream(kind: str) -> None:
    payload, detail, code = ERRORS[kind]
    call = delta(tool_calls=[OPENAI_CALL])
    found = read(ChatStreamDecoder(), delta("Busco "), call, sse({**payload, "usage": {"prompt_tokens": 3}}), finish())
    assert (found.text, found.calls, found.finish) == ("Busco ", [], "error")
    assert found.error
    assert (found.error.code, found.error.detail, found.error.provider_code) == ("upstream_error", detail, code)
    assert found.usage == UsagePiece(input_tokens=3)


@pytest.mark.parametrize("value", [None, "", {}, [], False])
def test_an_empty_error_field_is_no_error(value: Any) -> None:
    chunk = sse({"response": "Hola", "error": value, "errors": value})
    assert read(ChatStreamDecoder(), chunk, DONE).finish == "stop"


def test_an_error_has_whole_characters_only() -> None:
    found = read(ChatStreamDecoder(), sse({"error": {"message": "roto \ud83d"}}))
    assert found.error and found.error.detail == "roto \ufffd"


def test_an_error_shows_what_was_held_back() -> None:
    found = read(ChatStreamDecoder(), delta("1 < 2 y <"), sse({"error": "x"}))
    assert found.text == "1 < 2 y <"
    assert read(ChatStreamDecoder(), delta("cal"), sse({"error": "x"})).text == "cal"


def test_nothing_counts_after_the_end() -> None:
    decoder = ChatStreamDecoder()
    assert decoder.feed(delta("Hola") + DONE + delta("más"))[-1] == FinishPiece(reason="stop")
    assert decoder.feed(delta("más")) == []
    assert decoder.close() == []


STREAMS: dict[str, tuple[str, list[str], str]] = {
    "01-tool-call-search-en": ("", ["search_site"], "tool_calls"),
    "02-tool-call-estimate-array-es": ("", ["estimate_quote"], "tool_calls"),
    "03-plan-text-then-call-es": ("Plan: Buscar servicios", ["search_site"], "tool_calls"),
    "04-plan-text-then-4-parallel-calls-en": (
        "Plan: Start by",
        ["search_site", "get_service", "estimate_quote", "suggest_next_step"],
        "tool_calls",
    ),
    "05-six-parallel-calls-en": (
        "",
        [*["search_site"] * 2, *["estimate_quote"] * 2, *["suggest_next_step"] * 2],
        "tool_calls",
    ),
    "06-finish-length-mid-arguments": ("", [], "length"),
    "07-tool-choice-required": ("", ["search_site"], "tool_calls"),
    "08-final-answer-verified-en": ("The AI chatbot service,", [], "stop"),
    "09-final-answer-wrong-price-x10-en": ("The online store offers", [], "stop"),
    "10-final-answer-rounded-millions-en": ("The final answer is:", [], "stop"),
    "11-official-template-calls-leak-as-content": (
        "",
        ["search_site", *["suggest_next_step", "estimate_quote"] * 2, "suggest_next_step"],
        "tool_calls",
    ),
    "12-0.5b-json-final-no-price-en": ('```json\n{"service": "online_store"', [], "stop"),
    "13-smollm2-degenerate-repetition": ("A blog, a blog,", [], "length"),
}


def test_every_recording_has_its_expectation() -> None:
    assert load_streams().keys() == STREAMS.keys()


@pytest.mark.parametrize("name", STREAMS)
def test_recording(name: str) -> None:
    beginning, calls, reason = STREAMS[name]
    tools = ("search_site", "get_service", "estimate_quote", "suggest_next_step")
    found = read(ChatStreamDecoder(tools=tools), load_streams()[name])
    assert found.text.startswith(beginning)
    assert bool(found.text) == bool(beginning)
    assert [name for name, _ in found.called] == calls
    assert found.finish == reason
    assert found.usage and found.usage.input_tokens and found.usage.output_tokens
