"""The stream cases of `tests/cases` and the recordings of `tests/streams`, as bytes for a decoder."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from chat.pieces import CallPiece, ErrorPiece, FinishPiece, Piece, RetractPiece, TextPiece, UsagePiece

TESTS = Path(__file__).parents[1]


class Decoder(Protocol):
    """What every provider's decoder offers."""

    def feed(self, chunk: bytes) -> list[Piece]: ...
    def close(self) -> list[Piece]: ...


def load_cases() -> list[dict[str, Any]]:
    """All cases, in the file's order."""
    lines = (TESTS / "cases" / "stream.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def load_streams() -> dict[str, bytes]:
    """The recorded streams by the name of their file."""
    return {path.stem: path.read_bytes() for path in sorted((TESTS / "streams").glob("*.sse"))}


def chunks_of(case_input: dict[str, Any]) -> list[bytes]:
    """The network chunks of a case."""
    if "wire" in case_input:
        return [chunk.encode() for chunk in case_input["wire"]]
    if "wire_hex" in case_input:
        return [bytes.fromhex(chunk) for chunk in case_input["wire_hex"]]
    if "binding_returns" in case_input:
        return [json.dumps(case_input["binding_returns"]).encode()]
    return [sse(event) for event in case_input["events"]] + ([DONE] if case_input.get("done", True) else [])


DONE = b"data: [DONE]\n\n"


def sse(payload: Any) -> bytes:
    """One event that carries the payload."""
    text = json.dumps(payload, ensure_ascii=False)
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = json.dumps(payload)  # Half an emoji can only be written as an escape.
    return f"data: {text}\n\n".encode()


def delta(text: str | None = None, **fields: Any) -> bytes:
    """One event in OpenAI's shape."""
    return sse({"choices": [{"index": 0, "delta": ({} if text is None else {"content": text}) | fields}]})


def finish(reason: str = "stop") -> bytes:
    """The closing chunk, and the sentinel."""
    return sse({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}) + DONE


def decode(decoder: Decoder, *chunks: bytes) -> list[Piece]:
    """All pieces of a stream."""
    return [piece for chunk in chunks for piece in decoder.feed(chunk)] + decoder.close()


@dataclass
class Outcome:
    """What the pieces of one stream say, text joined."""

    text: str = ""
    calls: list[CallPiece] = field(default_factory=list)
    usage: UsagePiece | None = None
    error: ErrorPiece | None = None
    finish: str = ""
    call_cut: bool = False
    retracted: str = ""

    @property
    def called(self) -> list[tuple[str, Any]]:
        """Names and parsed arguments of the calls."""
        return [(call.name, json.loads(call.arguments)) for call in self.calls]


def outcome(pieces: list[Piece]) -> Outcome:
    """The pieces, summed up; asserts that exactly one finish piece stands at the end and nothing empty is shown."""
    found = Outcome()
    assert [index for index, piece in enumerate(pieces) if piece.type == "finish"] == [len(pieces) - 1]
    for piece in pieces:
        match piece:
            case TextPiece():
                assert piece.text
                assert not found.calls, "text after a call"
                found.text += piece.text
            case RetractPiece():
                found.retracted += found.text
                found.text = ""
            case CallPiece():
                found.calls.append(piece)
            case UsagePiece():
                assert found.usage is None
                found.usage = piece
            case ErrorPiece():
                found.error = piece
            case FinishPiece():
                found.finish, found.call_cut = piece.reason, piece.call_cut
    return found


def read(decoder: Decoder, *chunks: bytes) -> Outcome:
    """The outcome of a stream."""
    return outcome(decode(decoder, *chunks))
