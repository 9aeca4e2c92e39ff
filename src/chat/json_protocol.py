"""Tools for models that have none of their own: the tools stand in the prompt, and each turn is one JSON object.

The object is `{"text": "...", "calls": [{"name": "...", "arguments": {...}}]}`, with the text first so that it can be
shown as it comes. The loop sees the same requests and the same pieces as with native tools.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from chat.json_reply import JsonReplyDecoder
from chat.json_text import parse_json
from chat.messages import ChatRequest, Message, Tool
from chat.provider import Decoder, Provider, ProviderCall

FORM: Final = """\
# Form of your replies
Reply with one JSON object and nothing else:
{"text": "what the visitor reads", "calls": [{"name": "a tool", "arguments": {}}]}
"text" comes first. With calls it is one short sentence with your plan; without calls it is the whole answer.
"calls" are the tools to run now; their results come in the next message."""
NO_CALLS: Final = '"calls" must be [] now: answer with what you know.'


@dataclass(frozen=True)
class JsonTools:
    """A provider whose models are asked for JSON instead of for calls."""

    provider: Provider

    def call(self, model: str, request: ChatRequest) -> ProviderCall:
        """The request with its tools in the prompt."""
        return self.provider.call(model, in_prompt(request))

    def decoder(self, request: ChatRequest) -> Decoder:
        """A decoder of the provider's bytes and of the JSON in them."""
        inner = self.provider.decoder(request)
        return JsonReplyDecoder(inner, tools=[tool.name for tool in request.tools], tool_choice=request.tool_choice)


def in_prompt(request: ChatRequest) -> ChatRequest:
    """The same request for a model that knows of no tools."""
    system = "\n\n".join([*(each.content for each in request.messages if each.role == "system"), instructions(request)])
    messages = [Message(role="system", content=system), *_spoken(request.messages)]
    return replace(request, messages=messages, tools=())


def instructions(request: ChatRequest) -> str:
    """What the model has to know about the form of its reply and about the tools."""
    lines = [FORM, *([NO_CALLS] if request.tool_choice == "none" else [])]
    if request.tools:
        lines += ["Tools, each with the JSON Schema of its arguments:", *map(_described, request.tools)]
    return "\n".join(lines)


def _described(tool: Tool) -> str:
    return f"- {tool.name}: {tool.description}\n  {_compact(tool.parameters)}"


def _spoken(messages: Sequence[Message]) -> Iterator[Message]:
    """The conversation as text, the results of one round in one message."""
    for is_result, group in groupby(messages, key=lambda message: message.role == "tool"):
        if is_result:
            results = [{"name": each.name, "result": _value(each.content)} for each in group]
            yield Message(role="user", content=_compact({"results": results}))
            continue
        for message in group:
            if message.role == "assistant":
                calls = [{"name": call.name, "arguments": _value(call.arguments)} for call in message.calls]
                yield Message(role="assistant", content=_compact({"text": message.content, "calls": calls}))
            elif message.role != "system":
                yield message


def _value(text: str) -> Any:
    value = parse_json(text)
    return text if value is None else value


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
