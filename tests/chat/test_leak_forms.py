"""Forms in which models write calls that are easily lost or shown, and what only looks like one."""

from typing import Any

import pytest

from chat.json_text import MAX_DEPTH, leading_json, mend_json, parse_json, split_objects
from chat.leaks import MAX_CAPTURE, LeakFilter
from chat.names import ToolNames
from chat.pieces import TextPiece
from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import delta, finish, read

TOOLS = ("search_site", "get_service", "estimate_quote", "suggest_next_step")
BLOG = [("search_site", {"query": "blog"})]
WEB = [("get_service", {"id": "web"})]


def said(*deltas: str, reason: str = "stop", tool_choice: Any = "auto") -> tuple[str, list[tuple[str, Any]]]:
    """Text and calls, which must be the same byte by byte and character by character."""
    results = []
    chunks = [*map(delta, deltas), finish(reason)]
    characters = [*(delta(each) for text in deltas for each in text), finish(reason)]
    for ways in (chunks, [b"".join(chunks)], [bytes([byte]) for byte in b"".join(chunks)], characters):
        found = read(ChatStreamDecoder(tools=TOOLS, tool_choice=tool_choice), *ways)
        results.append((found.text, found.called))
    assert results == results[:1] * len(results)
    return results[0]


CALLS = {
    "bare value with a comma": (
        "call:search_site{query:tienda online, blog}",
        [("search_site", {"query": "tienda online, blog"})],
    ),
    "bare value with two commas, then a key": (
        "call:search_site{query:uno, dos, tres,limit:2}",
        [("search_site", {"query": "uno, dos, tres", "limit": 2})],
    ),
    "bare value with a comma before a number": (
        "call:search_site{query:a las 10, 12:30}",
        [("search_site", {"query": "a las 10, 12:30"})],
    ),
    "bare value with two commas in a row": ("call:search_site{query:a,, b}", [("search_site", {"query": "a,, b"})]),
    "comma at the end": ("call:search_site{query:blog,}", BLOG),
    "single quotes": ("call:search_site{query:'blog'}", BLOG),
    "single quotes, apostrophe": (
        "call:search_site{query:'what's new, and \\'old\\'',limit:1}",
        [("search_site", {"query": "what's new, and 'old'", "limit": 1})],
    ),
    "apostrophe alone": ("call:search_site{query:'90s blog}", [("search_site", {"query": "'90s blog"})]),
    "notation, namespace": ("call:functions.search_site{query:blog}", BLOG),
    "fence, CRLF": ('```json\r\n{"name":"search_site","arguments":{"query":"blog"}}\r\n```\r\n', BLOG),
    "fence, capitals": ('```JSON\n{"name":"search_site","arguments":{"query":"blog"}}\n```', BLOG),
    "function and type": (
        '{"type":"function","function":{"name":"search_site","arguments":{"query":"blog"}}}',
        BLOG,
    ),
    "function and type, fence": (
        '```json\n{\n  "type": "function",\n'
        '  "function": {"name": "search_site", "arguments": {"query": "blog"}}\n}\n```',
        BLOG,
    ),
    "type beside the name": ('{"type":"function","name":"search_site","parameters":{"query":"blog"}}', BLOG),
    "id beside the name": ('{"id":"call_1","name":"search_site","arguments":{"query":"blog"}}', BLOG),
    "id and type": (
        '{"id": "call_0123456789abcdef0123456789", "type": "function", "function": '
        '{"name": "search_site", "arguments": "{\\"query\\": \\"blog\\"}"}}',
        BLOG,
    ),
    "list of them": (
        '[{"id": "call_1", "type": "function", "function": {"name": "get_service", "arguments": {"id": "web"}}}]',
        WEB,
    ),
    "namespace, fence": ('```json\n{"name":"functions.search_site","arguments":{"query":"blog"}}\n```', BLOG),
    "trailing comma, fence": ('```json\n{"name":"search_site","arguments":{"query":"blog",},}\n```', BLOG),
    "single quotes, fence": ("```json\n{'name': 'search_site', 'arguments': {'query': 'blog'}}\n```", BLOG),
    "brace missing, fence": ('```json\n{"name":"search_site","arguments":{"query":"blog"}\n```', BLOG),
    "trailing comma, tag": ('<tool_call>{"name":"search_site","arguments":{"query":"blog",}}</tool_call>', BLOG),
    "single quotes, tag": ("<tool_call>{'name': 'search_site', 'arguments': {'query': 'blog'}}</tool_call>", BLOG),
    "brace missing, tag": ('<tool_call>{"name":"search_site","arguments":{"query":"blog"}</tool_call>', BLOG),
    "brace missing, end": ('<tool_call>{"name":"search_site","arguments":{"query":"blog"}', BLOG),
    "closer in a string": (
        '<tool_call>{"name":"search_site","arguments":{"query":"usa </tool_call> aquí"}}</tool_call>',
        [("search_site", {"query": "usa </tool_call> aquí"})],
    ),
    "notation in a tag": ("<tool_call>call:get_service{id:web}</tool_call>", WEB),
    "blanks behind the tag": (f'<tool_call>{" " * 40}{{"name":"search_site","arguments":{{"query":"blog"}}}}', BLOG),
    "blanks before": (f'{" " * 40}{{"name":"search_site","arguments":{{"query":"blog"}}}}', BLOG),
}


@pytest.mark.parametrize("form", CALLS)
def test_a_written_call_is_run_and_never_shown(form: str) -> None:
    text, calls = CALLS[form]
    assert (said(text)[0].strip(), said(text)[1]) == ("", calls)
    assert said(text, tool_choice="none")[0].strip() == ""


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "function", "price": 900}',
        '{"type": "service", "name": "search_site"}',
        '{"type": 5}',
        '{"id": "web", "price": 900}',
        '{"id": "web"; "name": "search_site"}',
        '{"id": "web"} es el servicio',
        '{"id": "una-identificación-más-larga-de-lo-que-se-retiene", "name": "search_site"}',
        '{"id": "call_' + "a" * 80 + '", "name": "search_site"}',
        '{"function": {"es": "función"}}',
        '{"name": {"es": "Web", "en": "Site"}}',
        '{"tool_calls": "ninguna"}',
        '{"tool_calls": [1]}',
        '{"arguments": {"query": "blog"}; "name"}',
        '{"arguments": {"query": "blog"}, "note": "search_site"}',
        '{"parameters": {"query": "blog", "lang": "es"}, "name": "other"}',
        '{"name": "functions"}',
        '{"name": "tools.es"}',
        "```json\n{'id': 'web', 'price': 900}\n```",
        "```js\r\nlet a;\r\n```",
        '{"name": "search_site"} abre.\ncall:ana{b}\n',
        "call:get_service{id:web} es una llamada,\ncall:ana otra",
        "call:" + "a" * 40 + "{",
    ],
)
def test_json_and_words_that_are_no_call_stay(text: str) -> None:
    assert said(text) == (text, [])
    assert said(text, tool_choice="none") == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name":"search_site","arguments":{"query":"blog"</tool_call>',
        '<tool_call>{"name":"search_site","arguments":{"query":"blog}}</tool_call>',
        '<tool_call>{"name":"search_site","arguments":{"query":["blog"}}</tool_call>',
        "<tool_call>{'name':'search_site','arguments':{'query':'it's'}</tool_call>",
        "<tool_call>{'name':'other','arguments':{'query':'a'}}</tool_call>",
        "<tool_call>{'name':'search_site','arguments':{'query':'" + "a" * 4000 + "'}}</tool_call>",
    ],
    ids=["two braces", "string", "list", "apostrophe", "undeclared", "long"],
)
def test_what_may_have_lost_content_is_not_mended(text: str) -> None:
    assert said(text) == ("", [])


def test_the_notation_in_a_tag_is_removed_within_a_line() -> None:
    assert said("Voy. <tool_call>call:get_service{id:web}</tool_call>") == ("Voy. ", WEB)
    assert said("La etiqueta <tool_call> call: y ya") == ("La etiqueta  call: y ya", [])


def test_a_call_that_was_cut_off_is_not_mended() -> None:
    assert said('<tool_call>{"name":"search_site","arguments":{"query":"blog"}', reason="length") == ("", [])
    assert said('```json\n{"name":"search_site","arguments":{"query":"blog"}', reason="length") == ("", [])


@pytest.mark.parametrize(
    ("text", "shown", "calls"),
    [
        ('[TOOL_CALLS]search_site[ARGS]{"query":"blog"}\nVoy.', "Voy.", BLOG),
        ('[TOOL_CALLS]search_site{"query":"blog"}\r\nI look it up [here](/blog).', "I look it up [here](/blog).", BLOG),
        ('[TOOL_CALLS][{"name":"search_site","arguments":{"query":"blog"}}]\nVoy.', "Voy.", BLOG),
        ('[TOOL_CALLS]search_site[ARGS]{"query":"blog"} {"a": 1}', "", BLOG),
        ('[TOOL_CALLS]search_site[ARGS]{"query":"blog"\nVoy.', "", []),
        ('<tool_call>{"name":"search_site,"arguments":{"query":"a"}}</tool_call>Sigue.', "Sigue.", []),
        ('<tool_call>{"name":"search_site,"arguments":{"query":"a"}}</tool_call>Sigue.<|im_end|>', "Sigue.", []),
        ('<tool_call>{"a</tool_call>' + "Sigue. " * 2500, "Sigue. " * 2500, []),
    ],
    ids=["args", "crlf", "list", "other JSON", "cut", "quote", "quote, turn's end", "quote, long"],
)
def test_text_behind_a_call(text: str, shown: str, calls: list[Any]) -> None:
    if len(text) < MAX_CAPTURE:
        assert said(text) == (shown, calls)
        assert said(text, tool_choice="none") == (shown, [])
    else:
        assert read(ChatStreamDecoder(tools=TOOLS), delta(text), finish()).text == shown


@pytest.mark.parametrize(
    "text",
    ['{"parameters": {' + '"a": 1, ' * 50, '{"input": {' + '"a": 1, ' * 50, '{"function": {"a": ' + "1" * 100],
    ids=["parameters", "input", "function"],
)
def test_json_without_a_tools_name_is_shown_as_it_comes(text: str) -> None:
    decoder = ChatStreamDecoder(tools=TOOLS)
    shown = ""
    for position, character in enumerate(text, 1):
        shown += "".join(piece.text for piece in decoder.feed(delta(character)) if isinstance(piece, TextPiece))
        assert position - len(shown) <= 32


def test_arguments_before_any_name_are_text_where_they_are_long() -> None:
    text = '{"arguments": {' + '"a": 1, ' * 50 + '"b": 2}, "name": "search_site"}'
    assert said(text) == (text, [])


@pytest.mark.parametrize("depth", [MAX_DEPTH, 1400, 100_000])
def test_depth_is_bounded(depth: int) -> None:
    call = '{"name":"search_site","arguments":{"query":"blog"}}'
    for text in ("[" * depth + "]" * depth, "[" * depth + call + "]" * depth, '{"name":' * depth):
        assert LeakFilter(ToolNames(TOOLS)).feed(f"<tool_call>{text}</tool_call>") == []
    for part in ("[", '{"function":', '{"function":[', '{"arguments":{},"arguments":{},', '{"id":"a","id":"a",'):
        leaks = LeakFilter(ToolNames(TOOLS))
        assert leaks.feed(part * depth) + leaks.close(clean=True)
    deep = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)
    assert (parse_json(deep), leading_json(deep), split_objects(f'{{"a":{deep}}}')) == (None, "", [])


def test_what_only_looks_deep_is_read() -> None:
    flat = '{"a": "' + "[{" * MAX_DEPTH + '", "b": [' + "[]," * MAX_DEPTH + "1]}"
    assert parse_json(flat)
    assert parse_json(flat[:-2]) is None
    assert split_objects(flat * 2) == [flat] * 2
    assert leading_json(f"{flat} y [más]") == flat
    assert mend_json(flat.replace("1]}", "1],}"))


@pytest.mark.parametrize(
    "text", ["{" * 100, '{"a": 1} b', "[1,]", "{]", '{"a": `1`,}', "{'a': 1} ' }"], ids=lambda text: str(text)[:12]
)
def test_not_mended(text: str) -> None:
    assert mend_json(text) is None
