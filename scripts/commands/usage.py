"""Prints what the last days used of the allowance: runs by kind and outcome, neurons, what was refused."""

import argparse
import json
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quota.rules import MICRO, utc_day
from scripts.commands.ledger_rows import NoLedger, Rows, local_rows, remote_rows
from scripts.setup.environment import NODE, NODE_MODULES, PYTHON
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
        days, runs = remote_rows(_wrangler(), _database(config), statements) if args.remote else local_rows(
            args.persist_to, statements
        )
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
    parser.add_argument("--persist-to", type=Path, default=ROOT / ".wrangler/state/v3", metavar="DIR", help="the local D1")
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
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if not report["days"]:
        console.print(f"No run in the last {asked} days.")
        return
    days = Table("day (UTC)", *_right("runs", "refused", "measured", "estimated", "reserved", "of the allowance"))
    days.title = f"Neurons a day, of {report['neurons_per_day']:,.0f}"
    for day in report["days"]:
        neurons = [f"{day[name]:,.1f}" for name in ("measured", "estimated", "reserved")]
        share = "" if day["share"] is None else f"{day['share']:.1%}"
        days.add_row(day["day"], str(day["runs"]), str(day["refused"]), *neurons, share)
    runs = Table("day (UTC)", "kind", "state", "outcome", *_right("runs", "tokens in", "tokens out", "neurons", "a run"))
    runs.title = "Runs by kind and outcome"
    for run in report["runs"]:
        tokens = [f"{run[name] or 0:,}" for name in ("input_tokens", "output_tokens")]
        neurons = [f"{run['neurons']:,.1f}", f"{run['neurons'] / run['runs']:,.1f}"]
        runs.add_row(run["day"], run["kind"], run["state"], run["outcome"], str(run["runs"]), *tokens, *neurons)
    console.print(days, runs)


def _right(*headers: str) -> list[Any]:
    from rich.table import Column

    return [Column(header, justify="right") for header in headers]


def _database(config: dict[str, Any]) -> str:
    return str(config["d1_databases"][0]["database_name"])


def _wrangler() -> list[str]:
    return [str(NODE), str(NODE_MODULES / "wrangler/bin/wrangler.js")]


if __name__ == "__main__":
    sys.exit(main())
