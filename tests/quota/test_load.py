"""Many runs at once: the caps hold at every moment, and all that they allow is served."""

import asyncio
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from quota.rules import MICRO, Caps, Cost, Granted, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey
from tests.quota.conftest import Ledger
from tests.support.instants import ms

NOON = ms("2026-11-08T12:00:00Z")
CONNECTIONS = 16
ARRIVALS = 160
WORST = 95.0
AGENT = Cost(2, WORST)
SUMS = """
SELECT coalesce(SUM(CASE WHEN state IN ('reserved', 'settled') THEN units END), 0) AS units,
    coalesce(SUM(coalesce(micro_neurons, reserved_micro_neurons)), 0) AS micro_neurons
FROM runs"""


@dataclass
class Tally:
    answered: int = 0
    lost: int = 0


async def visit(store: QuotaStore, number: int, caps: Caps) -> Tally:
    """One visitor's run: it fails unseen, is answered, is left in the middle, or its Worker dies."""
    chance = random.Random(number)
    run, visitor = f"run-{number}", VisitorKey(f"visitor-{number}")
    if not isinstance(await store.reserve(run, "agent", AGENT, visitor=visitor, now_ms=NOON, caps=caps), Granted):
        return Tally()
    fate = chance.choices(["answer", "left", "failed", "died"], [60, 15, 20, 5])[0]
    spent = Spent(neurons=chance.uniform(10, WORST))
    if fate == "died":
        return Tally(lost=1)
    if fate == "failed":
        await store.release(run, outcome="model_unavailable", now_ms=NOON + 10, spent=Spent(neurons=1.5))
        return Tally()
    await store.settle(run, spent, outcome=fate, now_ms=NOON + 20)
    return Tally(answered=1)


def watch(ledger: Ledger, caps: Caps, stop: threading.Event, passed: list[dict[str, object]]) -> int:
    """Reads the counters and the rows beside the load, in one statement each, until told to stop."""
    reads = 0
    while not stop.wait(0.01):
        reads += 1
        for row in ledger.rows("SELECT units, micro_neurons FROM days") + ledger.rows(SUMS):
            units, neurons = int(row["units"] or 0), int(row["micro_neurons"] or 0)
            if units > (caps.units_per_day or units) or neurons > caps.neurons_per_day * MICRO:
                passed.append(dict(row))
    return reads


@pytest.mark.parametrize(
    "caps",
    [
        pytest.param(Caps(units_per_day=60, units_per_visitor=2, neurons_per_day=100_000), id="units"),
        pytest.param(Caps(units_per_day=None, units_per_visitor=2, neurons_per_day=2000), id="neurons"),
    ],
)
def test_caps_hold_under_load(ledger: Ledger, caps: Caps) -> None:
    stop, passed, local = threading.Event(), list[dict[str, object]](), threading.local()

    def one(number: int) -> Tally:
        if not hasattr(local, "store"):
            local.store = QuotaStore(ledger.database(timeout_s=30), timeout_s=30)
        return asyncio.run(visit(local.store, number, caps))

    with ThreadPoolExecutor(1) as beside, ThreadPoolExecutor(CONNECTIONS) as pool:
        watching = beside.submit(watch, ledger, caps, stop, passed)
        try:
            tallies = list(pool.map(one, range(ARRIVALS)))
        finally:
            stop.set()
        assert watching.result() > 0
    assert passed == []
    asyncio.run(settle_down(ledger, caps, tallies))


async def settle_down(ledger: Ledger, caps: Caps, tallies: list[Tally]) -> None:
    """After the load: the dead are swept, what is still free is served, and the counters are the sums of the rows."""
    store = QuotaStore(ledger.database())
    assert await store.sweep(NOON + 200_000) == sum(tally.lost for tally in tallies)
    answered, number = sum(tally.answered for tally in tallies), ARRIVALS
    while isinstance(
        await store.reserve(f"{number}", "agent", AGENT, visitor=VisitorKey(f"{number}"), now_ms=NOON, caps=caps),
        Granted,
    ):
        await store.settle(f"{number}", Spent(neurons=WORST), outcome="answer", now_ms=NOON)
        answered, number = answered + 1, number + 1
    [counters] = ledger.rows("SELECT units, micro_neurons FROM days")
    if caps.units_per_day is not None:
        assert 2 * answered == counters["units"] == caps.units_per_day
    else:
        assert 0 <= caps.neurons_per_day * MICRO - int(counters["micro_neurons"] or 0) < WORST * MICRO
    [sums] = ledger.rows(SUMS)
    assert {name: int(value or 0) for name, value in sums.items()} == counters
    assert ledger.rows("SELECT id FROM runs WHERE state IN ('new', 'reserved')") == []
