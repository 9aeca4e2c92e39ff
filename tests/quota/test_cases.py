"""Cases from public bug reports."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from quota import sql
from quota.database import Statement
from quota.errors import DatabaseFailed
from quota.rules import Caps, Cost, Granted, Refused, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey, visitor_key
from tests.quota.conftest import Ledger
from tests.support.instants import ms

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in map(json.loads, (Path(__file__).parents[1] / "cases" / "quota.jsonl").read_text().splitlines())
}
NOON = ms("2026-11-08T12:00:00Z")
ANA = VisitorKey("ana")
RUN = Cost(units=2, neurons=10)
AMPLE = Caps(units_per_day=1000, units_per_visitor=1000, neurons_per_day=10_000)


def test_every_case_has_its_test() -> None:
    assert set(CASES) == {"qu-01", "qu-03", "qu-05", "qu-07", "qu-09"}


@pytest.mark.parametrize(("used", "accepted"), [(118, 1), (119, 0)], ids=["the last place", "no half reservation"])
async def test_qu_01_the_last_place_is_taken_once(ledger: Ledger, used: int, accepted: int) -> None:
    case = CASES["qu-01"]["input"]
    cost, caps = Cost(case["units_per_run"], 1), Caps(case["limit_per_day"], 1000, 10_000)
    await QuotaStore(ledger.database()).reserve("u", "agent", Cost(used, 1), visitor=ANA, now_ms=NOON, caps=caps)

    def run(number: int) -> Granted | Refused:
        store = QuotaStore(ledger.database())
        return asyncio.run(store.reserve(f"r{number}", "agent", cost, visitor=ANA, now_ms=NOON, caps=caps))

    with ThreadPoolExecutor(case["concurrent_runs"]) as pool:
        answers = list(pool.map(run, range(case["concurrent_runs"])))
    assert [type(answer) for answer in answers].count(Granted) == accepted
    after = used + 2 * accepted
    assert ledger.rows("SELECT units FROM days") == [{"units": after}]
    assert ledger.rows("SELECT SUM(units) AS units FROM runs")[0]["units"] == after <= case["limit_per_day"]
    assert ledger.rows("SELECT DISTINCT units FROM runs WHERE id <> 'u'") == [{"units": 2}] * accepted


async def test_qu_03_a_failed_batch_writes_nothing(ledger: Ledger) -> None:
    reserve = sql.reserve("a", "agent", RUN, ANA, NOON, AMPLE)
    with pytest.raises(DatabaseFailed, match="missing"):
        await ledger.database().batch([*reserve, Statement("INSERT INTO missing (id) VALUES (?1)", ("a",))])
    for table in ("runs", "days", "visitors"):
        assert ledger.rows(f"SELECT * FROM {table}") == []


async def test_qu_03_at_the_cap_nothing_is_inserted(ledger: Ledger, store: QuotaStore) -> None:
    full = Caps(0, 1000, 10_000)
    assert isinstance(await store.reserve("a", "agent", RUN, visitor=ANA, now_ms=NOON, caps=full), Refused)
    assert ledger.rows("SELECT id FROM runs") == []


CLOSINGS = {
    "a": ["release"],
    "b": ["release"],
    "c": ["settle"],
    "d": ["release", "release"],
    "e": ["settle"],
}
"""How a run of each case is closed: released while nothing was shown, settled once something was."""


@pytest.mark.parametrize("case", CLOSINGS)
async def test_qu_05_units_kept(ledger: Ledger, store: QuotaStore, case: str) -> None:
    for run in ("x", "other"):
        await store.reserve(run, "agent", RUN, visitor=ANA, now_ms=NOON, caps=AMPLE)
    for closing in CLOSINGS[case]:
        if closing == "settle":
            await store.settle("x", Spent(neurons=5), outcome="left", now_ms=NOON)
        else:
            await store.release("x", outcome="model_unavailable", now_ms=NOON)
    kept = CASES["qu-05"]["expected"]["units_kept"][case]
    assert ledger.rows("SELECT units FROM days") == ledger.rows("SELECT units FROM visitors") == [{"units": kept + 2}]


async def test_qu_07_the_release_finds_the_day_that_paid(ledger: Ledger, store: QuotaStore) -> None:
    case = CASES["qu-07"]
    before = case["input"]["used_before"]["2026-11-08"]
    begin, fail = ms(case["input"]["reserve_at"]), ms(case["input"]["fail_at"])
    await store.reserve("earlier", "agent", Cost(before, 0), visitor=ANA, now_ms=begin, caps=AMPLE)
    granted = await store.reserve("a", "agent", Cost(case["input"]["units"], 10), visitor=ANA, now_ms=begin, caps=AMPLE)
    assert isinstance(granted, Granted)
    assert granted.day == "2026-11-08"
    assert await store.release("a", outcome="model_unavailable", now_ms=fail)
    used = {row["day"]: row["units"] for row in ledger.rows("SELECT day, units FROM days")}
    assert used == {day: units for day, units in case["expected"]["used_after"].items() if units}
    assert (await store.left(ANA, now_ms=fail, caps=AMPLE)).units == 1000


def test_qu_09_only_the_address_that_cloudflare_sets_counts() -> None:
    case = CASES["qu-09"]
    keys = [
        visitor_key(request.get("CF-Connecting-IP"), secret="s", day="2026-11-08")
        for request in case["input"]["requests"]
    ]
    for bucket in case["expected"]["same_bucket"]:
        assert len({keys[index] for index in bucket}) == 1
    for bucket in case["expected"]["different_bucket"]:
        assert len({keys[index] for index in bucket}) == len(bucket)
