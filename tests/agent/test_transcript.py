"""The conversation: what is sent, what is cut, what is kept as evidence."""

import json

import pytest

from agent.tokens import estimate_text
from agent.transcript import CUT_MARK, Transcript
from chat.messages import ToolCall


def call(id: str) -> ToolCall:
    return ToolCall(id=id, name="search_site", arguments="{}")


def contents(transcript: Transcript) -> list[str]:
    return [message.content for message in transcript.messages() if message.role == "tool"]


def test_a_note_is_added_to_the_newest_message_only_for_that_call() -> None:
    transcript = Transcript("rules", "<goal>x</goal>")
    assert transcript.messages(note="Answer now.")[-1].content == "<goal>x</goal>\nAnswer now."
    assert transcript.messages()[-1].content == "<goal>x</goal>"


def test_the_longest_of_the_newest_results_is_cut_where_a_member_ends() -> None:
    transcript = Transcript("rules", "goal")
    long = json.dumps({"a": "one thousand words", "price": 1400, "b": "more of them " * 5, "c": "and more"})
    transcript.add_turn("", [(call("1"), long), (call("2"), '{"ok":1}')])
    before = transcript.new_tokens()
    transcript.cut_new_results(12)
    first, second = contents(transcript)
    assert first.endswith(CUT_MARK) and second == '{"ok":1}'
    assert long.startswith(first.removesuffix(CUT_MARK))
    assert long[len(first) - len(CUT_MARK)] == ","
    assert before - transcript.new_tokens() >= 12


def test_results_of_earlier_turns_are_never_cut() -> None:
    transcript = Transcript("rules", "goal")
    transcript.add_turn("", [(call("1"), "x" * 300)])
    transcript.add_turn("", [(call("2"), "y" * 300)])
    transcript.cut_new_results(10_000)
    assert contents(transcript) == ["x" * 300, CUT_MARK]


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("abc", 1), ("abcd", 2), ("ñ", 1), ("€€", 2)])
def test_tokens_are_estimated_from_bytes_and_rounded_up(text: str, tokens: int) -> None:
    assert estimate_text(text) == tokens
