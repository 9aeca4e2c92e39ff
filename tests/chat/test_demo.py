"""The demo model as a model: what it reads, what it says and in which bytes."""

import json
from typing import Any

import pytest

from catalog.models import Catalog
from chat.demo import DemoModel
from chat.demo_wire import DemoTurn, write_stream
from chat.messages import ChatRequest, Message, Tool, ToolCall, ToolChoice
from chat.pieces import CallPiece, FinishPiece, TextPiece, UsagePiece
from tests.support.catalogs import studio
from tests.support.runs import play

TOOLS = tuple(
    Tool(name=name, description="x", parameters={"type": "object"})
    for name in ("search_site", "get_service", "estimate_quote", "suggest_next_step")
)
BAKERY = "a website with a blog for my bakery, how much and how long?"


def asked(
    *later: Message,
    goal: str = f"<goal>{BAKERY}</goal>",
    tools: tuple[Tool, ...] = TOOLS,
    tool_choice: ToolChoice = "auto",
    max_tokens: int = 350,
) -> ChatRequest:
    messages = (Message(role="system", content="rules"), Message(role="user", content=goal), *later)
    return ChatRequest(messages=messages, tools=tools, tool_choice=tool_choice, max_tokens=max_tokens, temperature=0.2)


def returned(name: str, result: Any, *, id: str = "call_1") -> tuple[Message, Message]:
    """A call with what came back of it, as they stand in history."""
    content = result if isinstance(result, str) else json.dumps(result)
    return (
        Message(role="assistant", content="", calls=(ToolCall(id=id, name=name, arguments="{}"),)),
        Message(role="tool", content=content, call_id=id, name=name),
    )


async def said(request: ChatRequest, catalog: Catalog | None = None) -> tuple[str, list[CallPiece], str]:
    """The text, the calls and the finish reason of a turn."""
    pieces = [piece async for batch in DemoModel(catalog or studio()).stream(request) for piece in batch]
    text = "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))
    finish = [piece.reason for piece in pieces if isinstance(piece, FinishPiece)]
    assert len(finish) == 1
    return text, [piece for piece in pieces if isinstance(piece, CallPiece)], finish[0]


async def test_the_first_turn_is_a_plan_and_a_search() -> None:
    text, calls, finish = await said(asked())
    assert text == ("I will find the right service, see what it includes and work out the estimate with Blog.")
    assert [(call.id, call.name, json.loads(call.arguments)) for call in calls] == [
        ("call_1", "search_site", {"query": "website blog bakery"})
    ]
    assert finish == "tool_calls"


async def test_the_goal_in_its_spanish_tag_is_answered_in_spanish() -> None:
    text, _, _ = await said(asked(goal="<objetivo>una web con blog</objetivo>"))
    assert text == "Voy a buscar el servicio adecuado, ver qué incluye y calcular el presupuesto con Blog."


async def test_a_question_that_no_page_answers_leads_to_the_contact() -> None:
    history = returned("search_site", {"hits": []})
    _, calls, _ = await said(asked(*history, goal="<goal>How can I pay?</goal>"))
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [("suggest_next_step", {"kind": "contact"})]


async def test_the_estimate_and_the_next_step_are_asked_for_at_once() -> None:
    history = [
        *returned("search_site", {"hits": []}),
        *returned("get_service", {"id": "website", "extras": [{"id": "blog"}]}, id="call_2"),
    ]
    text, calls, _ = await said(asked(*history))
    assert text == ""
    assert [(call.id, call.name, json.loads(call.arguments)) for call in calls] == [
        ("call_3", "estimate_quote", {"service": "website", "extras": ["blog"]}),
        ("call_4", "suggest_next_step", {"kind": "quote", "service": "website"}),
    ]


async def test_only_extras_that_the_service_lists_are_asked_for() -> None:
    history = [
        *returned("search_site", {"hits": []}),
        *returned("get_service", {"extras": [{"id": "booking"}]}, id="c2"),
    ]
    _, calls, _ = await said(asked(*history))
    assert json.loads(calls[0].arguments)["extras"] == []


@pytest.mark.parametrize(
    ("history", "answer"),
    [
        pytest.param([], "I could not look it up far enough to tell you.", id="nothing"),
        pytest.param([*returned("search_site", {"hits": []})], 
                     "I found nothing about that on this site, so I will not guess a price or a date.", id="no hits"),
        pytest.param(
            [*returned("search_site", {"hits": [
                {"title": "Trigo", "path": "/projects/trigo", "kind": "project", "excerpt": "A bakery. It has 3 ovens."}
            ]})],
            "A bakery. More in “Trigo” (/projects/trigo).", id="hits: sentences without figures",
        ),
        pytest.param(
            [*returned("get_service", {
                "name": "Site", "path": "/s", "includes": ["Up to 6 pages", "A form"], "extras": [],
                "price_from": {"text": "€1"}, "timeline": {"text": "1 week"},
            })],
            "Site starts at €1. It takes 1 week. Included: A form. More about it: /s", id="a service",
        ),
        pytest.param([*returned("get_service", {"error": "tool_budget", "detail": "x"})],
                     "I could not look it up far enough to tell you.", id="an error"),
        pytest.param([*returned("get_service", '{"id": "website", … [cut to fit the token budget]')],
                     "I could not look it up far enough to tell you.", id="a result that was cut"),
        pytest.param([*returned("suggest_next_step", '{"label": "Write", "path": "/contact"}\nAnswer now.')],
                     "I could not look it up far enough to tell you. Write: /contact", id="a note after the result"),
    ],
)  # fmt: skip
async def test_without_tools_it_answers_from_what_it_has(history: list[Message], answer: str) -> None:
    text, calls, finish = await said(asked(*history, tool_choice="none"))
    assert (text, calls, finish) == (answer, [], "stop")


async def test_a_tool_that_is_not_declared_is_not_called() -> None:
    tools = tuple(tool for tool in TOOLS if tool.name != "search_site")
    _, calls, _ = await said(asked(tools=tools))
    assert [call.name for call in calls] == ["get_service"]


async def test_a_turn_longer_than_max_tokens_is_cut() -> None:
    text, calls, finish = await said(asked(max_tokens=16))
    assert (len(text), calls, finish) == (64, [], "length")


@pytest.mark.parametrize(
    ("limits", "stopped_by"),
    [
        ({}, "answer"),
        ({"max_steps": 1}, "step_limit"),
        ({"max_steps": 3}, "step_limit"),
        ({"max_tool_calls": 1}, "tool_limit"),
        ({"max_tool_calls": 0}, "tool_limit"),
        ({"token_budget": 1500}, "token_budget"),
    ],
    ids=str,
)
async def test_every_limit_ends_in_an_answer_without_an_unproven_figure(
    limits: dict[str, Any], stopped_by: str
) -> None:
    done = (await play(DemoModel(studio()), BAKERY, **limits)).last
    assert done.stopped_by == stopped_by
    assert done.answer
    assert (done.unverified_amounts, done.unverified_durations, done.unverified_links) == ((), (), ())


async def test_the_same_request_gives_the_same_pieces_with_what_they_cost() -> None:
    model = DemoModel(studio())
    first, second = [[piece async for batch in model.stream(asked()) for piece in batch] for _ in range(2)]
    assert first == second
    (usage,) = [piece for piece in first if isinstance(piece, UsagePiece)]
    assert usage.input_tokens and usage.output_tokens and usage.neurons is None
    more = asked(Message(role="assistant", content="x" * 4000), *returned("search_site", {"hits": []}))
    (later,) = [piece async for batch in model.stream(more) for piece in batch if isinstance(piece, UsagePiece)]
    assert (later.input_tokens or 0) > usage.input_tokens + 1000


def test_the_bytes_are_server_sent_events_of_a_few_characters() -> None:
    call = ToolCall(id="call_1", name="search_site", arguments='{"query": "pan de año"}')
    chunks = list(write_stream(DemoTurn(text="A plan of words.", calls=(call,)), asked()))
    assert all(chunk.startswith(b"data: ") and chunk.endswith(b"\n\n") for chunk in chunks)
    assert chunks[-1] == b"data: [DONE]\n\n"
    payloads = [json.loads(chunk[6:]) for chunk in chunks[:-1]]
    deltas = [payload["choices"][0]["delta"] for payload in payloads if payload["choices"]]
    texts = [delta["content"] for delta in deltas if delta.get("content")]
    assert "".join(texts) == "A plan of words."
    assert max(map(len, texts)) <= 8
    functions = [delta["tool_calls"][0] for delta in deltas if "tool_calls" in delta]
    assert functions[0] == {"index": 0, "id": "call_1", "type": "function", "function": {"name": "search_site"}}
    assert "".join(part["function"]["arguments"] for part in functions[1:]) == call.arguments
    assert len(functions) > 2
    assert payloads[-2]["choices"][0]["finish_reason"] == "tool_calls"
    assert set(payloads[-1]["usage"]) == {"prompt_tokens", "completion_tokens", "total_tokens"}
