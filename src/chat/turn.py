"""One turn of a model, put together from what any provider's stream says: text, call fragments, usage and the end."""

import json
import re
from collections.abc import Collection
from typing import Any, Final

from chat.call_text import WrittenCall
from chat.calls import CallFragment, CallJoiner, separate
from chat.failures import WORKERS_AI_CODES, workers_ai_code
from chat.json_text import is_json_object, parse_json
from chat.leaks import LeakFilter
from chat.messages import ToolChoice
from chat.names import ToolNames
from chat.pieces import CallPiece, ErrorPiece, FinishPiece, FinishReason, Piece, RetractPiece, TextPiece, UsagePiece
from chat.visible import Part, Retraction

MAX_CALLS: Final = 64
MAX_ARGUMENTS: Final = 1 << 16
"""Characters of all calls' arguments together; a stream that passes it is broken."""

# A pair of escapes is one character and stays; half of one stands for none.
_HALF_ESCAPE: Final = re.compile(
    r"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
_LENGTH: Final = frozenset(
    {"length", "max_tokens", "model_length", "max_output_tokens", "model_context_window_exceeded"}
)
_FAILED: Final = frozenset({"error", "network_error", "abort", "aborted", "insufficient_system_resource"})


class Turn:
    """Takes what a stream says and gives pieces; after the finish piece it gives nothing more."""

    def __init__(self, *, tools: Collection[str] | None, tool_choice: ToolChoice) -> None:
        self.ended = False
        self.finish_reason: str | None = None
        """As the provider called it; it may lie."""
        self.call_cut = False
        """A call was seen that was cut off."""
        self._names = ToolNames(tools)
        self._may_call = tool_choice != "none"
        self._leaks = LeakFilter(self._names)
        self._joiner = CallJoiner(tools or ())
        self._written: list[WrittenCall] = []
        self._usage: dict[str, Any] = {}
        self._said: list[str] = []
        self._surrogate = ""
        self._arguments_size = 0

    def text(self, text: str) -> None:
        """A delta of the model's text; what it shows comes with `settle`."""
        self._said.append(text)

    def settle(self) -> list[Piece]:
        """What all text since the last time shows: filtered at once, it costs a fraction of what each delta would."""
        if not self._said:
            return []
        text = self._surrogate + "".join(self._said)
        self._said.clear()
        # An emoji may be cut into its two halves by a server that counts in UTF-16.
        self._surrogate = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
        return self._pieces(self._leaks.feed(whole_characters(text[: len(text) - len(self._surrogate)])))

    def call(self, fragment: CallFragment) -> list[Piece]:
        """A fragment of a call; nothing comes of it before the end."""
        self._arguments_size += len(fragment.arguments)
        if self._arguments_size > MAX_ARGUMENTS or len(self._joiner) > MAX_CALLS:
            return self.fail(f"more than {MAX_CALLS} calls or {MAX_ARGUMENTS} characters of arguments")
        self._joiner.add(fragment)
        return []

    def usage(self, **numbers: float | None) -> None:
        """Usage as far as it is known by now; what is said later counts."""
        self._usage.update({key: value for key, value in numbers.items() if value is not None})

    def fail(self, detail: str, *, code: int | None = None, truncated: bool = False) -> list[Piece]:
        """The stream broke: what was held back is shown, no call comes out; it never raises."""
        try:
            pieces = self._flush(clean=False)
        except RecursionError:
            pieces = []
        error = ErrorPiece(
            code="stream_truncated" if truncated else "upstream_error",
            detail=whole_characters(detail),
            provider_code=code if code in WORKERS_AI_CODES else workers_ai_code(detail),
        )
        return [*pieces, error, *self._finish("error")]

    def end(self, *, announced: bool) -> list[Piece]:
        """The stream ended; `announced` if it said so."""
        reason = (self.finish_reason or "").lower()
        if reason in _FAILED:
            return self.fail(f"finish reason {reason}")
        announced = announced or bool(reason)
        native, cut = self._native_calls(strict=not announced or reason in _LENGTH)
        pieces = self._flush(clean=announced and reason not in _LENGTH and not native)
        calls = self._emit(native)
        if not announced and (cut or not calls):
            return [*pieces, *self.fail("the stream ended without a finish reason", truncated=True)]
        if not self._may_call:
            calls = []
        self.call_cut = self._may_call and reason in _LENGTH and (self.call_cut or cut or self._leaks.call_cut)
        outcome: FinishReason = "tool_calls" if calls else "length" if reason in _LENGTH else "stop"
        return [*pieces, *calls, *self._finish(outcome)]

    def _finish(self, reason: FinishReason) -> list[Piece]:
        self.ended = True
        usage = [UsagePiece(**self._usage)] if self._usage else []
        return [*usage, FinishPiece(reason=reason, call_cut=self.call_cut)]

    def _flush(self, *, clean: bool) -> list[Piece]:
        pieces = self.settle()
        if self._surrogate:
            pieces += self._pieces(self._leaks.feed("\ufffd"))
        self._surrogate = ""
        return pieces + self._pieces(self._leaks.close(clean=clean))

    def _pieces(self, parts: list[Part]) -> list[Piece]:
        pieces: list[Piece] = []
        for part in parts:
            if isinstance(part, str):
                pieces.append(TextPiece(text=part))
            elif isinstance(part, Retraction):
                pieces.append(RetractPiece())
            else:
                self._written.append(part)
        return pieces

    def _native_calls(self, *, strict: bool) -> tuple[list[tuple[str, str, str]], bool]:
        """Id, name and arguments of each call; and, if `strict`, whether one was left out for being cut off."""
        calls: list[tuple[str, str, str]] = []
        cut = False
        for joined in self._joiner.joined():
            texts = separate(whole_characters(joined.arguments))
            if strict and not (joined.arguments.strip() and all(map(is_json_object, texts))):
                cut = True
            elif name := self._names.native(joined.name):
                calls += [(joined.id if position == 0 else "", name, text) for position, text in enumerate(texts)]
        return calls, cut

    def _emit(self, native: list[tuple[str, str, str]]) -> list[Piece]:
        pieces: list[Piece] = []
        ids: set[str] = set()
        native = [(whole_characters(call_id), name, arguments) for call_id, name, arguments in native]
        wanted = {(name, _canonical(arguments)) for _, name, arguments in native}
        # Some servers hand over a call and leave it in the text as well.
        written = [("", call.name, call.arguments) for call in self._written]
        extra = [call for call in written if (call[1], _canonical(call[2])) not in wanted]
        given = {call_id for call_id, *_ in native}
        for number, (call_id, name, arguments) in enumerate(native + extra):
            if not call_id or call_id in ids:
                call_id = _free_id(number, ids | given)
            ids.add(call_id)
            text = _whole_json(arguments)
            pieces.append(CallPiece(id=call_id, name=name, arguments=text, recovered=number >= len(native)))
        return pieces


def whole_characters(text: str) -> str:
    """The text with its surrogate pairs joined and lone surrogates replaced, so that it can be encoded."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _whole_json(text: str) -> str:
    """The JSON text with whole characters, those written as escapes too."""
    return _HALF_ESCAPE.sub(lambda found: found[1] or r"\ufffd", whole_characters(text))


def _canonical(arguments: str) -> str:
    try:
        return json.dumps(parse_json(arguments), sort_keys=True)
    except RecursionError:  # What could just be parsed.
        return arguments


def _free_id(number: int, taken: set[str]) -> str:
    while (made_up := f"call_{number}") in taken:
        number += 1
    return made_up
