"""A provider's network for tests: scripted responses as bytes, failures and stalls."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from chat.errors import ModelError
from chat.provider import ProviderCall


class Stall:
    """A promise that never settles."""


Step = bytes | ModelError | Stall


@dataclass
class ScriptedBody:
    """A response body that gives its steps one after another."""

    steps: list[Step]
    closing: Step = b""
    """What happens when it is closed."""
    closed: bool = False

    def __aiter__(self) -> "ScriptedBody":
        return self

    async def __anext__(self) -> bytes:
        if not self.steps:
            raise StopAsyncIteration
        step = self.steps.pop(0)
        return await settle(step)

    async def aclose(self) -> None:
        self.closed = True
        await settle(self.closing)


async def settle(step: Step) -> bytes:
    """What a step does."""
    if isinstance(step, Stall):
        await asyncio.get_running_loop().create_future()
    if isinstance(step, ModelError):
        raise step
    assert isinstance(step, bytes)
    return step


@dataclass
class ScriptedTransport:
    """A transport that answers each call with the next script: a list of steps, or what opening does instead."""

    scripts: list[Sequence[Step] | ModelError | Stall]
    calls: list[ProviderCall] = field(default_factory=list)
    bodies: list[ScriptedBody] = field(default_factory=list)
    closing: Step = b""

    async def open(self, call: ProviderCall) -> ScriptedBody:
        self.calls.append(call)
        script = self.scripts.pop(0)
        if isinstance(script, ModelError | Stall):
            await settle(script)
            raise AssertionError("a stall settled")
        body = ScriptedBody(list(script), self.closing)
        self.bodies.append(body)
        return body
