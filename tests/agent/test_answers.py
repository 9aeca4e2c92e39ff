"""The answer of a run: judged, corrected, cut, or made up from the tools' results."""

from typing import Any

import pytest

from catalog.models import Locale
from tests.support.runs import play
from tests.support.scripted_model import ESTIMATE, calls, says, script, sse, used


async def test_an_amount_that_no_tool_returned_is_listed() -> None:
    model = script(
        calls(ESTIMATE), says("It costs €990, and /quote?service=website is the place. Or https://evil.test")
    )
    played = await play(model)
    assert played.last.unverified_amounts == ("€990",)
    assert any("evil.test" in link for link in played.last.unverified_links)


async def test_a_model_that_leaves_no_text_is_answered_for_from_the_tools() -> None:
    model = script(calls(ESTIMATE), says("", finish="stop"), says("", finish="stop"))
    played = await play(model)
    assert played.last.answer.startswith("Business website with Blog comes to €1,500–€1,950")
    assert model.calls[-1].tool_choice == "none"


@pytest.mark.parametrize(
    ("locale", "extras", "answer"),
    [
        ("en", ["blog"], "Business website with Blog comes to {total} and takes 3 to 5 weeks."),
        ("en", ["blog", "booking"], "Business website with Blog and {last} comes to {total} and takes 3 to 5 weeks."),
        ("es", ["blog", "booking"], "Web para negocios, con Blog y {last}: {total}. Plazo: de 3 a 5 semanas."),
    ],
    ids=["one extra", "two extras", "Spanish"],
)
async def test_it_says_all_that_the_price_holds(locale: Locale, extras: list[str], answer: str) -> None:
    estimate = ("estimate_quote", {"service": "website", "extras": extras})
    model = script(calls(estimate), says("", finish="stop"), says("", finish="stop"))
    played = await play(model, locale=locale)
    result = played.tool_results[-1].result
    assert played.last.answer == answer.format(total=result["total"]["text"], last=result["lines"][-1]["name"])
    assert {claim.status for claim in played.last.claims} == {"verified"}


async def test_an_answer_cut_by_the_token_cap_does_not_end_in_half_a_figure() -> None:
    model = script(calls(ESTIMATE), says("The range is €1,500–€1,9", finish="length"))
    played = await play(model)
    assert played.last.answer == "The range is …"


CORRECT: dict[str, Any] = {"on_unverified": "correct"}


async def test_an_answer_with_an_unverified_claim_is_asked_for_again() -> None:
    model = script(calls(ESTIMATE), says("It costs €990 and takes a day."), says("It costs €1,500–€1,950."))
    played = await play(model, **CORRECT)
    assert (played.last.answer, played.last.unverified_amounts) == ("It costs €1,500–€1,950.", ())
    assert played.last.usage.model_calls == 3
    request = model.calls[2]
    assert request.tool_choice == "none"
    assert "€990" in request.messages[-1].content
    assert [message.role for message in request.messages[-2:]] == ["assistant", "user"]


@pytest.mark.parametrize(
    ("second", "limits"),
    [
        (says("It costs €880 and takes a day or an hour."), {}),
        (says(""), {}),
        (says("It costs €1,500 or " + "no, " * 60), {}),
        (sse({"choices": [{"delta": {"content": "It costs €1,500"}}]}, done=False), {}),
    ],
    ids=["worse", "empty", "repetitive", "broken off"],
)
async def test_the_better_of_two_answers_is_kept(second: bytes, limits: dict[str, Any]) -> None:
    model = script(calls(ESTIMATE), says("It costs €990."), second)
    played = await play(model, **CORRECT, **limits)
    assert (played.last.answer, played.last.unverified_amounts) == ("It costs €990.", ("€990",))


@pytest.mark.parametrize(
    ("limits", "usage"),
    [
        ({"max_steps": 2}, used(900, 40)),
        ({"token_budget": 4000}, used(1500, 40)),
        ({"on_unverified": "warn"}, used(900, 40)),
    ],
    ids=["no step left", "no budget left", "only warned"],
)
async def test_a_correction_stays_inside_the_limits(limits: dict[str, Any], usage: dict[str, int]) -> None:
    model = script(calls(ESTIMATE, usage=usage), says("It costs €990.", usage=usage))
    played = await play(model, **{**CORRECT, **limits})
    model.assert_complete()
    assert played.last.unverified_amounts == ("€990",)


async def test_a_model_that_repeats_itself_is_cut_and_its_good_head_kept() -> None:
    model = script(says("We build shops. " + "and again " * 80))
    played = await play(model)
    assert played.last.stopped_by == "repetition"
    assert played.last.answer.startswith("We build shops.")
    assert len(played.last.answer) < 60


async def test_thinking_that_was_shown_is_no_part_of_the_answer() -> None:
    thinking = "The user wants a shop and I have to look at the services before I say anything to them."
    model = script(says(f"{thinking}<channel|>We build shops."))
    played = await play(model)
    assert played.last.answer == "We build shops."


async def test_a_plan_whose_call_was_cut_off_is_no_answer() -> None:
    cut = sse(
        {"choices": [{"delta": {"content": "I will look up the price."}}]},
        {
            "choices": [
                {
                    "delta": {
                        "tool_calls": [
                            {"index": 0, "id": "c", "function": {"name": "get_service", "arguments": '{"ser'}}
                        ]
                    }
                }
            ]
        },
        {"choices": [{"delta": {}, "finish_reason": "length"}]},
    )
    model = script(cut, says("Our shops start at the price on their page."))
    played = await play(model)
    assert played.last.answer == "Our shops start at the price on their page."
    assert model.calls[1].tool_choice == "none"


async def test_an_address_of_the_site_is_the_same_link_as_its_path() -> None:
    answer = "See https://studio.test/services/website or https://other.test/services/website."
    model = script(calls(("get_service", {"service": "website"})), says(answer))
    played = await play(model, site_url="https://studio.test")
    assert played.last.answer == "See https://studio.test/services/website or /services/website."
    assert played.last.unverified_links == ()
