"""Fragments of calls as servers send them, and what the decoder makes of them."""

from typing import Any

from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import Outcome, delta, finish, read


def part(
    arguments: Any = None, *, name: str | None = None, id: Any = None, index: Any = None, **more: Any
) -> dict[str, Any]:
    """One fragment; what is None is left out."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    fields = {key: value for key, value in (("id", id), ("index", index)) if value is not None}
    return {**fields, "function": function, **more}


def joined(*deltas: list[dict[str, Any]] | dict[str, Any], reason: str = "tool_calls") -> Outcome:
    """The outcome of fragments, each list or fragment in a delta of its own."""
    chunks = [delta(tool_calls=each if isinstance(each, list) else [each]) for each in deltas]
    found = read(ChatStreamDecoder(), *chunks, finish(reason))
    assert len({call.id for call in found.calls}) == len(found.calls)
    assert all(call.id for call in found.calls)
    return found
