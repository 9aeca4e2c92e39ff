"""What the default policy is for: more runs from the same allowance, and not a neuron over it."""

import contextlib

from scripts.benchmarks.quota_day import Day, simulated_day
from tests.support.sqlite_database import SqliteDatabase


async def day(policy: str) -> Day:
    with contextlib.closing(SqliteDatabase()) as database:
        return await simulated_day(database, policy, seed=1, arrivals=300)


async def test_neurons_serve_two_and_a_half_times_the_runs_of_units() -> None:
    units, neurons = await day("units"), await day("neurons")
    assert units.runs == 60
    assert neurons.runs >= 2.5 * units.runs
    assert 9_900 < neurons.neurons <= 10_000
