"""What project_copy.py puts into the Worker.

GET /api/test?ahead_ms=... moves its clock, ?secret= takes IP_HASH_SECRET away from it and ?secret=1 gives it back.
"""

import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

from workers import Response

from agent.settings import Settings

_now, _names = time.time_ns, Settings.names
_ahead_ns = 0


def install(entrypoint: Any) -> None:
    """Lets the entrypoint class answer /api/test, and everything read the moved clock."""
    fetch = entrypoint.fetch

    async def controlled(self: Any, request: Any) -> Any:
        url = urlsplit(request.url)
        if url.path != "/api/test":
            return await fetch(self, request)
        _obey({name: value for name, (value,) in parse_qs(url.query, keep_blank_values=True).items()})
        return Response(str(time.time_ns() // 1_000_000))

    entrypoint.fetch = controlled
    time.time_ns = lambda: _now() + _ahead_ns


def _obey(orders: dict[str, str]) -> None:
    global _ahead_ns
    _ahead_ns = int(orders.get("ahead_ms", _ahead_ns // 1_000_000)) * 1_000_000
    if "secret" in orders:
        hidden = "" if orders["secret"] else "IP_HASH_SECRET"
        Settings.names = classmethod(lambda _: tuple(name for name in _names() if name != hidden))  # type: ignore[assignment,method-assign]
