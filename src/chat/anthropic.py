"""Anthropic's messages API: https://docs.anthropic.com/en/api/messages."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chat.anthropic_stream import AnthropicDecoder
from chat.messages import ChatRequest, Message
from chat.provider import Decoder, ProviderCall

URL: Final = "https://api.anthropic.com/v1/messages"
VERSION: Final = "2023-06-01"

_REFUSED_IN_ID: Final = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, kw_only=True)
class Anthropic:
    """Claude over the messages API, streaming and with tools."""

    api_key: str
    url: str = URL

    def call(self, model: str, request: ChatRequest) -> ProviderCall:
        """A streamed message.

        Without a temperature: the newer models answer 400 to one (https://github.com/anomalyco/models.dev/pull/1468).
        """
        payload: dict[str, Any] = {
            "model": model,
            "max_tokens": request.max_tokens,
            "stream": True,
            "messages": wire_messages(request.messages),
        }
        if system := "\n\n".join(message.content for message in request.messages if message.role == "system"):
            payload["system"] = system
        if request.tools:
            payload["tools"] = [
                {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
                for tool in request.tools
            ]
            payload["tool_choice"] = {"type": request.tool_choice}
        headers = {"content-type": "application/json", "x-api-key": self.api_key, "anthropic-version": VERSION}
        return ProviderCall(model=model, payload=payload, url=self.url, headers=headers)

    def decoder(self, request: ChatRequest) -> Decoder:
        """A decoder that knows the request's tools."""
        return AnthropicDecoder(tools=[tool.name for tool in request.tools], tool_choice=request.tool_choice)


def wire_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The conversation without its system messages, in turns that alternate between user and assistant.

    All results of one round of calls stand in one user message, as the API demands.
    """
    turns: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = list(_blocks(message))
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    return turns


def _blocks(message: Message) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        yield {"type": "tool_result", "tool_use_id": _wire_id(message.call_id), "content": message.content}
        return
    if message.content.strip():  # Empty text blocks are refused.
        yield {"type": "text", "text": message.content}
    for call in message.calls:
        arguments = json.loads(call.arguments)
        yield {"type": "tool_use", "id": _wire_id(call.id), "name": call.name, "input": arguments}


def _wire_id(call_id: str) -> str:
    """The id in the alphabet the API allows; it may come from another provider's model."""
    return _REFUSED_IN_ID.sub("_", call_id)
