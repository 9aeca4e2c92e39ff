"""The search page: what was found, nothing found, and a search that is refused."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.support.browser import DESKTOP, PHONE, screenshot
from tests.support.page_server import PageServer, Refusal

pytestmark = pytest.mark.browser
SEARCH = {"en": "/search", "es": "/es/search"}
LAYOUTS = {"en": DESKTOP, "es": PHONE}
HITS = [
    {"title": "Online <b>shop", "path": "/services/online-store", "kind": "service", "excerpt": "We sell <i>cups</i>."},
    {"title": "VAT", "path": "/faq/vat", "kind": "faq", "excerpt": "Prices are shown without VAT."},
]
FOUND = {"en": "2 pages about “a & b”", "es": "2 páginas sobre «a & b»"}


@pytest.mark.parametrize("locale", ["en", "es"])
def test_it_shows_what_was_found(visit: Visit, server: PageServer, locale: str) -> None:
    asked: list[Mapping[str, str]] = []

    def answer(query: Mapping[str, str]) -> Refusal:
        asked.append(query)
        return Refusal(200, {"hits": HITS})

    server.search = answer
    page = visit(f"{SEARCH[locale]}?q=a+%26+b", viewport=LAYOUTS[locale])
    expect(page.get_by_role("status")).to_have_text(FOUND[locale])
    assert asked == [{"q": "a & b", "locale": locale}]
    expect(page.get_by_role("searchbox")).to_have_value("a & b")
    expect(page.locator(".entry-list h2")).to_have_text(["Online <b>shop", "VAT"])
    expect(page.locator(".entry-list p:first-of-type").first).to_have_text("We sell <i>cups</i>.")
    expect(page.locator(".entry-list a").last).to_have_attribute("href", "/faq/vat")
    assert page.title().startswith("a & b · ")
    screenshot(page, f"search-{locale}")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []


def test_it_says_so_when_there_is_nothing_to_show(visit: Visit, server: PageServer) -> None:
    page = visit("/search")
    expect(page.locator("#results")).to_be_empty()
    page.get_by_role("searchbox").fill("zzyzx")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status")).to_have_text("No page says anything about “zzyzx”.")
    assert violations(page) == []
    server.search = lambda _: Refusal(429, {"error": {"code": "rate_limited", "message": "Try again in a minute."}})
    page.reload()
    expect(page.get_by_role("status")).to_have_text("Try again in a minute.")
    server.search = lambda _: Refusal(502, "<html>")
    page.reload()
    expect(page.get_by_role("status")).to_have_text("The search did not answer. Try again in a moment.")


def test_without_javascript_it_leads_to_the_lists(visit: Visit) -> None:
    page = visit("/es/search?q=blog", java_script_enabled=False)
    expect(page.get_by_text("El buscador necesita JavaScript.")).to_be_visible()
    expect(page.locator("#results a")).to_have_text(
        ["Servicios", "Proyectos", "Laboratorio", "Blog", "Preguntas y respuestas"]
    )
