"""Gemma 4's own notation of a call: `call:name{key:<|"|>text<|"|>,count:3,flags:[true,false]}`.

Written out in https://ai.google.dev/gemma/docs/capabilities/text/function-calling-gemma4. Where a server strips
special tokens, the quotes of strings are gone too (`call:name{id:web}`); JSON's own quotes occur as well.
"""

import json
import re
from typing import Any, Final

QUOTE: Final = '<|"|>'
MAX_DEPTH: Final = 16

_CALL: Final = re.compile(r":?\s*(?:call:)?\s*([A-Za-z_][\w.]*)\s*(?=\{)")
_KEY: Final = re.compile(r"\s*(?:<\|\"\|>|[\"'])?([^\s:<>\"'{},\[\]]+)(?:<\|\"\|>|[\"'])?\s*:\s*")
_BARE: Final = re.compile(r"[^,{}\[\]]+")
_SINGLE: Final = re.compile(r"'((?:[^'\\]|\\.|'(?!\s*[,}\]])){0,500})'(?=\s*[,}\]])", re.DOTALL)
_NEXT_KEY: Final = re.compile(rf",(?!\s*\d)(?:{_KEY.pattern}|\s*(?:\}}|\Z))")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORDS: Final[dict[str, Any]] = {"true": True, "false": False, "null": None, "None": None, "True": True, "False": False}


class NotGemma(ValueError):
    """The text is not in Gemma's notation, or is cut off."""


def parse_call(text: str, position: int = 0) -> tuple[str, dict[str, Any], int]:
    """The name, the arguments and the end of the call that starts at `position`; raises `NotGemma`.

    >>> parse_call('call:get_service{id:<|"|>web<|"|>}')
    ('get_service', {'id': 'web'}, 34)
    """
    head = _CALL.match(text, position)
    if not head:
        raise NotGemma(text[position : position + 40])
    arguments, end = _value(text, head.end(), 0)
    assert isinstance(arguments, dict)  # The lookahead saw its brace.
    return head[1], arguments, end


def _value(text: str, position: int, depth: int) -> tuple[Any, int]:
    position = _skip_blanks(text, position)
    if depth > MAX_DEPTH:
        raise NotGemma(f"nested deeper than {MAX_DEPTH}")
    if text.startswith(QUOTE, position):
        end = text.find(QUOTE, position + len(QUOTE))
        if end < 0:
            raise NotGemma("a string without its end")
        return text[position + len(QUOTE) : end], end + len(QUOTE)
    first = text[position : position + 1]
    if first == "{":
        return _object(text, position + 1, depth)
    if first == "[":
        return _array(text, position + 1, depth)
    if first == '"':
        try:
            return json.JSONDecoder().raw_decode(text, position)
        except ValueError as error:
            raise NotGemma(str(error)) from error
    if single := _SINGLE.match(text, position):
        return re.sub(r"\\(['\\])", r"\1", single[1]), single.end()
    bare = _BARE.match(text, position)
    if not bare:
        raise NotGemma("a value is missing")
    return _word(bare[0].strip()), bare.end()


def _field(text: str, position: int, depth: int) -> tuple[Any, int]:
    """The value of an object's key: without quotes it goes on over a comma that no key follows."""
    value, end = _value(text, position, depth)
    start = _skip_blanks(text, position)
    bare = _BARE.match(text, start)
    if not bare or bare.end() != end:
        return value, end
    while text.startswith(",", end) and not _NEXT_KEY.match(text, end):
        more = _BARE.match(text, end + 1)
        end = more.end() if more else end + 1
    return (value if end == bare.end() else text[start:end].strip()), end


def _word(word: str) -> Any:
    if word in _WORDS:
        return _WORDS[word]
    if _NUMBER.fullmatch(word):
        return json.loads(word) if re.fullmatch(r"-?(?:0|[1-9]\d{0,300})(?:\.\d+)?(?:[eE][+-]?\d+)?", word) else word
    return word


def _object(text: str, position: int, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    while True:
        position = _skip_blanks(text, position)
        if text.startswith("}", position):
            return found, position + 1
        key = _KEY.match(text, position)
        if not key:
            raise NotGemma("a key is missing")
        found[key[1]], position = _field(text, key.end(), depth + 1)
        position = _skip_comma(text, position, "}")


def _array(text: str, position: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    while True:
        position = _skip_blanks(text, position)
        if text.startswith("]", position):
            return found, position + 1
        value, position = _value(text, position, depth + 1)
        found.append(value)
        position = _skip_comma(text, position, "]")


def _skip_comma(text: str, position: int, closer: str) -> int:
    position = _skip_blanks(text, position)
    if text.startswith(",", position):
        return position + 1
    if text.startswith(closer, position):
        return position
    raise NotGemma(f"neither a comma nor {closer}")


def _skip_blanks(text: str, position: int) -> int:
    while text[position : position + 1].isspace():
        position += 1
    return position
