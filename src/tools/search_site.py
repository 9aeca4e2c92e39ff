"""search_site: the pages that a query is about."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from catalog.search import search
from tools.arguments import Arguments
from tools.spec import Site, ToolDefinition


class SearchSite(Arguments):
    query: Annotated[str, Field(min_length=1, max_length=500)]


def search_site(site: Site, arguments: SearchSite) -> Mapping[str, Any]:
    """Up to five pages in the visitor's language."""
    hits = search(site.catalog, arguments.query, locale=site.locale)
    return {"hits": [{"title": hit.title, "path": hit.path, "kind": hit.kind, "excerpt": hit.excerpt} for hit in hits]}


SEARCH_SITE = ToolDefinition(
    name="search_site",
    description="Search services, projects, lab, blog and FAQ.",
    arguments=SearchSite,
    run=search_site,
)
