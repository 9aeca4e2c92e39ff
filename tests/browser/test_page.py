"""A visitor asks for a goal and watches the run, in both languages and on a phone."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import scenarios
from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.support.browser import DESKTOP, PHONE, screenshot
from tests.support.page_server import PageServer

pytestmark = pytest.mark.browser
HOME = {"en": "/", "es": "/es/"}


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("locale", ["en", "es"])
def test_an_example_runs_to_its_answer(visit: Visit, server: PageServer, locale: str, viewport: ViewportSize) -> None:
    page = visit(HOME[locale], viewport=viewport)
    expect(page.get_by_role("button", name=scenarios.GOALS[locale])).to_be_visible()
    screenshot(page, f"empty-{locale}-{viewport['width']}")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name=scenarios.GOALS[locale]).click()
    t = scenarios.TEXTS[locale]
    expect(page.locator(".plan")).to_have_text(scenarios.PLANS[locale])
    expect(page.locator(".call[data-state=ok]")).to_have_count(4)
    expect(page.locator(".ledger tfoot td")).to_have_text(t["range"])
    expect(page.locator('.sheet mark[data-status="verified"]')).to_have_text([t["range"], t["weeks"], t["extra_price"]])
    expect(page.locator('.sheet mark[data-status="visitor"]')).to_have_text([t["yours"]])
    expect(page.locator(".next a")).to_have_attribute("href", server.url + t["next_path"])
    screenshot(page, f"done-{locale}-{viewport['width']}")
    assert server.goals == [{"goal": scenarios.GOALS[locale], "locale": locale}]
