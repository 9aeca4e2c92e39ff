"""The widget in a page of another origin."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import scenarios as s
from tests.browser.axe import violations
from tests.conftest import StartEdge
from tests.support.browser import DESKTOP, PHONE, Watched, screenshot
from tests.support.page_server import PageServer

pytestmark = pytest.mark.browser
HOST_PAGE = Path(__file__).parents[2] / "examples" / "host.html"


@pytest.fixture
def host(tmp_path: Path, server: PageServer) -> PageServer:
    """Serves examples/host.html with the address of the page server in it, from an origin of its own."""
    html = HOST_PAGE.read_text().replace("http://127.0.0.1:8787", server.url)
    (tmp_path / "index.html").write_text(html)
    (tmp_path / "404.html").write_text("")
    (tmp_path / "_headers").write_text("")
    return PageServer(public=tmp_path)


def test_the_agent_answers_on_another_site(browser: Browser, server: PageServer, host: PageServer) -> None:
    with host:
        server.allowed_origins = frozenset({host.url})
        context = browser.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
        watched = Watched(context, (server.url, host.url))
        page = watched.page
        page.goto(host.url)
        page.get_by_role("button", name=s.GOALS["en"]).click()
        expect(page.locator("#outcome")).to_have_text("4 statements of the answer are verified.")
        expect(page.get_by_role("link", name=s.TEXTS["en"]["next"])).to_have_attribute(
            "href", server.url + "/quote?service=website&extra=blog"
        )
        accent = page.locator("site-agent [type=submit]").evaluate("e => getComputedStyle(e).backgroundColor")
        assert accent == "rgb(122, 31, 75)", "the host's --site-agent-accent does not reach the button"
        font = page.locator("site-agent textarea").evaluate("e => getComputedStyle(e).fontFamily")
        assert font == "Georgia, serif", "the widget does not take the host's face"
        screenshot(page, "widget")
        assert violations(page) == []
        page.locator("site-agent").evaluate("e => e.setAttribute('locale', 'es')")
        expect(page.get_by_role("button", name=s.GOALS["es"])).to_be_visible()
        context.close()
        assert watched.problems == []


def test_an_origin_that_is_not_allowed_is_told_so(browser: Browser, server: PageServer, host: PageServer) -> None:
    with host:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(host.url)
        page.get_by_role("button", name=s.GOALS["en"]).click()
        expect(page.locator("site-agent .notice")).to_contain_text("The agent could not be reached.")
        context.close()


STRICT_PAGE = """<!doctype html>
<html lang="es">
  <head><title>Directorio</title><script type="module" src="/host.js"></script>
    <script type="module" src="{edge}/widget.js"></script></head>
  <body><main><h1>Directorio</h1><site-agent></site-agent></main></body>
</html>"""
STRICT_POLICY = "default-src 'none'; script-src 'self' {edge}; style-src {edge}; connect-src {edge}"
HOST_SCRIPT = """globalThis.heard = [];
document.addEventListener("agent-done", ({ detail }) => heard.push(detail));"""


def test_the_worker_answers_a_widget_of_an_allowed_origin_under_a_strict_policy(
    browser: Browser, start_edge: StartEdge, tmp_path: Path
) -> None:
    with PageServer(public=tmp_path) as host:
        edge = start_edge(variables={"ALLOWED_ORIGINS": f"https://a.test, {host.url}", "QUOTA_UNITS_PER_VISITOR": "2"})
        (tmp_path / "index.html").write_text(STRICT_PAGE.format(edge=edge.url))
        (tmp_path / "host.js").write_text(HOST_SCRIPT)
        policy = STRICT_POLICY.format(edge=edge.url)
        (tmp_path / "_headers").write_text(f"/*\n  Content-Security-Policy: {policy}\n")
        context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
        watched = Watched(context, (edge.url, host.url))
        page = watched.page
        page.goto(host.url)
        page.get_by_role("button", name=s.GOALS["es"]).click()
        expect(page.locator("site-agent .agent")).to_have_attribute("data-state", "done", timeout=20_000)
        (done,) = page.evaluate("heard")
        assert (done["type"], done["stopped_by"]) == ("done", "answer")
        assert "verified" in {claim["status"] for claim in done["claims"] if claim["kind"] == "money"}
        href = page.locator("site-agent .next a").get_attribute("href")
        assert href == f"{edge.url}/es/quote?service=website&extra=blog"
        page.get_by_role("textbox").press("Enter")
        expect(page.locator("site-agent .agent")).to_have_attribute("data-state", "refused")
        expect(page.locator("site-agent .notice")).to_contain_text("Has usado tus consultas de hoy.")
        expect(page.locator("site-agent .notice")).to_contain_text("Puedes volver a preguntar dentro de")
        expect(page.locator("site-agent .today")).to_contain_text("Hoy no te quedan preguntas")
        context.close()
        edge.stop()
        assert watched.problems == []
