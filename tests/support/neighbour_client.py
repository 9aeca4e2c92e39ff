"""What the tests have the Worker in tests/support/neighbour do."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from quota.database import Statement
from tests.support.local_edge import LocalEdge

NEIGHBOUR = Path(__file__).parent / "neighbour"
UNDEFINED, NAN, BIG, DATE, FUNCTION = ({"$": name} for name in ("undefined", "NaN", "big", "date", "function"))


class NeighbourClient:
    """Talks to the neighbour of an edge that was started with `neighbour=NEIGHBOUR`."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def quota(self, method: str, *args: Any) -> dict[str, Any]:
        """`await env.QUOTA.take("chat", ...)` for `quota("take", "chat", ...)`; {"thrown"} where that throws."""
        answer: dict[str, Any] = self._ask(method=method, args=args)
        return answer

    def batch(self, statements: Sequence[Statement]) -> Any:
        """D1's own answer to a batch; {"thrown"} where it throws."""
        return self._ask(batch=[[statement.sql, statement.params] for statement in statements])

    def exec(self, sql: str) -> Any:
        """D1's own answer to `exec`; {"thrown"} where it throws."""
        return self._ask(exec=sql)

    def _ask(self, **body: Any) -> Any:
        found = self._client.post("/", json=body).json()
        return found.get("answer", found)


@contextmanager
def neighbour_of(edge: LocalEdge) -> Iterator[NeighbourClient]:
    url = edge.wait_for(r"^Neighbour assistant on (\S+)$")[1]
    with httpx.Client(base_url=url, timeout=30) as client:
        yield NeighbourClient(client)
