"""Five hundred requests, fifty at a time, of visitors who leave and models that fail: the caps hold at every moment."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Final, get_args

import httpx
import pytest

from tests.conftest import StartEdge
from tests.support.ledger_watch import LedgerWatch
from tests.support.local_edge import LocalEdge
from tests.support.moody_model import Mood, MoodyModel, goal_in
from tests.support.until import until

AT_A_TIME: Final = 50
MICRO: Final = 1_000_000
WORST_MICRO: Final = 95_455_500
"""A run at the default limits on Gemma 4."""
MOODS: Final[dict[Mood, float]] = {
    "answers": 6, "slow": 2, "silent about usage": 2, "busy": 4, "breaks off": 2, "hangs": 3, "hangs in the middle": 2,
}  # fmt: skip


@pytest.fixture(scope="module")
def model() -> Iterator[MoodyModel]:
    server = MoodyModel()
    yield server
    server.close()


@asynccontextmanager
async def visitors(edge: LocalEdge) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=AT_A_TIME, max_keepalive_connections=AT_A_TIME)
    async with httpx.AsyncClient(base_url=edge.url, timeout=60, limits=limits) as client:
        yield client


async def visit(client: httpx.AsyncClient, number: int, mood: Mood) -> str:
    """One visitor's request and how it went; where the model hangs, the visitor leaves."""
    # Every fourth visitor asks twice, at about the same time.
    visitor = number - 1 if number % 4 == 1 else number
    headers = {"CF-Connecting-IP": f"10.1.{visitor // 250}.{visitor % 250}"}
    body = {"goal": goal_in(mood, number), "locale": "en"}
    async with client.stream("POST", "/api/agent", json=body, headers=headers) as answer:
        if answer.status_code != 200:
            return str(json.loads(await answer.aread())["error"]["code"])
        async for line in answer.aiter_lines():
            event = json.loads(line)
            if event["type"] in ("done", "error"):
                return "answered" if event["type"] == "done" else str(event["code"])
            if mood.startswith("hangs") and event["type"] == ("start" if mood == "hangs" else "text"):
                return "left"
    raise AssertionError("the stream ended without saying how")


async def arrive(edge: LocalEdge, requests: int) -> Counter[str]:
    """All requests; how many went which way."""
    chance, gate = random.Random(5), asyncio.Semaphore(AT_A_TIME)
    moods = chance.choices(list(MOODS), list(MOODS.values()), k=requests)

    async def one(number: int) -> str:
        async with gate:
            return await visit(client, number, moods[number])

    async with asyncio.timeout(120), visitors(edge) as client:
        return Counter(await asyncio.gather(*map(one, range(requests))))


async def fill_up(edge: LocalEdge, first: int) -> int:
    """Further visitors, one after the other, until a cap refuses one; how many were answered."""
    async with asyncio.timeout(60), visitors(edge) as client:
        for number in range(first, first + 500, 4):
            if (ended := await visit(client, number, "answers")) != "answered":
                assert ended == "quota_exhausted"
                return (number - first) // 4
    raise AssertionError("no cap ever refused")


async def sweep(edge: LocalEdge) -> None:
    async with visitors(edge) as client:
        (await client.get("/__scheduled", params={"cron": "0 3 * * *"})).raise_for_status()


@pytest.mark.parametrize(
    ("requests", "units", "neurons"),
    [
        # Half of those who come at once find the neurons reserved; in the end the units are used up.
        pytest.param(500, 80, 2000, id="units"),
        pytest.param(150, None, 1000, id="neurons"),
    ],
)
async def test_the_caps_hold_under_load_and_are_used_up(
    start_edge: StartEdge, model: MoodyModel, requests: int, units: int | None, neurons: int
) -> None:
    assert set(MOODS) == set(get_args(Mood))
    variables = {
        "MODEL_PROVIDER": "openai",
        "MODEL": "@cf/google/gemma-4-26b-a4b-it",
        "OPENAI_BASE_URL": model.url,
        "QUOTA_UNITS_PER_VISITOR": "2",
        "QUOTA_UNITS_PER_DAY": str(units or ""),
        "QUOTA_NEURONS_PER_DAY": str(neurons),
    }
    edge = start_edge(variables=variables)
    try:
        with LedgerWatch(edge.database_file) as watch:
            ends = await arrive(edge, requests)
            await until(lambda: not edge.rows("SELECT id FROM runs WHERE state IN ('new', 'reserved')"))
            ends["answered"] += await fill_up(edge, requests)
        await sweep(edge)
        (day,) = edge.rows("SELECT units, micro_neurons, refused FROM days")
        kept = edge.rows("SELECT outcome, micro_neurons FROM runs WHERE state = 'settled'")
        others = edge.rows("SELECT DISTINCT state FROM runs WHERE state <> 'settled'")
    finally:
        edge.stop()
    assert (watch.apart, others) == ([], [{"state": "released"}])
    assert watch.reads > 100
    assert watch.most["visitor_units"] == 2
    assert watch.most["units"] <= (units or watch.most["units"])
    assert watch.most["micro_neurons"] <= neurons * MICRO
    # Nobody was answered who did not pay, and nobody paid who was shown nothing.
    assert sum(row["outcome"] == "answer" for row in kept) == ends["answered"]
    assert all(row["micro_neurons"] > 0 for row in kept)
    assert day["units"] == 2 * len(kept)
    assert day["refused"] == ends["quota_exhausted"] + 1
    # The greatest number of runs that the caps allow: not one more would have had room.
    if units:
        assert day["units"] == units
    else:
        assert neurons * MICRO - day["micro_neurons"] < WORST_MICRO
