"""OpenAI's chat completions, which most other servers speak too: https://platform.openai.com/docs/api-reference/chat."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from chat.messages import ChatRequest, Message, Tool
from chat.provider import Decoder, ProviderCall
from chat.stream import ChatStreamDecoder

BASE_URL: Final = "https://api.openai.com/v1"

_REASONS: Final = re.compile(r"o\d|gpt-5")


@dataclass(frozen=True, kw_only=True)
class OpenAi:
    """OpenAI, or any server with the same interface at `base_url`."""

    base_url: str = BASE_URL
    api_key: str = ""

    def call(self, model: str, request: ChatRequest) -> ProviderCall:
        """A streamed chat completion that ends with its usage."""
        # OpenAI's own newer models refuse `max_tokens`, other servers know nothing else; its reasoning models refuse a
        # temperature too: https://platform.openai.com/docs/guides/reasoning.
        own = urlsplit(self.base_url).hostname == "api.openai.com"
        sampled = {} if own and _REASONS.match(model) else {"temperature": request.temperature}
        payload: dict[str, Any] = {
            "model": model,
            "messages": wire_messages(request.messages),
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_completion_tokens" if own else "max_tokens": request.max_tokens,
            **sampled,
            **wire_tools(request),
        }
        headers = {"content-type": "application/json", "accept": "text/event-stream"}
        if self.api_key:
            headers["authorization"] = f"Bearer {self.api_key}"
        return ProviderCall(
            model=model, payload=payload, url=f"{self.base_url.rstrip('/')}/chat/completions", headers=headers
        )

    def decoder(self, request: ChatRequest) -> Decoder:
        """A decoder that knows the request's tools."""
        return decoder_for(request)


def decoder_for(request: ChatRequest) -> ChatStreamDecoder:
    """A decoder that recovers calls of the request's tools, where it allowed calls at all."""
    return ChatStreamDecoder(tools=[tool.name for tool in request.tools], tool_choice=request.tool_choice)


def wire_tools(request: ChatRequest) -> dict[str, Any]:
    """The fields that declare the tools; none where there are no tools, which servers refuse together with a choice."""
    if not request.tools:
        return {}
    return {"tools": [wire_tool(tool) for tool in request.tools], "tool_choice": request.tool_choice}


def wire_tool(tool: Tool) -> dict[str, Any]:
    """A function tool."""
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


def wire_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The conversation in OpenAI's shape."""
    return [wire_message(message) for message in messages]


def wire_message(message: Message) -> dict[str, Any]:
    """One message. Its content is text even beside calls: Workers AI refuses null there."""
    wire: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.calls:
        wire["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    if message.role == "tool":
        wire |= {"tool_call_id": message.call_id, "name": message.name}
    return wire
