"""Decoding a model that was asked for one JSON object a turn (`chat.json_protocol`)."""

import json
import re
from collections.abc import Collection
from typing import Any, Final

import json_repair
from pydantic import BaseModel, ValidationError

from chat.calls import CallFragment, arguments_text
from chat.json_text import leading_json, parse_json
from chat.messages import ToolChoice
from chat.pieces import CallPiece, ErrorPiece, FinishPiece, Piece, RetractPiece, TextPiece, UsagePiece
from chat.provider import Decoder
from chat.turn import Turn

MAX_REPLY: Final = 1 << 16
"""Characters of one reply; more is a broken stream."""

_OBJECT_START: Final = re.compile(r"```|\{")
_FENCE: Final = re.compile(r"```\w*\s*")
_OWN: Final = re.compile(r'\{\s*"(?:text|calls)"')
_CALLS: Final = re.compile(r'"calls"\s*:\s*(?=[\[{])')
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.?)*(?:"|\Z)|[\[\]{}]', re.DOTALL)
_TEXT: Final = re.compile(r'\{\s*"text"\s*:\s*"')
# Everything up to the closing quote but half an escape, or half an emoji written as two of them.
_CHARACTERS: Final = re.compile(
    r'(?:[^"\\]|\\(?:[^u]|u(?:[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|(?![dD][89abAB])[0-9a-fA-F]{4})))*'
)


class ReplyCall(BaseModel):
    """A call as the model wrote it; the arguments are checked against the tool's schema later."""

    name: str
    arguments: Any = None


class Reply(BaseModel):
    """The object of one turn; null stands for what is left out, one call for a list of one."""

    text: str | None = ""
    calls: list[ReplyCall] | ReplyCall | None = []

    @property
    def all_calls(self) -> list[ReplyCall]:
        """The calls in their order."""
        return [self.calls] if isinstance(self.calls, ReplyCall) else self.calls or []


class JsonReplyDecoder:
    """Reads the text of another decoder's pieces as the JSON object of a turn and gives the pieces it stands for.

    What comes before the object, or instead of it, is text. An object that fits no schema and showed nothing is an
    `upstream_error`, so that the call is made once more.
    """

    def __init__(self, inner: Decoder, *, tools: Collection[str] | None, tool_choice: ToolChoice) -> None:
        self._inner = inner
        self._turn = Turn(tools=tools, tool_choice=tool_choice)
        self._ticks = ""
        """What may be the beginning of a fence."""
        self._object = ""
        self._read = 0
        """Where in the object the value of `text` goes on; 0 before it began."""
        self._said = ""
        """The part of that value that was given on."""
        self._shown = False
        self._error: ErrorPiece | None = None

    def feed(self, chunk: bytes) -> list[Piece]:
        """The pieces that `chunk` completes."""
        return self._translate(self._inner.feed(chunk))

    def close(self) -> list[Piece]:
        """The pieces that the end of the bytes completes."""
        return self._translate(self._inner.close())

    def _translate(self, pieces: list[Piece]) -> list[Piece]:
        found: list[Piece] = []
        for piece in pieces:
            if self._turn.ended:
                break
            try:
                found += self._take(piece)
            except RecursionError:
                found += self._turn.fail("the reply is nested too deeply")
        return found

    def _take(self, piece: Piece) -> list[Piece]:
        match piece:
            case TextPiece():
                return self._take_text(piece.text)
            case RetractPiece():
                shown, self._shown = self._shown, False
                self._ticks, self._object, self._read, self._said = "", "", 0, ""
                return [piece] if shown else []
            case CallPiece():
                return self._turn.call(CallFragment(id=piece.id, name=piece.name, arguments=piece.arguments))
            case UsagePiece():
                self._turn.usage(
                    input_tokens=piece.input_tokens, output_tokens=piece.output_tokens, neurons=piece.neurons
                )
            case ErrorPiece():
                self._error = piece
            case _:
                return self._finish(piece)
        return []

    def _take_text(self, text: str) -> list[Piece]:
        pieces: list[Piece] = []
        if not self._object:
            text = self._ticks + text
            start = _OBJECT_START.search(text)
            end = start.start() if start else len(text.rstrip("`"))
            pieces += self._say(text[:end])
            self._ticks, text = ("", text[end:]) if start else (text[end:], "")
        self._object += text
        if len(self._object) > MAX_REPLY:
            return pieces + self._turn.fail(f"the reply is longer than {MAX_REPLY} characters")
        return pieces + self._say_beginning()

    def _say_beginning(self) -> list[Piece]:
        """What of the object's text came by now."""
        if not self._read:
            fence = _FENCE.match(self._object)
            key = _TEXT.match(self._object, fence.end() if fence else 0)
            if not key:
                return []
            self._read = key.end()
        found = _CHARACTERS.match(self._object, self._read)
        end = found.end() if found else self._read
        said = _unescaped(self._object[self._read : end])
        self._read = end
        self._said += said
        return self._say(said)

    def _say(self, text: str) -> list[Piece]:
        self._shown = self._shown or bool(text.strip())
        self._turn.text(text)
        return self._turn.settle()

    def _finish(self, piece: FinishPiece) -> list[Piece]:
        pieces = self._say(self._ticks)
        if piece.reason == "error":
            error = self._error or ErrorPiece(code="upstream_error")
            cut = error.code == "stream_truncated"
            return pieces + self._turn.fail(error.detail, code=error.provider_code, truncated=cut)
        self._turn.finish_reason = piece.reason
        if self._object:
            pieces += self._end_object(complete=piece.reason != "length")
        return pieces if self._turn.ended else pieces + self._turn.end(announced=True)

    def _end_object(self, *, complete: bool) -> list[Piece]:
        fence = _FENCE.match(self._object)
        body = self._object[fence.end() if fence else 0 :]
        own = bool(_OWN.match(body))
        value = parse_json(leading_json(body))
        cut = value is None and _cut_in_calls(body)
        if value is None and own and complete:
            value = _mended(body)
        if not own and not (isinstance(value, dict) and value.keys() & Reply.model_fields):
            return self._say(self._object)  # Braces in prose, or an answer in a JSON of its own.
        try:
            reply = Reply.model_validate(value)
        except ValidationError as error:
            self._turn.call_cut = not complete and '"calls"' in body
            if self._shown or not complete:
                return []
            return self._turn.fail(f"the reply does not have the form asked for: {error.error_count()} mistakes")
        pieces: list[Piece] = []
        text = reply.text or ""
        if text.startswith(self._said):
            pieces += self._say(text[len(self._said) :])
        return pieces + (self._leave_out_cut() if cut else self._call(reply.all_calls))

    def _call(self, calls: list[ReplyCall]) -> list[Piece]:
        pieces: list[Piece] = []
        for index, call in enumerate(calls):
            if self._turn.ended:
                break
            arguments = arguments_text(call.arguments)
            pieces += self._turn.call(CallFragment(index=index, name=call.name, arguments=arguments))
        return pieces

    def _leave_out_cut(self) -> list[Piece]:
        """A call that was cut off is not run, whatever the reason that the model gave for its end."""
        if not self._shown:
            return self._turn.fail("the reply was cut off in its calls")
        self._turn.finish_reason, self._turn.call_cut = "length", True
        return []


def _cut_in_calls(text: str) -> bool:
    """Whether the text ends within the value of `calls`."""
    start = _CALLS.search(text)
    depth = 0
    for bracket in _BRACKETS.finditer(text, start.end() if start else len(text)):
        depth += (bracket[0] in "[{") - (bracket[0] in "]}")
        if not depth:
            return False
    return start is not None


def _mended(text: str) -> Any:
    try:
        return json_repair.loads(text)
    except RecursionError:
        return None


def _unescaped(characters: str) -> str:
    """The text that the inside of a JSON string stands for; escapes that JSON does not know stand for themselves."""
    try:
        text = json.loads(f'"{characters}"', strict=False)
    except ValueError:
        return re.sub(r"\\(.)", r"\1", characters, flags=re.DOTALL)
    return str(text)
