"""The site as the edge serves it: every page of both languages."""

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


@pytest.mark.parametrize(
    ("path", "words"),
    [("/services/nothing", "This page does not exist"), ("/es/servicios/nada", "Esta página no existe")],
    ids=LOCALES,
)
def test_what_does_not_exist_is_not_found(client: httpx.Client, path: str, words: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert words in response.text


@pytest.mark.parametrize("path", ["/", "/es/", "/services", "/quote", "/search"])
@pytest.mark.parametrize("language", ["en-GB", "es-MX"])
def test_every_page_is_an_asset_whatever_the_browser_prefers(client: httpx.Client, path: str, language: str) -> None:
    page = client.get(path, headers={"Accept-Language": language})
    assert page.status_code == 200
    assert f'<html lang="{"es" if path.startswith("/es/") else "en"}">' in page.text
    kept = client.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (kept.status_code, kept.content) == (304, b"")
