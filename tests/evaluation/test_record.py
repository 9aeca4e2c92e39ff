"""Runs recorded from a model's server over HTTP: what is written down, and that it can be played again."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from agent.events import Failed
from scripts.evaluation.figures import figures, table
from scripts.evaluation.journal import Journal
from scripts.evaluation.record import HttpTransport
from scripts.evaluation.runs import Replayed, dump, record, replay
from tests.support.catalogs import studio
from tests.support.scripted_model import calls, says, sse
from tests.support.upstream import PAUSE, RESET, Upstream

GOAL = {"id": "g", "locale": "en", "goal": "a shop", "outcome": "quote", "service": "website", "extras": ["blog"]}
HALF = sse({"choices": [{"index": 0, "delta": {"content": "It costs "}}]}, done=False)


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    server = Upstream()
    yield server
    server.close()


async def recorded(upstream: Upstream, **variables: str) -> tuple[Journal, Replayed]:
    """The journal of a run, and its replay, which is the same."""
    given = {"MODEL_PROVIDER": "openai", "MODEL": "small", "OPENAI_BASE_URL": f"{upstream.url}/v1", **variables}
    async with httpx.AsyncClient(timeout=None) as client:
        journal = await record(GOAL, given, studio(), HttpTransport(client=client))
    replayed = await asyncio.to_thread(replay, journal, studio())  # it brings an event loop of its own
    assert dump(replayed.events) == journal.events
    assert replayed.changed_requests == 0
    return journal, replayed


def kinds(journal: Journal) -> list[str]:
    return [entry["type"] for entry in journal.wire()]


async def test_a_run_is_written_down_whole(upstream: Upstream, tmp_path: Path) -> None:
    reply = calls(("estimate_quote", {"service": "website", "extras": ["blog"]}), text="¡Ya!")
    upstream.enqueue(reply[:20], reply[20:])
    upstream.enqueue(says("It costs €1,700.", usage={"prompt_tokens": 900, "completion_tokens": 12}))
    journal, replayed = await recorded(upstream, OPENAI_API_KEY="sk-secret")
    assert kinds(journal)[:3] == ["request", "response", "bytes"]
    assert [entry["payload"] for entry in journal.wire() if entry["type"] == "request"] == upstream.requests
    assert journal.events[-1]["type"] == "done"
    assert (replayed.figures.quote, replayed.figures.calls, replayed.figures.valid) == (True, 1, 1)
    assert replayed.figures.answered
    file = tmp_path / "g.jsonl"
    journal.save(file)
    assert "sk-secret" not in file.read_text()
    assert Journal.load(file).entries == journal.entries


async def test_bytes_that_cut_a_character_survive(upstream: Upstream) -> None:
    reply = says("Añade un blog.")
    cut = reply.index("ñ".encode()) + 1
    upstream.enqueue(reply[:cut], reply[cut:])
    journal, _ = await recorded(upstream)
    assert journal.events[-1]["answer"] == "Añade un blog."


@pytest.mark.parametrize(
    ("replies", "variables", "ended"),
    [
        ([([b"busy"], 429), ([says("Hello.")], 200)], {}, "answer"),
        ([([b"no"], 401)], {}, "model_unavailable"),
        ([([HALF, RESET], 200)], {}, "model_unavailable"),
        ([([HALF, PAUSE], 200)], {"AGENT_STALL_S": "0.2"}, "model_unavailable"),
        ([([PAUSE], 200)] * 2, {"AGENT_STALL_S": "0.1"}, "model_unavailable"),
        ([([HALF, PAUSE], 200)], {"AGENT_DEADLINE_S": "0.3"}, "deadline"),
    ],
    ids=["busy, then an answer", "refused", "reset", "stall in the middle", "stall before anything", "deadline"],
)
async def test_failures_can_be_played_again_too(
    upstream: Upstream, replies: list[tuple[list[bytes | str], int]], variables: dict[str, str], ended: str
) -> None:
    for chunks, status in replies:
        upstream.enqueue(*chunks, status=status)
    _, replayed = await recorded(upstream, **variables)
    assert (replayed.figures.ended, upstream.unexpected) == (ended, 0)


async def test_a_workers_ai_call_goes_to_the_rest_api(upstream: Upstream) -> None:
    upstream.enqueue(says("Hello."))
    variables = {"MODEL_PROVIDER": "workers-ai", "MODEL": "@cf/google/gemma-4-26b-a4b-it"}
    async with httpx.AsyncClient(timeout=None) as client:
        transport = HttpTransport(client=client, workers_ai=f"{upstream.url}/run/", workers_ai_token="token")
        journal = await record(GOAL, variables, studio(), transport)
    assert journal.events[-1]["answer"] == "Hello."
    assert upstream.headers[0]["authorization"] == "Bearer token"


async def test_the_table_sums_the_runs_up(upstream: Upstream) -> None:
    upstream.enqueue(says("It costs €9,999 and takes 2 weeks."))
    _, replayed = await recorded(upstream)
    row, total = table([replayed.figures]).splitlines()[2:]
    assert row.startswith("| g | yes (answer) | no | 0 of 0 | `€9,999`, `2 weeks` |")
    assert total.startswith("| **1 runs** | 1 | 0 of 1 | 0 of 0 | 1 runs, 2 claims |")


def test_a_run_that_failed_has_figures_too() -> None:
    row = figures(GOAL, [Failed(seq=1, code="model_quota", message="", retryable=False)])
    assert (row.answered, row.ended, row.quote, row.tokens) == (False, "model_quota", False, (0, 0))
