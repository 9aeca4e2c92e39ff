"""The ledger against a reference that keeps a list of runs and adds it up anew for every question."""

import asyncio
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quota.errors import RunReused
from quota.rules import MICRO, Caps, Cost, Granted, Left, Refused, Spent, seconds_to_next_day, utc_day
from quota.store import QuotaStore
from quota.visitor import VisitorKey
from tests.support.instants import ms
from tests.support.sqlite_database import SqliteDatabase

CAPS = Caps(units_per_day=9, units_per_visitor=5, neurons_per_day=0.0001)
EXPIRE_MS = 120_000
RUNS = st.sampled_from([f"run-{number}" for number in range(12)])
VISITORS = st.sampled_from(["ana", "ben", "unknown"])
KINDS = st.sampled_from(["agent", "chat"])
NEURONS = st.integers(0, 40).map(lambda micro: micro / MICRO)
STEPS_MS = st.sampled_from([0, 1, 999, 60_000, EXPIRE_MS - 1, EXPIRE_MS, 3_600_000, 86_400_000])


@dataclass
class Run:
    kind: str
    visitor: str
    day: str
    reserved_ms: int
    units: int
    neurons: int
    state: str = "reserved"


class LedgerModel(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.database = SqliteDatabase()
        self.store = QuotaStore(self.database)
        self.now = ms("2026-11-08T23:00:00Z")
        self.runs: dict[str, Run] = {}
        self.refused: dict[str, int] = {}
        self.loop = asyncio.Runner()

    @rule(run=RUNS, kind=KINDS, visitor=VISITORS, units=st.integers(1, 4), neurons=NEURONS)
    def reserve(self, run: str, kind: str, visitor: str, units: int, neurons: float) -> None:
        self.expire()
        cost, key, day = Cost(units, neurons), VisitorKey(visitor), utc_day(self.now)
        asked = self.store.reserve(run, kind, cost, visitor=key, now_ms=self.now, caps=CAPS)
        known = self.runs.get(run)
        if known and not self.is_own(known, kind, visitor):
            try:
                self.loop.run(asked)
            except RunReused:
                return
            raise AssertionError(f"{run} was granted twice")
        answer = self.loop.run(asked)
        if known:
            assert answer == Granted(known.day, self.left(visitor))
        elif cap := self.cap_in_the_way(visitor, cost):
            self.refused[day] = self.refused.get(day, 0) + 1
            assert answer == Refused(cap, seconds_to_next_day(self.now), self.left(visitor))  # type: ignore[arg-type]
        else:
            self.runs[run] = Run(kind, visitor, day, self.now, units, round(neurons * MICRO))
            assert answer == Granted(day, self.left(visitor))

    @rule(run=RUNS, neurons=NEURONS)
    def settle(self, run: str, neurons: float) -> None:
        done = self.loop.run(self.store.settle(run, Spent(neurons=neurons), outcome="answer", now_ms=self.now))
        assert done == self.close(run, "settled", neurons)

    @rule(run=RUNS, neurons=NEURONS)
    def release(self, run: str, neurons: float) -> None:
        done = self.loop.run(self.store.release(run, outcome="failed", now_ms=self.now, spent=Spent(neurons=neurons)))
        assert done == self.close(run, "released", neurons)

    @rule(step=STEPS_MS)
    def wait(self, step: int) -> None:
        self.now += step

    @rule()
    def sweep(self) -> None:
        assert self.loop.run(self.store.sweep(self.now)) == self.expire()

    @precondition(lambda self: self.runs)
    @rule(keep_days=st.integers(1, 3))
    def purge(self, keep_days: int) -> None:
        self.loop.run(self.store.purge(self.now, keep_days=keep_days))
        oldest = utc_day(self.now - keep_days * 86_400_000)
        self.runs = {name: run for name, run in self.runs.items() if run.day >= oldest}
        self.refused = {day: times for day, times in self.refused.items() if day >= oldest}

    @rule(visitor=VISITORS)
    def ask_what_is_left(self, visitor: str) -> None:
        self.expire()
        assert self.loop.run(self.store.left(VisitorKey(visitor), now_ms=self.now, caps=CAPS)) == self.left(visitor)

    @invariant()
    def rows_are_as_the_reference_has_them(self) -> None:
        states = {row["id"]: row["state"] for row in self.database.rows("SELECT id, state FROM runs")}
        assert states == {name: run.state for name, run in self.runs.items()}
        for row in self.database.rows("SELECT day, units, micro_neurons, refused FROM days"):
            units, _, neurons = self.used(str(row["day"]), "")
            assert (row["units"], row["micro_neurons"]) == (units, neurons)
            assert row["refused"] == self.refused.get(str(row["day"]), 0)

    def teardown(self) -> None:
        self.loop.close()
        self.database.close()

    def is_own(self, run: Run, kind: str, visitor: str) -> bool:
        same_visitor = run.visitor == visitor or run.day != utc_day(self.now)
        return run.state == "reserved" and run.kind == kind and same_visitor

    def close(self, name: str, state: str, neurons: float) -> bool:
        run = self.runs.get(name)
        if run is None or run.state != "reserved":
            return False
        run.state, run.neurons = state, round(neurons * MICRO)
        return True

    def expire(self) -> int:
        late = [
            run for run in self.runs.values() if run.state == "reserved" and run.reserved_ms <= self.now - EXPIRE_MS
        ]
        for run in late:
            run.state = "expired"
        return len(late)

    def used(self, day: str, visitor: str) -> tuple[int, int, int]:
        runs = [run for run in self.runs.values() if run.day == day]
        kept = [run for run in runs if run.state in ("reserved", "settled")]
        own = sum(run.units for run in kept if run.visitor == visitor)
        return sum(run.units for run in kept), own, sum(run.neurons for run in runs)

    def left(self, visitor: str) -> Left:
        units, own, neurons = self.used(utc_day(self.now), visitor)
        return Left(max(0, 9 - units), max(0, 5 - own), max(0, 100 - neurons) / MICRO)

    def cap_in_the_way(self, visitor: str, cost: Cost) -> str | None:
        units, own, neurons = self.used(utc_day(self.now), visitor)
        if own + cost.units > 5:
            return "units_per_visitor"
        if units + cost.units > 9:
            return "units_per_day"
        return "neurons_per_day" if neurons + round(cost.neurons * MICRO) > 100 else None


LedgerModel.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestLedgerModel = LedgerModel.TestCase
