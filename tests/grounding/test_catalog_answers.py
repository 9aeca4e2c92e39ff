"""What the project's own tools emit verifies in the sentences that people and models put around it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from catalog.models import LOCALES, Catalog, Locale
from grounding.check import check_answer
from tools.toolbox import Toolbox, ToolSuccess

SENTENCES: dict[Locale, list[str]] = {
    "en": [
        "{name} costs {total} and takes {time}.",
        "**{name}** with {extras}: **{total}**, in **{time}**.",
        "- Service: {name}\n- Price: {total}\n- Timeline: {time}\n- Next step: {path}",
        "It starts at {start}; with {extras} it comes to {total}. The timeline is {time}.",
        "| Item | Price |\n|---|---|\n{rows}\n| Total | {total} |",
        "For {name} the estimate is {total} ({time}). [{label}]({path})",
        "{name} (from {start}) includes:\n{includes}",
        "You can add:\n{list}",
        "From {start}, {time}: see `{path}`.",
    ],
    "es": [
        "{name} cuesta {total} y el plazo es {time}.",
        "**{name}** con {extras}: **{total}**, en **{time}**.",
        "- Servicio: {name}\n- Precio: {total}\n- Plazo: {time}\n- Siguiente paso: {path}",
        "Parte de {start}; con {extras} sale por {total}. El plazo es {time}.",
        "| Concepto | Precio |\n|---|---|\n{rows}\n| Total | {total} |",
        "Para {name} el presupuesto es de {total} ({time}). [{label}]({path})",
        "{name} (desde {start}) incluye:\n{includes}",
        "Puedes añadir:\n{list}",
        "Desde {start}, {time}: mira `{path}`.",
    ],
}
CATALOG = Catalog.load(Path(__file__).parents[2] / "src/catalog/catalog.json")
CASES = [(locale, service) for locale in LOCALES for service in CATALOG.service_by_id]


def run(locale: Locale, service: str) -> list[dict[str, Any]]:
    """The results of looking a service up, estimating it with its first extras, and asking for the next step."""
    toolbox = Toolbox(CATALOG, locale=locale, whatsapp_number="34600111222")
    extras = list(CATALOG.service_by_id[service].extras[:2])
    calls = [
        ("get_service", {"service": service}),
        ("estimate_quote", {"service": service, "extras": extras}),
        ("suggest_next_step", {"kind": "quote", "service": service}),
    ]
    results = []
    for number, (name, arguments) in enumerate(calls):
        outcome = toolbox.run(name, json.dumps(arguments))
        assert isinstance(outcome, ToolSuccess)
        results.append({"id": f"c{number}", "name": name, "arguments": arguments, "ok": True, "result": outcome.result})
    return results


def texts(results: list[dict[str, Any]]) -> dict[str, str]:
    found, quote, step = (entry["result"] for entry in results)
    lines = quote["lines"]
    return {
        "name": found["name"],
        "start": found["price_from"]["text"],
        "total": quote["total"]["text"],
        "time": quote["timeline"]["text"],
        "extras": " + ".join(line["name"] for line in lines[1:]),
        "rows": "\n".join(f"| {line['name']} | {line['price']['text']} |" for line in lines),
        "includes": "\n".join(f"- {text}" for text in found["includes"]),
        "list": "\n".join(f"- {extra['name']}: {extra['price']['text']}" for extra in found["extras"]),
        "label": step["label"],
        "path": step["path"],
    }


@pytest.mark.parametrize(("locale", "service"), CASES, ids=lambda value: value)
def test_what_the_tools_emit_verifies(locale: Locale, service: str) -> None:
    results = run(locale, service)
    for sentence in SENTENCES[locale]:
        answer = sentence.format(**texts(results))
        claims = check_answer(answer, tool_results=results, goal="", locale=locale, currency="EUR")
        assert claims
        assert [claim.text for claim in claims if claim.status != "verified"] == [], answer


@pytest.mark.parametrize(("locale", "service"), CASES, ids=lambda value: value)
def test_ten_times_the_price_does_not(locale: Locale, service: str) -> None:
    results = run(locale, service)
    for sentence in SENTENCES[locale]:
        answer = sentence.format(**texts(results))
        wrong = re.sub(r"(?<=€)\d+(?:,\d{3})*|\d+(?:\.\d{3})*(?= €)", lambda match: f"{match.group()}0", answer)
        claims = check_answer(wrong, tool_results=results, goal="", locale=locale, currency="EUR")
        assert {claim.status for claim in claims if claim.kind == "money"} <= {"unverified"}, wrong
