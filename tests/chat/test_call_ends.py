"""Which calls come out when a stream ends: whole, cut off, broken off, forbidden, endless."""

from typing import Any

import pytest

from chat.stream import ChatStreamDecoder
from chat.turn import MAX_ARGUMENTS, MAX_CALLS
from tests.support.call_fragments import joined, part
from tests.support.stream_cases import delta, finish, read

A = {"q": "a"}
B = {"q": "b"}
TWO = [("x", A), ("y", B)]


@pytest.mark.parametrize("tools", [["search_site"], []], ids=["declared", "none declared"])
def test_a_native_call_of_an_unknown_tool_comes_out(tools: list[str]) -> None:
    found = read(ChatStreamDecoder(tools=tools), delta(tool_calls=[part(A, name="search", index=0)]), finish())
    assert found.called == [("search", A)]


def test_none_removes_native_calls() -> None:
    decoder = ChatStreamDecoder(tool_choice="none")
    found = read(decoder, delta("Listo."), delta(tool_calls=[part(A, name="x", index=0)]), finish("tool_calls"))
    assert (found.text, found.calls, found.finish) == ("Listo.", [], "stop")


@pytest.mark.parametrize(
    ("last", "calls", "outcome"),
    [
        ('{"q":', [("x", A)], "tool_calls"),
        ("", [("x", A)], "tool_calls"),
        ('{"q":"b"}', TWO, "tool_calls"),
    ],
    ids=["cut", "only its header", "complete"],
)
def test_length_runs_the_complete_calls_only(last: str, calls: list[Any], outcome: str) -> None:
    found = joined(part(A, name="x", index=0), part(last, name="y", index=1), reason="length")
    assert (found.called, found.finish) == (calls, outcome)


@pytest.mark.parametrize("last", ['{"q":', "", "[]"])
def test_a_call_cut_off_by_length_is_not_run(last: str) -> None:
    found = joined(part(last, name="x", index=0), reason="length")
    assert (found.calls, found.finish, found.call_cut) == ([], "length", True)


@pytest.mark.parametrize(
    ("last", "calls", "error"),
    [('{"q":', [], "stream_truncated"), ("", [], "stream_truncated"), ('{"q":"b"}', TWO, None)],
    ids=["cut", "only its header", "complete"],
)
def test_a_truncated_stream_runs_calls_only_if_all_are_complete(last: str, calls: list[Any], error: str | None) -> None:
    chunks = [delta(tool_calls=[part(A, name="x", index=0)]), delta(tool_calls=[part(last, name="y", index=1)])]
    found = read(ChatStreamDecoder(), *chunks)
    assert found.called == calls
    assert (found.error.code if found.error else None) == error


def test_legacy_function_call() -> None:
    chunks = [delta(function_call={"name": "x", "arguments": '{"q":'}), delta(function_call={"arguments": '"a"}'})]
    assert read(ChatStreamDecoder(), *chunks, finish("function_call")).called == [("x", A)]


@pytest.mark.parametrize(
    "fragments",
    [
        [part("", name="x", index=index) for index in range(MAX_CALLS + 2)],
        [part("x" * 1000, name="x", index=0)] * (MAX_ARGUMENTS // 1000 + 2),
    ],
    ids=["calls", "arguments"],
)
def test_endless_calls_are_an_error(fragments: list[dict[str, Any]]) -> None:
    found = joined(*fragments)
    assert (found.calls, found.finish) == ([], "error")
    assert found.error and str(MAX_ARGUMENTS) in found.error.detail


def test_as_many_calls_as_are_allowed() -> None:
    fragments = [part(A, name="x", index=index) for index in range(MAX_CALLS)]
    assert len(joined(*fragments).calls) == MAX_CALLS
