"""GET /api/search: the ranking of `search_site` for the search box of the pages."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from catalog.models import Catalog
from catalog.search import search
from tests.support.local_edge import LocalEdge

CATALOG = Catalog.load(Path(__file__).parents[2] / "catalog.json")


@pytest.fixture
def client(edge: LocalEdge) -> Iterator[httpx.Client]:
    """A visitor of each test's own, for the guard counts them; nothing here may cost quota."""
    before = edge.rows("SELECT id FROM runs")
    with httpx.Client(base_url=edge.url, headers={"CF-Connecting-IP": "198.51.100.77"}, timeout=20) as client:
        yield client
    assert edge.rows("SELECT id FROM runs") == before


@pytest.mark.parametrize(("locale", "query"), [("en", "a shop with a blog"), ("es", "¿cuánto tarda una tienda?")])
def test_it_ranks_as_the_tool_does(client: httpx.Client, locale: str, query: str) -> None:
    response = client.get("/api/search", params={"q": query, "locale": locale})
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json; charset=utf-8")
    found = search(CATALOG, query, locale="es" if locale == "es" else "en", limit=10)
    assert len(found) > 3
    assert response.json() == {
        "hits": [{"title": hit.title, "path": hit.path, "kind": hit.kind, "excerpt": hit.excerpt} for hit in found]
    }


def test_without_a_locale_the_browser_decides(client: httpx.Client) -> None:
    response = client.get("/api/search", params={"q": "blog"}, headers={"Accept-Language": "es-MX,en;q=0.5"})
    assert {hit["path"].startswith("/es/") for hit in response.json()["hits"]} == {True}


def test_words_that_no_page_has_find_nothing(client: httpx.Client) -> None:
    assert client.get("/api/search", params={"q": "zzyzx", "locale": "en"}).json() == {"hits": []}


@pytest.mark.parametrize(
    ("method", "query", "headers", "status", "code"),
    [
        ("GET", "", {}, 400, "invalid_request"),
        ("GET", "?q=", {}, 400, "invalid_request"),
        ("GET", "?q=%ff%00" + "x" * 500, {}, 400, "invalid_request"),
        ("GET", "?q=a&locale=fr", {}, 400, "invalid_request"),
        ("POST", "?q=a", {}, 405, "method_not_allowed"),
        ("GET", "?q=a", {"Origin": "https://evil.test"}, 403, "origin_refused"),
    ],
    ids=["no query", "empty", "too long", "no such language", "POST", "another origin"],
)
def test_a_search_that_cannot_be_used_is_refused(
    client: httpx.Client, method: str, query: str, headers: dict[str, str], status: int, code: str
) -> None:
    response = client.request(method, f"/api/search{query}", headers=headers)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)


def test_a_visitor_who_searches_without_end_is_held_up_but_can_still_ask(edge: LocalEdge) -> None:
    with httpx.Client(base_url=edge.url, headers={"CF-Connecting-IP": "198.51.100.78"}, timeout=20) as client:
        # The guard counts by the minute of the clock: forty cross its limit of twenty whenever the minute turns.
        refused = [r for _ in range(41) if (r := client.get("/api/search?q=blog&locale=es")).status_code != 200]
        assert refused
        assert (refused[0].status_code, refused[0].headers["retry-after"]) == (429, "60")
        assert refused[0].json()["error"]["code"] == "rate_limited"
        assert client.post("/api/agent", json={"goal": "a blog", "locale": "en"}).status_code == 200
