"""Joining the fragments of tool calls that a model streams."""

import json
from dataclasses import dataclass, field
from typing import Any

from chat.json_text import is_json_object, split_objects


@dataclass(frozen=True, kw_only=True)
class CallFragment:
    """What one delta says about one call; every field may be missing."""

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(kw_only=True)
class JoinedCall:
    """A call whose fragments were put together."""

    index: int | None
    id: str
    name: str
    parts: list[str] = field(default_factory=list)

    @property
    def arguments(self) -> str:
        """The JSON text as far as it was streamed."""
        return "".join(self.parts)


class CallJoiner:
    """Decides which call a fragment belongs to.

    Ids and indexes cannot be trusted alone: servers leave them out, give every call index 0, or repeat the header in
    every fragment. The end of a top-level JSON object is the boundary that holds:
    https://github.com/unslothai/unsloth/pull/10059, https://github.com/apache/maka/issues/1976.
    """

    def __init__(self) -> None:
        self.calls: list[JoinedCall] = []

    def add(self, fragment: CallFragment) -> None:
        """Add a fragment to the call it continues, or open a new one. One that says nothing is a closing mark."""
        if not (fragment.id or fragment.name or fragment.arguments):
            return
        call = self._candidate(fragment)
        if call is None or self._opens_new(call, fragment):
            if not fragment.name and not fragment.id:
                return  # Arguments of no call: nothing could be run with them.
            call = JoinedCall(index=fragment.index, id=fragment.id, name=fragment.name)
            self.calls.append(call)
        elif _is_resent(call, fragment):
            return
        call.id = call.id or fragment.id
        call.name = call.name or fragment.name
        if fragment.arguments:
            call.parts.append(fragment.arguments)

    def _candidate(self, fragment: CallFragment) -> JoinedCall | None:
        """The call that the fragment would continue, newest first."""
        newest = self.calls[::-1]
        if fragment.id:
            for call in newest:
                if call.id == fragment.id and fragment.index in (None, call.index):
                    return call
        if fragment.index is not None:
            for call in newest:
                if call.index == fragment.index:
                    return call
            if fragment.id or fragment.name:
                return None
        return newest[0] if newest else None

    def _opens_new(self, call: JoinedCall, fragment: CallFragment) -> bool:
        arguments = call.arguments
        complete = is_json_object(arguments)
        if fragment.id and call.id and fragment.id != call.id:
            # An id that changes inside a call comes without a name (some servers make one up for each delta).
            return complete or bool(fragment.name)
        if not fragment.name or not call.name:
            return False
        if complete:
            return not _is_resent(call, fragment)
        return fragment.name != call.name


def _is_resent(call: JoinedCall, fragment: CallFragment) -> bool:
    """The fragment is the whole call once more: same id, same arguments."""
    return bool(fragment.id) and fragment.id == call.id and bool(fragment.name) and fragment.arguments == call.arguments


def arguments_text(value: Any) -> str:
    """The JSON text of arguments that may already be an object, as Workers AI's own shape has them; null is no text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def separate(arguments: str) -> list[str]:
    """The arguments of each call that one argument text holds: none is `{}`, two objects in a row are two calls.

    >>> separate('{"q":"a"}{"q":"b"}')
    ['{"q":"a"}', '{"q":"b"}']
    """
    text = arguments.strip()
    if text in ("", "null"):
        return ["{}"]
    return split_objects(text) or [text]
