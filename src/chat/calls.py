"""Joining the fragments of tool calls that a model streams."""

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from chat.json_text import is_json_object, parse_json, split_objects
from chat.markers import MARKER


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

    def __init__(self, tools: Collection[str] = ()) -> None:
        self._tools = tuple(tools)
        self._calls: list[JoinedCall] = []

    def __len__(self) -> int:
        return len(self._calls)

    def add(self, fragment: CallFragment) -> None:
        """Add a fragment to the call it continues, or open a new one. One that says nothing is a closing mark."""
        if not (fragment.id or fragment.name or fragment.arguments):
            return
        call = self._continued(fragment)
        if call is None:
            if fragment.id or fragment.name:  # Arguments of no call could not be run.
                parts = [fragment.arguments]
                self._calls.append(JoinedCall(index=fragment.index, id=fragment.id, name=fragment.name, parts=parts))
            return
        call.id = call.id or fragment.id
        call.name = call.name or fragment.name
        call.parts.append(fragment.arguments)

    def joined(self) -> list[JoinedCall]:
        """The calls in their order, without those that only echo the header of the call before them."""
        kept: list[JoinedCall] = []
        for call in self._calls:
            if kept and not call.id and call.name == kept[-1].name and not call.arguments and kept[-1].arguments:
                continue
            kept.append(call)
        return kept

    def _continued(self, fragment: CallFragment) -> JoinedCall | None:
        """The call that the fragment continues; None where it opens one."""
        call = self._candidate(fragment)
        if call is None:
            return None
        same_id = fragment.id == call.id
        if fragment.id and call.id and not same_id:
            return call if self._only_the_id_changed(call, fragment) else None
        if not fragment.name or not call.name:
            return call
        if is_json_object(call.arguments):
            if not fragment.id or not same_id:
                return None
            # The id is reused for another call, or the whole call, or its header, is sent once more.
            return call if self._sent_again(call, fragment) else None
        if fragment.name == call.name:
            return call
        if not call.arguments and self._name_goes_on(call, fragment):
            call.name += fragment.name
            return call
        return None

    def _candidate(self, fragment: CallFragment) -> JoinedCall | None:
        """The newest call with the fragment's id, else with its index, else the newest of all if it has neither."""
        newest = self._calls[::-1]
        if fragment.id:
            for call in newest:
                if call.id == fragment.id and fragment.index in (None, call.index):
                    return call
        if fragment.index is None:
            return newest[0] if newest else None
        by_index = next((call for call in newest if call.index == fragment.index), None)
        if by_index or fragment.id or fragment.name:
            return by_index
        return newest[0] if newest else None

    def _name_goes_on(self, call: JoinedCall, fragment: CallFragment) -> bool:
        """The name itself comes in pieces; what a tool is called decides, else whether anything else comes with it."""
        name = call.name + fragment.name
        if call.name not in self._tools and any(tool.startswith(name) for tool in self._tools):
            return True
        return bool(call.id) and not fragment.id and not fragment.arguments

    @staticmethod
    def _only_the_id_changed(call: JoinedCall, fragment: CallFragment) -> bool:
        """Some servers make up an id for each delta."""
        arguments = call.arguments
        if is_json_object(arguments):
            return False
        if not fragment.name:
            return True
        if not arguments:
            # One index stands for one call, but parallel calls may all have it: then each has its header first.
            return call.index is not None and fragment.name == call.name and bool(fragment.arguments)
        return fragment.name == call.name and not fragment.arguments.lstrip().startswith("{")

    @staticmethod
    def _sent_again(call: JoinedCall, fragment: CallFragment) -> bool:
        if not fragment.arguments:
            return True
        # An empty object may announce the arguments, as in `separate`.
        announced = fragment.name == call.name and not call.arguments.strip("{} \t\r\n")
        if announced or fragment.arguments == call.arguments:
            call.parts.clear()
            return True
        return False


def arguments_text(value: Any) -> str:
    """The JSON text of arguments that may already be an object, as Workers AI's own shape has them; null is no text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def separate(arguments: str) -> list[str]:
    """The arguments of each call that one argument text holds: none is `{}`, two objects in a row are two calls.

    What is no JSON is left as it is.

    >>> separate('{"q":"a"}{"q":"b"}')
    ['{"q":"a"}', '{"q":"b"}']
    """
    text = arguments.strip()
    if text in ("", "null"):
        return ["{}"]
    for candidate in (text, MARKER.sub("", text)):
        inner = parse_json(candidate)
        if isinstance(inner, str):  # Encoded twice.
            candidate = inner
        if objects := split_objects(candidate):
            # An empty object before the real one announces it: https://github.com/vercel/ai/issues/6687.
            return [each for each in objects if each.strip("{} \t\r\n")] or objects[:1]
    return [text]
