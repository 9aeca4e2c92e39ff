"""What a provider of models has to offer: how a call to it is written, and how its answer is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from chat.messages import ChatRequest
from chat.pieces import Piece


@dataclass(frozen=True, kw_only=True)
class ProviderCall:
    """One call as it goes over the wire."""

    model: str
    payload: Mapping[str, Any]
    """The body, ready for JSON."""
    url: str = ""
    """Where it is posted to; empty for the AI binding."""
    headers: Mapping[str, str] = field(default_factory=dict)


class Decoder(Protocol):
    """Reads one response: bytes in, pieces out, nothing raised. The finish piece is the last one."""

    def feed(self, chunk: bytes) -> list[Piece]: ...
    def close(self) -> list[Piece]: ...


class Provider(Protocol):
    """One request builder and one decoder."""

    def call(self, model: str, request: ChatRequest) -> ProviderCall:
        """The request in the provider's own shape."""
        ...

    def decoder(self, request: ChatRequest) -> Decoder:
        """A decoder for the answer to the request."""
        ...
