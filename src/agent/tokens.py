"""How many tokens a text will cost, before a model has counted it.

Estimates err on the high side: a budget that is never passed needs that. Gemma writes a digit a token and JSON is dense
in signs, so three bytes of UTF-8 a token; plain English needs more than four.
"""

import json
from collections.abc import Sequence
from typing import Final

from chat.messages import Message, Tool

BYTES_PER_TOKEN: Final = 3
MESSAGE_TOKENS: Final = 8
"""The role marks that a chat template puts around each message."""


def estimate_text(text: str) -> int:
    """Tokens of a text, rounded up.

    >>> estimate_text("seven c")
    3
    """
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def estimate_message(message: Message) -> int:
    """Tokens of one message with its calls and the marks around it."""
    calls = sum(estimate_text(call.name) + estimate_text(call.arguments) + MESSAGE_TOKENS for call in message.calls)
    return MESSAGE_TOKENS + estimate_text(message.content) + estimate_text(message.name) + calls


def estimate_tool(tool: Tool) -> int:
    """Tokens of a tool's declaration as it is sent with every call."""
    return MESSAGE_TOKENS + estimate_text(f"{tool.name}{tool.description}{_compact(tool.parameters)}")


def estimate_input(messages: Sequence[Message], tools: Sequence[Tool]) -> int:
    """Tokens of a whole request."""
    return sum(map(estimate_message, messages)) + sum(map(estimate_tool, tools))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=dict)
