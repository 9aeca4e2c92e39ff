"""The owner's report of the last days."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from quota.rules import Caps, Cost, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey
from scripts.ledger.rows import NoLedger, remote_rows
from scripts.ledger.usage import main
from tests.support.instants import ms
from tests.support.sqlite_database import SqliteDatabase

NOON = ms("2026-11-08T12:00:00Z")
DAY_MS = 86_400_000
CAPS = Caps(units_per_day=None, units_per_visitor=4, neurons_per_day=10_000)
ANA = VisitorKey("ana")


async def some_runs(store: QuotaStore) -> None:
    async def take(run: str, kind: str, units: int, neurons: float, now_ms: int = NOON) -> None:
        await store.reserve(run, kind, Cost(units, neurons), visitor=ANA, now_ms=now_ms, caps=CAPS)

    await take("old", "agent", 2, 95.5, NOON - 7 * DAY_MS)
    await take("yesterday", "agent", 2, 95.5, NOON - DAY_MS)
    await store.settle("yesterday", Spent(4000, 500, 50.25), outcome="answer", now_ms=NOON - DAY_MS)
    await take("a", "agent", 2, 95.5)
    await store.settle("a", Spent(3000, 400, 38.0, "estimated"), outcome="answer", now_ms=NOON)
    await take("b", "agent", 2, 95.5)
    await store.release("b", outcome="model_unavailable", now_ms=NOON, spent=Spent(900, 0, 8.0))
    await take("c", "chat", 1, 75.0)
    await take("d", "agent", 2, 95.5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the local edge would keep its state, with some runs."""
    objects = tmp_path / "d1" / "miniflare-D1DatabaseObject"
    objects.mkdir(parents=True)
    database = SqliteDatabase(objects / "0123.sqlite")
    asyncio.run(some_runs(QuotaStore(database)))
    database.close()
    return tmp_path


def test_report_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--days", "7", "--persist-to", str(folder)], now_ms=NOON) == 0
    report = json.loads(capsys.readouterr().out)
    columns = ("day", "runs", "measured", "estimated", "reserved", "charged", "share", "refused")
    assert [tuple(day[column] for column in columns) for day in report["days"]] == [
        ("2026-11-08", 3, 8.0, 38.0, 75.0, 121.0, 0.0121, 1),
        ("2026-11-07", 1, 50.25, 0.0, 0.0, 50.25, 0.005, 0),
    ]
    facts = ("day", "kind", "state", "outcome", "runs", "input_tokens", "neurons")
    assert [tuple(run[fact] for fact in facts) for run in report["runs"]] == [
        ("2026-11-08", "agent", "released", "model_unavailable", 1, 900, 8.0),
        ("2026-11-08", "agent", "settled", "answer", 1, 3000, 38.0),
        ("2026-11-08", "chat", "reserved", "", 1, None, 75.0),
        ("2026-11-07", "agent", "settled", "answer", 1, 4000, 50.25),
    ]


def test_report_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--persist-to", str(folder)], now_ms=NOON) == 0
    out = capsys.readouterr().out
    for text in ("Neurons a day, of 10,000", "2026-11-08", "1.2%", "model_unavailable", "50.2"):
        assert text in out
    assert "2026-11-01" not in out


def test_days_without_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--persist-to", str(folder), "--days", "1"], now_ms=NOON + 3 * DAY_MS) == 0
    assert capsys.readouterr().out == "No run in the last 1 days.\n"


def test_without_a_ledger_it_says_where_it_looked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--persist-to", str(tmp_path)]) == 1
    assert f"there is no ledger below {tmp_path}" in capsys.readouterr().err


WRANGLER = """
import json, sys
assert sys.argv[1:] == ["d1", "execute", "site-agent", "--remote", "--json", "--command", "SELECT 1;SELECT 2"], sys.argv
print(json.dumps([{"results": [{"a": 1}], "success": True}, {"results": [], "success": True}]))
"""


def test_remote_rows_come_through_wrangler() -> None:
    rows = remote_rows([sys.executable, "-c", WRANGLER], "site-agent", ["SELECT 1", "SELECT 2"])
    assert rows == [[{"a": 1}], []]


def test_what_wrangler_refuses_is_said() -> None:
    with pytest.raises(NoLedger, match=r"could not read site-agent:\nnot logged in"):
        remote_rows([sys.executable, "-c", "import sys; sys.exit('not logged in')"], "site-agent", ["SELECT 1"])
