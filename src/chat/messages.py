"""A conversation with a model as the loop keeps it, independent of any provider's wire format."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from chat.pieces import Piece

ToolChoice = Literal["auto", "none"]


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """A call as it is kept in history."""

    id: str
    name: str
    arguments: str
    """Always a valid JSON object: servers parse it again on every later call and refuse the whole request otherwise
    (https://github.com/vllm-project/vllm/issues/43995)."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message; `calls` only on an assistant's, `call_id` and `name` only on a tool's."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool as the model sees it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema of the arguments."""


@dataclass(frozen=True, kw_only=True)
class ChatRequest:
    """One call to a model."""

    messages: Sequence[Message]
    tools: Sequence[Tool]
    tool_choice: ToolChoice
    max_tokens: int
    temperature: float


class ChatModel(Protocol):
    """A model that streams its answer."""

    @property
    def name(self) -> str:
        """The model's id as it is shown in `start`."""
        ...

    @property
    def demo(self) -> bool:
        """True for the scripted stand-in that needs no AI."""
        ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        """The pieces of one call, in batches as they arrive: one for each read of the network.

        Raises `chat.errors.ModelError` for a failure before or in the stream; closing the iterator cancels the call
        upstream.
        """
        ...
