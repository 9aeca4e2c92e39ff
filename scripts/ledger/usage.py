"""Prints what the last days used of the allowance: runs by kind and outcome, neurons, what was refused."""

import argparse
import json
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Column, Table

from quota.rules import MICRO, utc_day
from scripts.ledger.rows import NoLedger, Rows, local_rows, remote_rows
from scripts.setup.environment import NODE, NODE_MODULES
from scripts.setup.steps import ROOT

_DAY_MS = 86_400_000

# An open run counts as reserved: what the cap holds back for it.
_DAYS = """
SELECT day, SUM(micro_neurons) AS charged, SUM(refused) AS refused, SUM(runs) AS runs, SUM(measured) AS measured,
    SUM(estimated) AS estimated, SUM(reserved) AS reserved
FROM (
    SELECT day, micro_neurons, refused, 0 AS runs, 0 AS measured, 0 AS estimated, 0 AS reserved FROM days
    UNION ALL
    SELECT day, 0, 0, 1, CASE WHEN neurons_basis = 'measured' THEN micro_neurons ELSE 0 END,
        CASE WHEN neurons_basis = 'estimated' THEN micro_neurons ELSE 0 END,
        CASE WHEN state = 'reserved' THEN reserved_micro_neurons ELSE 0 END
    FROM runs)
WHERE day > '{after}' GROUP BY day ORDER BY day DESC"""
_RUNS = """
SELECT day, kind, state, coalesce(outcome, '') AS outcome, COUNT(*) AS runs, SUM(input_tokens) AS input_tokens,
    SUM(output_tokens) AS output_tokens, SUM(coalesce(micro_neurons, reserved_micro_neurons)) AS neurons
FROM runs WHERE day > '{after}' GROUP BY day, kind, state, outcome ORDER BY day DESC, kind, runs DESC"""


def main(arguments: Sequence[str] | None = None, *, now_ms: int | None = None) -> int:
    args = _parser().parse_args(arguments)
    after = utc_day((round(time.time() * 1000) if now_ms is None else now_ms) - args.days * _DAY_MS)
    config = tomllib.loads((ROOT / "wrangler.toml").read_text())
    statements = [_DAYS.format(after=after), _RUNS.format(after=after)]
    try:
        if args.remote:
            days, runs = remote_rows(_wrangler(), _database(config), statements)
        else:
            days, runs = local_rows(args.persist_to, statements)
    except NoLedger as error:
        print(error, file=sys.stderr)
        return 1
    report = _report(days, runs, allowance=float(config["vars"].get("QUOTA_NEURONS_PER_DAY") or 10_000))
    if args.json:
        print(json.dumps(report, indent=2))
    else:
        _print_tables(report, args.days)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/usage", description=__doc__)
    parser.add_argument("--days", type=int, default=7, help="how many UTC days, today included; the ledger keeps 30")
    parser.add_argument("--remote", action="store_true", help="ask the deployed D1, with wrangler's login")
    parser.add_argument(
        "--persist-to", type=Path, default=ROOT / ".wrangler/state/v3", metavar="DIR", help="the local D1"
    )
    parser.add_argument("--json", action="store_true")
    return parser


def _report(days: Rows, runs: Rows, *, allowance: float) -> dict[str, Any]:
    """Neurons as numbers of neurons, shares of the allowance as fractions."""
    for day in days:
        for name in ("charged", "measured", "estimated", "reserved"):
            day[name] = day[name] / MICRO
        day["share"] = round(day["charged"] / allowance, 4) if allowance else None
    for run in runs:
        run["neurons"] = run["neurons"] / MICRO
    return {"neurons_per_day": allowance, "days": days, "runs": runs}


def _print_tables(report: dict[str, Any], asked: int) -> None:
    console = Console()
    if not report["days"]:
        console.print(f"No run in the last {asked} days.")
        return
    console.print(_days_table(report["days"], report["neurons_per_day"]), _runs_table(report["runs"]))


def _days_table(days: Rows, allowance: float) -> Table:
    table = Table(
        "day (UTC)",
        *_right("runs", "refused", "measured", "estimated", "reserved", "share"),
        box=SIMPLE,
        pad_edge=False,
    )
    table.title = f"Neurons a day, of {allowance:,.0f}"
    for day in days:
        neurons = [f"{day[name]:,.1f}" for name in ("measured", "estimated", "reserved")]
        share = "" if day["share"] is None else f"{day['share']:.1%}"
        table.add_row(day["day"], str(day["runs"]), str(day["refused"]), *neurons, share)
    return table


def _runs_table(runs: Rows) -> Table:
    table = Table(
        "day (UTC)", "kind", "outcome", *_right("runs", "in", "out", "neurons", "a run"), box=SIMPLE, pad_edge=False
    )
    table.title = "Runs by kind and outcome, with their tokens"
    for run in runs:
        tokens = [f"{run[name] or 0:,}" for name in ("input_tokens", "output_tokens")]
        neurons = [f"{run['neurons']:,.1f}", f"{run['neurons'] / run['runs']:,.1f}"]
        table.add_row(run["day"], run["kind"], run["outcome"] or run["state"], str(run["runs"]), *tokens, *neurons)
    return table


def _right(*headers: str) -> list[Column]:
    return [Column(header, justify="right") for header in headers]


def _database(config: dict[str, Any]) -> str:
    return str(config["d1_databases"][0]["database_name"])


def _wrangler() -> list[str]:
    return [str(NODE), str(NODE_MODULES / "wrangler/bin/wrangler.js")]


if __name__ == "__main__":
    sys.exit(main())
