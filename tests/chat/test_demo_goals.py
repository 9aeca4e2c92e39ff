"""Fifty goals in both languages, ten of them outside the catalog or hostile, played by the demo model in the loop."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agent.events import Done, TextDelta
from agent.goal import clean_goal
from agent.limits import AgentLimits
from catalog.models import Catalog
from chat.demo import DemoModel
from tests.support.runs import Played, play

ROOT = Path(__file__).parents[2]
CATALOG = Catalog.load(ROOT / "catalog.json")
GOALS = [json.loads(line) for line in (ROOT / "tests" / "goals.jsonl").read_text().splitlines()]
OUTCOMES = {kind: [goal for goal in GOALS if goal["outcome"] == kind] for kind in ("quote", "information", "unknown")}
CONTACT = {"en": "/contact", "es": "/es/contact"}


async def played(goal: dict[str, Any]) -> Played:
    """The run of a goal, which ends with an answer, within the limits and with nothing unproven in it."""
    limits = AgentLimits()
    text = clean_goal(goal["goal"], limit=limits.goal_chars)
    run = await play(DemoModel(CATALOG), text, locale=goal["locale"], catalog=CATALOG)
    done = run.last
    assert isinstance(done, Done)
    # A long list of extras can make the fourth call the last one that fits the budget; it is the answer all the same.
    assert done.stopped_by in ("answer", "token_budget")
    assert (done.unverified_amounts, done.unverified_durations, done.unverified_links) == ((), (), ())
    assert all(result.ok and not result.repeated for result in run.tool_results)
    assert done.usage.model_calls <= 4
    assert done.usage.tool_calls <= limits.max_tool_calls
    assert done.usage.input_tokens + done.usage.output_tokens <= limits.token_budget
    return run


def results(run: Played) -> dict[str, dict[str, Any]]:
    return {event.name: event.result for event in run.tool_results}


def plan(run: Played) -> str:
    return "".join(event.delta for event in run.events if isinstance(event, TextDelta) and event.n == 1)


def test_there_are_fifty_goals_in_both_languages() -> None:
    assert {kind: len(goals) for kind, goals in OUTCOMES.items()} == {"quote": 32, "information": 8, "unknown": 10}
    assert len({goal["goal"] for goal in GOALS}) == 50
    assert sum(goal["locale"] == "es" for goal in GOALS) == 25


@pytest.mark.parametrize("goal", OUTCOMES["quote"], ids=lambda goal: goal["goal"])
async def test_a_service_is_understood_and_quoted(goal: dict[str, Any]) -> None:
    run = await played(goal)
    found = results(run)
    assert [call.name for call in run.tool_calls] == [
        "search_site", "get_service", "estimate_quote", "suggest_next_step",
    ]  # fmt: skip
    quote = found["estimate_quote"]
    assert (quote["service"], sorted(quote["extras"])) == (goal["service"], goal["extras"])
    for part in (quote["total"]["text"], quote["timeline"]["text"], found["suggest_next_step"]["path"]):
        assert part in run.last.answer
    assert all(line["name"] in run.last.answer for line in quote["lines"])
    assert re.fullmatch(r"[^.]+\.", plan(run))
    assert len(run.last.answer.split()) <= 90


@pytest.mark.parametrize("goal", OUTCOMES["information"], ids=lambda goal: goal["goal"])
async def test_a_question_is_answered_from_the_page_that_knows(goal: dict[str, Any]) -> None:
    run = await played(goal)
    assert [call.name for call in run.tool_calls] == ["search_site"]
    assert goal["path"] in run.last.answer
    assert not [claim for claim in run.last.claims if claim.kind != "link"]


@pytest.mark.parametrize("goal", OUTCOMES["unknown"], ids=lambda goal: goal["goal"])
async def test_what_the_site_cannot_answer_is_said_plainly(goal: dict[str, Any]) -> None:
    run = await played(goal)
    assert not {"get_service", "estimate_quote"} & {call.name for call in run.tool_calls}
    assert CONTACT[goal["locale"]] in run.last.answer
    assert not re.search(r"\d", run.last.answer)
    assert re.search(r"\b(?:nothing|not|cannot|only|says? nothing|no|solo)\b", run.last.answer, re.I)
