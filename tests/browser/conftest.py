"""One browser and one page server for the session; a fresh, watched page for each test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import scenarios
from tests.support.browser import DESKTOP, Watched, chromium
from tests.support.page_server import PageServer, Refusal, Replay

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def _server() -> Iterator[PageServer]:
    with PageServer() as server:
        yield server


@pytest.fixture
def server(_server: PageServer) -> PageServer:
    """The page server, answering the bakery run and estimate in the language that it is asked in."""
    _server.agent = lambda body: Replay.of(*scenarios.bakery(body["locale"]))
    _server.quote = lambda body: Refusal(200, scenarios.estimate(body["locale"]))
    _server.search = lambda _: Refusal(200, {"hits": []})
    _server.quota = scenarios.quota(units_left=18)
    _server.allowed_origins = frozenset()
    _server.goals.clear()
    _server.gone.clear()
    return _server


def _watched(browser: Browser, server: PageServer, allowed: tuple[str, ...] = (), **options: Any) -> Watched:
    context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
    context.set_default_timeout(10_000)
    expect.set_options(timeout=10_000)
    return Watched(context, (server.url, *allowed))


@pytest.fixture
def visit(browser: Browser, server: PageServer) -> Iterator[Visit]:
    """Opens a path of the page server in a context of its own; at the end nothing may have gone wrong on it."""
    opened: list[Watched] = []

    def open_page(path: str = "/", *, allowed: tuple[str, ...] = (), **options: Any) -> Page:
        watched = _watched(browser, server, allowed, **options)
        opened.append(watched)
        watched.page.goto(server.url + path)
        return watched.page

    yield open_page
    for watched in opened:
        watched.page.context.close()
    assert [problem for watched in opened for problem in watched.problems] == []


@pytest.fixture(scope="module")
def _tab(browser: Browser, _server: PageServer) -> Iterator[Watched]:
    watched = _watched(browser, _server)
    watched.page.goto(_server.url)
    yield watched
    watched.page.context.close()


@pytest.fixture
def tab(_tab: Watched, server: PageServer) -> Iterator[Page]:
    """The front page, shared by the tests of a module that do not need a fresh one."""
    yield _tab.page
    assert _tab.problems == []
