"""How a run ends when its model fails, and what was spent by then."""

import pytest

from agent.limits import AgentLimits
from agent.loop import run
from agent.meter import Meter
from chat.errors import ModelError, ModelQuotaExhausted, ModelStalled, ModelUnavailable
from tests.support.catalogs import studio
from tests.support.runs import ManualClock, play
from tests.support.scripted_model import ESTIMATE, ScriptedModel, calls, says, script, sse, used


@pytest.mark.parametrize(
    ("failure", "code", "retryable"),
    [
        (ModelUnavailable("3040: no capacity", provider_code=3040), "model_unavailable", True),
        (ModelUnavailable("5028: gone", retryable=False, provider_code=5028), "model_unavailable", False),
        (ModelQuotaExhausted("3036: used up", provider_code=3036), "model_quota", False),
        (ModelStalled("no byte for 15 s"), "model_unavailable", True),
    ],
    ids=["overloaded", "removed", "allowance used up", "stalled"],
)
async def test_a_model_that_fails_ends_the_run_in_words_for_a_visitor(
    failure: ModelError, code: str, retryable: bool
) -> None:
    model = ScriptedModel()
    model.enqueue(failure)
    meter = Meter(price=lambda given, made: 0.0)
    played = await play(model, locale="es", meter=meter)
    assert (played.last.code, played.last.retryable) == (code, retryable)
    assert failure.detail not in played.last.message
    assert meter.notes["failure"] == failure.detail
    assert (meter.shown, meter.input_tokens) == (False, 0)


async def test_a_stream_that_breaks_off_is_told_as_such() -> None:
    model = ScriptedModel()
    model.enqueue(sse({"choices": [{"index": 0, "delta": {"content": "It costs"}}]}, done=False))
    played = await play(model)
    assert (played.last.type, played.last.code) == ("error", "stream_truncated")


async def test_closing_the_run_closes_the_models_stream() -> None:
    model = script(says("A long answer that nobody waits for."))

    meter = Meter(price=lambda given, made: given * 1.0)
    events = run(
        "a shop", locale="en", catalog=studio(), model=model, limits=AgentLimits(), clock=ManualClock(), meter=meter
    )
    async for event in events:
        if event.type == "text":
            break
    await events.aclose()
    assert model.closed == 1
    meter.abandon_call()
    assert meter.input_tokens > 0 and meter.basis == "estimated"


async def test_neurons_are_measured_where_every_call_tells_them_and_estimated_otherwise() -> None:
    measured = {**used(900, 40), "neurons": 9.5}
    model = script(calls(ESTIMATE, usage=measured), says("€1,500–€1,950.", usage=measured))
    meter = Meter(price=lambda given, made: 1.0)
    played = await play(model, meter=meter)
    assert (played.last.usage.neurons, played.last.usage.neurons_basis) == (19.0, "measured")
    model = script(calls(ESTIMATE, usage=measured), says("€1,500–€1,950."))
    meter = Meter(price=lambda given, made: 1.0)
    played = await play(model, meter=meter)
    assert (played.last.usage.neurons, played.last.usage.neurons_basis) == (10.5, "estimated")
