"""How a call that is written without any control token begins, while it is still being streamed."""

import re
from enum import Enum
from typing import Final

from chat.gemma import NotGemma, parse_call
from chat.json_text import leading_json
from chat.names import ToolNames

_FENCES: Final = ("```json\n", "```tool_call\n", "```tool_code\n", "```\n")
_NAME_KEYS: Final = ("name", "tool", "tool_name", "function")
_ARGUMENT_KEYS: Final = ("arguments", "parameters", "args", "input")
_OUTER_KEYS: Final = ("tool_calls",)
_KEYS: Final = _NAME_KEYS + _ARGUMENT_KEYS + _OUTER_KEYS
_CALL: Final = "call:"


class Opening(Enum):
    """What the beginning of a text says about the whole."""

    TEXT = "no call begins like this"
    UNDECIDED = "it may become one"
    CALL = "so begins a call of a declared tool"


def json_opening(text: str, names: ToolNames) -> Opening:
    """Whether a whole reply that begins so is calls in JSON, bare or in a code fence."""
    text = text.lstrip()
    if text.startswith("`") or not text:
        fence = next((fence for fence in _FENCES if fence.startswith(text[: len(fence)])), None)
        if fence is None:
            return Opening.TEXT
        if len(text) <= len(fence):
            return Opening.UNDECIDED
        text = text[len(fence) :].lstrip()
    brackets = text.lstrip("[{ \r\n\t")
    if not brackets:
        return Opening.UNDECIDED
    if "{" not in text[: len(text) - len(brackets)]:
        return Opening.TEXT
    return _key_opening(brackets, names)


def _key_opening(text: str, names: ToolNames) -> Opening:
    quote, key, rest = text[:1], *_until_quote(text[1:])
    if quote != '"' or not any(each.startswith(key) for each in _KEYS):
        return Opening.TEXT
    if rest is None:
        return Opening.UNDECIDED
    if key not in _KEYS:
        return Opening.TEXT
    rest = rest.lstrip()
    value = rest[1:].lstrip()
    if not value:
        return Opening.UNDECIDED if rest in ("", ":") else Opening.TEXT
    if key in _ARGUMENT_KEYS or value[0] in "{[":
        return Opening.CALL if rest[0] == ":" and value[0] in "{[" else Opening.TEXT
    if rest[0] != ":" or value[0] != '"':
        return Opening.TEXT
    name, after = _until_quote(value[1:])
    if after is None:
        return Opening.UNDECIDED if names.could_become(name) else Opening.TEXT
    return Opening.CALL if names.declares(name) else Opening.TEXT


def _until_quote(text: str) -> tuple[str, str | None]:
    before, quote, after = text.partition('"')
    return before, after if quote else None


def notation_opening(text: str, names: ToolNames) -> Opening:
    """Whether a line that begins so is a call in Gemma's notation whose control tokens were stripped."""
    text = text.lstrip(" \t:")
    if not text.startswith(_CALL):
        return Opening.UNDECIDED if _CALL.startswith(text) else Opening.TEXT
    name, brace, _ = text[len(_CALL) :].partition("{")
    if brace:
        return Opening.CALL if names.declares(name.rstrip()) else Opening.TEXT
    return Opening.UNDECIDED if names.could_become(name.rstrip()) else Opening.TEXT


_AFTER_FENCE: Final = re.compile(r"\n[ \t]*```\s*\S")


def still_only_calls(text: str) -> bool:
    """Whether text that began like a call may still be calls and nothing else."""
    text = text.lstrip()
    if text.startswith("`"):
        return not _AFTER_FENCE.search(text)
    if text.startswith(("{", "[")):
        return leading_json(text).lstrip()[:1] in ("", "{", "[")
    try:
        *_, end = parse_call(text)
    except NotGemma:
        return True
    rest = text[end:].lstrip()
    return rest.startswith(_CALL) or _CALL.startswith(rest)
