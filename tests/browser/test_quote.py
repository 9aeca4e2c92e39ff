"""The quote calculator and the contact page."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser import scenarios as s
from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.support.browser import PHONE, screenshot
from tests.support.page_server import PUBLIC, PageServer, Refusal

pytestmark = pytest.mark.browser
CHOICES: dict[str, Any] = json.loads((PUBLIC / "data" / "choices.json").read_text())
QUOTE = {"en": "/quote", "es": "/es/quote"}
CONTACT = {"en": "/contact", "es": "/es/contact"}


def service(locale: str, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(service for service in CHOICES[locale]["services"] if service["id"] == id)
    return found


@pytest.mark.parametrize("locale", ["en", "es"])
def test_it_opens_with_the_choice_made_and_follows_each_change(visit: Visit, server: PageServer, locale: str) -> None:
    asked: list[Any] = []

    def answer(body: Any) -> Refusal:
        asked.append(body)
        return Refusal(200, s.estimate(locale))

    server.quote = answer
    page = visit(f"{QUOTE[locale]}?service=website&extra=blog")
    expect(page.get_by_role("combobox")).to_have_value("website")
    expect(page.locator(".total")).to_have_text(s.TEXTS[locale]["range"])
    extras = {extra["id"]: extra["name"] for extra in service(locale, "website")["extras"]}
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    with page.expect_response("**/api/quote"):
        page.get_by_label(extras["second-language"]).check()
    expect(page).to_have_url(f"{server.url}{QUOTE[locale]}?service=website&extra=blog&extra=second-language")
    # A question that is still open when the choice changes again is dropped.
    expect(page.locator("[aria-busy]")).to_have_attribute("aria-busy", "false")
    page.get_by_role("combobox").select_option("online-store")
    expect(page).to_have_url(f"{server.url}{QUOTE[locale]}?service=online-store")
    expect(page.locator("[aria-busy]")).to_have_attribute("aria-busy", "false")
    assert asked == [
        {"service": "website", "extras": ["blog"], "locale": locale},
        {"service": "website", "extras": ["blog", "second-language"], "locale": locale},
        {"service": "online-store", "extras": [], "locale": locale},
    ]
    screenshot(page, f"quote-{locale}")
    assert violations(page) == []


def test_the_other_language_keeps_the_choice(visit: Visit) -> None:
    page = visit("/quote?service=website&extra=blog", viewport=PHONE)
    page.get_by_role("link", name="Español").click()
    expect(page.get_by_role("combobox")).to_have_value("website")
    expect(page.locator(".total")).to_have_text(s.TEXTS["es"]["range"])
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    screenshot(page, "quote-phone")


def test_it_says_so_when_there_is_no_estimate(visit: Visit, server: PageServer) -> None:
    server.quote = lambda _: Refusal(503, {"error": {"code": "unavailable", "message": "Later."}})
    page = visit("/quote")
    expect(page.get_by_role("status")).to_have_text("The estimate could not be worked out. Try again in a moment.")
    screenshot(page, "quote-unavailable")


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_contact_page_takes_the_choice_along(visit: Visit, server: PageServer, locale: str) -> None:
    page = visit(f"{QUOTE[locale]}?service=website&extra=blog")
    page.locator(".next a").click()
    expect(page).to_have_url(f"{server.url}{CONTACT[locale]}?service=website&extra=blog")
    name, blog = service(locale, "website")["name"], service(locale, "website")["extras"][0]["name"]
    message = {
        "en": f"Hello, I would like a quote for: {name} (with {blog}).",
        "es": f"Hola, quiero un presupuesto de: {name} (con {blog}).",
    }[locale]
    whatsapp = page.get_by_role("link", name="WhatsApp")
    expect(whatsapp).to_have_attribute("href", f"https://wa.me/34600123456?text={quote(message, safe='()')}")
    mail = page.get_by_role("link", name="hello@marejol.example")
    expect(mail).to_have_attribute("href", f"mailto:hello@marejol.example?body={quote(message, safe='()')}")
    screenshot(page, f"contact-{locale}")
    assert violations(page) == []
