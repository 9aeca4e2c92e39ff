"""Joining the fragments of calls, in every disorder that servers were seen to send them in."""

import json
from typing import Any

import pytest

from chat.stream import ChatStreamDecoder
from tests.support.call_fragments import joined, part
from tests.support.stream_cases import DONE, delta, finish, read, sse

A = {"q": "a"}
B = {"q": "b"}

TWO = [("x", A), ("y", B)]
ORDERS: dict[str, tuple[list[Any], list[tuple[str, Any]]]] = {
    "interleaved by index": (
        [
            part("", name="x", id="1", index=0),
            part("", name="y", id="2", index=1),
            part('{"q":', index=0),
            part('{"q":', index=1),
            part('"a"}', index=0),
            part('"b"}', index=1),
        ],
        TWO,
    ),
    "interleaved by id": (
        [
            part('{"q":', name="x", id="1"),
            part('{"q":', name="y", id="2"),
            part('"a"}', id="1"),
            part('"b"}', id="2"),
        ],
        TWO,
    ),
    "indexes from one": ([part('{"q":"a"}', name="x", index=1), part('{"q":"b"}', name="y", index=2)], TWO),
    "one index, other ids": (
        [part('{"q":"a"}', name="x", id="1", index=0), part('{"q":"b"}', name="y", id="2", index=0)],
        TWO,
    ),
    "one index, other ids, headers first": (
        [
            part(name="x", id="1", index=0),
            part('{"q":"a"}', index=0),
            part(name="y", id="2", index=0),
            part('{"q":"b"}', index=0),
        ],
        TWO,
    ),
    "one index, no ids": ([part('{"q":"a"}', name="x", index=0), part('{"q":"b"}', name="y", index=0)], TWO),
    "no index, no ids": (
        [part('{"q":', name="x"), part('"a"}'), part('{"q":', name="y"), part('"b"}')],
        TWO,
    ),
    "no index, no ids, one tool": ([part('{"q":"a"}', name="x"), part('{"q":"b"}', name="x")], [("x", A), ("x", B)]),
    "no arguments, other tool": (
        [part(name="x", index=0), part('{"q":"b"}', name="y", index=0)],
        [("x", {}), ("y", B)],
    ),
    "no arguments, other id": (
        [part(name="x", id="1", index=0), part(name="x", id="2", index=0)],
        [("x", {}), ("x", {})],
    ),
    "one id, two indexes": (
        [part('{"q":"a"}', name="x", id="1", index=0), part('{"q":"b"}', name="y", id="1", index=1)],
        TWO,
    ),
    "one id, no index": ([part('{"q":"a"}', name="x", id="1"), part('{"q":"b"}', name="y", id="1")], TWO),
    "id and name in every fragment": (
        [
            part('{"q":', name="x", id="1", index=0),
            part('"a"}', name="x", id="1", index=0),
            part("", name="x", id="1", index=0),
        ],
        [("x", A)],
    ),
    "name in every fragment": ([part('{"q":', name="x", index=0), part('"a"}', name="x", index=0)], [("x", A)]),
    "name once more at the end": ([part('{"q":"a"}', name="x", index=0), part("", name="x", index=0)], [("x", A)]),
    "another id in every fragment": (
        [part('{"q":', name="x", id="1", index=0), part('"a"', id="2", index=0), part("}", id="3", index=0)],
        [("x", A)],
    ),
    "another id and the name in every fragment": (
        [part('{"q":', name="x", id="1", index=0), part('"a"}', name="x", id="2", index=0)],
        [("x", A)],
    ),
    "no arguments, no ids": ([part(name="x", index=0), part(name="y", index=0)], [("x", {}), ("y", {})]),
    "no arguments, one id": ([part(name="x", id="1"), part(name="y", id="1")], [("x", {}), ("y", {})]),
    "no arguments, an id only for the first": (
        [part(name="x", id="1", index=0), part('{"q":"b"}', name="y", index=0)],
        [("x", {}), ("y", B)],
    ),
    "no arguments the second time": (
        [part('{"q":"a"}', name="x", id="1", index=0), part(name="x", id="2", index=0)],
        [("x", A), ("x", {})],
    ),
    "no arguments, one tool, two indexes": ([part(name="x", index=0), part(name="x", index=1)], [("x", {}), ("x", {})]),
    "id alone opens a call": (
        [part('{"q":"a"}', name="x", id="1", index=0), part(id="2", index=1), part('{"q":"b"}', name="y", index=1)],
        TWO,
    ),
    "header twice, the second time with an id": (
        [part(name="x", index=0), part('{"q":"a"}', name="x", id="1", index=0)],
        [("x", A)],
    ),
    "id comes late": ([part(name="x", index=0), part('{"q":"a"}', id="1", index=0)], [("x", A)]),
    "name comes late": ([part(id="1", index=0), part('{"q":"a"}', name="x", index=0)], [("x", A)]),
    "name in pieces": (
        [part(name="search_", id="1", index=0), part(name="site", index=0), part('{"q":"a"}', index=0)],
        [("search_site", A)],
    ),
    "sent again whole": (
        [part('{"q":"a"}', name="x", id="1", index=0), part('{"q":"a"}', name="x", id="1", index=0)],
        [("x", A)],
    ),
    "index only in the header": ([part(name="x", id="1", index=0), part('{"q":"a"}')], [("x", A)]),
    "arguments under an unknown index": ([part(name="x", id="1", index=0), part('{"q":"a"}', index=7)], [("x", A)]),
    "null closing": (
        [part('{"q":"a"}', name="x", id="1", index=0), {"id": None, "type": None, "index": 0, "function": None}],
        [("x", A)],
    ),
    "arguments of no call": ([part('{"q":"a"}')], []),
    "no name": ([part('{"q":"a"}', id="1", index=0)], []),
    "empty name": ([part('{"q":"a"}', name="", id="1", index=0)], []),
    "no tool's name": ([part('{"q":"a"}', name="rm -rf", id="1", index=0)], []),
    "control token in the name": ([part('{"q":"a"}', name="x<|channel|>json", index=0)], [("x", A)]),
    "namespace": ([part('{"q":"a"}', name="functions.x", index=0)], [("x", A)]),
    "dots in the name": ([part('{"q":"a"}', name="shop.find", index=0)], [("shop.find", A)]),
    "an object": ([part(A, name="x", index=0)], [("x", A)]),
    "an empty object, then text": ([part({}, name="x", index=0), part('{"q":"a"}', index=0)], [("x", A)]),
    "two objects in one text": ([part('{"q":"a"}{"q":"b"}', name="x", id="1", index=0)], [("x", A), ("x", B)]),
    "null": ([part("null", name="x", index=0)], [("x", {})]),
    "blank": ([part("  ", name="x", index=0)], [("x", {})]),
    "encoded twice": ([part(json.dumps('{"q":"a"}'), name="x", index=0)], [("x", A)]),
    "control token at the end": ([part('{"q":"a"}<|im_end|>', name="x", index=0)], [("x", A)]),
    "many in one delta": ([[part('{"q":"a"}', name="x", index=0), part('{"q":"b"}', name="y", index=1)]], TWO),
    "a number as id": ([part('{"q":"a"}', name="x", id=7, index=0)], [("x", A)]),
    "index as text": (
        [
            part("", name="x", index="0"),
            part("", name="y", index="1"),
            part('{"q":"a"}', index="0"),
            part('{"q":"b"}', index="1"),
        ],
        TWO,
    ),
    "index is no number": ([part('{"q":', name="x", index="first"), part('"a"}', index="first")], [("x", A)]),
    "sent again with its arguments": (
        [part("{}", name="x", id="1", index=0), part('{"q":"a"}', name="x", id="1", index=0)],
        [("x", A)],
    ),
    "sent again with the beginning of its arguments": (
        [part("{}", name="x", id="1"), part('{"q":', name="x", id="1"), part('"a"}', id="1")],
        [("x", A)],
    ),
    "an empty object, then the header": (
        [part("{}", name="x", id="1", index=0), part("", name="x", id="1", index=0)],
        [("x", {})],
    ),
    "an empty object, then another call of the id": (
        [part("{}", name="x", id="1"), part('{"q":"b"}', name="y", id="1")],
        [("x", {}), ("y", B)],
    ),
    "an empty object, then another id": (
        [part("{}", name="x", id="1", index=0), part('{"q":"a"}', name="x", id="2", index=0)],
        [("x", {}), ("x", A)],
    ),
    "another id for the arguments": (
        [part("", name="x", id="1", index=0), part('{"q":', name="x", id="2", index=0), part('"a"}', id="3", index=0)],
        [("x", A)],
    ),
    "another id for other arguments, no index": (
        [part("", name="x", id="1"), part('{"q":"a"}', name="x", id="2")],
        [("x", {}), ("x", A)],
    ),
    "headers of one tool first": (
        [
            part("", name="x", id="1", index=0),
            part("", name="x", id="2", index=0),
            part('{"q":"a"}', id="1", index=0),
            part('{"q":"b"}', id="2", index=0),
        ],
        [("x", A), ("x", B)],
    ),
    "index is true": ([part('{"q":"a"}', name="x", index=True), part('{"q":"b"}', name="y", index=True)], TWO),
}


@pytest.mark.parametrize("order", ORDERS)
def test_joined(order: str) -> None:
    deltas, calls = ORDERS[order]
    found = joined(*deltas)
    assert found.called == calls
    assert found.finish == ("tool_calls" if calls else "stop")


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_in_workers_ai_shape(order: str) -> None:
    deltas, calls = ORDERS[order]
    chunks = [sse({"tool_calls": each if isinstance(each, list) else [each]}) for each in deltas]
    assert read(ChatStreamDecoder(), *chunks, DONE).called == calls


NAMES: dict[str, tuple[list[dict[str, Any]], list[tuple[str, Any]]]] = {
    "in two": (
        [part("", name="sea", id="1", index=0), part('{"q":"a"}', name="rch_site", index=0)],
        [("search_site", A)],
    ),
    "in three": (
        [part(name="search", index=0), part(name="_", index=0), part('{"q":"a"}', name="site", index=0)],
        [("search_site", A)],
    ),
    "under one id": (
        [part(name="sea", id="1"), part(name="rch_site", id="1"), part('{"q":"a"}', id="1")],
        [("search_site", A)],
    ),
    "whole each time": (
        [part("", name="search_site", id="1", index=0), part('{"q":"a"}', name="search_site", index=0)],
        [("search_site", A)],
    ),
    "another tool": (
        [part(name="search_site", index=0), part('{"q":"b"}', name="get_service", index=0)],
        [("search_site", {}), ("get_service", B)],
    ),
    "two that make no tool": (
        [part(name="search", index=0), part('{"q":"b"}', name="site", index=0)],
        [("search", {}), ("site", B)],
    ),
    "a longer tool": (
        [part(name="get_service", index=0), part('{"q":"b"}', name="_list", index=0)],
        [("get_service", {}), ("_list", B)],
    ),
    "after its arguments": (
        [part('{"q":"a"}', name="sea", index=0), part('{"q":"b"}', name="rch_site", index=0)],
        [("sea", A), ("rch_site", B)],
    ),
}


@pytest.mark.parametrize("kind", NAMES)
def test_a_name_in_pieces(kind: str) -> None:
    fragments, calls = NAMES[kind]
    decoder = ChatStreamDecoder(tools=["search_site", "get_service", "get_service_list"])
    found = read(decoder, *(delta(tool_calls=[each]) for each in fragments), finish("tool_calls"))
    assert found.called == calls


@pytest.mark.parametrize(
    ("second", "arguments"),
    [
        (part('{"q":"b"}', name="y", id="2", index=0), ['{"q":', '{"q":"b"}']),
        (part('{"q":"b"}', name="x", id="2", index=0), ['{"q":', '{"q":"b"}']),
        (part(name="y", index=0), ['{"q":', "{}"]),
        (part('"a"}', id="2", index=0), ['{"q":"a"}']),
    ],
    ids=["another call", "the same tool again", "another header", "the rest"],
)
def test_a_call_that_was_left_unfinished(second: dict[str, Any], arguments: list[str]) -> None:
    found = joined(part('{"q":', name="x", id="1", index=0), second)
    assert [call.arguments for call in found.calls] == arguments


def test_arguments_stay_as_they_were_written() -> None:
    found = joined(part('{ "q":  "ñ", }', name="x", id="1", index=0))
    assert found.calls[0].arguments == '{ "q":  "ñ", }'
    assert not found.calls[0].recovered
