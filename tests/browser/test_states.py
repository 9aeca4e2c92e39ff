"""Every state that the page can be in: what it says, that it is accessible in both themes, and how it looks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenarios as s
from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.support.browser import screenshot
from tests.support.page_server import Answer, PageServer, Pause, Refusal, Replay

pytestmark = pytest.mark.browser
GOAL = "A site for my bakery"
SHOWN_IN_BOTH_THEMES = {"unverified", "refused-calls", "answering", "quota"}


def ask(page: Page, goal: str = GOAL) -> None:
    page.get_by_role("textbox").fill(goal)
    page.get_by_role("textbox").press("Enter")


def refusal(status: int, code: str, message: str, retry_after: str | None = None) -> Refusal:
    headers = {} if retry_after is None else {"retry-after": retry_after}
    return Refusal(status, {"error": {"code": code, "message": message}}, headers)


def look(page: Page, name: str) -> None:
    """A screenshot, in both themes where that shows more, and no axe violation; the themes differ in colours only."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    screenshot(page, f"{name}-light")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    if name in SHOWN_IN_BOTH_THEMES:
        screenshot(page, f"{name}-dark")
    assert violations(page, "color-contrast") == []


ENDED: dict[str, tuple[Answer, str, str]] = {
    "quota": (
        refusal(429, "quota_exhausted", "You have used your runs for today.", "7500"),
        "refused",
        r"You have used your runs for today\. You can ask again in 2 hr 5 min \(.+\)\.",
    ),
    "rate": (
        refusal(429, "rate_limited", "Too many requests at once.", "40"),
        "refused",
        r"Too many requests at once\. You can ask again in 40 sec \(.+\)\.",
    ),
    "too-long": (
        refusal(400, "invalid_request", "The goal has 700 characters; at most 500 are allowed."),
        "refused",
        r"The goal has 700 characters; at most 500 are allowed\.",
    ),
    "proxy": (Refusal(502, "<h1>Bad gateway</h1>"), "refused", r"The agent is not available at the moment\."),
    "failed": (Replay.of(*s.failed()), "failed", r"The model is not answering at the moment\."),
    "demo": (Replay.of(*s.bakery(demo=True)), "done", r"Demo No AI is at work here"),
    "unverified": (Replay.of(*s.unverified()), "done", r"amounts that no tool returned: “€9,900”\."),
    "refused-calls": (Replay.of(*s.refused_calls()), "done", r"Invalid arguments: the call was refused"),
    "empty-answer": (
        Replay.of(s.start(), s.step(1), s.done("", stopped_by="deadline")),
        "done",
        r"The run ended before an answer was written\.",
    ),
}


@pytest.mark.parametrize("name", ENDED)
def test_an_ended_run(visit: Visit, server: PageServer, name: str) -> None:
    answer, state, said = ENDED[name]
    server.agent = lambda _: answer
    page = visit()
    ask(page)
    expect(page.locator(f".agent[data-state={state}]")).to_be_visible()
    expect(page.locator(".stage")).to_contain_text(re.compile(said))
    expect(page.get_by_role("textbox")).to_have_value(GOAL)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    look(page, name)


def test_offline_keeps_the_goal_and_recovers(visit: Visit, server: PageServer) -> None:
    page = visit()
    page.context.set_offline(True)
    ask(page)
    expect(page.locator(".notice")).to_contain_text("No connection")
    look(page, "offline")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")
    assert [asked["goal"] for asked in server.goals] == [GOAL]


def test_a_connection_that_breaks_leaves_what_had_arrived(visit: Visit, server: PageServer) -> None:
    pause = Pause()
    server.agent = lambda _: Replay.of(*s.bakery()[:-12], pause, cut=True)
    page = visit()
    ask(page)
    expect(page.locator(".sheet .md strong")).to_have_text("website with a blog")
    pause.open()
    expect(page.locator(".agent")).to_have_attribute("data-state", "broken")
    expect(page.locator(".sheet .md")).to_contain_text("For your bakery I suggest our website with a blog")
    expect(page.locator(".notice")).to_contain_text("The connection broke")
    look(page, "broken")
    server.agent = lambda _: Replay.of(*s.bakery())
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")


def test_the_form_tells_what_is_left_for_today(visit: Visit, server: PageServer) -> None:
    server.quota = s.quota(units_left=4)
    page = visit()
    expect(page.locator(".today")).to_have_text("2 questions left for today.")
    server.agent = lambda _: Replay.of(s.start(), s.step(1), s.done("Hello.", quota={"units_left": 2}))
    ask(page)
    expect(page.locator(".today")).to_have_text("One question left for today.")
    server.quota = s.quota(units_left=1)
    page.reload()
    expect(page.locator(".today")).to_contain_text("No questions left for today; there are new ones at")


def test_an_empty_or_too_long_goal_is_told_before_it_is_sent(visit: Visit, server: PageServer) -> None:
    page = visit()
    page.get_by_role("button", name="Ask the agent").click()
    expect(page.get_by_role("status")).to_have_text("Write what you want to get done first.")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.get_by_role("textbox").fill("🥐" * 450)
    expect(page.locator(".left")).to_have_text("Characters left: 50")
    page.get_by_role("textbox").fill("🥐" * 501)
    expect(page.locator(".left")).to_have_text("1 character too many")
    assert server.goals == []


def test_a_double_click_is_asked_once(visit: Visit, server: PageServer) -> None:
    pause = Pause()
    server.agent = lambda _: Replay.of(s.start(), pause, s.step(1), s.done("Hello."))
    page = visit()
    page.get_by_role("textbox").fill(GOAL)
    page.get_by_role("button", name="Ask the agent").dblclick()
    expect(page.locator(".agent")).to_have_attribute("data-state", "waiting")
    pause.open()
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")
    assert len(server.goals) == 1


def test_a_finished_run_can_be_copied_and_another_goal_asked(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    ask(page)
    page.get_by_role("button", name="Copy answer").click()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == s.ANSWERS["en"]
    page.get_by_role("button", name="Ask something else").click()
    expect(page.get_by_role("textbox")).to_be_focused()
    expect(page.get_by_role("textbox")).to_have_value("")
    expect(page.locator(".sheet")).to_be_visible()


PAUSED: dict[str, tuple[list[s.Event], Callable[[Page], None]]] = {
    "waiting": ([s.start()], lambda page: expect(page.locator(".progress")).to_have_text("Reading your goal")),
    "planning": (
        [s.start(), s.step(1), *s.text(1, s.PLANS["en"])],
        lambda page: expect(page.locator(".plan")).to_have_text(s.PLANS["en"]),
    ),
    "looking-up": (
        s.bakery()[: 1 + len(s.lookups("en")) - 4],
        lambda page: expect(page.locator(".call[data-state=pending]")).to_have_count(1),
    ),
    "answering": (
        s.bakery()[:-12],
        lambda page: expect(page.locator(".sheet .md strong")).to_have_text("website with a blog"),
    ),
}


def test_a_plan_is_never_taken_for_the_answer(visit: Visit, server: PageServer) -> None:
    pause = Pause()
    server.agent = lambda _: Replay.of(*s.bakery()[: 1 + len(s.lookups("en")) - 4], pause)
    page = visit()
    ask(page)
    expect(page.locator(".call[data-state=pending]")).to_have_count(1)
    expect(page.locator(".plan")).to_have_text(s.PLANS["en"])
    expect(page.locator(".sheet-body")).to_have_text("The answer will be written here.")
    pause.open()


@pytest.mark.parametrize("name", PAUSED)
def test_a_run_under_way_can_be_stopped(visit: Visit, server: PageServer, name: str) -> None:
    events, is_shown = PAUSED[name]
    pause = Pause()
    server.agent = lambda _: Replay.of(*events, pause, *s.FLOOD)
    page = visit()
    ask(page)
    is_shown(page)
    look(page, name)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".agent")).to_have_attribute("data-state", "stopped")
    expect(page.get_by_role("status")).to_have_text("Stopped.")
    look(page, f"stopped-{name}")
    pause.open()
    assert server.gone.wait(30), "the stream went on after the visitor had stopped it"


def test_without_javascript_the_page_leads_on(visit: Visit) -> None:
    page = visit("/es/", java_script_enabled=False)
    expect(page.get_by_text("El agente necesita JavaScript")).to_be_visible()
    screenshot(page, "no-javascript")
