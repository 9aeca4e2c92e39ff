"""The ledger's database behind Hyperdrive: PostgreSQL, one batch at a time."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Final

from quota.database import Row, Statement
from quota.postgres import PostgresDatabase

TURN_S: Final = 10.0
"""A batch that has its turn for so long belongs to a request that was dropped in the middle: Python is not told."""
_POLL_S: Final = 0.005

_taken_until = 0.0


class HyperdriveDatabase:
    """`quota.database.Database` over the Hyperdrive binding.

    Python waits for a socket by suspending its whole stack. With several stacks suspended while other requests come and
    go, Pyodide 314.0.6 corrupts its memory or hangs: 15 runs at a time are enough. PostgreSQL would let in only one
    batch anyway, so the batches of an isolate take turns before they connect.
    """

    def __init__(self, binding: Any) -> None:
        self._database = PostgresDatabase(
            binding.host, int(binding.port), binding.user, binding.password, binding.database
        )

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        global _taken_until
        # Polled with timers of this request: a Worker may not wait for what another request will do.
        while time.monotonic() < _taken_until:  # noqa: ASYNC110
            await asyncio.sleep(_POLL_S)
        mine = _taken_until = time.monotonic() + TURN_S
        try:
            return await self._database.batch(statements)
        finally:
            if _taken_until == mine:
                _taken_until = 0.0
