"""estimate_quote: the price range of a service with extras, from the same function as the quote calculator."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from catalog.quote import estimate
from tools.arguments import Arguments
from tools.spec import Site, ToolDefinition


class EstimateQuote(Arguments):
    service: str
    extras: Annotated[list[str], Field(default_factory=list, max_length=50)]


def estimate_quote(site: Site, arguments: EstimateQuote) -> Mapping[str, Any]:
    """The estimate; raises `UnknownService` or `UnknownExtra`."""
    found = estimate(site.catalog, arguments.service, arguments.extras, locale=site.locale)
    return found.model_dump(mode="json")


def _choices(site: Site) -> Mapping[str, list[str]]:
    offered = {extra for service in site.catalog.services for extra in service.extras}
    return {
        "service": list(site.catalog.service_by_id),
        "extras": [extra for extra in site.catalog.extra_by_id if extra in offered],
    }


ESTIMATE_QUOTE = ToolDefinition(
    name="estimate_quote",
    description="Price range and timeline. extras: only those the visitor named, else none.",
    arguments=EstimateQuote,
    run=estimate_quote,
    choices=_choices,
)
