"""Calls that a model wrote as text: recovered in the known forms, removed where calls are not allowed."""

from typing import Any

import pytest

from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import Outcome, delta, finish, read

TOOLS = ("search_site", "get_service", "estimate_quote", "suggest_next_step")
BLOG = [("search_site", {"query": "blog"})]
WEB = [("get_service", {"id": "web"})]
Q = '<|"|>'


def decoded(text: str, *, reason: str = "stop", tool_choice: Any = "auto", tools: Any = TOOLS) -> Outcome:
    """The outcome, which must be the same when the text comes character by character."""
    found = read(ChatStreamDecoder(tools=tools, tool_choice=tool_choice), delta(text), finish(reason))
    again = read(ChatStreamDecoder(tools=tools, tool_choice=tool_choice), *map(delta, text), finish(reason))
    assert (again.text, again.called, again.finish) == (found.text, found.called, found.finish)
    return found


FORMS = {
    "gemma": (f"<|tool_call>call:get_service{{id:{Q}web{Q}}}<tool_call|>", WEB),
    "gemma closed by turn": (f"<|tool_call>call:get_service{{id:{Q}web{Q}}}<turn|>", WEB),
    "gemma closed by nothing": (f"<|tool_call>call:get_service{{id:{Q}web{Q}}}", WEB),
    "gemma with response": (f"<|tool_call>call:get_service{{id:{Q}web{Q}}}<tool_call|><|tool_response>", WEB),
    "gemma, colon": (f"<|tool_call>:call:get_service{{id:{Q}web{Q}}}<tool_call|>", WEB),
    "gemma, no word": (f"<|tool_call>get_service{{id:{Q}web{Q}}}<tool_call|>", WEB),
    "gemma, closed twice": (f"<|tool_call>call:get_service{{id:{Q}web{Q}}}<tool_call|><tool_call|>", WEB),
    "gemma, two": (
        f"<|tool_call>call:get_service{{id:{Q}web{Q}}}<tool_call|><|tool_call>call:search_site{{query:{Q}blog{Q}}}",
        WEB + BLOG,
    ),
    "gemma, two in one": (
        f"<|tool_call>call:get_service{{id:{Q}web{Q}}} call:search_site{{query:{Q}blog{Q}}}<tool_call|>",
        WEB + BLOG,
    ),
    "gemma, in thinking": (f"<|channel>thought\nSo.<|tool_call>call:get_service{{id:{Q}web{Q}}}<tool_call|>", WEB),
    "gemma, json inside": ('<|tool_call>{"name":"get_service","arguments":{"id":"web"}}<tool_call|>', WEB),
    "gemma, after channel": (f"<channel|>call:get_service{{id:{Q}web{Q}}}<turn|>", WEB),
    "stripped": ("call:get_service{id:web}", WEB),
    "stripped, two": ("call:get_service{id:web}\ncall:search_site{query:blog}", WEB + BLOG),
    "stripped, after header": ("thought\nI need the service.\ncall:get_service{id:web}", WEB),
    "stripped, right after header": ("thought\ncall:get_service{id:web}", WEB),
    "quoted, after header": (f"thought\nSo.\ncall:get_service{{id:{Q}web{Q}}}<turn|>", WEB),
    "header, then json": ('thought\n{"name":"get_service","arguments":{"id":"web"}}', WEB),
    "header, then token": (f"thought\nI need it.<|tool_call>call:get_service{{id:{Q}web{Q}}}<tool_call|>", WEB),
    "hermes": ('<tool_call>\n{"name": "search_site", "arguments": {"query": "blog"}}\n</tool_call>', BLOG),
    "hermes, open": ('<tool_call>{"name": "search_site", "arguments": {"query": "blog"}}', BLOG),
    "hermes, extra brace": ('<tool_call>{"name": "search_site", "arguments": {"query": "blog"}}}</tool_call>', BLOG),
    "hermes, text as arguments": ('<tool_call>{"name":"search_site","arguments":"{\\"query\\":\\"blog\\"}"}', BLOG),
    "hermes, two": (
        '<tool_call>{"name":"search_site","arguments":{"query":"blog"}}</tool_call>\n'
        '<tool_call>{"name":"get_service","arguments":{"id":"web"}}</tool_call>',
        BLOG + WEB,
    ),
    "hermes, function tags": (
        "<tool_call>\n<function=search_site>\n<parameter=query>\nblog\n</parameter>\n</function>\n</tool_call>",
        BLOG,
    ),
    "hermes, function tags with a list": (
        '<tool_call><function=get_service><parameter=id>["web", 1]</parameter></function></tool_call>',
        [("get_service", {"id": ["web", 1]})],
    ),
    "function tag": ('<function=search_site>{"query": "blog"}</function>', BLOG),
    "function tag, open": ('<function=search_site>{"query": "blog"}', BLOG),
    "function tags": (
        '<function=search_site>{"query": "blog"}</function><function=get_service>{"id": "web"}</function>',
        BLOG + WEB,
    ),
    "fenced": ('```json\n{"name": "search_site", "arguments": {"query": "blog"}}\n```', BLOG),
    "fenced, bare": ('```\n{"name": "search_site", "parameters": {"query": "blog"}}\n```\n', BLOG),
    "fenced, open": ('```json\n{"name": "search_site", "arguments": {"query": "blog"}}', BLOG),
    "json": ('{"name": "search_site", "parameters": {"query": "blog"}}', BLOG),
    "json, spaced": ('\n{ "name" : "search_site" , "arguments" : {"query": "blog"} }\n', BLOG),
    "json, arguments first": ('{"arguments": {"query": "blog"}, "name": "search_site"}', BLOG),
    "json, list": (
        '[{"name":"search_site","arguments":{"query":"blog"}},{"name":"get_service","arguments":{"id":"web"}}]',
        BLOG + WEB,
    ),
    "json, lines": (
        '{"name":"search_site","arguments":{"query":"blog"}}\n{"name":"get_service","arguments":{"id":"web"}}',
        BLOG + WEB,
    ),
    "json, outer object": (
        '{"tool_calls":[{"type":"function","function":{"name":"search_site","arguments":{"query":"blog"}}}]}',
        BLOG,
    ),
    "json, function object": ('{"function": {"name": "search_site", "arguments": {"query": "blog"}}}', BLOG),
    "json, then end": ('{"name": "search_site", "arguments": {"query": "blog"}}<|im_end|>', BLOG),
    "doubled braces": ('{{"name": "search_site", "arguments": {"query": "blog"}}}', BLOG),
    "doubled braces, lines": (
        '{{"name": "search_site", "arguments": {"query": "blog"}}}\n{{"name":"get_service","arguments":{"id":"web"}}}',
        BLOG + WEB,
    ),
    "mistral": ('[TOOL_CALLS][{"name": "search_site", "arguments": {"query": "blog"}}]</s>', BLOG),
    "mistral, text after": ('[TOOL_CALLS] [{"name": "search_site", "arguments": {"query": "blog"}}] Done.', BLOG),
    "mistral v11": ('[TOOL_CALLS]search_site[ARGS]{"query": "blog"}', BLOG),
    "mistral v11, id": ('[TOOL_CALLS]search_site[CALL_ID]abc123[ARGS]{"query": "blog"}', BLOG),
    "mistral v11, two": (
        '[TOOL_CALLS]search_site[ARGS]{"query":"blog"}[TOOL_CALLS]get_service{"id":"web"}',
        BLOG + WEB,
    ),
    "llama": ('<|python_tag|>{"name": "search_site", "parameters": {"query": "blog"}}<|eom_id|>', BLOG),
    "gpt-oss": (
        "<|channel|>analysis<|message|>Search.<|end|><|start|>assistant<|channel|>commentary to=functions.search_site "
        '<|constrain|>json<|message|>{"query":"blog"}<|call|>',
        BLOG,
    ),
    "gpt-oss, no arguments": (
        "<|channel|>commentary to=functions.suggest_next_step<|message|><|call|>",
        [("suggest_next_step", {})],
    ),
    "gpt-oss, role first": (
        '<|start|>assistant to=functions.search_site<|channel|>commentary json<|message|>{"query":"blog"}',
        BLOG,
    ),
    "namespace": ('<tool_call>{"name":"functions.search_site","arguments":{"query":"blog"}}</tool_call>', BLOG),
}


@pytest.mark.parametrize("form", FORMS)
def test_recovered(form: str) -> None:
    text, calls = FORMS[form]
    found = decoded(text)
    assert found.called == calls
    assert all(call.recovered for call in found.calls)
    assert len({call.id for call in found.calls}) == len(calls)
    assert (found.text.strip(), found.finish) == ("", "tool_calls")


@pytest.mark.parametrize("form", FORMS)
def test_recovered_where_any_name_is_declared(form: str) -> None:
    text, calls = FORMS[form]
    assert decoded(text, tools=None).called == calls


@pytest.mark.parametrize("form", FORMS)
def test_removed_and_not_run_where_calls_are_not_allowed(form: str) -> None:
    text, _ = FORMS[form]
    found = decoded(text, tool_choice="none")
    assert (found.text.strip(), found.calls, found.finish) == ("", [], "stop")


MARKED = [form for form, (text, _) in FORMS.items() if text.startswith(("<", "[TOOL")) and "<channel" not in text]
AFTER_TEXT = [(form, " ") for form in MARKED] + [(form, "\n") for form in (*MARKED, "stripped", "stripped, two")]


@pytest.mark.parametrize(("form", "space"), AFTER_TEXT)
def test_the_plan_before_a_call_is_shown(form: str, space: str) -> None:
    text, calls = FORMS[form]
    found = decoded(f"Voy a buscarlo.{space}{text}")
    assert (found.text.strip(), found.called) == ("Voy a buscarlo.", calls)


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "delete_everything", "arguments": {}}</tool_call>',
        f"<|tool_call>call:delete_everything{{id:{Q}web{Q}}}<tool_call|>",
        '[TOOL_CALLS][{"name": "delete_everything", "arguments": {}}]',
        '<function=delete_everything>{"id": 1}</function>',
        "<|channel|>commentary to=functions.delete_everything<|message|>{}<|call|>",
        "<|tool_call>call:get_service{id:<tool_call|>",
        "<|tool_call>nonsense<tool_call|>",
        '<tool_call>{"name": "search_site", "argu',
        "<|tool_call>call:get_service{id:[}<tool_call|>",
        '<|tool_call>call:get_service{id:"web}<tool_call|>',
        "<|tool_call>call:get_service{:}<tool_call|>",
        "<|tool_call>call:get_service{a:1 b{}}<tool_call|>",
        f"<|tool_call>call:get_service{{id:{Q}web<tool_call|>",
        "<|tool_call>call:get_service{id:}<tool_call|>",
        "<|tool_call>call:get_service" + "{a:" * 40 + "<tool_call|>",
        "<tool_call>" + "{" * 30_000,
        "<|channel|>commentary to=functions.search_site<|message|>[1]<|call|>",
        '<tool_call>{"name": 5, "arguments": {}}</tool_call>',
        '<tool_call>{"tool_calls": [{"tool_calls": []}]}</tool_call>',
        "<tool_call>[1, 2]</tool_call>",
        "<function=search_site",
        "<tool_call>search_site<arg_key>query</tool_call>",
        "<function=search_site>no parameters</function>",
    ],
)
def test_what_is_no_call_of_a_tool_is_removed(text: str) -> None:
    found = read(ChatStreamDecoder(tools=TOOLS), delta(text), finish())
    assert (found.text, found.calls, found.finish) == ("", [], "stop")


def test_text_goes_on_after_a_call() -> None:
    found = decoded('Uno <tool_call>{"name":"search_site","arguments":{"query":"blog"}}</tool_call>\n dos')
    assert (found.text, found.called) == ("Uno dos", BLOG)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (f"{Q}web: {{a, b}}{Q}", "web: {a, b}"),
        ("3", 3),
        ("-2.5", -2.5),
        ("1e3", 1000.0),
        ("007", "007"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("web", "web"),
        ("dos palabras", "dos palabras"),
        ('"a \\"b\\""', 'a "b"'),
        (f"[{Q}blog{Q},{Q}seo{Q}]", ["blog", "seo"]),
        ("[ 1 , 2 ]", [1, 2]),
        ("[]", []),
        ("{}", {}),
        (f"{{a:{Q}x{Q},b:{{c:1}}}}", {"a": "x", "b": {"c": 1}}),
    ],
)
@pytest.mark.parametrize("key", ["id", f"{Q}id{Q}", '"id"', " id "])
def test_values_of_gemmas_notation(written: str, value: Any, key: str) -> None:
    found = decoded(f"<|tool_call>call:get_service{{{key}:{written},last:1}}<tool_call|>")
    assert found.called == [("get_service", {"id": value, "last": 1})]


GLM = "<tool_call>search_site\n<arg_key>query</arg_key>\n<arg_value>blog</arg_value>\n</tool_call>"


def test_glms_form_needs_the_names_of_the_tools() -> None:
    found = decoded(f"Busco. {GLM}")
    assert (found.text, found.called) == ("Busco. ", BLOG)
    found = decoded("<tool_call>get_service<arg_key>id</arg_key><arg_value>[1]</arg_value></tool_call>")
    assert found.called == [("get_service", {"id": [1]})]
    assert decoded("<tool_call>search_site</tool_call>").called == []
    assert decoded(GLM, tool_choice="none").text == ""


@pytest.mark.xfail(strict=True, reason="Llama 4's Python notation is not told from ordinary brackets")
def test_llama_4s_python_notation() -> None:
    assert decoded('[search_site(query="blog")]').called == BLOG


@pytest.mark.parametrize(
    "text",
    [
        f"<|tool_call>call:estimate_quote{{service:{Q}web{Q},extras:[{Q}blo",
        "call:estimate_quote{service:web",
        '{"name": "search_site", "argu',
        '```json\n{"name": "search_site", "arguments": {"query": "blog"',
        '<tool_call>{"name": "search_site", "argum',
        "[TOOL_CALLS]search_site[ARGS]{",
        "<function=search_site>{",
        "<function=estimate_quote><parameter=service>web</parameter><parameter=extras>[",
        "<function=estimate_quote><parameter=service>web</parameter>",
        "<tool_call>estimate_quote<arg_key>service</arg_key><arg_value>web</arg_value>",
        "<|channel|>commentary to=functions.search_site<|message|>{",
    ],
)
def test_a_written_call_cut_off_by_length_is_neither_run_nor_shown(text: str) -> None:
    for tool_choice, cut in (("auto", True), ("none", False)):
        found = decoded(text, reason="length", tool_choice=tool_choice)
        assert (found.text, found.calls, found.finish, found.call_cut) == ("", [], "length", cut)


@pytest.mark.parametrize("text", ["Hola, el sitio cues", FORMS["hermes"][0], FORMS["gemma"][0] + "Hola"])
def test_no_call_was_cut_off(text: str) -> None:
    assert not decoded(text, reason="length").call_cut
    assert not decoded('<tool_call>{"name": "search_site", "argum').call_cut


def test_a_complete_recovered_call_is_run_though_the_stream_was_truncated() -> None:
    text = '<tool_call>{"name":"search_site","arguments":{"query":"blog"}}</tool_call>'
    found = read(ChatStreamDecoder(tools=TOOLS), delta(text))
    assert (found.called, found.finish) == (BLOG, "tool_calls")


def test_a_call_that_is_handed_over_and_written_runs_once() -> None:
    native = {"index": 0, "id": "c1", "function": {"name": "search_site", "arguments": '{"query": "blog"}'}}
    text = (
        '<tool_call>{"name":"search_site","arguments":{"query":"blog"}}</tool_call>'
        '<tool_call>{"name":"get_service","arguments":{"id":"web"}}</tool_call>'
    )
    found = read(ChatStreamDecoder(tools=TOOLS), delta(text), delta(tool_calls=[native]), finish("tool_calls"))
    assert found.called == BLOG + WEB
    assert [call.recovered for call in found.calls] == [False, True]


STEP = '```json\n{"name": "suggest_next_step", "arguments": {"kind": "quote"}}\n```'


def test_a_fenced_call_of_a_long_name_is_never_shown() -> None:
    assert decoded(STEP).called == [("suggest_next_step", {"kind": "quote"})]
    assert decoded(STEP, tool_choice="none").text == ""


@pytest.mark.parametrize(
    "text", [STEP.replace("next_step", "a name for it"), '{"name": "suggest_next_stepping"} and so on']
)
def test_json_that_began_like_a_call_is_shown(text: str) -> None:
    assert (decoded(text).text, decoded(text).calls) == (text, [])
