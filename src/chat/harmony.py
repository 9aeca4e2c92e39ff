"""The headers of gpt-oss's messages, as in `<|start|>assistant to=functions.x<|channel|>commentary json<|message|>`.

Format: https://github.com/openai/harmony.
"""

import re
from dataclasses import dataclass
from typing import Final

MAX_HEADER: Final = 128
_WORDS: Final = (
    "analysis",
    "commentary",
    "final",
    "thought",
    "assistant",
    "user",
    "system",
    "developer",
    "tool",
    "functions",
)
_HIDDEN: Final = ("analysis", "thought", "user", "system", "developer", "tool", "functions")
_RECIPIENT: Final = re.compile(r"\bto=(?:functions\.)?([\w.-]+)")
_CHANNEL: Final = re.compile(r"<\|channel\|>\s*(\w+)")


@dataclass(frozen=True)
class Header:
    """What follows a header: a call of `tool`, or text, which is `hidden` if it is thinking or another's words."""

    hidden: bool = False
    tool: str = ""


def could_be_header(text: str) -> bool:
    """Whether a header may begin so."""
    word = re.match(r"\s*(\w*)", text)
    beginning = word[1] if word else ""
    return any(each.startswith(beginning) or beginning.startswith(each) for each in _WORDS)


def read_header(text: str) -> Header:
    """What the text between the opening token and `<|message|>` says."""
    recipient = _RECIPIENT.search(text)
    channel = _CHANNEL.search(text)
    words = text.split()
    word = channel[1] if channel else words[0] if words else ""
    return Header(hidden=word.startswith(_HIDDEN), tool=recipient[1] if recipient else "")
