"""The Worker is killed while a run is under way: nothing is lost, and nothing is charged twice."""

import json
import os
import signal
from pathlib import Path

import httpx

from tests.conftest import StartEdge
from tests.support.local_edge import LocalEdge
from tests.support.scripted_model import sse
from tests.support.upstream import PAUSE, Upstream

HELLO = sse({"choices": [{"delta": {"content": "Hello "}}]}, done=False)
HEADERS = {"CF-Connecting-IP": "203.0.113.7"}


def kill(edge: LocalEdge) -> None:
    """The edge's own process and workerd, which is in its group, without a chance to write anything."""
    os.killpg(edge.process.pid, signal.SIGKILL)
    edge.process.wait(10)


def units_left(edge: LocalEdge) -> int:
    return int(httpx.get(f"{edge.url}/api/quota", headers=HEADERS, timeout=20).json()["visitor"]["units_left"])


def test_a_killed_worker_leaves_its_worst_case_and_gives_the_units_back(
    start_edge: StartEdge, upstream: Upstream, tmp_path: Path
) -> None:
    variables = {
        "MODEL_PROVIDER": "openai",
        "MODEL": "@cf/google/gemma-4-26b-a4b-it",
        "OPENAI_BASE_URL": f"{upstream.url}/v1",
    }
    edge = start_edge(persist_to=tmp_path, variables=variables)
    upstream.enqueue(HELLO, PAUSE)
    with httpx.Client(timeout=60) as client:
        body = {"goal": "a shop", "locale": "en"}
        with client.stream("POST", f"{edge.url}/api/agent", json=body, headers=HEADERS) as answer:
            lines = answer.iter_lines()
            run = json.loads(next(lines))["run"]
            while json.loads(next(lines))["type"] != "text":
                pass
            kill(edge)
    assert upstream.gone.wait(20)

    edge = start_edge(persist_to=tmp_path, variables=variables)
    try:
        assert [row["state"] for row in edge.rows("SELECT state FROM runs")] == ["reserved"]
        assert units_left(edge) == 18, "the run may still be under way"
        edge.rows("UPDATE runs SET reserved_ms = reserved_ms - 120000 WHERE id = ?", run)
        assert units_left(edge) == 20
        for _ in range(2):
            httpx.get(f"{edge.url}/__scheduled?cron=0+3+*+*+*", timeout=20).raise_for_status()
        (row,) = edge.rows("SELECT id, state, outcome, units, micro_neurons, neurons_basis FROM runs")
        assert row == {
            "id": run,
            "state": "expired",
            "outcome": "expired",
            "units": 2,
            "micro_neurons": 95_455_500,
            "neurons_basis": "estimated",
        }
        assert edge.rows("SELECT units, micro_neurons FROM days") == [{"units": 0, "micro_neurons": 95_455_500}]
    finally:
        edge.stop()
