"""What stands between a control token that opens a message and the message: who speaks, and to whom.

Roles: `<|turn>model`, `<|im_start|>assistant`. Harmony: `<|start|>assistant to=functions.x<|channel|>commentary` up to
`<|message|>` (https://github.com/openai/harmony).
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from chat.markers import MAX_MARKER

_ROLES: Final = ("assistant", "model", "user", "system", "tool", "developer", "ipython")
_OWN_ROLES: Final = ("assistant", "model")
_ROLE: Final = re.compile(rf"\s*({'|'.join(_ROLES)})(?=\W)[ \t]*\n?")

_MAX_HEADER: Final = 128
_WORDS: Final = (*_ROLES, "analysis", "commentary", "final", "thought", "functions")
_HIDDEN: Final = ("analysis", "thought", "user", "system", "developer", "tool", "functions")
_RECIPIENT: Final = re.compile(r"\bto=(?:functions\.)?([\w.-]+)")
_CHANNEL: Final = re.compile(r"<\|channel\|>\s*(\w+)")
_NO_WORD: Final = re.compile(r"\W")
_SIGN: Final = re.compile(r"<|\bto=")
_TOKEN: Final = r"<\|(?:channel|constrain)\|>"
_HEADER: Final = re.compile(rf"(?:[\w .=-]|{_TOKEN})*(?:<(?:\|(?:[cm][a-z]{{0,8}}\|?)?)?)?")


@dataclass(frozen=True)
class Role:
    """Who speaks from `end` on."""

    own: bool
    end: int


def read_role(text: str) -> Role | None:
    """The role that the text begins with, once it is complete."""
    found = _ROLE.match(text)
    return Role(own=found[1] in _OWN_ROLES, end=found.end()) if found else None


def could_be_role(text: str) -> bool:
    """Whether a role may still begin so."""
    return len(text) <= MAX_MARKER and any(role.startswith(text.lstrip()) for role in _ROLES)


@dataclass(frozen=True)
class Header:
    """What follows a harmony header: a call of `tool`, or text, which is `hidden` if it is thinking or another's."""

    hidden: bool
    tool: str


def read_header(text: str) -> Header:
    """What the text between the opening token and `<|message|>` says."""
    recipient, channel = _RECIPIENT.search(text), _CHANNEL.search(text)
    words = text.split()
    word = channel[1] if channel else words[0] if words else ""
    return Header(hidden=word.startswith(_HIDDEN), tool=recipient[1] if recipient else "")


def could_be_header(text: str) -> bool:
    """Whether a harmony header may still begin so."""
    if not _HEADER.fullmatch(text) or len(text) > _MAX_HEADER:
        return False
    sign = _SIGN.search(text)
    if (sign.start() if sign else len(text)) > MAX_MARKER:
        return False
    word = _NO_WORD.split(text.lstrip(), maxsplit=1)[0]
    return any(each.startswith(word) or word.startswith(each) for each in _WORDS)


def end_of_possible_header(text: str) -> int:
    """How many characters of the text a harmony header may begin with; all that follow do not count."""
    longest = min(len(text), _MAX_HEADER + 1)
    # Where no header can begin so, none can begin with more of the text.
    return bisect_left(range(1, longest + 1), True, key=lambda size: not could_be_header(text[:size]))
