"""The decoder against the public bug reports of `tests/cases/stream.jsonl`."""

import json
from typing import Any

import pytest

from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import chunks_of, load_cases, read

TOOLS = ("search_site", "get_service", "estimate_quote", "suggest_next_step")
CASES = load_cases()


@pytest.mark.parametrize("tools", [None, TOOLS], ids=["any name", "declared"])
@pytest.mark.parametrize("cut", ["as sent", "byte by byte", "at once"])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], cut: str, tools: tuple[str, ...] | None) -> None:
    chunks = chunks_of(case["input"])
    if cut == "byte by byte":
        chunks = [bytes([byte]) for chunk in chunks for byte in chunk]
    elif cut == "at once":
        chunks = [b"".join(chunks)]
    expected = case["expected"]
    found = read(ChatStreamDecoder(tools=tools, tool_choice=case["input"].get("tool_choice", "auto")), *chunks)

    text = found.text.strip() if expected.get("trim") else found.text
    assert text == expected["text"]
    assert found.called == [(call["name"], call["args"]) for call in expected["calls"]]
    for call, wanted in zip(found.calls, expected["calls"], strict=True):
        assert call.id == wanted["id"] or (wanted["id"] == "*" and call.id)
    assert len({call.id for call in found.calls}) == len(found.calls)
    assert found.finish == expected["finish"]
    assert (found.error.code if found.error else None) == expected.get("error")
    if "usage" in expected:
        usage = expected["usage"]
        assert found.usage is not None
        assert found.usage.input_tokens == usage["prompt_tokens"]
        assert found.usage.output_tokens == usage["completion_tokens"]
        assert found.usage.neurons == usage.get("neurons")
    assert expected.get("must_not_contain", "\0") not in text
    if expected.get("message_hidden_from_user"):
        hidden = next(event["error"]["message"] for event in case["input"]["events"] if "error" in event)
        assert hidden not in text
        assert found.error and hidden in found.error.detail, json.dumps(found.error)
