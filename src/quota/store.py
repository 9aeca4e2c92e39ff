"""The ledger in a database: who may run, what it cost, what is left."""

import asyncio
from collections.abc import Sequence

from quota import sql
from quota.database import Database, Row, Statement
from quota.errors import DatabaseFailed, QuotaUnavailable, RunReused
from quota.rules import (
    NOTHING,
    Caps,
    Cost,
    Granted,
    Left,
    Refused,
    Spent,
    Used,
    cap_in_the_way,
    seconds_to_next_day,
    utc_day,
    what_is_left,
)
from quota.visitor import VisitorKey

_DAY_MS = 86_400_000
_ATTEMPTS = 2


class QuotaStore:
    """Reserves runs against the caps of their UTC day and closes each of them once.

    Every method is one batch in one transaction, can be sent twice without harm, and raises `QuotaUnavailable` when the
    database fails or does not answer within `timeout_s`. `expire_after_s` must be longer than a run can take.
    """

    def __init__(self, database: Database, *, timeout_s: float = 5.0, expire_after_s: float = 120.0) -> None:
        self._database = database
        self._timeout_s = timeout_s
        self._expire_after_ms = int(expire_after_s * 1000)

    async def reserve(
        self, run: str, kind: str, cost: Cost, *, visitor: VisitorKey, now_ms: int, caps: Caps
    ) -> Granted | Refused:
        """Reserve a run at its worst case; an open run asked for again is granted, not charged again.

        Raises `RunReused` if the id is that of a closed run or of another visitor's.
        """
        statements = sql.reserve(run, kind, cost, visitor, now_ms, caps)
        *_, rows, used_rows = await self._batch([*self._expire(now_ms), *statements])
        used = _used(used_rows)
        left = what_is_left(used, caps)
        if rows:
            return Granted(day=_own_day(run, rows[0], kind, visitor, utc_day(now_ms)), left=left)
        cap = cap_in_the_way(used, caps, cost)
        if cap is None:
            raise QuotaUnavailable(f"run {run} was refused although the day's counters leave room for it")
        return Refused(cap=cap, retry_after_s=seconds_to_next_day(now_ms), left=left)

    async def settle(self, run: str, spent: Spent, *, outcome: str, now_ms: int) -> bool:
        """Keep the units of a run that showed something and charge what it spent; false if it was not open."""
        return bool((await self._batch(sql.settle(run, spent, outcome, now_ms)))[-1])

    async def release(self, run: str, *, outcome: str, now_ms: int, spent: Spent = NOTHING) -> bool:
        """Give back the units of a run that showed nothing; false if it was not open."""
        return bool((await self._batch(sql.release(run, spent, outcome, now_ms)))[-1])

    async def left(self, visitor: VisitorKey, *, now_ms: int, caps: Caps) -> Left:
        """What is left of the day for the site and for a visitor."""
        read = Statement(sql.READ_USED, (utc_day(now_ms), visitor))
        return what_is_left(_used((await self._batch([*self._expire(now_ms), read]))[-1]), caps)

    async def sweep(self, now_ms: int) -> int:
        """Expire the reservations that nobody closed in time; how many there were."""
        return len((await self._batch(self._expire(now_ms)))[-1])

    async def purge(self, now_ms: int, *, keep_days: int = 30) -> int:
        """Delete the rows of days older than `keep_days`; how many there were."""
        oldest = utc_day(now_ms - keep_days * _DAY_MS)
        return sum(map(len, await self._batch([Statement(text, (oldest,)) for text in sql.PURGES])))

    def _expire(self, now_ms: int) -> list[Statement]:
        return sql.expire(now_ms - self._expire_after_ms, now_ms)

    async def _batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._batch_again(statements)
        except TimeoutError as error:
            raise QuotaUnavailable(f"the database did not answer within {self._timeout_s} s") from error
        except DatabaseFailed as error:
            raise QuotaUnavailable(f"the database failed: {error}") from error

    async def _batch_again(self, statements: Sequence[Statement]) -> list[list[Row]]:
        # A lost connection leaves open whether the batch was written; it is written once however often it is sent.
        for _ in range(_ATTEMPTS - 1):
            try:
                return await self._database.batch(statements)
            except DatabaseFailed as error:
                if not error.transient:
                    raise
        return await self._database.batch(statements)


def _own_day(run: str, row: Row, kind: str, visitor: VisitorKey, today: str) -> str:
    if row["state"] != "reserved":
        raise RunReused(f"run {run} is {row['state']} already")
    # A retry across midnight comes with the visitor's key of the new day.
    same_visitor = row["visitor"] == visitor or row["day"] != today
    if row["kind"] != kind or not same_visitor:
        raise RunReused(f"run {run} was reserved by another caller as {row['kind']}")
    return str(row["day"])


def _used(rows: Sequence[Row]) -> Used:
    return Used(**{name: int(value or 0) for name, value in rows[0].items()})
