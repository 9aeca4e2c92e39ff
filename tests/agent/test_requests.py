"""Bodies of requests, as bytes: what is read and how the rest is refused."""

import json
from typing import Any

import pytest

from agent.refusal import Refusal
from agent.requests import guess_locale, read_goal, read_quote, read_search


def body(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


def refusal(raw: bytes, *, fallback: Any = "en") -> Refusal:
    with pytest.raises(Refusal) as caught:
        read_goal(raw, fallback=fallback, goal_chars=20)
    return caught.value


def test_a_goal_is_read_and_cleaned() -> None:
    request = read_goal(body(goal=" una tienda\u200b ", locale="es"), fallback="en", goal_chars=20)
    assert (request.goal, request.locale) == ("una tienda", "es")


def test_a_request_without_a_locale_takes_the_browsers() -> None:
    assert read_goal(body(goal="a shop"), fallback="es", goal_chars=20).locale == "es"


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b"", None),
        (b"nope", None),
        (b'{"goal": "a shop"', None),
        (b"[1, 2]", None),
        (b'"a shop"', None),
        (b"null", None),
        (b'{"goal": NaN}', None),
        (b'{"goal": Infinity}', None),
        (b'{"goal": ' + b"9" * 5000 + b"}", None),
        (b"[" * 4000 + b"]" * 4000, None),
        ('{"goal": "café"}'.encode("latin-1"), None),
        ('{"goal": "café"}'.encode("utf-16"), None),
        (b'{"goal": "\\ud800"}', None),
        (body(), "goal"),
        (body(goal=7), "goal"),
        (body(goal=None), "goal"),
        (body(goal=["a"]), "goal"),
        (body(goal=""), "goal"),
        (body(goal="   "), "goal"),
        (body(goal="x" * 21), "goal"),
        (body(goal="a shop", locale="fr"), "locale"),
        (body(goal="a shop", locale=None), "locale"),
        (body(goal="a shop", locale=["en"]), "locale"),
        (body(goal="a shop", admin=True), "admin"),
    ],
    ids=[
        "nothing", "no json", "cut off", "list", "string", "null", "NaN", "infinity", "huge number", "too deep",
        "latin-1", "utf-16", "lone surrogate", "no goal", "number", "null goal", "list goal", "empty", "blank",
        "too long", "unknown locale", "null locale", "list locale", "unknown field",
    ],
)  # fmt: skip
def test_a_body_that_cannot_be_used_is_refused_with_its_field(raw: bytes, field: str | None) -> None:
    refused = refusal(raw)
    assert (refused.code, refused.status, refused.field) == ("invalid_request", 400, field)
    assert refused.message


def test_a_goal_that_is_too_long_names_the_limit_and_the_length() -> None:
    refused = refusal(body(goal="x" * 21, locale="es"))
    assert refused.body() == {
        "error": {
            "code": "invalid_request",
            "message": "El objetivo tiene 21 caracteres; se permiten 20 como máximo.",
            "limit": 20,
            "field": "goal",
        }
    }


def test_a_refusal_speaks_the_bodys_language_before_the_browsers() -> None:
    assert "falta" in refusal(body(locale="es")).message
    assert "missing" in refusal(body(locale="en"), fallback="es").message
    assert "falta" in refusal(body(), fallback="es").message


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (body(extras=["blog"], locale="en"), "service"),
        (body(service="website", extras="blog"), "extras"),
        (body(service="website", extras=[1]), "extras"),
        (body(service="website", extras=["blog"] * 51), "extras"),
        (body(service={}), "service"),
    ],
    ids=["no service", "extras no list", "extras of numbers", "too many extras", "service no text"],
)
def test_a_quote_that_cannot_be_read_is_refused(raw: bytes, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_quote(raw, fallback="en")
    assert caught.value.field == field


def test_a_quote_is_read() -> None:
    request = read_quote(body(service="website", extras=["blog"], locale="es"), fallback="en")
    assert (request.service, request.extras, request.locale) == ("website", ("blog",), "es")


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        (None, "en"),
        ("", "en"),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("fr-FR, en;q=0.3, es;q=0.7", "es"),
        ("de, fr", "en"),
        ("es;q=x, en;q=0.5", "en"),
        (";;,,=,*", "en"),
    ],
)
def test_the_locale_is_guessed_from_accept_language(header: str | None, locale: str) -> None:
    assert guess_locale(header) == locale


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ({"q": [" blog "]}, ("blog", "es")),
        ({"q": ["blog", "shop"], "locale": ["en"]}, ("blog", "en")),
        ({"q": ["x" * 500]}, ("x" * 500, "es")),
    ],
    ids=["the browser's language", "the first of two", "as long as may be"],
)
def test_a_search_is_read(query: dict[str, list[str]], asked: tuple[str, str]) -> None:
    request = read_search(query, fallback="es")
    assert (request.q, request.locale) == asked


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ({}, "q", "falta"),
        ({"q": ["  "]}, "q", "Escribe"),
        ({"q": ["x" * 501]}, "q", "501"),
        ({"q": ["a"], "locale": ["fr"]}, "locale", "locale"),
        ({"q": [""], "locale": ["en"]}, "q", "Write"),
        ({"q": ["a"], "page": ["2"]}, "page", "page"),
    ],
    ids=["nothing", "blank", "too long", "no such language", "in its language", "unknown field"],
)
def test_a_search_that_cannot_be_used_is_refused(query: dict[str, list[str]], field: str, words: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_search(query, fallback="es")
    assert (caught.value.code, caught.value.field) == ("invalid_request", field)
    assert words in caught.value.message
