"""Each limit of a run at its exact edge."""

import json

import pytest

from agent.events import Failed
from agent.meter import Meter
from tests.support.runs import TickingClock, play
from tests.support.scripted_model import ESTIMATE, calls, says, script, used


async def test_mended_arguments_go_into_history_as_they_were_used() -> None:
    model = script(calls(("get_service", "{'service': 'website',}")), says("It starts at €1,200."))
    meter = Meter(price=lambda given, made: 0.0)
    played = await play(model, meter=meter)
    assert played.tool_results[0].ok
    assert json.loads(model.calls[1].messages[-2].calls[0].arguments) == {"service": "website"}
    assert meter.notes == {"arguments_repaired": 1}


@pytest.mark.parametrize(
    ("max_steps", "stopped_by"), [(3, "answer"), (2, "step_limit")], ids=["one step to spare", "at the limit"]
)
async def test_the_last_step_must_answer_in_text(max_steps: int, stopped_by: str) -> None:
    model = script(calls(ESTIMATE), says("€1,500–€1,950."))
    played = await play(model, max_steps=max_steps)
    assert played.last.stopped_by == stopped_by
    last = model.calls[-1]
    assert last.tool_choice == ("none" if stopped_by == "step_limit" else "auto")
    assert last.messages[-1].content.endswith("returned.") == (stopped_by == "step_limit")


async def test_a_single_step_run_never_offers_its_tools() -> None:
    model = script(says("Hello."))
    played = await play(model, max_steps=1)
    assert (model.calls[0].tool_choice, played.last.stopped_by) == ("none", "step_limit")


@pytest.mark.parametrize(
    ("cap", "errors", "stopped_by"),
    [(3, [None, None], "answer"), (2, [None, None], "tool_limit"), (1, [None, "tool_budget"], "tool_limit")],
    ids=["below", "exactly used up", "one too many"],
)
async def test_the_tool_cap_counts_each_call(cap: int, errors: list[str | None], stopped_by: str) -> None:
    model = script(calls(ESTIMATE, ("get_service", {"service": "website"})), says("€1,500–€1,950."))
    played = await play(model, max_tool_calls=cap)
    assert [getattr(result, "error", None) for result in played.tool_results] == errors
    assert model.calls[1].tool_choice == ("none" if stopped_by == "tool_limit" else "auto")
    assert played.last.stopped_by == stopped_by
    assert played.last.usage.tool_calls == min(cap, 2)


async def test_the_call_before_the_budget_ends_must_answer() -> None:
    model = script(
        calls(("get_service", {"service": "website"}), usage=used(2000, 50)),
        says("It starts at €1,200.", usage=used(2300, 60)),
    )
    played = await play(model, token_budget=5600)
    assert model.calls[1].tool_choice == "none"
    assert played.last.stopped_by == "token_budget"
    assert played.last.usage.input_tokens + played.last.usage.output_tokens <= 5600


async def test_results_that_do_not_fit_the_budget_are_cut_with_a_mark() -> None:
    model = script(
        calls(("search_site", {"query": "website bakery blog"}), usage=used(2000, 50)),
        says("A website.", usage=used(2200, 20)),
    )
    # 4,500 less 2,050 spent, 2,050 sent again and 350 to answer leave 50 tokens: less than the hits take.
    played = await play(model, token_budget=4500)
    content = model.calls[1].messages[-1].content
    assert "… [cut to fit the token budget]" in content
    assert played.last.stopped_by == "token_budget"


async def test_a_call_that_cannot_fit_is_not_made() -> None:
    model = script(calls(ESTIMATE, usage=used(2000, 50)))
    played = await play(model, token_budget=4100)
    model.assert_complete()
    assert played.last.stopped_by == "token_budget"
    # What the tool returned is the answer, word for word, and is verified like any other.
    assert played.last.answer == "Business website with Blog comes to €1,500–€1,950 and takes 3 to 5 weeks."
    assert played.last.unverified_amounts == ()


async def test_a_budget_smaller_than_the_prompt_makes_no_call() -> None:
    model = script()
    played = await play(model, token_budget=256)
    assert (played.last.stopped_by, played.last.usage.model_calls) == ("token_budget", 0)
    assert played.last.answer.endswith("/contact")


async def test_calls_written_under_tool_choice_none_are_not_run() -> None:
    model = script(calls(ESTIMATE), calls(("get_service", {"service": "website"}), first_id=2))
    played = await play(model, max_steps=2)
    assert len(played.tool_results) == 1
    assert played.last.answer.startswith("Business website with Blog comes to")


async def test_a_deadline_between_tool_calls_answers_the_rest_and_ends_with_what_there_is() -> None:
    # Each look at the clock takes a second: the run is late while the second tool call is under way.
    clock = TickingClock(1.0)
    model = script(calls(ESTIMATE, ("get_service", {"service": "website"}), ("search_site", {"query": "blog"})))
    played = await play(model, clock=clock, deadline_s=6)
    assert played.last.stopped_by == "deadline"
    assert len(played.tool_results) == 3
    assert played.tool_results[-1].error == "tool_budget"
    assert played.last.answer


async def test_a_deadline_before_anything_was_shown_is_an_error() -> None:
    model = script(says("Too late."))
    played = await play(model, clock=TickingClock(10.0), deadline_s=5)
    assert isinstance(played.last, Failed)
    assert (played.last.code, played.last.retryable) == ("deadline", True)
