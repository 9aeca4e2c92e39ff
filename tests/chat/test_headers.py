"""Who speaks, and to whom."""

import pytest

from chat.headers import Header, could_be_header, could_be_role, read_header, read_role


@pytest.mark.parametrize(
    ("text", "own", "rest"),
    [
        ("model\nHola", True, "Hola"),
        ("assistant<|end_header_id|>", True, "<|end_header_id|>"),
        ("\nuser\nHola", False, "Hola"),
        ("tool Hola", False, "Hola"),
    ],
)
def test_role(text: str, own: bool, rest: str) -> None:
    role = read_role(text)
    assert role and (role.own, text[role.end :]) == (own, rest)


@pytest.mark.parametrize(
    ("text", "possible"),
    [("", True), ("\n", True), ("assis", True), ("model", True), ("Hola", False), (" " * 40, False)],
)
def test_beginning_of_a_role(text: str, possible: bool) -> None:
    assert read_role(text) is None
    assert could_be_role(text) == possible


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("final", Header(hidden=False, tool="")),
        ("analysis", Header(hidden=True, tool="")),
        ("assistant<|channel|>final", Header(hidden=False, tool="")),
        ("assistant<|channel|>analysis", Header(hidden=True, tool="")),
        ("commentary to=functions.search_site <|constrain|>json", Header(hidden=False, tool="search_site")),
        ("assistant to=search_site<|channel|>commentary json", Header(hidden=False, tool="search_site")),
        ("user", Header(hidden=True, tool="")),
        ("", Header(hidden=False, tool="")),
    ],
)
def test_header(text: str, header: Header) -> None:
    assert read_header(text) == header
    assert all(could_be_header(text[:size]) for size in range(len(text) + 1))


@pytest.mark.parametrize(
    "text",
    [
        "Hola",
        "final\n",
        "final: the price",
        "final" + " word" * 7,
        "assistant to=" + "x" * 200,
        "final <|im_end|>",
        "the final",
    ],
)
def test_no_header(text: str) -> None:
    assert not could_be_header(text)
