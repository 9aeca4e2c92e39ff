"""suggest_next_step: the link to the quote calculator, the contact form or WhatsApp."""

from collections.abc import Mapping
from typing import Any, Literal, assert_never
from urllib.parse import quote, urlencode

from catalog.models import Locale
from catalog.neutral import neutralise
from catalog.quote import find_service, service_name
from tools.arguments import Arguments
from tools.errors import InvalidArguments
from tools.spec import Site, ToolDefinition

StepKind = Literal["quote", "contact", "whatsapp"]

_LABELS: Mapping[StepKind, Mapping[Locale, str]] = {
    "quote": {"en": "Work out your quote", "es": "Calcula tu presupuesto"},
    "contact": {"en": "Write to us", "es": "Escríbenos"},
    "whatsapp": {"en": "Chat on WhatsApp", "es": "Habla por WhatsApp"},
}
_GREETING: Mapping[Locale, str] = {"en": "Hello {site}, I have a question", "es": "Hola, {site}: tengo una pregunta"}
_ABOUT: Mapping[Locale, str] = {"en": " about: {service}", "es": " sobre: {service}"}


class SuggestNextStep(Arguments):
    kind: StepKind
    service: str | None = None


def suggest_next_step(site: Site, arguments: SuggestNextStep) -> Mapping[str, Any]:
    """The label and link of the step; raises `UnknownService`, or `InvalidArguments` for a channel there is not."""
    kind, locale = arguments.kind, site.locale
    service = find_service(site.catalog, arguments.service) if arguments.service else None
    name = service_name(site.catalog, service, locale) if service else ""
    label = _LABELS[kind][locale] + (f" ({name})" if name else "")
    match kind:
        case "quote":
            query = f"?{urlencode({'service': service.id})}" if service else ""
            return {"kind": kind, "label": label, "path": f"{site.prefix}/quote{query}"}
        case "contact":
            return {"kind": kind, "label": label, "path": f"{site.prefix}/contact"}
        case "whatsapp":
            if not site.whatsapp_number:
                raise InvalidArguments("kind: this site has no WhatsApp; use quote or contact")
            return {"kind": kind, "label": label, "url": _whatsapp_url(site, name)}
        case _:
            assert_never(kind)


def _whatsapp_url(site: Site, service: str) -> str:
    message = _GREETING[site.locale].format(site=site.catalog.site.name)
    if service:
        message += _ABOUT[site.locale].format(service=service)
    return f"https://wa.me/{site.whatsapp_number}?text={quote(neutralise(message), safe='')}"


def _choices(site: Site) -> Mapping[str, list[str]]:
    kinds = ["quote", "contact", "whatsapp"] if site.whatsapp_number else ["quote", "contact"]
    return {"kind": kinds, "service": list(site.catalog.service_by_id)}


SUGGEST_NEXT_STEP = ToolDefinition(
    name="suggest_next_step",
    description="Link for the visitor's next step.",
    arguments=SuggestNextStep,
    run=suggest_next_step,
    choices=_choices,
)
