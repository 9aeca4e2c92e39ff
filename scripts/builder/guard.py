"""Refuses texts that a chat template would read as control tokens, and characters that reorder or hide text.

Whatever the catalog says reaches the model inside tool results, and a visitor's screen.
"""

import re
from collections.abc import Iterator

from scripts.builder.document import Document, KeyPath

# Gemma 4 writes its control tokens as <|turn> and <turn|>, Gemma 3 as <start_of_turn>, Mistral as [INST], Qwen as
# <|im_start|>; the agent's own prompt sets the visitor's goal apart with <goal> and <objetivo>.
_TOKEN = re.compile(
    r"<\||\|>|</?(?:start_of_turn|end_of_turn|start_of_image|bos|eos|pad|unk|s|think|tool_call|tool_response"
    r"|unused\d+|goal|objetivo)>|\[/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\]|<</?SYS>>",
    re.IGNORECASE,
)
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def check_texts(document: Document) -> None:
    """Reports control tokens and hidden characters in the front matter and the body."""
    for path, text in _texts(document.values, ()):
        for problem in _problems(text):
            document.report(path, problem)
    for index, text in enumerate(document.body.split("\n")):
        for problem in _problems(text):
            document.report_line(document.body_line + index, "body", problem)


def _texts(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index))


def _problems(text: str) -> Iterator[str]:
    if match := _TOKEN.search(text):
        yield f"holds {match[0]!r}, which a language model reads as a control token"
    if match := _HIDDEN.search(text):
        yield f"holds the invisible character U+{ord(match[0]):04X}"
