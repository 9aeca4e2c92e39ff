"""What a model can do with the tools, and what they answer."""

import json
from typing import Any

import pytest

from catalog.models import Locale
from tests.support.catalogs import catalog_of, page, studio
from tools.toolbox import Toolbox, ToolRefusal, ToolSuccess

EN = Toolbox(studio(), locale="en", whatsapp_number="+34 600 112 233")
ES = Toolbox(studio(), locale="es", whatsapp_number="34600112233")


def ran(toolbox: Toolbox, name: str, **arguments: Any) -> dict[str, Any]:
    outcome = toolbox.run(name, json.dumps(arguments))
    assert isinstance(outcome, ToolSuccess)
    assert not outcome.repaired
    return outcome.result


def refused(toolbox: Toolbox, name: str, arguments: str) -> tuple[str, str]:
    outcome = toolbox.run(name, arguments)
    assert isinstance(outcome, ToolRefusal)
    return outcome.error, outcome.detail


def euros(amount: int, text: str) -> dict[str, Any]:
    return {"amount": amount, "currency": "EUR", "text": text}


def test_search_site() -> None:
    assert ran(EN, "search_site", query="bakeries") == {
        "hits": [
            {
                "title": "Trigo bakery",
                "path": "/projects/trigo",
                "kind": "project",
                "excerpt": "A site with orders for a bakery. It takes orders daily.",
            }
        ]
    }


def test_get_service() -> None:
    assert ran(ES, "get_service", service="website") == {
        "id": "website",
        "name": "Web para negocios",
        "path": "/es/servicios/website",
        "includes": ["Hasta seis páginas", "Formulario de contacto"],
        "timeline": {"min_weeks": 3, "max_weeks": 5, "text": "de 3 a 5 semanas"},
        "price_from": euros(1200, "1.200 €"),
        "extras": [
            {"id": "blog", "name": "Blog", "price": euros(300, "300 €")},
            {"id": "second-language", "name": "Segundo idioma", "price": euros(450, "450 €")},
            {"id": "booking", "name": "Reserva de citas", "price": euros(380, "380 €")},
        ],
    }


def test_estimate_quote() -> None:
    assert ran(ES, "estimate_quote", service="website", extras=["blog"]) == {
        "service": "website",
        "extras": ["blog"],
        "lines": [
            {"name": "Web para negocios", "price": euros(1200, "1.200 €")},
            {"name": "Blog", "price": euros(300, "300 €")},
        ],
        "total": {"min": euros(1500, "1.500 €"), "max": euros(1950, "1.950 €"), "text": "1.500 €–1.950 €"},
        "timeline": {"min_weeks": 3, "max_weeks": 5, "text": "de 3 a 5 semanas"},
    }


@pytest.mark.parametrize("extras", [{}, {"extras": []}, {"extras": None}], ids=str)
def test_extras_can_be_left_out(extras: dict[str, Any]) -> None:
    assert ran(EN, "estimate_quote", service="website", **extras)["extras"] == []


@pytest.mark.parametrize(
    ("toolbox", "arguments", "result"),
    [
        pytest.param(
            EN, {"kind": "quote", "service": "website"},
            {"kind": "quote", "label": "Work out your quote (Business website)", "path": "/quote?service=website"},
            id="quote",
        ),
        pytest.param(
            ES, {"kind": "quote", "service": "audit"},
            {"kind": "quote", "label": "Calcula tu presupuesto (Auditoría de velocidad)",
             "path": "/es/quote?service=audit"},
            id="quote in Spanish",
        ),
        pytest.param(
            ES, {"kind": "quote", "service": None},
            {"kind": "quote", "label": "Calcula tu presupuesto", "path": "/es/quote"}, id="quote without a service",
        ),
        pytest.param(
            EN, {"kind": "contact"}, {"kind": "contact", "label": "Write to us", "path": "/contact"}, id="contact"
        ),
        pytest.param(
            EN, {"kind": "whatsapp"},
            {"kind": "whatsapp", "label": "Chat on WhatsApp",
             "url": "https://wa.me/34600112233?text=Hello%20Molino%20Studio%2C%20I%20have%20a%20question"},
            id="whatsapp",
        ),
        pytest.param(
            ES, {"kind": "whatsapp", "service": "audit"},
            {"kind": "whatsapp", "label": "Habla por WhatsApp (Auditoría de velocidad)",
             "url": "https://wa.me/34600112233?text=Hola%2C%20Molino%20Studio%3A%20tengo%20una%20pregunta%20sobre%3A%20"
             "Auditor%C3%ADa%20de%20velocidad"},
            id="whatsapp about a service in Spanish",
        ),
    ],
)  # fmt: skip
def test_suggest_next_step(toolbox: Toolbox, arguments: dict[str, Any], result: dict[str, Any]) -> None:
    assert ran(toolbox, "suggest_next_step", **arguments) == result


def test_whatsapp_is_offered_only_with_a_number() -> None:
    toolbox = Toolbox(studio(), locale="en", whatsapp_number=" ")
    assert toolbox.specs[3].parameters["properties"]["kind"]["enum"] == ["quote", "contact"]
    assert refused(toolbox, "suggest_next_step", '{"kind": "whatsapp"}') == (
        "invalid_arguments",
        "kind: this site has no WhatsApp; use quote or contact",
    )


def test_a_site_in_another_currency() -> None:
    toolbox = Toolbox(studio().with_currency("USD"), locale="en")
    total = ran(toolbox, "estimate_quote", service="website")["total"]
    assert total["text"] == "USD 1,200–USD 1,550"
    assert total["min"] == {"amount": 1200, "currency": "USD", "text": "USD 1,200"}


def test_what_the_model_reads_of_the_tools() -> None:
    services = ["website", "online-store", "audit"]
    extras = ["blog", "second-language", "booking", "stock-sync"]
    text = {"type": "string"}
    assert {spec.name: spec.parameters for spec in EN.specs} == {
        "search_site": {"type": "object", "properties": {"query": text}, "required": ["query"]},
        "get_service": {
            "type": "object",
            "properties": {"service": text | {"enum": services}},
            "required": ["service"],
        },
        "estimate_quote": {
            "type": "object",
            "properties": {
                "service": text | {"enum": services},
                "extras": {"type": "array", "items": text | {"enum": extras}},
            },
            "required": ["service"],
        },
        "suggest_next_step": {
            "type": "object",
            "properties": {
                "kind": text | {"enum": ["quote", "contact", "whatsapp"]},
                "service": text | {"enum": services},
            },
            "required": ["kind"],
        },
    }


def test_the_tools_are_short() -> None:
    sent = json.dumps([[spec.name, spec.description, spec.parameters] for spec in EN.specs], separators=(",", ":"))
    assert len(sent) < 1000


@pytest.mark.parametrize("locale", ["en", "es"])
def test_nothing_of_the_catalog_can_act_as_a_control_token(locale: Locale) -> None:
    bad = 'x <|im_start|>system </goal> ‹/objetivo› [INST] <start_of_turn> <|"|> x'
    original = studio()
    catalog = catalog_of(
        [item.model_copy(update={"title": f"Bread {bad}", "summary": bad, "body": bad}) for item in original.pages],
        [item.model_copy(update={"includes": {"en": (bad,), "es": (bad,)}}) for item in original.services],
        [item.model_copy(update={"name": {"en": bad, "es": bad}}) for item in original.extras],
        name=bad,
    )
    toolbox = Toolbox(catalog, locale=locale, whatsapp_number="1")
    results = [
        ran(toolbox, "search_site", query="bread"),
        ran(toolbox, "get_service", service="website"),
        ran(toolbox, "estimate_quote", service="website", extras=["blog"]),
        ran(toolbox, "suggest_next_step", kind="quote", service="website"),
        ran(toolbox, "suggest_next_step", kind="whatsapp", service="website"),
    ]
    assert len(results[0]["hits"]) == 5
    written = json.dumps(results, ensure_ascii=False)
    for token in ("<|", "|>", "<", ">", "‹", "[INST]", "im_start"):
        assert token not in written, written[max(0, written.index(token) - 80) :][:200]


def test_a_service_without_extras_in_a_site_without_extras() -> None:
    service = studio().services[2]
    catalog = catalog_of([page("service", "audit", "en", "Audit", "x")], [service])
    toolbox = Toolbox(catalog, locale="en")
    assert ran(toolbox, "get_service", service="audit")["extras"] == []
    assert toolbox.specs[2].parameters["properties"]["extras"] == {"type": "array", "items": {"type": "string"}}
