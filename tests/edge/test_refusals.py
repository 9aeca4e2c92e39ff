"""Requests that are refused: the status, the words in the visitor's language, the headers, and no quota spent."""

import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.support.local_edge import LocalEdge

JSON = {"Content-Type": "application/json"}
LATIN = {"Content-Type": "application/json; charset=latin-1"}
GOOD = json.dumps({"goal": "a shop", "locale": "en"}).encode()


@pytest.fixture
def client(edge: LocalEdge) -> Iterator[httpx.Client]:
    """Nothing that a test sends here may cost quota."""
    before = edge.rows("SELECT id FROM runs")
    with httpx.Client(base_url=edge.url, headers={"CF-Connecting-IP": "198.51.100.1"}, timeout=20) as client:
        yield client
    assert edge.rows("SELECT id FROM runs") == before


def error_of(response: httpx.Response) -> dict[str, Any]:
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    error: dict[str, Any] = response.json()["error"]
    assert error["message"]
    return error


@pytest.mark.parametrize(
    ("method", "path", "headers", "content", "status", "code"),
    [
        ("POST", "/api/agent", JSON, b"nope", 400, "invalid_request"),
        ("POST", "/api/agent", JSON, b"", 400, "invalid_request"),
        ("POST", "/api/agent", JSON, b"[]", 400, "invalid_request"),
        ("POST", "/api/agent", JSON, b'{"goal": NaN}', 400, "invalid_request"),
        ("POST", "/api/agent", JSON, b'{"goal": 1e999}', 400, "invalid_request"),
        ("POST", "/api/agent", JSON, b'{"goal": ' + b"9" * 5000 + b"}", 400, "invalid_request"),
        ("POST", "/api/agent", JSON, "{}".encode("utf-16"), 400, "invalid_request"),
        ("POST", "/api/agent", JSON, json.dumps({"goal": "x" * 501}).encode(), 400, "invalid_request"),
        ("POST", "/api/agent", JSON, b" " * 8193, 413, "too_large"),
        ("POST", "/api/agent", {"Content-Type": "text/plain"}, GOOD, 415, "unsupported_media_type"),
        ("POST", "/api/agent", LATIN, GOOD, 415, "unsupported_media_type"),
        ("POST", "/api/agent", {}, GOOD, 415, "unsupported_media_type"),
        ("GET", "/api/agent", {}, None, 405, "method_not_allowed"),
        ("DELETE", "/api/agent", {}, None, 405, "method_not_allowed"),
        ("PROPFIND", "/api/agent", {}, None, 405, "method_not_allowed"),
        ("POST", "/api/quota", JSON, b"{}", 405, "method_not_allowed"),
        ("GET", "/api/nothing", {}, None, 404, "not_found"),
        ("POST", "/api/agent/", JSON, GOOD, 404, "not_found"),
        ("POST", "/api/agent", {**JSON, "Origin": "https://evil.test"}, GOOD, 403, "origin_refused"),
        ("POST", "/api/agent", {**JSON, "Origin": "null"}, GOOD, 403, "origin_refused"),
        ("POST", "/api/quote", JSON, b'{"service": "nothing"}', 400, "invalid_request"),
        ("POST", "/api/quote", JSON, b'{"service": "website", "extras": ["nothing"]}', 400, "invalid_request"),
    ],
)  # fmt: skip
def test_a_bad_request_is_refused(
    client: httpx.Client, method: str, path: str, headers: dict[str, str], content: bytes | None, status: int, code: str
) -> None:
    response = client.request(method, path, headers=headers, content=content)
    assert (response.status_code, error_of(response)["code"]) == (status, code)
    assert "Origin" in response.headers["vary"]
    if status == 405:
        assert response.headers["allow"] == ("POST, OPTIONS" if path == "/api/agent" else "GET, OPTIONS")


def test_a_refusal_speaks_the_visitors_language(client: httpx.Client) -> None:
    spanish = client.post("/api/agent", headers={**JSON, "Accept-Language": "es-ES"}, content=b"nope")
    assert error_of(spanish)["message"] == "La petición no es JSON válido en UTF-8."
    unknown = client.post("/api/quote", json={"service": "websit", "locale": "es"})
    assert "website" in error_of(unknown)["message"]
    assert error_of(unknown)["message"].startswith("No existe el servicio")


def raw(edge: LocalEdge, request: bytes) -> bytes:
    """What the edge answers to bytes that no HTTP library would send."""
    address = urlsplit(edge.url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as connection:
        connection.sendall(request)
        return connection.recv(65536)


HEAD = b"POST /api/agent HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"


def test_a_body_without_a_length_is_read_up_to_the_limit_and_no_further(edge: LocalEdge) -> None:
    chunk = b"1000\r\n" + b"x" * 0x1000 + b"\r\n"
    answer = raw(edge, HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 3 + b"0\r\n\r\n")
    assert b" 413 " in answer.split(b"\r\n")[0]


def test_a_length_that_announces_too_much_is_refused_before_the_body_comes(edge: LocalEdge) -> None:
    assert b" 413 " in raw(edge, HEAD + b"Content-Length: 99999999\r\n\r\n").split(b"\r\n")[0]


CORS_CASES: list[tuple[str, str, dict[str, str], bytes | None, int, str | None]] = [
    (
        "preflight", "OPTIONS",
        {"Origin": "https://example.test", "Access-Control-Request-Method": "POST",
         "Access-Control-Request-Headers": "content-type"},
        None, 204, "https://example.test",
    ),
    ("preflight of a stranger", "OPTIONS",
     {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}, None, 403, None),
    ("wrong method", "GET", {"Origin": "https://example.test"}, None, 405, "https://example.test"),
    ("bad body", "POST", {"Origin": "https://example.test", **JSON}, b"nope", 400, "https://example.test"),
    ("no origin", "OPTIONS", {}, None, 204, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "headers", "content", "status", "allowed"),
    [case[1:] for case in CORS_CASES],
    ids=[c[0] for c in CORS_CASES],
)
def test_an_allowed_origin_can_read_every_response(
    upstream_edge: LocalEdge,
    method: str,
    headers: dict[str, str],
    content: bytes | None,
    status: int,
    allowed: str | None,
) -> None:
    response = httpx.request(method, f"{upstream_edge.url}/api/agent", headers=headers, content=content, timeout=20)
    assert response.status_code == status
    assert response.headers.get("access-control-allow-origin") == allowed
    assert "Origin" in response.headers["vary"]
    if status == 204:
        assert response.content == b""
        assert "content-type" in response.headers["access-control-allow-headers"]
        assert "POST" in response.headers["access-control-allow-methods"]
    if status == 405:
        assert response.headers["allow"] == "POST, OPTIONS"
