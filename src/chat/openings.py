"""How what is written without its control tokens begins, while it is still being streamed: calls and thinking."""

import re
from enum import Enum
from typing import Final

from chat.gemma import NotGemma, parse_call
from chat.json_text import leading_json
from chat.markers import MARKER, MAX_MARKER, beginning_of_marker
from chat.names import ToolNames

_FENCES: Final = ("```json", "```tool_call", "```tool_code", "```")
_NAME_KEYS: Final = ("name", "tool", "tool_name", "function")
_ARGUMENT_KEYS: Final = ("arguments", "parameters", "args", "input")
_OUTER_KEYS: Final = ("tool_calls",)
_KIND_KEY: Final = "type"
_KINDS: Final = ("function", "tool_call", "tool_use")
_SIDE_KEYS: Final = (_KIND_KEY, "id")
_KEYS: Final = _NAME_KEYS + _ARGUMENT_KEYS + _OUTER_KEYS + _SIDE_KEYS
_MAX_ID: Final = 64
_MAX_KEYS: Final = 8
_MAX_ARGUMENTS_FIRST: Final = 256
"""Characters that arguments may have which stand before the name."""
_LIKELY: Final = re.compile(
    r"""["'](?:name|tool|tool_name|function)["']\s*:\s*["'][\w.:/]*\Z"""
    r"""|["']type["']\s*:\s*["'](?:function|tool_call|tool_use)["']|["']id["']\s*:\s*["'](?:call|chatcmpl-tool|toolu)"""
)
_CALL: Final = "call:"
# What cannot follow a word directly: capitals, digits, signs that open something or stand alone, emoji.
_GLUED: Final = r"[A-ZÀ-ÖØ-Þ\d¡¿*#|`\[$£¥«“\u20a0-\u20cf\u2190-\U0010ffff]|[-•] "
_THOUGHT: Final = re.compile(rf"\s*thought(?:[ \t]*\r?\n|(?={_GLUED}))")
_THOUGHT_BEGINNING: Final = re.compile(r"\s*(?:t|th|tho|thou|thoug|though|thought(?:[ \t]*\r?|[-•]))")
_NO_NAME: Final = re.compile(r"[^\w.-]")
_AFTER_FENCE: Final = re.compile(r"\n[ \t]*```\s*\S")

LINE_CALL: Final = re.compile(r"^[ \t]{0,8}:?(?:call:|(?:c|ca|cal|call)?\Z)", re.MULTILINE)
"""Where a line begins like a call in Gemma's notation."""


class Opening(Enum):
    """What the beginning of a text says about the whole."""

    TEXT = "nothing but text begins so"
    UNDECIDED = "it may become what was asked for"
    CERTAIN = "so begins what was asked for: a call of a declared tool, or thinking"


def answer_opening(text: str, names: ToolNames) -> tuple[Opening, int]:
    """Whether an answer begins with calls in JSON, or with a header of thinking: then where that header ends.

    What follows more than is ever held back must not count, for it may be in the next delta.
    """
    beginning = text[: MAX_MARKER + 1]
    beginning = beginning[: beginning_of_marker(beginning)]
    header, end = thought_header(beginning)
    if header is Opening.CERTAIN:
        return header, end
    opening = json_opening(beginning, names)
    if opening is Opening.UNDECIDED and len(text) > MAX_MARKER and _LIKELY.search(beginning):
        return Opening.CERTAIN, 0  # It is collected until it is none: a name may stand behind more than is held back.
    if opening is not Opening.CERTAIN and Opening.UNDECIDED in (header, opening):
        opening = Opening.TEXT if MARKER.search(text) else _held(text)
    return opening, 0


def _held(text: str) -> Opening:
    return Opening.UNDECIDED if len(text) <= MAX_MARKER else Opening.TEXT


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
    if not text:
        return Opening.UNDECIDED
    fenced = text.startswith("`")
    if fenced:
        fence, newline, text = text.partition("\n")
        fence = fence.rstrip(" \t\r").lower()
        if not (fence in _FENCES if newline else any(each.startswith(fence) for each in _FENCES)):
            return Opening.TEXT
        # In a fence a call is read even with single quotes.
        text = text.lstrip()
    brackets = text.lstrip("[{ \r\n\t")
    if not brackets:
        return Opening.UNDECIDED
    if "{" not in text[: len(text) - len(brackets)]:
        return Opening.TEXT
    return _key_opening(brackets, names, brackets[0] if fenced and brackets[0] == "'" else '"')


def _key_opening(text: str, names: ToolNames, mark: str, left: int = _MAX_KEYS) -> Opening:
    """What an object says whose first key is at the beginning of `text`; `mark` is the quote.

    No more than `left` keys, here and inside, may stand before the name.
    """
    for key_left in range(left - 1, -1, -1):
        quote, key, rest = text[:1], *_until(mark, text[1:])
        if (quote and quote != mark) or not any(each.startswith(key) for each in _KEYS):
            return Opening.TEXT
        if rest is None:
            return Opening.UNDECIDED
        if key not in _KEYS:
            return Opening.TEXT
        rest = rest.lstrip()
        value = rest[1:].lstrip()
        if not value:
            return Opening.UNDECIDED if rest.rstrip() in ("", ":") else Opening.TEXT
        if rest[0] != ":":
            return Opening.TEXT
        if key not in _SIDE_KEYS:
            return _value_opening(key, value, names, mark, key_left)
        side, after = _until(mark, value[1:])
        if value[0] != mark or not _possible(key, side, complete=after is not None):
            return Opening.TEXT
        comma = (after or "").lstrip()
        if comma[:1] not in ("", ","):
            return Opening.TEXT
        text = comma[1:].lstrip()
        if not text:
            return Opening.UNDECIDED
    return Opening.TEXT


def _possible(key: str, value: str, *, complete: bool) -> bool:
    """Whether a call may have this value, or one that begins so, for a key beside its name."""
    if key != _KIND_KEY:
        return len(value) <= _MAX_ID
    return value in _KINDS if complete else any(kind.startswith(value) for kind in _KINDS)


def _value_opening(key: str, value: str, names: ToolNames, mark: str, left: int) -> Opening:
    if key in _ARGUMENT_KEYS:
        return _arguments_opening(key, value, names, mark, left)
    if value[0] in "{[":
        inner = value.lstrip("[{ \r\n\t")
        refuted = bool(inner) and _key_opening(inner, names, mark, left) is Opening.TEXT
        return Opening.TEXT if refuted else Opening.CERTAIN
    if value[0] != mark:
        return Opening.TEXT
    name, after = _until(mark, value[1:])
    if after is None:
        return Opening.UNDECIDED if names.could_become(name) else Opening.TEXT
    return Opening.CERTAIN if names.written(name) else Opening.TEXT


def _arguments_opening(key: str, value: str, names: ToolNames, mark: str, left: int) -> Opening:
    """Arguments before the name; only one of the words for them is hardly ever used for anything else."""
    if value[0] != "{":
        return Opening.TEXT
    whole = leading_json(value)
    if len(whole or value) > _MAX_ARGUMENTS_FIRST:
        return Opening.TEXT
    after = value[len(whole) :].lstrip() if whole else ""
    if after[:1] not in ("", ","):
        return Opening.TEXT
    following = after[1:].lstrip()
    if following:
        return _key_opening(following, names, mark, left)
    return Opening.CERTAIN if key == _ARGUMENT_KEYS[0] else Opening.UNDECIDED


def _until(mark: str, text: str) -> tuple[str, str | None]:
    before, quote, after = text.partition(mark)
    return before, after if quote else None


def notation_opening(text: str, names: ToolNames) -> Opening:
    """Whether a line that begins so is a call in Gemma's notation whose control tokens were stripped."""
    held = _held(text)
    text = text[: MAX_MARKER + 1].lstrip(" \t:")
    if not text.startswith(_CALL):
        return held if _CALL.startswith(text) else Opening.TEXT
    name, brace, _ = text[len(_CALL) :].partition("{")
    if brace:
        return Opening.CERTAIN if names.written(name) else Opening.TEXT
    return held if names.could_become(name.rstrip()) else Opening.TEXT


def tag_opening(text: str, names: ToolNames) -> Opening:
    """Whether a call follows the tag `<tool_call>`, which is ordinary letters and may stand in prose about tools."""
    held = _held(text)
    text = text[: MAX_MARKER + 1].lstrip()
    if not text:
        return held
    notation = notation_opening(text, names)
    if text[0] in "{[<" or notation is Opening.CERTAIN:
        return Opening.CERTAIN
    name, *rest = _NO_NAME.split(text, maxsplit=1)
    if rest and names.lists(name):
        return Opening.CERTAIN
    return held if notation is Opening.UNDECIDED or names.could_become(text) else Opening.TEXT


def may_be_calls(text: str, names: ToolNames) -> bool:
    """Whether text that began like a call of a declared tool may still be calls and nothing else."""
    refuted = text.lstrip()[:1] in ("{", "[", "`") and json_opening(text, names) is Opening.TEXT
    return not refuted and still_only_calls(text)


def still_only_calls(text: str) -> bool:
    """Whether text that began like a call may still be calls and nothing else."""
    text = text.lstrip()
    if text.startswith("`"):
        return not _AFTER_FENCE.search(text)
    if text.startswith(("{", "[")):
        value = leading_json(text)
        return not value or text[len(value) :].lstrip()[:1] in ("", "{", "[")
    if "}" not in text:
        return True
    try:
        *_, end = parse_call(text)
    except NotGemma:
        return True
    rest = text[end:].lstrip()
    return rest.startswith(_CALL) or _CALL.startswith(rest)
