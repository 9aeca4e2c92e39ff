"""What the Worker has to do with the pages, which are static assets: the language of `/`, and what does not exist.

`/` leads to `/es/` for a browser that prefers Spanish. Every other page is in the language that its address names, and
is served without the Worker; only paths that no asset has come here too, and get the page that says so.
"""

import re
from typing import Any, Final

from workers import Response

from catalog.models import Locale
from edge.http import Incoming

API: Final = "/api/"
SPANISH: Final = "/es/"

_CHOICE: Final = re.compile(r"(?:^|;)\s*locale=(en|es)\s*(?:;|$)")
"""The cookie that public/js/site.js sets when a visitor follows a link to the other language."""
_HEADERS: Final = {"Vary": "Accept-Language, Cookie, Sec-Fetch-Site", "Cache-Control": "private, no-cache"}


async def page(incoming: Incoming, env: Any) -> Response:
    """The page at a path outside of the API."""
    if incoming.path != "/":
        return await env.ASSETS.fetch(incoming.request)
    if incoming.method in ("GET", "HEAD") and _locale(incoming) == "es":
        _, mark, query = str(incoming.request.url).partition("?")
        return Response(None, status=302, headers={**_HEADERS, "Location": SPANISH + mark + query})
    asset = await env.ASSETS.fetch(incoming.request)
    # The headers of an asset cannot be changed, those of a copy can.
    response = asset.replace_body(asset.body)
    for name, value in _HEADERS.items():
        response.js_object.headers.set(name, value)
    return response


def _locale(incoming: Incoming) -> Locale:
    # A link from a page of this site is followed as it is, or nobody without the cookie could reach the English page.
    if incoming.headers.get("sec-fetch-site") == "same-origin":
        return "en"
    choice = _CHOICE.search(incoming.headers.get("cookie", ""))
    if choice is None:
        return incoming.locale
    return "es" if choice[1] == "es" else "en"
