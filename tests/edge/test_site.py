"""The site as the edge serves it: every page of both languages, and the front page in the visitor's own."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from catalog.models import LOCALES, Catalog
from scripts.builder.paths import site_pages
from tests.support.local_edge import LocalEdge

ROOT = Path(__file__).parents[2]
CATALOG = Catalog.load(ROOT / "catalog.json")


@pytest.fixture(scope="module")
def client(edge: LocalEdge) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=edge.url, timeout=20) as client:
        yield client


@pytest.mark.parametrize("locale", LOCALES)
def test_every_path_of_the_catalog_answers_and_stands_in_the_sitemap(client: httpx.Client, locale: str) -> None:
    sitemap = client.get("/sitemap.xml")
    assert sitemap.headers["content-type"].startswith(("application/xml", "text/xml"))
    listed = {urlsplit(place).path for place in re.findall("<loc>(.*?)</loc>", sitemap.text)}
    paths = {page.path for page in CATALOG.pages if page.locale == locale}
    assert len(paths) == sum(CATALOG.counts.values())
    paths |= site_pages("es" if locale == "es" else "en")
    assert paths <= listed
    for path in sorted(paths):
        response = client.get(path)
        assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8"), path
        assert f'<html lang="{locale}">' in response.text, path
        assert "default-src 'none'" in response.headers["content-security-policy"], path


def test_what_does_not_exist_is_not_found(client: httpx.Client) -> None:
    response = client.get("/services/nothing")
    assert response.status_code == 404
    assert "This page does not exist" in response.text


@pytest.mark.parametrize(
    ("headers", "locale"),
    [
        ({}, "en"),
        ({"Accept-Language": "fr-FR,fr;q=0.9"}, "en"),
        ({"Accept-Language": "en-GB,es;q=0.9"}, "en"),
        ({"Accept-Language": "es-MX,es;q=0.9,en;q=0.8"}, "es"),
        ({"Accept-Language": "ca, es;q=0.9, en;q=0.5"}, "es"),
        ({"Accept-Language": "es-MX", "Cookie": "locale=en"}, "en"),
        ({"Accept-Language": "es-MX", "Cookie": "a=1; locale=en; b=2"}, "en"),
        ({"Accept-Language": "en-GB", "Cookie": "locale=es"}, "es"),
        ({"Accept-Language": "es-MX", "Cookie": "xlocale=en; locale=fr"}, "es"),
        ({"Accept-Language": "es-MX", "Sec-Fetch-Site": "same-origin"}, "en"),
        ({"Accept-Language": "es-MX", "Sec-Fetch-Site": "cross-site"}, "es"),
    ],
    ids=[
        "no preference", "another language", "English first", "Spanish first", "Spanish before English",
        "chose English", "chose English, other cookies", "chose Spanish", "no choice in the cookies",
        "a link of the site", "a link of another site",
    ],
)  # fmt: skip
def test_the_front_page_follows_the_choice_or_the_browser(
    client: httpx.Client, headers: dict[str, str], locale: str
) -> None:
    response = client.get("/?goal=a%20b", headers=headers)
    assert response.headers["vary"] == "Accept-Language, Cookie, Sec-Fetch-Site"
    assert "private" in response.headers["cache-control"]
    if locale == "es":
        assert (response.status_code, response.headers["location"]) == (302, "/es/?goal=a%20b")
    else:
        assert response.status_code == 200
        assert '<html lang="en">' in response.text
        assert "default-src 'none'" in response.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/es/", "/services", "/quote", "/search"])
def test_an_address_that_names_its_language_is_never_left(client: httpx.Client, path: str) -> None:
    other = "en-GB" if path == "/es/" else "es-ES"
    assert client.get(path, headers={"Accept-Language": other}).status_code == 200


def test_the_front_page_can_be_kept_and_asked_for_without_its_body(client: httpx.Client) -> None:
    page = client.get("/")
    kept = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (kept.status_code, kept.content) == (304, b"")
    head = client.head("/")
    assert (head.status_code, head.content) == (200, b"")
    assert client.head("/", headers={"Accept-Language": "es"}).status_code == 302
    assert client.post("/", content=b"x").status_code == 405
