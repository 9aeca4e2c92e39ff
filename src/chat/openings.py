"""How what is written without its control tokens begins, while it is still being streamed: calls and thinking."""

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
_THOUGHT: Final = re.compile(r"\s*thought(?:[ \t]*\r?\n|(?=[A-ZÁÉÍÓÚÑ¡¿]))")
_THOUGHT_BEGINNING: Final = re.compile(r"\s*(?:t|th|tho|thou|thoug|though|thought[ \t]*\r?)")
_NO_NAME: Final = re.compile(r"[^\w.-]")
_AFTER_FENCE: Final = re.compile(r"\n[ \t]*```\s*\S")

LINE_CALL: Final = re.compile(r"^[ \t]{0,8}:?(?:call:|(?:c|ca|cal|call)?\Z)", re.MULTILINE)
"""Where a line begins like a call in Gemma's notation."""


class Opening(Enum):
    """What the beginning of a text says about the whole."""

    TEXT = "nothing but text begins so"
    UNDECIDED = "it may become what was asked for"
    CERTAIN = "so begins what was asked for: a call of a declared tool, or thinking"


def thought_header(text: str) -> tuple[Opening, int]:
    """Whether an answer begins with the header of a thinking channel that lost its opener, and where the header ends.

    The header is the line `thought`, or that word glued to a capital letter; "thoughtful" is a word.
    """
    if header := _THOUGHT.match(text):
        return Opening.CERTAIN, header.end()
    return Opening.UNDECIDED if _THOUGHT_BEGINNING.fullmatch(text) else Opening.TEXT, 0


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
        return Opening.UNDECIDED if rest.rstrip() in ("", ":") else Opening.TEXT
    if key in _ARGUMENT_KEYS or value[0] in "{[":
        return Opening.CERTAIN if rest[0] == ":" and value[0] in "{[" else Opening.TEXT
    if rest[0] != ":" or value[0] != '"':
        return Opening.TEXT
    name, after = _until_quote(value[1:])
    if after is None:
        return Opening.UNDECIDED if names.could_become(name) else Opening.TEXT
    return Opening.CERTAIN if names.declares(name) else Opening.TEXT


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
        return Opening.CERTAIN if names.declares(name.rstrip()) else Opening.TEXT
    return Opening.UNDECIDED if names.could_become(name.rstrip()) else Opening.TEXT


def tag_opening(text: str, names: ToolNames) -> Opening:
    """Whether a call follows the tag `<tool_call>`, which is ordinary letters and may stand in prose about tools."""
    text = text.lstrip()
    if not text:
        return Opening.UNDECIDED
    if text[0] in "{[<" or names.lists(_NO_NAME.split(text, maxsplit=1)[0]):
        return Opening.CERTAIN
    return Opening.UNDECIDED if names.could_become(text) else Opening.TEXT


def still_only_calls(text: str) -> bool:
    """Whether text that began like a call may still be calls and nothing else."""
    text = text.lstrip()
    if text.startswith("`"):
        return not _AFTER_FENCE.search(text)
    if text.startswith(("{", "[")):
        value = leading_json(text)
        return not value or text[len(value) :].lstrip()[:1] in ("", "{", "[")
    try:
        *_, end = parse_call(text)
    except NotGemma:
        return True
    rest = text[end:].lstrip()
    return rest.startswith(_CALL) or _CALL.startswith(rest)
