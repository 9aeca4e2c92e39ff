"""A simulated day of arrivals on the real store: how many runs the allowance serves under each policy.

Each arrival is another visitor's, at a random instant. A run takes 5 to 45 s and costs what runs were measured to cost:
36 to 60 neurons, one in forty up to 76. It is reserved at the worst case of the default limits on the default model.
"""

import heapq
import random
from dataclasses import dataclass

from quota.database import Database
from quota.rules import Cost, Granted, Spent, worst_case_neurons
from quota.settings import QuotaSettings
from quota.store import QuotaStore
from quota.visitor import VisitorKey

MIDNIGHT_MS = 1_793_491_200_000  # 2026-11-01T00:00:00Z
WORST = worst_case_neurons(token_budget=7000, max_steps=5, max_tokens=350, input_price=9091, output_price=27_273)
_DAY_S = 86_400


@dataclass(frozen=True)
class Day:
    """What a day came to."""

    runs: int
    neurons: float
    """Spent by the runs."""


@dataclass(frozen=True, order=True)
class _Run:
    end_s: float
    id: str
    neurons: float


async def simulated_day(database: Database, policy: str, *, seed: int, arrivals: int) -> Day:
    caps = QuotaSettings.from_vars({"QUOTA_POLICY": policy}).caps
    store, chance = QuotaStore(database), random.Random(seed)
    under_way: list[_Run] = []
    served: list[_Run] = []

    async def settle_until(instant_s: float) -> None:
        while under_way and under_way[0].end_s <= instant_s:
            run = heapq.heappop(under_way)
            await store.settle(run.id, Spent(neurons=run.neurons), outcome="answer", now_ms=_ms(run.end_s))
            served.append(run)

    for number, start_s in enumerate(sorted(chance.uniform(0, _DAY_S) for _ in range(arrivals))):
        await settle_until(start_s)
        run = _Run(start_s + chance.uniform(5, 45), f"run-{number}", _neurons(chance))
        visitor = VisitorKey(f"visitor-{number}")
        cost, now_ms = Cost(2, WORST), _ms(start_s)
        if isinstance(await store.reserve(run.id, "agent", cost, visitor=visitor, now_ms=now_ms, caps=caps), Granted):
            heapq.heappush(under_way, run)
    await settle_until(2 * _DAY_S)
    return Day(len(served), sum(run.neurons for run in served))


def _neurons(chance: random.Random) -> float:
    return chance.uniform(60, 76) if chance.random() < 1 / 40 else chance.uniform(36, 60)


def _ms(instant_s: float) -> int:
    return MIDNIGHT_MS + int(instant_s * 1000)
