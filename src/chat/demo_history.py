"""What the demo model reads from a conversation: the goal and what the tools have returned."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalog.models import Locale
from chat.messages import Message

_GOAL = re.compile(r"<(goal|objetivo)>(.*?)</\1>", re.S)
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, kw_only=True)
class History:
    """A conversation so far."""

    goal: str
    locale: Locale
    """The language of the tag around the goal; English without one."""
    made: tuple[str, ...]
    """The names of the tools that were called, refused calls included."""
    results: Mapping[str, Mapping[str, Any]]
    """The newest result of each tool that returned one."""


def read_history(messages: Sequence[Message]) -> History:
    """The conversation; a tool message that is an error or was cut counts as no result."""
    asked = next((message.content for message in messages if message.role == "user"), "")
    wrapped = _GOAL.search(asked)
    results = {
        message.name: result for message in messages if message.role == "tool" and (result := _result(message.content))
    }
    return History(
        goal=wrapped[2] if wrapped else asked,
        locale="es" if wrapped and wrapped[1] == "objetivo" else "en",
        made=tuple(call.name for message in messages for call in message.calls),
        results=results,
    )


def _result(content: str) -> dict[str, Any] | None:
    try:
        # The loop may add a sentence after the JSON of the newest message.
        value, _ = _DECODER.raw_decode(content.lstrip())
    except ValueError:
        return None
    return value if isinstance(value, dict) and "error" not in value else None
