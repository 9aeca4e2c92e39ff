"""The page for everyone: by keyboard, by ear, narrow and zoomed, without motion, in one's language."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenarios as s
from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.support.browser import screenshot
from tests.support.page_server import PageServer, Pause, Replay

pytestmark = pytest.mark.browser


def focused(page: Page) -> str:
    """The text or name of the element that has the focus."""
    text: str = page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()")
    return text


def test_the_keyboard_alone_is_enough(visit: Visit, server: PageServer) -> None:
    pause = Pause()
    server.agent = lambda _: Replay.of(*s.lookups("en")[:1], pause)
    page = visit()
    expect(page.get_by_role("textbox")).to_be_visible()
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert focused(page) == "goal"
    page.keyboard.type("A site")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("with a blog")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert focused(page) == "Stop"
    page.keyboard.press("Enter")
    expect(page.locator(".agent")).to_have_attribute("data-state", "stopped")
    assert focused(page) == "Ask the agent"
    pause.open()
    server.agent = lambda body: Replay.of(*s.bakery())
    page.keyboard.press("Enter")
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")
    reached = []
    while focused(page) != "Ask something else":
        page.keyboard.press("Tab")
        reached.append(focused(page))
    t = s.TEXTS["en"]
    assert [t["range"], t["weeks"], t["extra_price"], t["yours"], "what it includes", t["next"]] == reached[-8:-2]
    assert server.goals[0]["goal"] == "A site\nwith a blog"


def test_an_example_moves_the_focus_to_its_run(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name=s.GOALS["en"]).press("Enter")
    expect(page.locator(".goal")).to_be_focused()


def test_the_status_line_says_each_thing_once_and_no_token(visit: Visit) -> None:
    page = visit()
    expect(page.get_by_role("textbox")).to_be_visible()
    page.evaluate(
        """() => {
          globalThis.said = [];
          const line = document.querySelector("[role=status]");
          new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true });
        }"""
    )
    page.get_by_role("textbox").fill("goal")
    page.get_by_role("textbox").press("Enter")
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")
    steps = [f"Step {n} of 5." for n in range(1, 5)]
    heard = page.evaluate("said")
    assert [text for text in ["Working on it.", *steps, "Done. The answer is ready."] if text in heard] == heard
    assert heard[-1] == "Done. The answer is ready."
    live = page.evaluate(
        "[...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map((e) => e.className)"
    )
    assert live == ["status", "work"]
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "off")
    expect(page.get_by_role("log")).to_have_attribute("aria-busy", "false")


NARROW = {"320 px": (320, 640), "400 % zoom of 1280 x 1024": (320, 256)}


@pytest.mark.parametrize("size", NARROW)
@pytest.mark.parametrize("path", ["/", "/es/quote?service=website", "/contact", "/services/website"])
def test_nothing_is_cut_off_when_narrow(visit: Visit, server: PageServer, path: str, size: str) -> None:
    width, height = NARROW[size]
    server.agent = lambda _: Replay.of(*s.unverified())
    page = visit(path, viewport={"width": width, "height": height})
    if path == "/":
        page.get_by_role("textbox").fill("goal")
        page.get_by_role("textbox").press("Enter")
        expect(page.locator(".agent")).to_have_attribute("data-state", "done")
        page.locator("mark").last.focus()
        expect(page.locator(".tip.is-shown")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    screenshot(page, f"narrow-{path.strip('/').partition('?')[0].replace('/', '-') or 'home'}-{height}")


def test_nothing_moves_for_those_who_asked_for_no_motion(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    page.get_by_role("button", name=s.GOALS["en"]).click()
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")
    assert page.evaluate("document.getAnimations().filter((a) => a.effect.getTiming().duration > 0).length") == 0


@pytest.mark.parametrize(
    "path", ["/services", "/es/servicios/website", "/blog/do-you-need-a-blog", "/es/preguntas", "/404"]
)
def test_the_pages_of_the_content_are_accessible(visit: Visit, path: str) -> None:
    page = visit(path)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
