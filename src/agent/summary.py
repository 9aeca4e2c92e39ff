"""An answer put together from what the tools returned, for a run whose model left none."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.texts import text
from catalog.models import Locale

CONTACT: Mapping[Locale, str] = {"en": "/contact", "es": "/es/contact"}


def summarise(records: Sequence[Mapping[str, Any]], names: Mapping[str, str], locale: Locale) -> str:
    """The newest estimate, else the newest service, else the hits; then the next step.

    `names` are the services' names by id in the visitor's language. Every figure and link is a tool's own text.
    """
    newest: dict[str, Mapping[str, Any]] = {
        record["name"]: record["result"] for record in records if record["ok"] is True
    }
    sentences = [sentence for sentence in (_facts(newest, names, locale), _next(newest, locale)) if sentence]
    return " ".join(sentences) or text("summary_nothing", locale, contact=CONTACT[locale])


def _facts(newest: Mapping[str, Mapping[str, Any]], names: Mapping[str, str], locale: Locale) -> str:
    if quote := newest.get("estimate_quote"):
        return text(
            "summary_estimate",
            locale,
            service=names.get(quote["service"], quote["service"]),
            extras=_extras([line["name"] for line in quote["lines"][1:]], locale),
            total=quote["total"]["text"],
            timeline=quote["timeline"]["text"],
        )
    if service := newest.get("get_service"):
        return text(
            "summary_service",
            locale,
            service=service["name"],
            price=service["price_from"]["text"],
            timeline=service["timeline"]["text"],
            path=service["path"],
        )
    if hits := newest.get("search_site", {}).get("hits"):
        return text("summary_hits", locale, hits=", ".join(f"{hit['title']} ({hit['path']})" for hit in hits[:3]))
    return ""


def _extras(names: Sequence[str], locale: Locale) -> str:
    """What the price holds beside the service: it would be a wrong one without."""
    if not names:
        return ""
    listed = text("summary_and", locale).join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
    return text("summary_extras", locale, names=listed)


def _next(newest: Mapping[str, Mapping[str, Any]], locale: Locale) -> str:
    step = newest.get("suggest_next_step")
    return text("summary_next", locale, link=step.get("path") or step.get("url")) if step else ""
