"""The ledger measured: what a day's allowance serves under each policy, and what a reservation takes."""

import argparse
import asyncio
import contextlib
import os
import platform
import sqlite3
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from quota.database import Database
from quota.rules import Caps, Cost, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey
from scripts.benchmarks.quota_day import MIDNIGHT_MS, WORST, Day, simulated_day
from tests.support.postgres import running_postgres
from tests.support.sqlite_database import SqliteDatabase

TABLE = Path(__file__).with_suffix(".md")
SEEDS = range(5)
ALLOWANCE = 10_000
_AMPLE = Caps(units_per_day=None, units_per_visitor=20, neurons_per_day=1e9)
_COST = Cost(2, WORST)


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    lines = [*_header(), "", *_policies(args.arrivals), "", *_latencies(args)]
    print("\n".join(lines))
    if args.write:
        TABLE.write_text("\n".join(lines) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench quota", description=__doc__)
    parser.add_argument("--arrivals", type=int, default=300, help="visitors of the simulated day")
    parser.add_argument("--rows", type=int, default=10_000, help="rows of the day in the full ledger")
    parser.add_argument("--samples", type=int, default=400, help="reservations timed in each ledger")
    parser.add_argument("--postgres", action="store_true", help="time PostgreSQL too; starts servers of its own")
    parser.add_argument("--write", action="store_true", help=f"replace {TABLE.name}")
    return parser


def _header() -> Iterator[str]:
    yield "# The ledger, measured by `scripts/bench quota --postgres --write`"
    yield ""
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    yield f"{datetime.now(UTC):%Y-%m-%d}, {versions}, {os.cpu_count()} cores."


def _policies(arrivals: int) -> Iterator[str]:
    yield f"{len(SEEDS)} days of {arrivals} arrivals, 36 to 60 neurons each (one in 40 up to 76), {WORST:.1f} reserved:"
    yield ""
    yield "| QUOTA_POLICY | runs served | times as many | neurons spent | of the allowance | over |"
    yield "|---|---|---|---|---|---|"
    days = {policy: [asyncio.run(_day(policy, seed, arrivals)) for seed in SEEDS] for policy in ("units", "neurons")}
    base = statistics.mean(day.runs for day in days["units"])
    for policy, each in days.items():
        runs, neurons = statistics.mean(day.runs for day in each), statistics.mean(day.neurons for day in each)
        over = max(0.0, *(day.neurons - ALLOWANCE for day in each))
        yield f"| {policy} | {runs:.0f} | {runs / base:.2f} | {neurons:,.0f} | {neurons / ALLOWANCE:.0%} | {over:.0f} |"


async def _day(policy: str, seed: int, arrivals: int) -> Day:
    with contextlib.closing(SqliteDatabase()) as database:
        return await simulated_day(database, policy, seed=seed, arrivals=arrivals)


def _latencies(args: argparse.Namespace) -> Iterator[str]:
    yield f"Milliseconds of a reservation, {args.samples} in each ledger, taken in turns:"
    yield ""
    yield f"| database | median, 0 rows | p95 | median, {args.rows:,} rows of the day | p95 |"
    yield "|---|---|---|---|---|"
    with contextlib.closing(SqliteDatabase()) as empty, contextlib.closing(SqliteDatabase()) as full:
        yield _row("SQLite in memory, as in D1 without the way there", empty, full, args)
    if args.postgres:
        with running_postgres() as empty_server, running_postgres() as full_server:
            yield _row("PostgreSQL, connecting included", empty_server.database(), full_server.database(), args)


def _row(name: str, empty: Database, full: Database, args: argparse.Namespace) -> str:
    times = asyncio.run(_reservations_ms(empty, full, rows=args.rows, samples=args.samples))
    figures = [f"{figure:.2f}" for taken in times for figure in (statistics.median(taken), _p95(taken))]
    return f"| {name} | {' | '.join(figures)} |"


async def _reservations_ms(empty: Database, full: Database, *, rows: int, samples: int) -> list[list[float]]:
    stores = [QuotaStore(empty), QuotaStore(full)]
    for number in range(rows):
        await _run_once(stores[1], f"row-{number}")
    taken: list[list[float]] = [[], []]
    for number in range(samples):
        for store, times in zip(stores, taken, strict=True):
            times.append(await _run_once(store, f"sample-{number}"))
    return taken


async def _run_once(store: QuotaStore, run: str) -> float:
    """Reserves and settles one run; milliseconds of the reservation."""
    begin = time.perf_counter()
    await store.reserve(run, "agent", _COST, visitor=VisitorKey(run), now_ms=MIDNIGHT_MS, caps=_AMPLE)
    taken = (time.perf_counter() - begin) * 1000
    await store.settle(run, Spent(4000, 500, 48.0), outcome="answer", now_ms=MIDNIGHT_MS)
    return taken


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main())
