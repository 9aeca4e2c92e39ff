"""A run and its reservation, over the real SQL in SQLite: each way a run can end, and what the ledger says then."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from pydantic_core import PydanticSerializationError

from agent.events import Done, Event, Failed
from agent.limits import AgentLimits
from agent.loop import run
from agent.meter import Meter
from agent.metered import Reservation, metered
from chat.errors import ModelUnavailable
from quota.rules import Caps, Cost, Granted
from quota.store import QuotaStore
from quota.visitor import visitor_key
from tests.support.catalogs import studio
from tests.support.instants import ms
from tests.support.runs import ManualClock
from tests.support.scripted_model import ScriptedModel, says, sse
from tests.support.sqlite_database import SqliteDatabase

CAPS = Caps(units_per_day=120, units_per_visitor=20, neurons_per_day=10_000)
NOON = ms("2026-11-08T12:00:00Z")
USAGE = {"prompt_tokens": 900, "completion_tokens": 40, "neurons": 9.5}


class Site:
    """One reserved run of a scripted model, and the database it is paid from."""

    def __init__(self, model: ScriptedModel) -> None:
        self.model = model
        self.database = SqliteDatabase()
        self.now = NOON
        visitor = visitor_key("203.0.113.7", secret="test", day="2026-11-08")
        self.reservation = Reservation(
            store=QuotaStore(self.database), run="run-1", visitor=visitor, caps=CAPS, now_ms=lambda: self.now
        )

    async def events(self) -> AsyncGenerator[Event, None]:
        granted = await self.reservation.store.reserve(
            "run-1",
            "agent",
            Cost(units=2, neurons=95.5),
            visitor=self.reservation.visitor,
            now_ms=self.now,
            caps=self.reservation.caps,
        )
        assert isinstance(granted, Granted)
        meter = Meter(price=lambda given, made: 5.0)
        events = run(
            "a shop",
            locale="en",
            catalog=studio(),
            model=self.model,
            limits=AgentLimits(),
            clock=ManualClock(),
            meter=meter,
            run_id="run-1",
        )
        return metered(events, meter=meter, reservation=self.reservation, locale="en", model="scripted")

    def row(self) -> dict[str, Any]:
        (row,) = self.database.rows("SELECT state, outcome, input_tokens, output_tokens, neurons_basis FROM runs")
        return row

    def charged(self) -> tuple[Any, Any]:
        (row,) = self.database.rows("SELECT units, micro_neurons FROM days")
        return row["units"], float(str(row["micro_neurons"])) / 1_000_000


async def collect(events: AsyncGenerator[Event, None]) -> list[Event]:
    return [event async for event in events]


def site(*chunks: Any) -> Site:
    model = ScriptedModel()
    model.enqueue(*chunks)
    return Site(model)


async def test_an_answered_run_is_settled_to_what_it_cost_and_tells_what_is_left() -> None:
    one = site(says("Hello.", usage=USAGE))
    done = (await collect(await one.events()))[-1]
    assert isinstance(done, Done) and done.quota is not None
    assert done.quota.units_left == 18
    assert one.row() == {
        "state": "settled",
        "outcome": "answer",
        "input_tokens": 900,
        "output_tokens": 40,
        "neurons_basis": "measured",
    }
    assert one.charged() == (2, 9.5)


@pytest.mark.parametrize(
    ("chunks", "state", "units"),
    [
        ([ModelUnavailable("429")], "released", 0),
        ([sse({"choices": [], "error": {"message": "no"}})], "released", 0),
        ([sse({"choices": [{"delta": {"content": "It"}}]}, {"choices": [], "error": {"message": "no"}})], "settled", 2),
    ],
    ids=["refused before the stream", "error before any text", "text, then an error"],
)
async def test_a_failed_run_is_charged_only_if_something_was_shown(chunks: list[Any], state: str, units: int) -> None:
    one = site(*chunks)
    events = await collect(await one.events())
    assert isinstance(events[-1], Failed)
    assert (one.row()["state"], one.charged()[0]) == (state, units)


@pytest.mark.parametrize(("read", "state", "units"), [(3, "settled", 2), (1, "released", 0)], ids=["text seen", "not"])
async def test_a_visitor_who_leaves_closes_the_run_once(read: int, state: str, units: int) -> None:
    one = site(says("A long answer that nobody waits for."))
    events = await one.events()
    for _ in range(read):
        await anext(events)
    await events.aclose()
    assert (one.row()["state"], one.row()["outcome"], one.charged()[0]) == (state, "left", units)
    assert one.model.closed == (1 if read == 3 else 0)


async def test_an_event_that_cannot_be_written_is_the_end_of_the_run() -> None:
    one = site(says("Hello."))
    events = await one.events()
    for _ in range(3):
        await anext(events)
    failed = await events.athrow(PydanticSerializationError("half an emoji"))
    assert isinstance(failed, Failed) and failed.code == "internal"
    assert await collect(events) == []
    assert (one.row()["state"], one.row()["outcome"]) == ("settled", "internal")


async def test_a_cancelled_task_still_settles() -> None:
    started = asyncio.Event()

    async def stalls() -> AsyncGenerator[bytes, None]:
        yield sse({"choices": [{"delta": {"content": "It costs "}}]}, done=False)
        started.set()
        await asyncio.Event().wait()

    one = site(stalls())
    task = asyncio.create_task(collect(await one.events()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (one.row()["state"], one.row()["neurons_basis"]) == ("settled", "estimated")
    assert one.charged() == (2, 5.0)


async def test_a_bug_becomes_an_error_event_without_a_word_of_it(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> AsyncGenerator[bytes, None]:
        raise RuntimeError("secret detail")
        yield b""

    one = site(broken())
    failed = (await collect(await one.events()))[-1]
    assert isinstance(failed, Failed)
    assert (failed.code, failed.retryable) == ("internal", True)
    assert "secret" not in failed.message
    assert "secret detail" in caplog.text
    assert one.row()["state"] == "released"


async def test_a_ledger_that_fails_at_the_end_does_not_take_the_answer(caplog: pytest.LogCaptureFixture) -> None:
    one = site(says("Hello.", usage=USAGE))
    events = await one.events()
    one.database.rows("DROP TABLE runs")
    done = (await collect(events))[-1]
    assert isinstance(done, Done)
    assert (done.answer, done.quota) == ("Hello.", None)
    assert "could not be closed" in caplog.text


async def test_one_log_line_tells_the_run_and_nothing_of_the_visitor(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    one = site(says("Hello.", usage=USAGE))
    await collect(await one.events())
    (line,) = [json.loads(record.message) for record in caplog.records if record.name == "agent.run"]
    assert line == {
        "event": "run",
        "run": "run-1",
        "outcome": "answer",
        "model": "scripted",
        "locale": "en",
        "steps": 1,
        "tool_calls": 0,
        "input_tokens": 900,
        "output_tokens": 40,
        "neurons": 9.5,
        "neurons_basis": "measured",
        "first_text_ms": 0,
        "total_ms": 0,
    }
    assert "shop" not in caplog.text and one.reservation.visitor not in caplog.text
