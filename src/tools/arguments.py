"""Reads the JSON text that a model wrote as a tool's arguments."""

import json
import re
from typing import Any, NoReturn, TypeVar

from json_repair import repair_json
from pydantic import BaseModel, ConfigDict, ValidationError

from catalog.neutral import neutralise
from tools.errors import InvalidArguments

MAX_CHARS = 4000
_MAX_DEPTH = 8
_MAX_DIGITS = 15
_SURROGATE = re.compile("[\ud800-\udfff]")
_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_COMMENT = r"(?<![:\w])(?://|#)[^\n]*|/\*.*?\*/"
_QUOTED_OR_COMMENT = re.compile(rf"({_QUOTED})|{_COMMENT}", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[\\bfnrt])")
_NOTHING = re.compile(r"\b(?:None|null)\b")


class Arguments(BaseModel):
    """The arguments of a tool: no coercion, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Args = TypeVar("Args", bound=Arguments)


def read_arguments(model: type[Args], text: str) -> tuple[Args, bool]:
    """The arguments in a JSON text, and whether the text had to be mended first.

    Empty text stands for `{}`. Broken JSON is mended only where no content can have been lost and the result passes
    the schema. Raises `InvalidArguments`.
    """
    if len(text) > MAX_CHARS:
        raise InvalidArguments(f"arguments: {len(text)} characters, the limit is {MAX_CHARS}")
    if _SURROGATE.search(text):
        raise InvalidArguments("arguments: not valid Unicode")
    text = text.strip().removeprefix("\ufeff").strip() or "{}"
    if depth(text) > _MAX_DEPTH:
        raise InvalidArguments("arguments: nested too deeply")
    try:
        value, repaired = _strict(text), False
    except json.JSONDecodeError as error:
        value, repaired = _mend(text, error, model), True
    return _validate(model, value), repaired


def _strict(text: str) -> Any:
    value = json.loads(
        text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_small, parse_float=_finite
    )
    if _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise InvalidArguments("arguments: not valid Unicode")
    return value


def _mend(text: str, error: json.JSONDecodeError, model: type[Arguments]) -> Any:
    """What json_repair makes of the text, unless the text is ambiguous or the beginning of something longer."""
    wrong = InvalidArguments(f"arguments: not valid JSON ({error.msg[:1].lower()}{error.msg[1:]}, at {error.pos})")
    if not text.startswith("{") or not _ends_cleanly(text):
        raise wrong
    # json_repair would keep the last of two values in silence.
    if any(len(re.findall(rf"\b{name}\b[\"']?\s*:", text)) > 1 for name in model.model_fields):
        raise wrong
    # Its result, valid JSON or nothing, is read like any other text, so that one set of rules holds for both ways.
    mended = repair_json(text, ensure_ascii=False) or "null"
    value = _strict(mended)
    if not isinstance(value, dict) or not value or not _keeps_content(text, mended):
        raise wrong
    return value


def _keeps_content(text: str, mended: str) -> bool:
    """Whether only signs were added, changed or taken away, and none that stand for something left out."""
    text = _QUOTED_OR_COMMENT.sub(lambda found: found[1] or "", text)
    bare = _QUOTED_OR_COMMENT.sub("", text)
    return not re.search(r"\.\.|…", bare) and _letters(text) == _letters(mended)


def _letters(text: str) -> str:
    """The letters and digits of a JSON text, escapes read, however it writes null and booleans."""
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "", _NOTHING.sub("", text))
    return "".join(filter(str.isalnum, text)).casefold()


def _ends_cleanly(text: str) -> bool:
    """Whether all that can be missing is the last brace: a list that is not closed may have held more."""
    quote, brackets, escaped = "", "", False
    for char in text:
        if escaped:
            escaped = False
        elif quote:
            escaped = char == "\\"
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "{[":
            brackets += char
        elif char in "}]" and brackets:
            if brackets[-1] + char not in ("{}", "[]"):
                return False
            brackets = brackets[:-1]
    return not quote and brackets in ("", "{") and text.rstrip()[-1] in "}]\"'0123456789el"


def _validate(model: type[Args], value: Any) -> Args:
    if not isinstance(value, dict):
        raise InvalidArguments(f"arguments: must be a JSON object, not {_json_type(value)}")
    optional = {name for name, field in model.model_fields.items() if not field.is_required()}
    # Models write null for what they leave out.
    given = {name: item for name, item in value.items() if not (item is None and name in optional)}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems = [_describe(detail, model) for detail in error.errors(include_url=False, include_context=True)]
        raise InvalidArguments("; ".join(problems[:3])) from None


def _describe(detail: Any, model: type[Arguments]) -> str:
    field = neutralise(".".join(str(part) for part in detail["loc"])[:60]) or "arguments"
    match detail["type"]:
        case "missing":
            return f"{field}: required"
        case "extra_forbidden":
            return f"{field}: not an argument; allowed: {', '.join(model.model_fields)}"
        case "list_type":
            return f"{field}: must be an array"
        case "string_type":
            return f"{field}: must be a string"
        case _:
            return f"{field}: {detail['msg'][:1].lower()}{detail['msg'][1:160]}"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise InvalidArguments("arguments: a name is given twice")
    return value


def _no_constant(name: str) -> NoReturn:
    raise InvalidArguments(f"arguments: {name} is not JSON")


def _small(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise InvalidArguments(f"arguments: a number of more than {_MAX_DIGITS} digits")
    return int(digits)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise InvalidArguments("arguments: a number out of range")
    return value


def depth(text: str) -> int:
    """Brackets that are open at once at most, strings included: an upper bound."""
    depth = deepest = 0
    for char in text:
        if char in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "}]":
            depth -= 1
    return deepest


def _json_type(value: Any) -> str:
    names = {list: "an array", str: "a string", bool: "a boolean", int: "a number", float: "a number"}
    return names.get(type(value), "null")
