"""What the page weighs, how soon the first words are painted and that a long run keeps every frame short."""

import gzip
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser import scenarios as s
from tests.browser.conftest import Visit
from tests.support.page_server import PageServer, Pause, Replay

pytestmark = pytest.mark.browser
LIMIT_BYTES = 60_000
FRAME_MS = 50
PATHS = {"page": "/", "page in Spanish": "/es/", "calculator": "/quote"}

TRIES = 8
"""Until one is fast enough: a machine that is busy with something else is slow now and then, a slow page always."""

LONG_TASKS = """() => {
  globalThis.long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask" });
}"""
FIRST_WORDS = """() => {
  let arrived = null;
  const { parse } = JSON;
  JSON.parse = (...given) => {
    const value = parse(...given);
    if (value?.type === "text") arrived ??= performance.now();
    return value;
  };
  const stage = document.querySelector(".stage");
  globalThis.painted = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!stage.querySelector(".plan")) return;
      watch.disconnect();
      // The task after the next frame runs when that frame has been painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - arrived)));
    });
    watch.observe(stage, { childList: true, subtree: true });
    setTimeout(resolve, 5000, Infinity);
  });
}"""


def weigh(page: Page, act: Callable[[], object]) -> dict[str, int]:
    """The compressed bytes of each file that the page loads while `act` runs; woff2 is compressed already."""
    page.wait_for_load_state("networkidle")
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))
    act()
    page.wait_for_load_state("networkidle")
    bodies = {response.url: response.body() for response in loaded if "/api/" not in response.url}
    return {url: len(body if url.endswith(".woff2") else gzip.compress(body)) for url, body in bodies.items()}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_the_page_is_light(visit: Visit, server: PageServer, path: str) -> None:
    page = visit("/404")
    sizes = weigh(page, lambda: page.goto(server.url + path))
    assert server.url + path in sizes
    assert sum(sizes.values()) < LIMIT_BYTES, sizes


def test_the_widget_is_light(visit: Visit) -> None:
    page = visit("/404")
    embed = "import('/widget.js').then(() => document.body.append(document.createElement('site-agent')))"

    def load() -> None:
        page.evaluate(embed)
        expect(page.get_by_role("textbox")).to_be_visible()

    sizes = weigh(page, load)
    assert len(sizes) > 10
    assert sum(sizes.values()) < LIMIT_BYTES, sizes


def test_the_first_words_are_painted_soon_after_they_arrive(visit: Visit, server: PageServer) -> None:
    page = visit()
    expect(page.get_by_role("textbox")).to_be_visible()
    times = []
    for _ in range(TRIES):
        before, after = Pause(), Pause()
        events: list[s.Event | Pause] = [
            s.start(),
            s.step(1),
            before,
            *s.text(1, "I look it up."),
            after,
            s.done("I look it up."),
        ]
        server.agent = partial(lambda replay, _: replay, Replay(tuple(events)))
        page.get_by_role("textbox").fill("goal")
        page.get_by_role("textbox").press("Enter")
        expect(page.locator(".progress")).to_have_text("Step 1 of 5")
        page.evaluate(FIRST_WORDS)
        before.open()
        times.append(page.evaluate("painted"))
        after.open()
        expect(page.locator(".agent")).to_have_attribute("data-state", "done")
        if times[-1] < FRAME_MS:
            break
    assert min(times) < FRAME_MS, times


def test_a_run_of_1400_events_keeps_every_frame_short(visit: Visit, server: PageServer) -> None:
    words = " ".join(f"word{n} **bold{n}**" if n % 9 else f"\n\n- item {n}" for n in range(700))
    pieces = s.text(4, words, size=len(words) // 1370)
    events = [s.start(), *s.lookups("en"), *pieces, s.done(words)]
    assert len(events) >= 1400
    server.agent = lambda _: Replay.of(*events)
    page = visit()
    page.evaluate(LONG_TASKS)
    tasks = []
    for _ in range(TRIES):
        page.evaluate("long.length = 0")
        page.get_by_role("textbox").fill("goal")
        page.get_by_role("textbox").press("Enter")
        expect(page.locator(".agent")).to_have_attribute("data-state", "done")
        expect(page.locator(".sheet .md")).to_contain_text("word698")
        tasks.append(page.evaluate("long"))
        if not tasks[-1]:
            break
    assert [] in tasks, f"tasks of more than {FRAME_MS} ms: {tasks}"
