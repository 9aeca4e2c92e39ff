"""get_service: what a service includes, how long it takes, what it starts at and which extras it takes."""

from collections.abc import Mapping
from typing import Any

from catalog.quote import find_service, money, timeline
from tools.arguments import Arguments
from tools.spec import Site, ToolDefinition


class GetService(Arguments):
    service: str


def get_service(site: Site, arguments: GetService) -> Mapping[str, Any]:
    """The service's facts; raises `UnknownService`."""
    catalog, locale = site.catalog, site.locale
    service = find_service(catalog, arguments.service)
    page = catalog.service_pages[service.id, locale]
    extras = [catalog.extra_by_id[extra] for extra in service.extras]
    return {
        "id": service.id,
        "name": page.title,
        "path": page.path,
        "includes": list(service.includes[locale]),
        "timeline": timeline(service, locale).model_dump(mode="json"),
        "price_from": money(service.price_from, catalog.site, locale).model_dump(mode="json"),
        "extras": [
            {
                "id": extra.id,
                "name": extra.name[locale],
                "price": money(extra.price, catalog.site, locale).model_dump(mode="json"),
            }
            for extra in extras
        ],
    }


GET_SERVICE = ToolDefinition(
    name="get_service",
    description="What a service includes, its timeline, starting price and extras.",
    arguments=GetService,
    run=get_service,
    choices=lambda site: {"service": list(site.catalog.service_by_id)},
)
