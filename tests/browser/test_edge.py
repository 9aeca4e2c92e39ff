"""The page on the local edge: real events, real estimates, real headers."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import scenarios as s
from tests.browser.axe import violations
from tests.browser.test_page import HOME
from tests.support.browser import DESKTOP, PHONE, Watched, screenshot
from tests.support.local_edge import LocalEdge

pytestmark = pytest.mark.browser
QUOTE = {"en": "/quote", "es": "/es/quote"}
LAYOUTS = {"en": DESKTOP, "es": PHONE}


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_bakery_goal_ends_in_a_quote_with_the_same_figure(browser: Browser, edge: LocalEdge, locale: str) -> None:
    context = browser.new_context(viewport=LAYOUTS[locale], locale="en-GB", reduced_motion="reduce")
    watched = Watched(context, (edge.url,))
    page = watched.page
    page.goto(edge.url + HOME[locale])
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
    context.close()
    assert watched.problems == []
