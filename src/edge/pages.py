"""What comes to the Worker outside of the API: paths that no asset has, which get the page that says so.

Every page is a static asset, served without the Worker: the site stays up whatever happens to Python.
"""

from typing import Any, Final

from workers import Response

from edge.http import Incoming

API: Final = "/api/"


async def page(incoming: Incoming, env: Any) -> Response:
    """The answer of the static assets, which is their 404 page."""
    return await env.ASSETS.fetch(str(incoming.request.url))
