"""The search box of the pages: the ranking of the tool `search_site` over HTTP, without a model and without quota."""

from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from workers import Response

from agent.requests import read_search
from agent.settings import Settings
from catalog.search import search
from edge.http import Incoming, json_response
from edge.ledger import guard_burst, now_ms, visitor_at
from edge.site import catalog_in

LIMIT: Final = 10
"""Pages of one answer; the tool shows the model half as many, for their words are paid for."""


async def search_pages(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    """GET /api/search?q=...&locale=...: {"hits": [{"title", "path", "kind", "excerpt"}]}, the best first."""
    query = urlsplit(str(incoming.request.url)).query
    asked = read_search(parse_qs(query, keep_blank_values=True), fallback=incoming.locale)
    # Its own count: who searches a lot can still ask the agent.
    await guard_burst(env, f"search:{visitor_at(now_ms(), incoming.address, settings)}", asked.locale)
    hits = search(catalog_in(settings.currency), asked.q, locale=asked.locale, limit=LIMIT)
    return json_response(
        {"hits": [{"title": hit.title, "path": hit.path, "kind": hit.kind, "excerpt": hit.excerpt} for hit in hits]}
    )
