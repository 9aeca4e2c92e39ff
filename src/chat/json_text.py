"""Questions about JSON text that a model wrote; none of them raises."""

import json
from typing import Any, Final

_DECODER: Final = json.JSONDecoder()


def parse_json(text: str) -> Any:
    """The value, or None where the text is no JSON (or `null`)."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def is_json_object(text: str) -> bool:
    """Whether the text is exactly one complete JSON object."""
    # Asked after every fragment of a call: what does not end in a brace needs no parsing.
    return text.rstrip().endswith("}") and isinstance(parse_json(text), dict)


def split_objects(text: str) -> list[str]:
    """The texts of the JSON objects that `text` consists of, one after another; empty where it is anything else."""
    found = []
    position = 0
    while position < len(text):
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
    try:
        _, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return ""
    return text[:end]
