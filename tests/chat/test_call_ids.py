"""Ids of calls: which one counts, that no two are alike, and whole characters in them and in arguments."""

import json
from typing import Any

import pytest

from chat.stream import ChatStreamDecoder
from tests.support.call_fragments import joined, part
from tests.support.stream_cases import delta, finish, read

A = {"q": "a"}


@pytest.mark.parametrize(
    "fragments",
    [
        [part(name="x", index=0), part('{"q":"a"}', id="1", index=0)],
        [part(id="1", index=0), part('{"q":"a"}', name="x", index=0)],
        [part('{"q":', name="x", id="1", index=0), part('"a"}', id="2", index=0)],
    ],
    ids=["late", "before the name", "changing"],
)
def test_the_first_id_counts(fragments: list[dict[str, Any]]) -> None:
    assert [call.id for call in joined(*fragments).calls] == ["1"]


def test_ids_are_kept_where_they_can_be() -> None:
    found = joined(
        part(A, name="x", id="call_1", index=0), part(A, name="x", id="call_1", index=1), part(A, name="x", index=2)
    )
    assert [call.id for call in found.calls] == ["call_1", "call_2", "call_3"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\ud83d", "a\ufffd"),
        ("\ude00b", "\ufffdb"),
        ("\ud83d\ude00", "😀"),
        ("llamada-ñ", "llamada-ñ"),
    ],
    ids=["first half", "second half", "whole", "letters"],
)
def test_an_id_has_whole_characters_only(given: str, kept: str) -> None:
    assert [call.id for call in joined(part(A, name="x", id=given, index=0)).calls] == [kept]


def test_ids_that_differed_in_half_a_character_are_made_different() -> None:
    found = joined(part(A, name="x", id="\ud83d", index=0), part(A, name="x", id="\ud83c", index=1))
    assert [call.id for call in found.calls] == ["\ufffd", "call_1"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (r'{"q":"a\ud83d"}', r'{"q":"a\ufffd"}'),
        (r'{"q":"\uDE00 a"}', r'{"q":"\ufffd a"}'),
        (r'{"q":"\ud83d\ud83d\ude00"}', r'{"q":"\ufffd\ud83d\ude00"}'),
        (r'{"\ud83d":1}', r'{"\ufffd":1}'),
        (r'{"q":"\ud83d\ude00"}', r'{"q":"\ud83d\ude00"}'),
        (r'{"q":"\\ud83d"}', r'{"q":"\\ud83d"}'),
        (r'{"q":"\u00f1"}', r'{"q":"\u00f1"}'),
    ],
    ids=["first half", "second half", "half before a whole", "in a name", "whole", "no escape", "a letter"],
)
def test_half_an_emoji_in_arguments_is_replaced(given: str, kept: str) -> None:
    written = read(ChatStreamDecoder(), delta(f'<tool_call>{{"name":"x","arguments":{given}}}</tool_call>'), finish())
    assert [call.arguments for call in joined(part(given, name="x", index=0)).calls] == [kept]
    assert written.called == [("x", json.loads(kept))]
