"""Tools for a model that has none: JSON in the prompt, JSON in the reply, the same pieces."""

import json
from dataclasses import replace
from typing import Any

import pytest

from chat.json_protocol import JsonTools, in_prompt
from chat.json_reply import MAX_REPLY
from chat.messages import ChatRequest, Message, Tool, ToolCall
from chat.openai import OpenAi
from chat.pieces import TextPiece, UsagePiece
from chat.provider import Decoder
from chat.turn import MAX_CALLS
from tests.support.stream_cases import Outcome, delta, finish, read, sse

SEARCH = Tool(name="search_site", description="Searches.", parameters={"type": "object"})
REQUEST = ChatRequest(
    messages=[
        Message(role="system", content="Be brief."),
        Message(role="user", content="¿Un blog?"),
        Message(
            role="assistant",
            content="Busco.",
            calls=(ToolCall(id="1", name="search_site", arguments='{"query":"blog"}'),),
        ),
        Message(role="tool", content='{"hits":[]}', call_id="1", name="search_site"),
        Message(role="tool", content="budget", call_id="2", name="search_site"),
    ],
    tools=[SEARCH],
    tool_choice="auto",
    max_tokens=350,
    temperature=0.2,
)
PROVIDER = JsonTools(OpenAi(base_url="http://127.0.0.1/v1"))
BLOG = [("search_site", {"query": "blog"})]


def decoder(**changes: Any) -> Decoder:
    """The protocol's decoder."""
    return PROVIDER.decoder(replace(REQUEST, **changes))


def replied(text: str, *, reason: str = "stop", **changes: Any) -> Outcome:
    """The outcome of a reply, the same when it comes character by character."""
    found = read(decoder(**changes), delta(text), finish(reason))
    again = read(decoder(**changes), *map(delta, text), finish(reason))
    assert (again.text, again.called, again.finish) == (found.text, found.called, found.finish)
    return found


def test_the_request() -> None:
    payload = PROVIDER.call("m", REQUEST).payload
    assert not payload.keys() & {"tools", "tool_choice"}
    system, *rest = payload["messages"]
    assert system["content"].startswith("Be brief.\n\n# Form of your replies\n")
    assert system["content"].endswith('- search_site: Searches.\n  {"type":"object"}')
    assert rest == [
        {"role": "user", "content": "¿Un blog?"},
        {
            "role": "assistant",
            "content": '{"text":"Busco.","calls":[{"name":"search_site","arguments":{"query":"blog"}}]}',
        },
        {
            "role": "user",
            "content": '{"results":[{"name":"search_site","result":{"hits":[]}},'
            '{"name":"search_site","result":"budget"}]}',
        },
    ]


@pytest.mark.parametrize(("choice", "said"), [("auto", False), ("none", True)])
def test_when_no_call_is_allowed_the_model_is_told(choice: Any, said: bool) -> None:
    system = in_prompt(replace(REQUEST, tool_choice=choice)).messages[0].content
    assert ('"calls" must be []' in system) == said


def test_a_request_without_system_or_tools() -> None:
    request = in_prompt(replace(REQUEST, messages=[Message(role="user", content="Hola")], tools=()))
    assert request.messages[0].content.startswith("# Form of your replies")
    assert "JSON Schema" not in request.messages[0].content
    assert request.messages[1:] == [Message(role="user", content="Hola")]


CALL = '{"name": "search_site", "arguments": {"query": "blog"}}'
REPLIES: dict[str, tuple[str, str, list[Any]]] = {
    "answer": ('{"text": "Hola, ¿qué tal?", "calls": []}', "Hola, ¿qué tal?", []),
    "answer alone": ('{"text": "Hola"}', "Hola", []),
    "plan and call": (f'{{"text": "Busco.", "calls": [{CALL}]}}', "Busco.", BLOG),
    "calls alone": (f'{{"calls": [{CALL}]}}', "", BLOG),
    "calls first": (f'{{"calls": [{CALL}], "text": "Busco."}}', "Busco.", BLOG),
    "two calls": (f'{{"text": "", "calls": [{CALL}, {CALL}]}}', "", BLOG * 2),
    "fenced": (f'```json\n{{"text": "Busco.", "calls": [{CALL}]}}\n```', "Busco.", BLOG),
    "fenced without name": ('```\n{"text": "Hola", "calls": []}\n```', "Hola", []),
    "indented": (json.dumps({"text": "Hola", "calls": []}, indent=2), "Hola", []),
    "text behind it": ('{"text": "Hola", "calls": []}\nI hope this helps!', "Hola", []),
    "prose before it": (f'Voy.\n{{"text": "Busco.", "calls": [{CALL}]}}', "Voy.\nBusco.", BLOG),
    "escapes": (r'{"text": "a\nb \"c\" \u20ac \ud83d\ude00 \\ \/", "calls": []}', 'a\nb "c" € 😀 \\ /', []),
    "escapes JSON does not know": (r'{"text": "l\'agua \$5", "calls": []}', "l'agua $5", []),
    "raw line break": ('{"text": "a\nb", "calls": []}', "a\nb", []),
    "half an emoji": (r'{"text": "a\ud83d", "calls": []}', "a\ufffd", []),
    "trailing comma": (f'{{"text": "Busco.", "calls": [{CALL},]}}', "Busco.", BLOG),
    "closing brace missing": (f'{{"text": "Busco.", "calls": [{CALL}]', "Busco.", BLOG),
    "null for the text": (f'{{"text": null, "calls": [{CALL}]}}', "", BLOG),
    "null for the calls": ('{"text": "Hola", "calls": null}', "Hola", []),
    "one call instead of a list": (f'{{"text": "Busco.", "calls": {CALL}}}', "Busco.", BLOG),
    "one call and no closing brace": (f'{{"text": "Busco.", "calls": {CALL}', "Busco.", BLOG),
    "calls first and the text cut": (f'{{"calls": [{CALL}], "text": "Busco', "Busco", BLOG),
    "the text cut": ('{"text": "Hola, ¿qué', "Hola, ¿qué", []),
    "brackets in the arguments of a mended reply": (
        '{"text": "Busco.", "calls": [{"name": "search_site", "arguments": {"query": "[{ \\"a"}},]}',
        "Busco.",
        [("search_site", {"query": '[{ "a'})],
    ),
    "a fence behind a word": ('Claro:\n```json\n{"text": "Hola", "calls": []}\n```', "Claro:\nHola", []),
    "code in prose": ("Escribe `a` o ``b`` y ya.", "Escribe `a` o ``b`` y ya.", []),
    "a sign of code at the end": ("Use `x` and `", "Use `x` and `", []),
    "prose": ("Hola, el sitio cuesta 900 €.", "Hola, el sitio cuesta 900 €.", []),
    "prose with braces": ("Escribe {nombre} y ya.", "Escribe {nombre} y ya.", []),
    "a JSON of its own": ('{"price": 900}', '{"price": 900}', []),
    "no JSON object": ('{"text": "Hola", "calls": "none"}', "Hola", []),
    "arguments as text": (
        '{"text":"","calls":[{"name":"search_site","arguments":"{\\"query\\":\\"blog\\"}"}]}',
        "",
        BLOG,
    ),
    "no arguments": ('{"text":"","calls":[{"name":"suggest_next_step"}]}', "", [("suggest_next_step", {})]),
    "unknown tool": ('{"text":"","calls":[{"name":"other","arguments":{}}]}', "", [("other", {})]),
    "thinking before it": ('<think>Price?</think>{"text": "Hola", "calls": []}', "Hola", []),
    "a call in the model's own form": (f"<tool_call>{CALL}</tool_call>", "", BLOG),
    "a call and nothing around it": (CALL, "", BLOG),
    "control token in the text": ('{"text": "Hola\\u003c|im_end|>", "calls": []}', "Hola", []),
    "a list as arguments": ('{"text":"","calls":[{"name":"x","arguments":[1]}]}', "", [("x", [1])]),
}


@pytest.mark.parametrize("kind", REPLIES)
def test_reply(kind: str) -> None:
    reply, text, calls = REPLIES[kind]
    found = replied(reply)
    assert (found.text, found.called) == (text, calls)
    assert found.finish == ("tool_calls" if calls else "stop")


def test_text_is_shown_as_it_comes() -> None:
    reading = decoder()
    shown = [reading.feed(delta(part)) for part in ('{"te', 'xt": "Ho', "la", r" \u00", 'e9s", "calls', '": []}')]
    assert shown == [
        [],
        [TextPiece(text="Ho")],
        [TextPiece(text="la")],
        [TextPiece(text=" ")],
        [TextPiece(text="és")],
        [],
    ]


@pytest.mark.parametrize(
    ("reply", "text", "cut"),
    [
        ('{"text": "Hola, el sit', "Hola, el sit", False),
        (f'{{"text": "Ho", "calls": [{CALL}', "Ho", True),
        ('{"calls": [{"na', "", True),
    ],
)
def test_what_is_cut_off_by_length_is_not_run(reply: str, text: str, cut: bool) -> None:
    found = replied(reply, reason="length")
    assert (found.text, found.calls, found.finish, found.call_cut) == (text, [], "length", cut)


CUT_CALLS = {
    "in an argument": '[{"name": "search_site", "arguments": {"query": "web de panad',
    "in an escape": '[{"name": "search_site", "arguments": {"query": "a]}]}\\',
    "before the end of a call": '[{"name": "search_site", "arguments": {"query": "blog"}',
    "after a call": f"[{CALL}",
    "in the second call": f'[{CALL}, {{"name": "get_ser',
    "in a call without a list": '{"name": "search_site", "arguments": {"query": "blog"}',
    "in a list that is an argument": '[{"name": "estimate_quote", "arguments": {"extras": ["blog"',
    "in an argument of the same name": '[{"name": "x", "arguments": {"calls": [1]',
}


@pytest.mark.parametrize("kind", CUT_CALLS)
def test_a_cut_call_is_not_run_though_the_model_says_that_it_stopped(kind: str) -> None:
    found = replied(f'{{"text": "Voy.", "calls": {CUT_CALLS[kind]}')
    assert (found.text, found.calls, found.finish, found.call_cut) == ("Voy.", [], "length", True)
    unseen = replied(f'{{"text": "", "calls": {CUT_CALLS[kind]}')
    assert (unseen.text, unseen.calls, unseen.finish) == ("", [], "error")


@pytest.mark.parametrize(("closing", "outcome"), [(finish(), "stop"), (b"", "error")], ids=["ended", "broken off"])
def test_signs_of_code_at_the_end_are_shown(closing: bytes, outcome: str) -> None:
    found = read(decoder(), delta("Usa ``"), closing)
    assert (found.text, found.finish) == ("Usa ``", outcome)


def test_a_fence_cut_into_deltas() -> None:
    chunks = ["Claro:\n", "`", "``json\n", '{"text": "Hola", "calls": []}\n```']
    assert read(decoder(), *map(delta, chunks), finish()).text == "Claro:\nHola"


@pytest.mark.parametrize("nested", ["[", '{"a":', '[{"name":"x","arguments":{}},'])
def test_a_reply_that_is_nested_without_end_is_an_error(nested: str) -> None:
    found = read(decoder(), delta('{"calls": ' + nested * (60_000 // len(nested))), finish())
    assert (found.text, found.calls, found.finish) == ("", [], "error")


@pytest.mark.parametrize("reply", ['{"calls": "all"}', '{"text": 5, "calls": []}', '{"calls": [{"arguments": {}}]}'])
def test_a_reply_in_no_form_at_all_is_an_error(reply: str) -> None:
    found = replied(reply)
    assert (found.text, found.finish) == ("", "error")
    assert found.error and "form asked for" in found.error.detail


def test_none_removes_calls() -> None:
    found = replied(f'{{"text": "Listo.", "calls": [{CALL}]}}', tool_choice="none")
    assert (found.text, found.calls, found.finish) == ("Listo.", [], "stop")


def test_usage_and_native_calls_pass() -> None:
    native = {"index": 0, "id": "c1", "function": {"name": "search_site", "arguments": '{"query":"blog"}'}}
    usage = sse({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 2, "neurons": 1.5}})
    found = read(decoder(), delta(tool_calls=[native]), usage, finish("tool_calls"))
    assert (found.called, found.calls[0].id) == (BLOG, "c1")
    assert found.usage == UsagePiece(input_tokens=9, output_tokens=2, neurons=1.5)


def test_errors_pass() -> None:
    found = read(decoder(), delta('{"text": "Ho'), sse({"error": {"code": 3040, "message": "busy"}}))
    assert (found.text, found.finish) == ("Ho", "error")
    assert found.error and (found.error.detail, found.error.provider_code) == ("3040: busy", 3040)


def test_a_truncated_stream() -> None:
    found = read(decoder(), delta('{"text": "Ho'))
    assert found.error and found.error.code == "stream_truncated"


def test_thinking_shown_before_the_object_is_retracted() -> None:
    thinking = "The visitor wants to know about blogs. "
    found = read(decoder(), delta(thinking), delta('<channel|>{"text": "Hola", "calls": []}'), finish())
    assert (found.text, found.retracted) == ("Hola", thinking)
    unseen = read(decoder(), delta('{"no": "visible text here"}, is what I thought'), delta("<channel|>Hola"), finish())
    assert (unseen.text, unseen.retracted) == ("Hola", "")


def test_an_endless_reply_is_an_error() -> None:
    chunks = [delta('{"calls": ['), *[delta("[" * 1000)] * (MAX_REPLY // 1000 + 1), finish()]
    found = read(decoder(), *chunks)
    assert found.error and str(MAX_REPLY) in found.error.detail


def test_endless_calls_are_one_error() -> None:
    found = replied('{"text": "Voy.", "calls": [' + ", ".join([CALL] * (MAX_CALLS + 9)) + "]}")
    assert (found.text, found.calls, found.finish) == ("Voy.", [], "error")
