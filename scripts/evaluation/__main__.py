"""Puts goals to the agent with the configured model, keeps each run with the bytes its model sent, and sums them up.

The agent's pure core runs here on CPython: no edge, no quota. Settings are those of wrangler.toml; --var changes
them, and secrets come from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY; for workers-ai CLOUDFLARE_ACCOUNT_ID
and CLOUDFLARE_API_TOKEN). Neurons are spent without a cap: mind the allowance.
"""

import argparse
import asyncio
import json
import os
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from agent.errors import ConfigError
from agent.settings import Settings
from catalog.models import Catalog
from scripts.evaluation.figures import Figures, table
from scripts.evaluation.journal import Journal
from scripts.evaluation.record import HttpTransport
from scripts.evaluation.replay import ReplayMismatch
from scripts.evaluation.runs import SECRETS, dump, record, replay

ROOT = Path(__file__).parents[2]
GOALS = ROOT / "tests/goals.jsonl"
CATALOG, TABLE = "catalog.json", "results.md"
WORKERS_AI = "https://api.cloudflare.com/client/v4/accounts/{account}/ai/run/"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 where every goal was run, or every recording gave its events again."""
    args = _parser().parse_args(arguments)
    try:
        return _replay_all(args.replay, update=args.update) if args.replay else _record_all(args)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/eval", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("goals", nargs="?", type=Path, default=GOALS, help='a goal a line: {"id", "locale", "goal"}')
    parser.add_argument("--ids", default="", help="only these, separated by commas")
    parser.add_argument("--var", action="append", default=[], metavar="KEY:VALUE", help="in place of wrangler.toml's")
    parser.add_argument("--out", type=Path, default=ROOT / ".cache/eval", help="folder for recordings and table")
    parser.add_argument(
        "--replay", type=Path, metavar="DIR", help="run the recordings of a folder again, without a model"
    )
    parser.add_argument("--update", action="store_true", help="with --replay: keep the events that came this time")
    return parser


def _record_all(args: argparse.Namespace) -> int:
    variables = _variables(args.var)
    settings = Settings.from_vars(variables)
    ids = [id for id in args.ids.split(",") if id]
    goals = [json.loads(line) for line in args.goals.read_text(encoding="utf-8").splitlines() if line]
    goals = [goal for goal in goals if not ids or goal["id"] in ids]
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / CATALOG).write_bytes((ROOT / "src/catalog" / CATALOG).read_bytes())
    rows: list[Figures] = []
    try:
        asyncio.run(_recordings(goals, variables, args.out, rows))
    finally:
        (args.out / TABLE).write_text(_report(settings, args.var, rows), encoding="utf-8")
        print(f"\n{table(rows)}\n{args.out / TABLE}")
    return 0 if len(rows) == len(goals) else 1


async def _recordings(
    goals: Sequence[dict[str, Any]], variables: dict[str, str], out: Path, rows: list[Figures]
) -> None:
    catalog = Catalog.load(out / CATALOG)
    workers_ai = WORKERS_AI.format(account=os.environ.get("CLOUDFLARE_ACCOUNT_ID", ""))
    async with httpx.AsyncClient(timeout=None) as client:
        transport = HttpTransport(
            client=client, workers_ai=workers_ai, workers_ai_token=os.environ.get("CLOUDFLARE_API_TOKEN", "")
        )
        for goal in goals:
            journal = await record(goal, variables, catalog, transport)
            journal.save(out / f"{goal['id']}.jsonl")
            if not journal.events:
                print(f"{goal['id']}: the run crashed; its recording has the traceback", file=sys.stderr)
                continue
            # The figures are those of the replay, so that a recording that cannot be replayed is seen at once.
            try:
                replayed = await asyncio.to_thread(replay, journal, catalog)
            except ReplayMismatch as mismatch:
                print(f"{goal['id']}: the recording cannot be replayed: {mismatch}", file=sys.stderr)
                continue
            if dump(replayed.events) != journal.events:
                print(f"{goal['id']}: the recording does not give the same events again", file=sys.stderr)
            rows.append(replayed.figures)
            print(f"{len(rows)}/{len(goals)} {replayed.figures}", flush=True)


def _replay_all(folder: Path, *, update: bool) -> int:
    catalog = Catalog.load(folder / CATALOG)
    rows, differ = [], 0
    for file in sorted(folder.glob("*.jsonl")):
        journal = Journal.load(file)
        try:
            replayed = replay(journal, catalog)
        except ReplayMismatch as mismatch:
            print(f"{file.name}: {mismatch}", file=sys.stderr)
            differ += 1
            continue
        rows.append(replayed.figures)
        same = dump(replayed.events) == journal.events
        if not same and update:
            journal.write_events(dump(replayed.events))
            journal.save(file)
        differ += not same
        requests = f", {replayed.changed_requests} requests are not the recorded ones" * bool(replayed.changed_requests)
        print(f"{file.name}: {'the same events' if same else 'other events'}{requests}", file=sys.stderr)
    print(table(rows))
    return 0 if update or not differ else 1


def _variables(changes: Sequence[str]) -> dict[str, str]:
    """wrangler.toml's vars, changed, and the secrets. Raises `ConfigError`."""
    variables: dict[str, str] = tomllib.loads((ROOT / "wrangler.toml").read_text())["vars"]
    for change in changes:
        key, colon, value = change.partition(":")
        if not colon or key not in Settings.names():
            raise ConfigError(f"--var {change}: expected KEY:VALUE with one of {', '.join(Settings.names())}")
        variables[key] = value
    return variables | {name: os.environ[name] for name in SECRETS if name in os.environ}


def _report(settings: Settings, changes: Sequence[str], rows: Sequence[Figures]) -> str:
    title = f"# {len(rows)} goals with {settings.model_provider} `{settings.model}`, {datetime.now(UTC):%Y-%m-%d}"
    shown = [change for change in changes if change.split(":")[0] not in SECRETS]
    return f"{title}\n\nSettings of wrangler.toml, but {', '.join(f'`{change}`' for change in shown)}.\n\n{table(rows)}"


if __name__ == "__main__":
    sys.exit(main())
