"""Debian's Chromium through Playwright: one browser for all tests, one page for each."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",  # the tests may run as root in a container
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SCREENSHOTS = Path(__file__).parents[1] / "browser" / "screenshots"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; it ends with the context."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Watched:
    """A page that remembers what went wrong on it: errors, CSP violations, requests to other origins."""

    def __init__(self, context: BrowserContext, allowed: tuple[str, ...]) -> None:
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        self.allowed = allowed
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("console", self._on_console)
        self.page.on("request", self._on_request)

    def _on_console(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(f"console: {message.text}")

    def _on_request(self, request: Any) -> None:
        if not request.url.startswith((*self.allowed, "data:")):
            self.problems.append(f"request to another origin: {request.url}")


def screenshot(page: Page, name: str) -> None:
    """Writes the whole page to the folder of screenshots."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
