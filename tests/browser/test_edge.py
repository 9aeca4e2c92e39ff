"""The page on the local edge: real events, real estimates, real headers."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import scenarios as s
from tests.browser.axe import violations
from tests.browser.test_page import HOME
from tests.support.browser import DESKTOP, PHONE, Watched, screenshot
from tests.support.local_edge import LocalEdge

pytestmark = pytest.mark.browser
QUOTE = {"en": "/quote", "es": "/es/quote"}
LAYOUTS = {"en": DESKTOP, "es": PHONE}


@pytest.fixture
def open_edge(browser: Browser, edge: LocalEdge) -> Iterator[Callable[..., Page]]:
    """Opens a path of the edge in a context of its own; at the end nothing may have gone wrong on it."""
    opened: list[Watched] = []

    def open_page(path: str, **options: Any) -> Page:
        watched = Watched(browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options}), (edge.url,))
        opened.append(watched)
        watched.page.goto(edge.url + path)
        return watched.page

    yield open_page
    for watched in opened:
        watched.page.context.close()
    assert [problem for watched in opened for problem in watched.problems] == []


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_bakery_goal_ends_in_a_quote_with_the_same_figure(
    open_edge: Callable[..., Page], edge: LocalEdge, locale: str
) -> None:
    page = open_edge(HOME[locale], viewport=LAYOUTS[locale], reduced_motion="reduce")
    page.get_by_role("button", name=s.GOALS[locale]).click()
    expect(page.locator(".agent")).to_have_attribute("data-state", "done", timeout=20_000)
    tools = page.locator(".call").evaluate_all("calls => calls.map((call) => call.dataset.tool)")
    assert tools == ["search_site", "get_service", "estimate_quote", "suggest_next_step"]
    expect(page.locator(".demo")).to_be_visible()
    expect(page.locator('.sheet mark[data-status="unverified"]')).to_have_count(0)
    total = page.locator(".ledger tfoot td").inner_text()
    assert total in page.locator('.sheet mark[data-status="verified"]').all_inner_texts()
    screenshot(page, f"edge-{locale}")
    assert violations(page) == []
    page.locator(".next a").click()
    expect(page).to_have_url(re.compile(re.escape(f"{edge.url}{QUOTE[locale]}?service=website&extra=blog") + "$"))
    expect(page.locator(".total")).to_have_text(total)


def test_the_first_visit_follows_the_language_of_the_browser_and_a_choice_is_kept(
    open_edge: Callable[..., Page], edge: LocalEdge
) -> None:
    page = open_edge("/?goal=Una%20web", locale="es-MX")
    expect(page).to_have_url(f"{edge.url}/es/?goal=Una%20web")
    page.goto(f"{edge.url}/services")
    page.get_by_role("link", name="Marejol").click()
    expect(page).to_have_url(f"{edge.url}/")
    page.goto(f"{edge.url}/")
    expect(page).to_have_url(f"{edge.url}/es/")
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(f"{edge.url}/")
    page.reload()
    expect(page).to_have_url(f"{edge.url}/")
    page.goto(f"{edge.url}/")
    expect(page).to_have_url(f"{edge.url}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask for a price you can rely on")


def test_without_scripts_the_links_between_languages_lead_on(open_edge: Callable[..., Page], edge: LocalEdge) -> None:
    page = open_edge("/", locale="es-MX", java_script_enabled=False)
    expect(page).to_have_url(f"{edge.url}/")
    page.get_by_role("link", name="Español").click()
    expect(page).to_have_url(f"{edge.url}/es/")
    page.get_by_role("link", name="English").click()
    expect(page).to_have_url(f"{edge.url}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask for a price you can rely on")


def test_the_search_box_of_a_page_finds_others(open_edge: Callable[..., Page], edge: LocalEdge) -> None:
    page = open_edge("/es/servicios/website", viewport=PHONE)
    page.get_by_role("searchbox", name="Buscar en el sitio").fill("¿hacéis tiendas?")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator(".entry-list li").first).to_contain_text("Tienda online")
    expect(page.get_by_role("status")).to_contain_text("páginas sobre «¿hacéis tiendas?»")
    page.locator(".entry-list a").first.click()
    expect(page).to_have_url(f"{edge.url}/es/servicios/online-store")
