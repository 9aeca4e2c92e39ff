"""Links as a text writes them, and the ones that are put right."""

from typing import Any

import pytest

from grounding.addresses import parse
from grounding.check import check_answer
from grounding.links import Repair, find_links, repair_links

CASES: dict[str, list[tuple[str, str]]] = {
    "See https://studio.example/services/website.": [("url", "https://studio.example/services/website")],
    "studio.example, www.studio.example/a?b=1 and STUDIO.COM": [
        ("domain", "studio.example"),
        ("domain", "www.studio.example/a?b=1"),
        ("domain", "STUDIO.COM"),
    ],
    "Go to /services/website, `/contact` or **/quote?service=website**.": [
        ("path", "/services/website"),
        ("path", "/contact"),
        ("path", "/quote?service=website"),
    ],
    "[quote](/quote) [x](services/website) [y](https://a.example/b) [z](#top)": [
        ("path", "/quote"),
        ("other", "services/website"),
        ("url", "https://a.example/b"),
        ("other", "#top"),
    ],
    "<a href=\"/contact\">us</a> <a href='services'>s</a> </p> <br/>": [("path", "/contact"), ("other", "services")],
    "<https://a.example> «/es/contact» (/faq)": [
        ("url", "https://a.example"),
        ("path", "/es/contact"),
        ("path", "/faq"),
    ],
    "mailto:hola@studio.es or hola@studio.es": [("mail", "mailto:hola@studio.es"), ("mail", "hola@studio.es")],
    "tel:+34600111222": [("tel", "tel:+34600111222")],
    "wa.me/34600111222 https://wa.me/34600111222?text=Hola https://api.whatsapp.com/send?phone=34600111222": [
        ("whatsapp", "wa.me/34600111222"),
        ("whatsapp", "https://wa.me/34600111222?text=Hola"),
        ("whatsapp", "https://api.whatsapp.com/send?phone=34600111222"),
    ],
    "javascript:alert(1) //evil.test/x": [("other", "javascript:alert(1"), ("url", "//evil.test/x")],
    "evil\u200b.test and https://evil\u200b.test": [("domain", "evil\u200b.test"), ("url", "https://evil\u200b.test")],
    "ｅｖｉｌ．test": [("domain", "ｅｖｉｌ．test")],
    "www.evil.ru/pay, www.evil.click and WWW.Evil.RU.": [
        ("domain", "www.evil.ru/pay"),
        ("domain", "www.evil.click"),
        ("domain", "WWW.Evil.RU"),
    ],
    "evil.ru/quote, linktr.ee/x, evil.top and evil.zone/es/quote?a=1": [
        ("domain", "evil.ru/quote"),
        ("domain", "linktr.ee/x"),
        ("domain", "evil.top"),
        ("domain", "evil.zone/es/quote?a=1"),
    ],
    "1.2.3.4/pay, 1.2.3.4:8080/pay, evil.xn--p1ai/pay": [
        ("domain", "1.2.3.4/pay"),
        ("domain", "1.2.3.4:8080/pay"),
        ("domain", "evil.xn--p1ai/pay"),
    ],
    "1.2.3.4/24, 1.2.3.400/pay, 1.2.3/pay, v1.2.3/x, 3.5/5, 1.400/mes, 2.5h/day, 50.000 €/año": [],
    "package.json, index.html/php, README.md/LICENSE, Node.js/Express, hola.vue/x": [],
    "e.g./i.e., p.ej./x, U.S./UK, a.m./p.m., vs./and, EE.UU./México": [],
    "done.Then/now, done.and/or, listo.para/siempre, rápido.Es/x, done.Then": [],
    "[a](blog) [b](web/quote)": [("other", "blog"), ("other", "web/quote")],
    "/2026/offer, (/2026/es/oferta) see:/quote ver:/es/quote": [
        ("path", "/2026/offer"),
        ("path", "/2026/es/oferta"),
        ("path", "/quote"),
        ("path", "/es/quote"),
    ],
    "24/7, 1/2, 12/05/2026, /24, 1 /2, C:/temp, 50 €/mes, 3 pages /2 weeks": [],
    "</quote> and </es/contact>": [("path", "/quote"), ("path", "/es/contact")],
    "<b>x</b> </div> <my-tag>x</my-tag> <Note>x</note> </think> <br/>": [],
    "[/quote?service=website](/quote?service=website)": [
        ("path", "/quote?service=website"),
        ("path", "/quote?service=website"),
    ],
    "[/quote] [see /contact](/contact) /quote?extras[]=blog /docs/[id]/x": [
        ("path", "/quote"),
        ("path", "/contact"),
        ("path", "/contact"),
        ("path", "/quote?extras[]=blog"),
        ("path", "/docs/[id]/x"),
    ],
    "https://notwhatsapp.com/send?phone=34600111222": [("url", "https://notwhatsapp.com/send?phone=34600111222")],
    "and/or, 24/7, km/h, HTML/CSS, €50 /month, 1/2, w/o, S/ 50, 12/05/2026": [],
    "Node.js, e.g., p. ej., index.html, v1.2.3, 1.400, ASP.NET, S.L., EE.UU., rápido.Es bueno": [],
}


@pytest.mark.parametrize("text", CASES)
def test_links_of_a_text(text: str) -> None:
    found = find_links(text)
    assert [(link.kind, link.text) for link in found] == CASES[text]
    assert all(text[link.start : link.end] == link.text for link in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/services/website/", "/services/website"),
        ("/quote?b=2&a=1#top", "/quote?a=1&b=2"),
        ("HTTP://Studio.Example", "https://studio.example/"),
        ("www.studio.example/a", "https://studio.example/a"),
        ("/es/preguntas/qu%C3%A9", "/es/preguntas/qué"),
    ],
)
def test_the_same_address(one: str, other: str) -> None:
    assert parse(one) == parse(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/services/website", "/services/web"),
        ("/quote?service=a", "/quote?service=b"),
        ("https://studio.example/a", "/a"),
        ("https://studio.example@evil.test/a", "https://studio.example/a"),
        ("https://studio.example:8443/a", "https://studio.example/a"),
        ("https://studio.example.evil.test/a", "https://studio.example/a"),
    ],
)
def test_another_address(one: str, other: str) -> None:
    assert parse(one) != parse(other)


def returned(**fields: str) -> dict[str, Any]:
    return {"id": "c1", "name": "suggest_next_step", "arguments": {}, "ok": True, "result": fields}


QUOTE = returned(path="/quote?service=website")
CHAT = returned(url="https://wa.me/34600111222?text=Hola")


@pytest.mark.parametrize(
    ("answer", "mended"),
    [
        ("https://made-up.example/quote?service=website", "/quote?service=website"),
        ("[Quote](https://made-up.example/quote/?service=website).", "[Quote](/quote?service=website)."),
        ("made-up.example/quote?service=website", "/quote?service=website"),
        ("[Quote](quote?service=website)", "[Quote](/quote?service=website)"),
        ("/quote", "/quote?service=website"),
        ("/Quote?service=website", "/quote?service=website"),
        ("evil.ru/quote?service=website", "/quote?service=website"),
        ("www.evil.click/quote", "/quote?service=website"),
        ("1.2.3.4/quote", "/quote?service=website"),
        ("<https://evil.test/quote>", "/quote?service=website"),
        ("See </quote>.", "See /quote?service=website."),
        ("[Quote](<https://evil.test/quote>)", "[Quote](/quote?service=website)"),
        ("<wa.me/34600111222?text=Otra>", "<https://wa.me/34600111222?text=Hola>"),
        ("https://api.whatsapp.com/send?phone=34600111222", "https://wa.me/34600111222?text=Hola"),
    ],
)
def test_right_path_under_another_host_is_repaired(answer: str, mended: str) -> None:
    repaired = repair_links(answer, tool_results=[QUOTE, CHAT])
    assert repaired.answer == mended
    assert len(repaired.repairs) == 1


@pytest.mark.parametrize(
    "answer",
    [
        "/quote?service=website",
        "/quote?service=online-store",
        "https://evil.test",
        "https://evil.test/",
        "https://evil.test/other",
        "https://wa.me/34999888777",
        "https://wa.me/34600111222",
        "mailto:quote@studio.example",
        "https://wa.me/message/34600111222",
        "https://wa.me/c/34600111222",
        "wa.me/34600111222/evil",
        "<b>/quote?service=website</b>",
        "[/quote?service=website](/quote?service=website)",
        "no link at all",
    ],
)
def test_everything_else_stays_as_written(answer: str) -> None:
    assert repair_links(answer, tool_results=[QUOTE, CHAT]) == (answer, ())


def test_a_repair_tells_both_addresses() -> None:
    repaired = repair_links("See https://a.example/contact.", tool_results=[returned(path="/contact")])
    assert repaired.repairs == (Repair("https://a.example/contact", "/contact"),)


def test_a_link_that_is_its_own_text_is_repaired_whole() -> None:
    answer = "[https://a.test/quote](https://a.test/quote)"
    repaired = repair_links(answer, tool_results=[QUOTE]).answer
    assert repaired == "[/quote?service=website](/quote?service=website)"
    assert statuses(repaired) == ["verified", "verified"]


def statuses(answer: str) -> list[str]:
    claims = check_answer(answer, tool_results=[QUOTE, CHAT], goal="", locale="en", currency="EUR")
    return [claim.status for claim in claims]


@pytest.mark.parametrize(
    "answer", ["wa.me/34600111222", "https://wa.me/34600111222/", "https://wa.me/+34600111222", "wa.me/34600111222#a"]
)
def test_a_returned_number_without_its_message_is_verified(answer: str) -> None:
    assert statuses(answer) == ["verified"]


@pytest.mark.parametrize(
    "answer",
    [
        "https://wa.me/message/34600111222",
        "https://wa.me/c/34600111222",
        "wa.me/34600111222/evil",
        "https://wa.me/3460011122",
        "https://wa.me/",
        "https://wa.me/message/QUOTE",
    ],
)
def test_another_page_of_whatsapp_is_unverified(answer: str) -> None:
    assert statuses(answer) == ["unverified"]


def test_a_returned_code_of_whatsapp_verifies_itself_alone() -> None:
    returned_code = returned(url="https://wa.me/message/QUOTE")
    answer = "wa.me/message/QUOTE wa.me/message/OTHER"
    claims = check_answer(answer, tool_results=[returned_code], goal="", locale="en", currency="EUR")
    assert [claim.status for claim in claims] == ["verified", "unverified"]


def test_the_sites_own_address_needs_no_repair() -> None:
    answer = "https://studio.example/contact"
    found = returned(path="/contact")
    assert repair_links(answer, tool_results=[found], site_url="https://www.studio.example/").repairs == ()


def test_a_failed_call_returned_nothing() -> None:
    failed = {"id": "c1", "name": "suggest_next_step", "arguments": {}, "ok": False, "error": "invalid_arguments"}
    assert (
        repair_links("https://a.example/contact", tool_results=[{**failed, "result": {"path": "/contact"}}]).repairs
        == ()
    )
