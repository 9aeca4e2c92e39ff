"""QUOTA_STORE = hyperdrive on the local edge: pg8000 in the Worker, Hyperdrive of Miniflare, a real PostgreSQL."""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.conftest import StartEdge
from tests.support.local_edge import LocalEdge
from tests.support.postgres import PASSWORD, USER, PostgresServer, running_postgres
from tests.support.project_copy import project_copy

pytestmark = pytest.mark.postgres

BINDING = """
[[hyperdrive]]
binding = "HYPERDRIVE"
id = "00000000000000000000000000000000"
localConnectionString = "postgres://{user}:{password}@127.0.0.1:{port}/postgres"
"""
GOAL = {"goal": "una web con blog para mi panadería, ¿cuánto cuesta?", "locale": "es"}


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def project(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    binding = BINDING.format(user=USER, password=quote(PASSWORD), port=postgres.port)
    return project_copy(tmp_path_factory.mktemp("hyperdrive"), wrangler=binding)


@pytest.fixture(scope="module")
def ledger_edge(start_edge: StartEdge, project: Path) -> Iterator[LocalEdge]:
    edge = start_edge(root=project, variables={"QUOTA_STORE": "hyperdrive", "QUOTA_UNITS_PER_DAY": "20"})
    yield edge
    edge.stop()


def ask(edge: LocalEdge, number: int) -> str:
    """How a visitor's run ends: `done`, or the code of what went wrong."""
    headers = {"CF-Connecting-IP": f"203.0.113.{number}"}
    answer = httpx.post(f"{edge.url}/api/agent", json=GOAL, headers=headers, timeout=60)
    last = json.loads(answer.text.strip().splitlines()[-1])
    return str(last["type"] if answer.status_code == 200 else last["error"]["code"])


def test_runs_are_kept_in_postgres(ledger_edge: LocalEdge, postgres: PostgresServer) -> None:
    assert ask(ledger_edge, 1) == "done"
    [row] = postgres.rows("SELECT state, outcome, units FROM runs")
    assert row == {"state": "settled", "outcome": "answer", "units": 2}
    assert ledger_edge.rows("SELECT id FROM runs") == []
    headers = {"CF-Connecting-IP": "203.0.113.1"}
    left = httpx.get(f"{ledger_edge.url}/api/quota", headers=headers, timeout=20).json()
    assert (left["site"]["units_left"], left["visitor"]["units_left"]) == (18, 18)


def test_the_cap_holds_for_many_at_once(ledger_edge: LocalEdge, postgres: PostgresServer) -> None:
    postgres.empty()
    with ThreadPoolExecutor(15) as pool:
        ends = Counter(pool.map(lambda number: ask(ledger_edge, number), range(100, 130)))
    assert ends == {"done": 10, "quota_exhausted": 20}
    assert postgres.rows("SELECT units, refused FROM days") == [{"units": 20, "refused": 20}]
    assert postgres.rows("SELECT id FROM runs WHERE state <> 'settled'") == []


def test_the_cron_trigger_sweeps_postgres(ledger_edge: LocalEdge, postgres: PostgresServer) -> None:
    postgres.empty()
    assert ask(ledger_edge, 200) == "done"
    with postgres.connection() as connection:
        connection.run("UPDATE runs SET state = 'reserved', reserved_ms = 1")
    httpx.get(f"{ledger_edge.url}/__scheduled?cron=0+3+*+*+*", timeout=20).raise_for_status()
    assert postgres.rows("SELECT state FROM runs") == [{"state": "expired"}]


def test_a_database_that_fails_is_a_503(ledger_edge: LocalEdge, postgres: PostgresServer) -> None:
    with postgres.connection() as connection:
        connection.run("ALTER TABLE runs RENAME TO runs_away")
        try:
            assert ask(ledger_edge, 201) == "unavailable"
        finally:
            connection.run("ALTER TABLE runs_away RENAME TO runs")
    ledger_edge.wait_for("the quota's database is not available: .*42P01")


def test_a_lock_that_somebody_keeps_is_a_503_in_time(ledger_edge: LocalEdge, postgres: PostgresServer) -> None:
    with postgres.connection() as connection:
        connection.run("BEGIN; LOCK TABLE ledger_lock IN EXCLUSIVE MODE")
        assert ask(ledger_edge, 202) == "unavailable"
    ledger_edge.wait_for("the quota's database is not available: .*57014")
    assert ask(ledger_edge, 202) == "done"


def test_a_binding_that_is_missing_is_named(ledger_edge: LocalEdge, project: Path) -> None:
    config, seen = project / "wrangler.toml", len(ledger_edge.log)
    config.write_text(config.read_text().replace('binding = "HYPERDRIVE"', 'binding = "OTHER"'))
    ledger_edge.wait_for("^Reloaded in", 90, since=seen)
    assert ask(ledger_edge, 203) == "unavailable"
    ledger_edge.wait_for("QUOTA_STORE is 'hyperdrive', but wrangler.toml binds no HYPERDRIVE", since=seen)
