"""Calls that a model wrote as text: which forms are known, and what they say."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from chat.gemma import NotGemma, parse_call
from chat.json_text import leading_json, mend_json, parse_json, split_objects
from chat.names import ToolNames

_NAME_KEYS: Final = ("name", "tool", "tool_name", "function")
_ARGUMENT_KEYS: Final = ("arguments", "parameters", "args", "input")
_FENCE: Final = re.compile(r"```[A-Za-z_]*\s*\n?(.*?)\s*(?:```)?\s*", re.DOTALL)
_MISTRAL: Final = re.compile(r"\s*([A-Za-z_][\w.-]*)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(?=\{)")
_FUNCTION_TAG: Final = re.compile(r"\s*<function=([\w.-]+)>(.*?)(?:</function>|\Z)\s*", re.DOTALL)
_PARAMETER_TAG: Final = re.compile(r"\s*<parameter=([\w.-]+)>\n?(.*?)\n?(?:</parameter>)\s*", re.DOTALL)
_PARAMETERS: Final = re.compile(rf"(?:{_PARAMETER_TAG.pattern})+", re.DOTALL)
_GLM: Final = re.compile(r"([\w.-]+)\s*((?:<arg_key>[^<]*</arg_key>\s*<arg_value>.*?</arg_value>\s*)*)", re.DOTALL)
_GLM_ARGUMENT: Final = re.compile(r"<arg_key>([^<]*)</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)


Found = list[tuple[str, dict[str, Any]]]
"""Names and arguments."""


@dataclass(frozen=True)
class WrittenCall:
    """A call read out of text; `arguments` is the text of a JSON object."""

    name: str
    arguments: str


def read_calls(text: str, names: ToolNames, *, complete: bool = True, mend: bool = False) -> list[WrittenCall]:
    """The calls of a text that consists of calls in one known form and of nothing else; empty where it does not.

    A name that is no declared tool makes it no call. A text that is not `complete`, since its end was cut off, is no
    call in a form where an argument could be missing without a trace. `mend`: small mistakes in JSON are mended.
    """
    body = fenced[1] if (fenced := _FENCE.fullmatch(text.strip())) else text.strip()
    readers: list[Callable[[str], Found | None]] = [_read_json, _read_doubled_braces, _read_gemma, _read_mistral]
    if complete:
        readers += [_read_function_tags, _read_glm]
    if mend:
        readers.append(_read_mended)
    for read in readers:
        calls = []
        for name, arguments in read(body) or ():
            if not (tool := names.written(name)):
                break
            calls.append(WrittenCall(tool, json.dumps(arguments, ensure_ascii=False)))
        else:
            if calls:
                return calls
    return []


def read_named(name: str, arguments: str, names: ToolNames) -> list[WrittenCall]:
    """The call whose name stood in a header and whose arguments are JSON (gpt-oss); empty where it is none."""
    value = parse_json(arguments.strip() or "{}")
    tool = names.written(name)
    return [WrittenCall(tool, json.dumps(value, ensure_ascii=False))] if tool and isinstance(value, dict) else []


def leading_call(text: str) -> str:
    """The text of the call in Mistral's form that `text` starts with; empty where it starts otherwise."""
    text = text.lstrip()
    head = _MISTRAL.match(text)
    arguments = leading_json(text[head.end() :]) if head else ""
    return text[: head.end()] + arguments if head and arguments else ""


def _read_json(text: str) -> Found | None:
    value = parse_json(text)
    values = [value] if value is not None else [parse_json(each) for each in split_objects(text)]
    found: Found = []
    for each in values:
        calls = list(_calls_of(each))
        if not calls:
            return None
        found.extend(calls)
    return found


def _read_mended(text: str) -> Found | None:
    return list(_calls_of(mend_json(text)))


def _calls_of(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, list):
        for each in value:
            yield from _calls_of(each)
    if not isinstance(value, dict):
        return
    if isinstance(value.get("tool_calls"), list):
        yield from _calls_of(value["tool_calls"])
        return
    if isinstance(value.get("function"), dict):
        yield from _calls_of(value["function"])
        return
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), None)
    arguments = next((value[key] for key in _ARGUMENT_KEYS if key in value), None)
    if isinstance(arguments, str):
        arguments = parse_json(arguments)
    if name is not None and isinstance(arguments, dict):
        yield name, arguments


def _read_doubled_braces(text: str) -> Found | None:
    """Calls in double braces, one a line, as a template that was meant for a formatter teaches them."""
    lines = text.splitlines()
    if not all(line.startswith("{{") and line.endswith("}}") for line in lines):
        return None
    return _read_json("\n".join(line[1:-1] for line in lines))


def _read_gemma(text: str) -> Found | None:
    found: Found = []
    position = 0
    try:
        while position < len(text):
            name, arguments, position = parse_call(text, position)
            found.append((name, arguments))
            while text[position : position + 1].isspace():
                position += 1
    except NotGemma:
        return None
    return found


def _read_mistral(text: str) -> Found | None:
    head = _MISTRAL.match(text)
    arguments = parse_json(text[head.end() :]) if head else None
    return [(head[1], arguments)] if head and isinstance(arguments, dict) else None


def _read_function_tags(text: str) -> Found | None:
    """`<function=name>` around JSON (Llama 3) or around `<parameter=key>` tags (Qwen's coders)."""
    found: Found = []
    position = 0
    while tag := _FUNCTION_TAG.match(text, position):
        body = tag[2].strip()
        arguments = parse_json(body) if body else {}
        if not isinstance(arguments, dict):
            if not _PARAMETERS.fullmatch(body):
                return None
            arguments = {key: _tag_value(value) for key, value in _PARAMETER_TAG.findall(body)}
        found.append((tag[1], arguments))
        position = tag.end()
    return found if position == len(text) else None


def _read_glm(text: str) -> Found | None:
    """GLM's form inside its `<tool_call>`: the name, then `<arg_key>` and `<arg_value>` by turns."""
    call = _GLM.fullmatch(text)
    if not call or "<arg_key>" not in text:
        return None
    return [(call[1], {key.strip(): _tag_value(value.strip()) for key, value in _GLM_ARGUMENT.findall(call[2])})]


def _tag_value(text: str) -> Any:
    """The value of a tag, which writes text without quotes: only what cannot be text is read as JSON."""
    value = parse_json(text)
    return value if isinstance(value, dict | list | bool) else text
