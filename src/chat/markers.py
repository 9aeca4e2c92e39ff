"""The control tokens of the model families that Workers AI serves, and what each means in a stream of text.

Gemma 4: https://ai.google.dev/gemma/docs/core/prompt-formatting-gemma4 - Qwen: `<|im_start|>` and `<tool_call>` -
Llama 3 and 4: `<|eot_id|>`, `<|python_tag|>` - Mistral: `[TOOL_CALLS]` - gpt-oss: https://github.com/openai/harmony.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

MAX_MARKER: Final = 32
"""No marker is longer, so no more text than this is ever held back for being the beginning of one."""

Action = Literal["strip", "role", "header", "think", "unthink", "call", "tag", "result"]


@dataclass(frozen=True)
class Marker:
    """What a control token does.

    `ends` are the tokens that end what it opened, apart from the end of the stream. `prefix` is the part of the token
    that belongs to the call it opens.
    """

    action: Action
    ends: frozenset[str] = frozenset()
    prefix: str = ""


TURN_ENDS: Final = frozenset(
    {"<turn|>", "<end_of_turn>", "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "</s>", "<eos>"}
)
_HARMONY_ENDS: Final = frozenset({"<|end|>", "<|call|>", "<|return|>", "<|start|>", "<|channel|>"})

MARKERS: Final[dict[str, Marker]] = {
    # Thinking. A closer without an opener says that all text before it was thinking.
    "<|channel>": Marker("think", TURN_ENDS | {"<channel|>"}),
    "<think>": Marker("think", TURN_ENDS | {"</think>"}),
    "[THINK]": Marker("think", TURN_ENDS | {"[/THINK]"}),
    "<channel|>": Marker("unthink"),
    "</think>": Marker("unthink"),
    "[/THINK]": Marker("unthink"),
    # Calls written as text.
    "<|tool_call>": Marker("call", TURN_ENDS | {"<tool_call|>", "<|tool_response>", "<|tool_call>", "<|turn>"}),
    "<tool_call>": Marker("tag", TURN_ENDS | {"</tool_call>", "<tool_call>", "<tool_response>"}),
    "[TOOL_CALLS]": Marker("call", TURN_ENDS | {"[/TOOL_CALLS]", "[TOOL_CALLS]", "[TOOL_RESULTS]"}),
    "<|python_tag|>": Marker("call", TURN_ENDS | {"<|python_tag|>"}),
    "<function=": Marker("call", TURN_ENDS | {"</function>"}, prefix="<function="),
    # What only a tool may say: a model that writes it made it up.
    "<|tool_response>": Marker("result", TURN_ENDS | {"<tool_response|>", "<|tool_call>", "<|channel>"}),
    "<tool_response>": Marker("result", TURN_ENDS | {"</tool_response>", "<tool_call>"}),
    "[TOOL_RESULTS]": Marker("result", TURN_ENDS | {"[/TOOL_RESULTS]", "[TOOL_CALLS]"}),
    # A turn that begins with the name of who speaks.
    "<|turn>": Marker("role"),
    "<start_of_turn>": Marker("role"),
    "<|im_start|>": Marker("role"),
    "<|start_header_id|>": Marker("role"),
    "<|header_start|>": Marker("role"),
    # gpt-oss: `<|channel|>analysis<|message|>`, `<|start|>assistant to=functions.x<|channel|>commentary<|message|>`
    "<|start|>": Marker("header", _HARMONY_ENDS),
    "<|channel|>": Marker("header", _HARMONY_ENDS),
}
_STRIPPED: Final = (
    *(TURN_ENDS | _HARMONY_ENDS),
    *("<tool_call|>", "<tool_response|>", "<|tool>", "<tool|>", '<|"|>', "<|think|>", "<think|>", "<bos>", "<pad>"),
    *("<|image>", "<image|>", "<|audio>", "<audio|>", "<|video>", "<video|>", "<start_of_image>", "<end_of_image>"),
    *("</tool_call>", "</function>", "</tool_response>", "<tools>", "</tools>", "<<SYS>>", "<</SYS>>", "<s>"),
    *("[INST]", "[/INST]", "[/TOOL_CALLS]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_CONTENT]", "<unk>"),
    *("[/TOOL_RESULTS]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[ARGS]", "[CALL_ID]", "<mask>"),
)
for _token in _STRIPPED:
    MARKERS.setdefault(_token, Marker("strip"))
STRIP: Final = Marker("strip")

# `<|name|>` and `<|name>` are control tokens of every family, `<unused12>` are Gemma's reserved ones:
# https://github.com/lablup/mlxcel/issues/884.
_GENERIC: Final = r"<\|[A-Za-z0-9_]{1,27}\|?>|<unused\d{1,5}>"
MARKER: Final = re.compile(
    "|".join([*(re.escape(token) for token in sorted(MARKERS, key=len, reverse=True)), _GENERIC])
)
"""Finds any control token."""

_BEGINNINGS: Final = frozenset(token[:size] for token in (*MARKERS, "<unused0") for size in range(1, len(token)))
_GENERIC_BEGINNING: Final = re.compile(r"<\|[A-Za-z0-9_]{1,27}\|?|<unused\d{0,5}")
_BRACKET: Final = re.compile(r"[<\[]")


def beginning_of_marker(text: str) -> int:
    """Where the last, still incomplete marker of `text` starts; its length where there is none."""
    start = max(0, len(text) - MAX_MARKER)
    for found in _BRACKET.finditer(text, start):
        tail = text[found.start() :]
        if tail in _BEGINNINGS or _GENERIC_BEGINNING.fullmatch(tail):
            return found.start()
    return len(text)
