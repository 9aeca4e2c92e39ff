"""Questions about JSON text that a model wrote; none of them raises."""

import json
import re
from typing import Any, Final

import json_repair

MAX_DEPTH: Final = 64
"""JSON that is nested deeper is not read: some parsers take what Python code cannot walk through."""
_MAX_MENDED: Final = 4000

_ENDS_CLEANLY: Final = re.compile(r"""\{[^`"]*(?:[}\]'\d]|true|false|null)""")
_DECODER: Final = json.JSONDecoder()
_SIGNS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{\]}]', re.DOTALL)
_QUOTED: Final = re.compile(r"""(["'])(?:(?!\1)[^\\]|\\.)*\1""", re.DOTALL)


def parse_json(text: str) -> Any:
    """The value, or None where the text is no JSON (or `null`)."""
    if _too_deep(text, 0):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def mend_json(text: str) -> Any:
    """What a JSON object with small mistakes says; None where part of its content may be missing.

    All that may be missing at its end is the last brace, for a text that was cut short ends in a string or a list.
    """
    text = text.strip()
    if len(text) > _MAX_MENDED:
        return None
    outside = _QUOTED.sub("''", text)
    if not _ENDS_CLEANLY.fullmatch(outside) or outside.count("'") % 2:
        return None
    open_brackets: list[str] = []
    for position, sign in enumerate(outside):
        if sign in "{[":
            open_brackets.append(sign)
        elif sign in "}]" and "{["["}]".index(sign)] != (open_brackets.pop() if open_brackets else ""):
            return None
        if (not open_brackets and position < len(outside) - 1) or len(open_brackets) > MAX_DEPTH:
            return None
    return json_repair.loads(text) if open_brackets in ([], ["{"]) else None


def is_json_object(text: str) -> bool:
    """Whether the text is exactly one complete JSON object."""
    # Asked after every fragment of a call: what does not end in a brace needs no parsing.
    return text.rstrip().endswith("}") and isinstance(parse_json(text), dict)


def split_objects(text: str) -> list[str]:
    """The texts of the JSON objects that `text` consists of, one after another; empty where it is anything else."""
    found = []
    position = 0
    while position < len(text):
        if _too_deep(text, position):
            return []
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            return []
        if not isinstance(value, dict):
            return []
        found.append(text[position:end])
        position = end
        while position < len(text) and text[position].isspace():
            position += 1
    return found


def leading_json(text: str) -> str:
    """The text of the JSON value that `text` starts with; empty where that is not complete."""
    text = text.lstrip()
    if _too_deep(text, 0):
        return ""
    try:
        _, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return ""
    return text[:end]


def _too_deep(text: str, position: int) -> bool:
    """Whether the value at `position` is nested deeper than `MAX_DEPTH`."""
    if text.count("{", position) + text.count("[", position) <= MAX_DEPTH:
        return False
    depth = 0
    for sign in _SIGNS.finditer(text, position):
        if sign[0][0] != '"':
            depth += 1 if sign[0] in "{[" else -1
            if depth > MAX_DEPTH:
                return True
            if depth <= 0:
                break
    return False
