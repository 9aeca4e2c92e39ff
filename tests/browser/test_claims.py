"""Marks on the words of an answer, wherever Markdown has put them, and an answer that tries to be more than text."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenarios as s
from tests.browser.conftest import Visit
from tests.support.page_server import PageServer, Replay

pytestmark = pytest.mark.browser


def show(page: Page, server: PageServer, answer: str, claims: list[s.Event], **changes: str) -> None:
    """Brings an answer onto the page; `c1` was a lookup of the service."""
    lookup = [s.call(1, "c1", "get_service", {"service": "website"}), s.result(1, "c1", "get_service", s.service("en"))]
    events = [s.start(), s.step(1), *lookup, s.step(2), *s.text(2, answer), s.done(answer, claims, **changes)]
    server.agent = lambda _: Replay.of(*events)
    page.get_by_role("textbox").fill("goal")
    page.get_by_role("textbox").press("Enter")
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")


PLACES = {
    "after-astral-characters": ("🥐👩‍🍳 costs €1,400 now", ["€1,400"]),
    "in-bold": ("It costs **€1,400** now", ["€1,400"]),
    "across-bold": ("It costs **from €1,400** to €1,750 now", ["from €1,400** to €1,750"]),
    "in-a-list": ("- one: €300\n- two: €450\n", ["€300", "€450"]),
    "in-a-nested-list": ("1. first\n   - inner €300\n2. second €450", ["€300", "€450"]),
    "in-a-table": ("| what | price |\n|---|---:|\n| Blog | €300 |\n| Shop | €900 |", ["€300", "€900"]),
    "in-code": ("It costs `€1,400` now", ["€1,400"]),
    "in-a-quotation": ("> It costs €1,400\n> or €1,750 now", ["€1,400", "€1,750"]),
    "in-a-heading": ("## Total: €1,400\n\nand €300", ["€1,400", "€300"]),
    "at-the-ends": ("€1,400", ["€1,400"]),
    "after-an-escape": ("\\*not bold\\* €1,400", ["€1,400"]),
    "beside-private-use-characters": ("\ue000 odd \ue001 €1,400", ["€1,400"]),
}


@pytest.mark.parametrize("name", PLACES)
def test_the_exact_words_are_marked(tab: Page, server: PageServer, name: str) -> None:
    answer, values = PLACES[name]
    claims = [s.claim(answer, "money", value, "verified", ("c1", "price_from")) for value in values]
    show(tab, server, answer, claims)
    marked = tab.locator('.sheet mark[data-status="verified"]')
    assert "|".join(marked.all_inner_texts()).replace("|", "") == "".join(values).replace("**", "")


def test_a_claim_tells_its_source_on_hover_and_focus(tab: Page, server: PageServer) -> None:
    answer = "From €1,100, you said €2,000, in all €3,100, or €9."
    claims = [
        s.claim(answer, "money", "€1,100", "verified", ("c1", "price_from")),
        s.claim(answer, "money", "€2,000", "visitor"),
        s.claim(answer, "money", "€3,100", "derived", ("c1", "price_from")),
        s.claim(answer, "money", "€9", "unverified"),
    ]
    show(tab, server, answer, claims)
    told = {
        "verified": "Verified: returned by Service.",
        "visitor": "Your own figure, as you wrote it.",
        "derived": "Worked out from figures that Service returned.",
        "unverified": "Not verified: no tool returned this.",
    }
    for status, text in told.items():
        mark = tab.locator(f'.sheet mark[data-status="{status}"]')
        expect(mark).to_have_accessible_description(text)
        mark.hover()
        expect(tab.locator(".tip.is-shown")).to_have_text(text)
    tab.mouse.move(0, 0)
    expect(tab.locator(".tip.is-shown")).to_have_count(0)
    tab.locator('.sheet mark[data-status="verified"]').focus()
    expect(tab.locator(".tip.is-shown")).to_have_text(told["verified"])
    expect(tab.locator(".call.is-source")).to_have_count(1)
    tab.keyboard.press("Escape")
    expect(tab.locator(".tip.is-shown")).to_have_count(0)


LINKS = {
    "verified-path": ("[the site](/services/website)", "/services/website", "verified", "{site}/services/website"),
    "verified-bare-path": ("See /services/website.", "/services/website", "verified", "{site}/services/website"),
    "verified-bare-domain": ("wa.me/34600123456", "wa.me/34600123456", "verified", "https://wa.me/34600123456"),
    "verified-url": ("https://wa.me/34?text=a", "https://wa.me/34?text=a", "verified", "https://wa.me/34?text=a"),
    "verified-mail": ("[write](mailto:a@b.example)", "mailto:a@b.example", "verified", "mailto:a@b.example"),
    "unverified": ("[offer](https://evil.example/x)", "https://evil.example/x", "unverified", None),
    "unverified-bare": ("https://evil.example/x", "https://evil.example/x", "unverified", None),
    "verified-but-a-script": ("[x](javascript:alert(1))", "javascript:alert(1)", "verified", None),
    "verified-but-leaves-the-site": ("[x](//evil.example)", "//evil.example", "verified", None),
}


@pytest.mark.parametrize("name", LINKS)
def test_only_verified_links_lead_somewhere(tab: Page, server: PageServer, name: str) -> None:
    answer, target, status, href = LINKS[name]
    show(tab, server, answer, [s.claim(answer, "link", target, status, ("c1", "path"))])
    links = tab.locator(".sheet .md a")
    if href is None:
        expect(links).to_have_count(0)
        expect(tab.locator(".sheet .md")).to_contain_text(target)
    else:
        expect(links).to_have_attribute("href", href.format(site=server.url))


HOSTILE = [
    "<script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "<svg/onload=document.title='owned'>",
    "<iframe srcdoc=\"<script>parent.document.title='owned'</script>\"></iframe>",
    "<a href='javascript:document.title=1'>press</a>",
    "[press](javascript:document.title='owned')",
    "[press]( jAvAsCrIpT:document.title='owned' )",
    "[press](data:text/html,<script>document.title='owned'</script>)",
    "![pixel](https://evil.example/pixel.png)",
    "[press](https://evil.example 'a\" onmouseover=\"document.title=1')",
    "<https://evil.example/auto>",
    "https://evil.example/bare",
    "[ref]\n\n[ref]: https://evil.example/ref",
    "`<script>document.title='owned'</script>`",
    "```html\n<script>document.title='owned'</script>\n```",
    "<style>body{display:none}</style>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<form action=https://evil.example><input name=a></form>",
    "\u202eecirp \u2066hidden\u2069 \U000e0041",
    "|<b>a</b>|\n|---|\n|<img src=x onerror=document.title=1>|",
    "&lt;script&gt;document.title='owned'&lt;/script&gt;",
    "<x " * 200 + "[" * 200 + "*" * 200,
]


@pytest.mark.parametrize("locale_path", ["/", "/es/"], ids=["en", "es"])
def test_hostile_words_stay_words(visit: Visit, server: PageServer, locale_path: str) -> None:
    """In the plan, the results of tools, refusals and the answer; `visit` also notes requests and CSP violations."""
    everything = "\n\n".join(HOSTILE)
    hits = {"hits": [{"title": x, "path": x, "kind": x, "excerpt": x} for x in HOSTILE]}
    estimate = {
        **s.estimate("en"),
        "lines": [{"name": x, "price": {"amount": 1, "currency": "EUR", "text": x}} for x in HOSTILE],
    }
    step_to_take = {"kind": "quote", "label": HOSTILE[0], "path": "javascript:document.title='owned'"}
    events = [
        s.start(), s.step(1), *s.text(1, everything, size=97),
        s.call(1, "c1", "search_site", {"query": HOSTILE[1]}), s.result(1, "c1", "search_site", hits),
        s.call(1, "c2", "estimate_quote", {"service": HOSTILE[1]}), s.result(1, "c2", "estimate_quote", estimate),
        s.call(1, "c3", HOSTILE[0], HOSTILE[1]), s.refusal(1, "c3", HOSTILE[0], HOSTILE[1], HOSTILE[2]),
        s.call(1, "c4", "__proto__", None), s.result(1, "c4", "__proto__", {"a": HOSTILE[0]}),
        s.call(1, "c5", "suggest_next_step", {}), s.result(1, "c5", "suggest_next_step", step_to_take),
        s.step(2), *s.text(2, everything, size=97),
        s.done(everything, unverified_amounts=HOSTILE, stopped_by="constructor"),
    ]  # fmt: skip
    server.agent = lambda _: Replay.of(*events)
    page = visit(locale_path)
    title = page.title()
    page.get_by_role("textbox").fill(HOSTILE[0])
    page.get_by_role("textbox").press("Enter")
    expect(page.locator(".agent")).to_have_attribute("data-state", "done")
    assert page.title() == title
    made = page.evaluate("[...new Set([...document.querySelectorAll('.stage *')].map((e) => e.localName))]")
    assert not set(made) & {"script", "img", "svg", "iframe", "style", "meta", "form", "input", "object", "b", "x"}
    links = page.evaluate("[...document.querySelectorAll('.stage a')].map((a) => new URL(a.href).origin)")
    assert set(links) <= {server.url}
    handlers = (
        "[...document.querySelectorAll('.stage *')].flatMap((e) => e.getAttributeNames()).filter((n) => /^on/.test(n))"
    )
    assert page.evaluate(handlers) == []
    shown = page.locator(".stage").text_content() or ""
    assert not set(shown) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\U000e0041")


@pytest.mark.parametrize("stopped_by", ["step_limit", "tool_limit", "token_budget"])
def test_a_limit_is_no_failure_where_all_figures_are_checked(tab: Page, server: PageServer, stopped_by: str) -> None:
    answer = "It costs €1,400."
    claims = [s.claim(answer, "money", "€1,400", "verified", ("c1", "price_from"))]
    show(tab, server, answer, claims, stopped_by=stopped_by)
    expect(tab.locator(".checked + .note")).to_contain_text("that a question may take.")
    show(tab, server, "Hello.", [], stopped_by=stopped_by)
    expect(tab.locator(".sheet .note")).to_contain_text("rests on what was found until then.")
