"""The database fails at each of its calls in turn: nothing is lost, nothing is charged twice."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

import pytest

from quota.database import Database, Row, Statement
from quota.errors import DatabaseFailed, QuotaUnavailable
from quota.rules import Caps, Cost, Granted, Left, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey
from tests.quota.conftest import Ledger
from tests.support.instants import ms

NOON = ms("2026-11-08T12:00:00Z")
ANA = VisitorKey("ana")
CAPS = Caps(units_per_day=10, units_per_visitor=10, neurons_per_day=100)
UNTOUCHED = Left(units=10, visitor_units=10, neurons=100.0)
RESERVED = Left(units=8, visitor_units=8, neurons=80.0)

Fault = Literal["before", "after", "hang"]
"""The batch fails unwritten, is written but its answer is lost, or never ends."""


class FaultyDatabase:
    """Fails the first batches as planned, then works."""

    def __init__(self, database: Database, *faults: Fault, transient: bool = False) -> None:
        self.batches = 0
        self._database = database
        self._faults = list(faults)
        self._transient = transient

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        self.batches += 1
        fault = self._faults.pop(0) if self._faults else None
        if fault == "hang":
            await asyncio.Event().wait()
        if fault != "before":
            rows = await self._database.batch(statements)
        if fault is not None:
            raise DatabaseFailed("Network connection lost.", transient=self._transient)
        return rows


async def reserve(store: QuotaStore) -> object:
    return await store.reserve("a", "agent", Cost(2, 20), visitor=ANA, now_ms=NOON, caps=CAPS)


async def settle(store: QuotaStore) -> object:
    return await store.settle("a", Spent(neurons=5), outcome="answer", now_ms=NOON)


async def release(store: QuotaStore) -> object:
    return await store.release("a", outcome="model_unavailable", now_ms=NOON)


async def left(store: QuotaStore) -> Left:
    return await store.left(ANA, now_ms=NOON, caps=CAPS)


CALLS: dict[str, tuple[Callable[[QuotaStore], Awaitable[object]], Left, Left]] = {
    "reserve": (reserve, UNTOUCHED, RESERVED),
    "settle": (settle, RESERVED, Left(8, 8, 95.0)),
    "release": (release, RESERVED, UNTOUCHED),
}
"""Each call with what is left before and after it."""


@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("name", CALLS)
async def test_a_lost_connection_is_tried_again_and_charged_once(ledger: Ledger, name: str, fault: Fault) -> None:
    call, _, after = CALLS[name]
    store = QuotaStore(ledger.database())
    if name != "reserve":
        await reserve(store)
    faulty = FaultyDatabase(ledger.database(), fault, transient=True)
    await call(QuotaStore(faulty))
    assert faulty.batches == 2
    assert await left(store) == after


@pytest.mark.parametrize("name", CALLS)
async def test_it_is_tried_twice_and_no_more(ledger: Ledger, name: str) -> None:
    faulty = FaultyDatabase(ledger.database(), "before", "before", "before", transient=True)
    with pytest.raises(QuotaUnavailable, match="the database failed: Network connection lost"):
        await CALLS[name][0](QuotaStore(faulty))
    assert faulty.batches == 2


@pytest.mark.parametrize("fault", ["before", "after"])
@pytest.mark.parametrize("name", CALLS)
async def test_another_failure_is_not_tried_again(ledger: Ledger, name: str, fault: Fault) -> None:
    call, before, after = CALLS[name]
    store = QuotaStore(ledger.database())
    if name != "reserve":
        await reserve(store)
    faulty = FaultyDatabase(ledger.database(), fault)
    with pytest.raises(QuotaUnavailable):
        await call(QuotaStore(faulty))
    assert faulty.batches == 1
    assert await left(store) == (before if fault == "before" else after)


@pytest.mark.parametrize("name", CALLS)
async def test_a_slow_database_is_unavailable(ledger: Ledger, name: str) -> None:
    faulty = FaultyDatabase(ledger.database(), "hang")
    with pytest.raises(QuotaUnavailable, match=r"did not answer within 0\.01 s"):
        await CALLS[name][0](QuotaStore(faulty, timeout_s=0.01))


async def test_a_reservation_whose_answer_was_lost_can_be_released(ledger: Ledger) -> None:
    with pytest.raises(QuotaUnavailable):
        await reserve(QuotaStore(FaultyDatabase(ledger.database(), "after")))
    store = QuotaStore(ledger.database())
    assert await release(store)
    assert await left(store) == UNTOUCHED


async def test_a_settlement_whose_answer_was_lost_is_not_made_again(ledger: Ledger) -> None:
    store = QuotaStore(ledger.database())
    await reserve(store)
    with pytest.raises(QuotaUnavailable):
        await settle(QuotaStore(FaultyDatabase(ledger.database(), "after")))
    assert not await settle(store)
    assert await left(store) == Left(8, 8, 95.0)


async def test_a_worker_that_died_leaves_its_worst_case_and_gives_its_units_back(ledger: Ledger) -> None:
    store = QuotaStore(ledger.database(), expire_after_s=60)
    assert isinstance(await reserve(store), Granted)
    assert await store.sweep(NOON + 60_000) == 1
    assert await left(store) == Left(10, 10, 80.0)
    assert ledger.rows("SELECT state, closed_ms, micro_neurons, neurons_basis, outcome FROM runs") == [
        {
            "state": "expired",
            "closed_ms": NOON + 60_000,
            "micro_neurons": 20_000_000,
            "neurons_basis": "estimated",
            "outcome": "expired",
        }
    ]


async def test_a_run_that_died_before_midnight_is_swept_from_its_own_day(ledger: Ledger) -> None:
    store = QuotaStore(ledger.database(), expire_after_s=60)
    late = ms("2026-11-08T23:59:59.500Z")
    await store.reserve("a", "agent", Cost(2, 20), visitor=ANA, now_ms=late, caps=CAPS)
    assert await store.left(ANA, now_ms=late + 60_000, caps=CAPS) == UNTOUCHED
    assert await store.left(ANA, now_ms=late, caps=CAPS) == Left(10, 10, 80.0)


async def test_a_database_that_contradicts_itself_is_unavailable() -> None:
    class Forgetful:
        async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
            return [[], [{"units": 0, "visitor_units": 0, "micro_neurons": 0}]]

    with pytest.raises(QuotaUnavailable, match="run a was refused although the day's counters leave room for it"):
        await reserve(QuotaStore(Forgetful()))
