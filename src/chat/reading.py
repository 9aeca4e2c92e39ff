"""Reading single fields of a provider's JSON, whatever stands in them; nothing here raises."""

import json
from typing import Any

from chat.payloads import Payload


def read_text(content: Any) -> str:
    """The text of a content field: a string, a number, a list of parts, or an object that is a JSON answer."""
    if isinstance(content, str):
        return content
    if content is None or isinstance(content, bool):
        return ""
    if isinstance(content, list):
        texts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "".join(text for text in texts if isinstance(text, str))
    return json.dumps(content, ensure_ascii=False)


def read_number(value: Any) -> float | None:
    """A finite number that is not negative; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        return None
    return float(value)


def read_count(value: Any) -> int | None:
    """A number of tokens; None for anything else."""
    number = read_number(value)
    return None if number is None else int(number)


def read_error(payload: Payload) -> tuple[str, int | None] | None:
    """The detail and the code of an error object, of whichever kind; None where the payload is none."""
    error = payload.get("error") or payload.get("errors")
    if isinstance(error, list):
        error = error[0] if error else None
    if not error and (payload.get("success") is False or "error" in (payload.get("type"), payload.get("object"))):
        error = payload
    if not error:
        return None
    if not isinstance(error, dict):
        return str(error), None
    code = error.get("code", error.get("internalCode"))
    words = [str(code)] if isinstance(code, str | int) else []
    words += [error[key] for key in ("type", "message", "detail") if isinstance(error.get(key), str)]
    return ": ".join(words), code if type(code) is int else None
