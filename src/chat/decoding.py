"""What the decoders of all providers have in common: bytes to payloads, and one turn that they fill."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from chat.messages import ToolChoice
from chat.payloads import Payload, PayloadReader
from chat.pieces import Piece
from chat.sse import MAX_EVENT_BYTES
from chat.turn import Turn


class PayloadDecoder(ABC):
    """Turns the bytes of one response into pieces; pure, and indifferent to where the bytes are cut."""

    def __init__(self, *, tools: Collection[str] | None = None, tool_choice: ToolChoice = "auto") -> None:
        self.turn = Turn(tools=tools, tool_choice=tool_choice)
        self._reader = PayloadReader()

    @property
    def whole(self) -> bool:
        """The response is a JSON document and no stream."""
        return self._reader.whole

    @abstractmethod
    def read_payload(self, payload: Payload) -> list[Piece]:
        """What one JSON object of the provider says."""

    def feed(self, chunk: bytes) -> list[Piece]:
        """The pieces that `chunk` completes."""
        if self.turn.ended:
            return []
        pieces = self._read(self._reader.feed(chunk))
        if self._reader.overflowed and not self.turn.ended:
            pieces += self.turn.fail(f"an event is longer than {MAX_EVENT_BYTES} bytes")
        return pieces

    def close(self) -> list[Piece]:
        """The pieces that the end of the bytes completes; the last one is the finish piece, unless it came before."""
        if self.turn.ended:
            return []
        return self._read([*self._reader.close(), None])

    def _read(self, payloads: Sequence[Payload | str | None]) -> list[Piece]:
        """What payloads say; a text among them is the announced end, None the end of the bytes."""
        pieces: list[Piece] = []
        try:
            for payload in payloads:
                if self.turn.ended:
                    return pieces
                if isinstance(payload, dict):
                    pieces += self.read_payload(payload)
                else:
                    pieces += self.turn.end(announced=payload is not None)
            if not self.turn.ended:
                pieces += self.turn.settle()
        except RecursionError:
            # JSON that could just be parsed may be too deep to be written again.
            pieces += self.turn.fail("a payload is nested too deeply")
        return pieces
