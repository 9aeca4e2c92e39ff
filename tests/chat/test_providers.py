"""How a call is written for each provider."""

import json
from dataclasses import replace
from typing import Any

import pytest

from chat.anthropic import Anthropic
from chat.anthropic_stream import AnthropicDecoder
from chat.messages import ChatRequest, Message, Tool, ToolCall
from chat.openai import OpenAi
from chat.stream import ChatStreamDecoder
from chat.workers_ai import WorkersAi
from tests.support.stream_cases import TESTS

SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
SEARCH = Tool(name="search_site", description="Searches.", parameters=SCHEMA)
CALLS = (
    ToolCall(id="call_1", name="search_site", arguments='{"query":"blog"}'),
    ToolCall(id="functions.search_site:1", name="search_site", arguments="{}"),
)
REQUEST = ChatRequest(
    messages=[
        Message(role="system", content="Be brief."),
        Message(role="user", content="¿Un blog?"),
        Message(role="assistant", content="", calls=CALLS),
        Message(role="tool", content='{"hits":[]}', call_id="call_1", name="search_site"),
        Message(role="tool", content="none", call_id="functions.search_site:1", name="search_site"),
        Message(role="assistant", content="No hay."),
        Message(role="user", content="Gracias"),
    ],
    tools=[SEARCH],
    tool_choice="auto",
    max_tokens=350,
    temperature=0.2,
)
OPENAI_MESSAGES: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "¿Un blog?"},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "search_site", "arguments": '{"query":"blog"}'}},
            {
                "id": "functions.search_site:1",
                "type": "function",
                "function": {"name": "search_site", "arguments": "{}"},
            },
        ],
    },
    {"role": "tool", "content": '{"hits":[]}', "tool_call_id": "call_1", "name": "search_site"},
    {"role": "tool", "content": "none", "tool_call_id": "functions.search_site:1", "name": "search_site"},
    {"role": "assistant", "content": "No hay."},
    {"role": "user", "content": "Gracias"},
]
OPENAI_TOOLS = [
    {"type": "function", "function": {"name": "search_site", "description": "Searches.", "parameters": SCHEMA}}
]


def test_workers_ai() -> None:
    call = WorkersAi().call("@cf/google/gemma-4-26b-a4b-it", REQUEST)
    assert (call.model, call.url, call.headers) == ("@cf/google/gemma-4-26b-a4b-it", "", {})
    assert call.payload == {
        "messages": OPENAI_MESSAGES,
        "tools": OPENAI_TOOLS,
        "tool_choice": "auto",
        "stream": True,
        "max_tokens": 350,
        "temperature": 0.2,
        "chat_template_kwargs": {"enable_thinking": False},
    }


@pytest.mark.parametrize(
    ("base_url", "url", "limit"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions", "max_completion_tokens"),
        ("http://127.0.0.1:8182/v1/", "http://127.0.0.1:8182/v1/chat/completions", "max_tokens"),
    ],
)
def test_openai(base_url: str, url: str, limit: str) -> None:
    call = OpenAi(base_url=base_url, api_key="k").call("m", REQUEST)
    assert call.url == url
    assert call.headers["authorization"] == "Bearer k"
    assert call.payload == {
        "model": "m",
        "messages": OPENAI_MESSAGES,
        "tools": OPENAI_TOOLS,
        "tool_choice": "auto",
        "stream": True,
        "stream_options": {"include_usage": True},
        limit: 350,
        "temperature": 0.2,
    }


@pytest.mark.parametrize(
    ("base_url", "model", "sent"),
    [
        ("https://api.openai.com/v1", "gpt-4.1", True),
        ("https://api.openai.com/v1", "gpt-5-mini", False),
        ("https://api.openai.com/v1", "o3", False),
        ("http://127.0.0.1/v1", "o3", True),
    ],
)
def test_temperature_where_openai_takes_one(base_url: str, model: str, sent: bool) -> None:
    assert ("temperature" in OpenAi(base_url=base_url).call(model, REQUEST).payload) == sent


def test_a_server_without_a_key() -> None:
    assert "authorization" not in OpenAi().call("m", REQUEST).headers


def test_a_request_that_a_real_server_answered() -> None:
    recorded = json.loads((TESTS / "streams" / "01-tool-call-search-en.request.json").read_text(encoding="utf-8"))
    tools = [Tool(**tool["function"]) for tool in recorded["tools"]]
    messages = [Message(**message) for message in recorded["messages"]]
    request = replace(REQUEST, messages=messages, tools=tools)
    payload = OpenAi(base_url="http://127.0.0.1/v1").call("local", request).payload
    assert payload == {key: value for key, value in recorded.items() if key != "seed"}


@pytest.mark.parametrize("provider", [WorkersAi(), OpenAi()])
def test_no_tools_no_choice(provider: WorkersAi | OpenAi) -> None:
    payload = provider.call("m", replace(REQUEST, tools=(), tool_choice="none")).payload
    assert not payload.keys() & {"tools", "tool_choice"}


def test_anthropic() -> None:
    call = Anthropic(api_key="k").call("claude", REQUEST)
    assert call.url == "https://api.anthropic.com/v1/messages"
    assert call.headers == {"content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01"}
    assert call.payload == {
        "model": "claude",
        "max_tokens": 350,
        "stream": True,
        "system": "Be brief.",
        "tools": [{"name": "search_site", "description": "Searches.", "input_schema": SCHEMA}],
        "tool_choice": {"type": "auto"},
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "¿Un blog?"}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "tool_use", "id": "call_1", "name": "search_site", "input": {"query": "blog"}},
                    {"type": "tool_use", "id": "functions_search_site_1", "name": "search_site", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "call_1", "content": '{"hits":[]}'},
                    {"type": "tool_result", "tool_use_id": "functions_search_site_1", "content": "none"},
                ],
            },
            {"role": "assistant", "content": [{"type": "text", "text": "No hay."}]},
            {"role": "user", "content": [{"type": "text", "text": "Gracias"}]},
        ],
    }


def test_anthropic_without_system_tools_or_empty_turns() -> None:
    messages = [
        Message(role="user", content="Hola"),
        Message(role="assistant", content=" "),
        Message(role="user", content="¿Hola?"),
    ]
    payload = Anthropic(api_key="k").call("claude", replace(REQUEST, messages=messages, tools=())).payload
    assert not payload.keys() & {"system", "tools", "tool_choice"}
    blocks = [{"type": "text", "text": "Hola"}, {"type": "text", "text": "¿Hola?"}]
    assert payload["messages"] == [{"role": "user", "content": blocks}]


def test_anthropic_keeps_the_tools_when_none_may_be_called() -> None:
    payload = Anthropic(api_key="k").call("claude", replace(REQUEST, tool_choice="none")).payload
    assert payload["tool_choice"] == {"type": "none"}
    assert payload["tools"]


@pytest.mark.parametrize(
    ("provider", "decoder"),
    [(WorkersAi(), ChatStreamDecoder), (OpenAi(), ChatStreamDecoder), (Anthropic(api_key="k"), AnthropicDecoder)],
)
def test_every_payload_is_json_and_every_provider_has_its_decoder(provider: Any, decoder: type) -> None:
    assert json.loads(json.dumps(provider.call("m", REQUEST).payload)) == provider.call("m", REQUEST).payload
    assert isinstance(provider.decoder(REQUEST), decoder)
