"""What the beginning of a text, still being streamed, may become."""

import pytest

from chat.names import ToolNames
from chat.openings import Opening, json_opening, notation_opening, still_only_calls, tag_opening, thought_header

NAMES = ToolNames(["search_site", "get_service"])
TEXT, UNDECIDED, CERTAIN = Opening.TEXT, Opening.UNDECIDED, Opening.CERTAIN


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("", UNDECIDED),
        ("\n ", UNDECIDED),
        ("`", UNDECIDED),
        ("```js", UNDECIDED),
        ("```json\n", UNDECIDED),
        ("```json\n\n", UNDECIDED),
        ("```html", TEXT),
        ("```\nls", TEXT),
        ("{", UNDECIDED),
        ("[{ ", UNDECIDED),
        ("[", UNDECIDED),
        ("[1", TEXT),
        ('["name', TEXT),
        ("{n", TEXT),
        ("{'name': ", TEXT),
        ('{"', UNDECIDED),
        ('{"na', UNDECIDED),
        ('{"nb', TEXT),
        ('{"names"', TEXT),
        ('{"nam"', TEXT),
        ('{"name"', UNDECIDED),
        ('{"name" ', UNDECIDED),
        ('{"name": ', UNDECIDED),
        ('{"name",', TEXT),
        ('{"name"; "search_site"', TEXT),
        ('{"name": 5', TEXT),
        ('{"name": "', UNDECIDED),
        ('{"name": "sea', UNDECIDED),
        ('{"name": "panaderia', TEXT),
        ('{"name": "search_site"', CERTAIN),
        ('{"name": "search"', TEXT),
        ('```json\n{ "tool" : "get_service"', CERTAIN),
        ('[{"function": {', CERTAIN),
        ('{"function": "get_service"', CERTAIN),
        ('{"arguments": ', UNDECIDED),
        ('{"arguments": {', CERTAIN),
        ('{"arguments": "{', TEXT),
        ('{"arguments"; {', TEXT),
        ('{"tool_calls": [', CERTAIN),
        ('{{"name": "search_site"', CERTAIN),
    ],
)
def test_json(text: str, opening: Opening) -> None:
    assert json_opening(text, NAMES) is opening


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("c", UNDECIDED),
        ("  :call", UNDECIDED),
        ("call:", UNDECIDED),
        ("call:get_", UNDECIDED),
        ("call:get_service ", UNDECIDED),
        ("call:get_service{", CERTAIN),
        ("call:get_service {", CERTAIN),
        ("call:other", TEXT),
        ("call:get{", TEXT),
        ("call me", TEXT),
        ("cat", TEXT),
    ],
)
def test_notation(text: str, opening: Opening) -> None:
    assert notation_opening(text, NAMES) is opening


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("", UNDECIDED),
        ("\n", UNDECIDED),
        ("\n{", CERTAIN),
        ("[", CERTAIN),
        ("<function", CERTAIN),
        ("get_serv", UNDECIDED),
        ("get_service\n", CERTAIN),
        ("get_service<arg_key>", CERTAIN),
        ("get_services", TEXT),
        ("opens a call", TEXT),
    ],
)
def test_tag(text: str, opening: Opening) -> None:
    assert tag_opening(text, NAMES) is opening


@pytest.mark.parametrize(
    ("text", "opening", "end"),
    [
        ("t", UNDECIDED, 0),
        ("\nthought", UNDECIDED, 0),
        ("thought \r", UNDECIDED, 0),
        ("thought\nHola", CERTAIN, 8),
        ("thoughtHola", CERTAIN, 7),
        ("thought¿Hola", CERTAIN, 7),
        ("thoughts", TEXT, 0),
        ("thought of", TEXT, 0),
        ("Thought\n", TEXT, 0),
        ("a thought\n", TEXT, 0),
    ],
)
def test_thought(text: str, opening: Opening, end: int) -> None:
    assert thought_header(text) == (opening, end)


@pytest.mark.parametrize(
    ("text", "still"),
    [
        ('```json\n{"name": "x"', True),
        ('```json\n{"name": "x"}\n```\n', True),
        ('```json\n{"name": "x"}\n``` and', False),
        ('{"name": "x", "argu', True),
        ('{"name": "x"}\n', True),
        ('{"name": "x"}\n{"na', True),
        ('{"name": "x"} is', False),
        ('[{"name": "x"}] is', False),
        ("call:x{a:1", True),
        ("call:x{a:{b:1},", True),
        ("call:x{a:1}\n", True),
        ("call:x{a:1}\nca", True),
        ("call:x{a:1} call:y{", True),
        ("call:x{a:1} is", False),
    ],
)
def test_still_only_calls(text: str, still: bool) -> None:
    assert still_only_calls(text) == still
