"""How a call reaches a model from the Worker: through the AI binding, or as an HTTP request."""

import asyncio
import json
import logging
from typing import Any, Final

import js
from pyodide.ffi import JsProxy, create_proxy
from workers import import_from_javascript, python_to_rpc

from chat.client import ByteStream
from chat.errors import ModelError
from chat.failures import failure
from chat.provider import ProviderCall

logger = logging.getLogger(__name__)

BATCH_MS: Final = 100
"""The shortest time between two batches of bytes once a model is writing: each costs a crossing from JS."""
ERROR_BYTES: Final = 2_000
"""As much of a refusal's body is read for the log."""
ERROR_BODY_S: Final = 0.5
"""A refusal whose body takes longer is told by its status alone, well before the wait for a response is over."""


class PumpedBytes:
    """The body of a response as `upstream.js` drains it."""

    def __init__(self, pump: Any, abort: Any) -> None:
        self._pump = pump
        self._abort = abort
        self._deliver = create_proxy(self._take)
        self._batch: asyncio.Future[bytes | str | None] = asyncio.Future()

    def __aiter__(self) -> "PumpedBytes":
        return self

    async def __anext__(self) -> bytes:
        # A plain future: the loop's own kind, as for a promise, wakes the loop twice.
        self._batch = asyncio.Future()
        self._pump.next(self._deliver)
        batch = await self._batch
        if isinstance(batch, bytes):
            return batch
        if isinstance(batch, str):
            raise failure(f"the stream broke: {batch}")
        raise StopAsyncIteration

    async def aclose(self) -> None:
        self._pump.cancel()
        self._abort.abort()
        self._deliver.destroy()

    def _take(self, batch: Any) -> None:
        if not self._batch.done():
            self._batch.set_result(batch.to_bytes() if isinstance(batch, JsProxy) else batch)


class EdgeTransport:
    """The AI binding for calls without a URL, HTTP for all others."""

    def __init__(self, env: Any) -> None:
        self._env = env

    async def open(self, call: ProviderCall) -> ByteStream:
        return await (self._fetch(call) if call.url else self._run_ai(call))

    async def _run_ai(self, call: ProviderCall) -> ByteStream:
        abort, inputs = js.AbortController.new(), json.dumps(call.payload)
        binding = python_to_rpc(self._env.AI)
        async with _Cancelling(abort):
            answer = await _upstream().runAi(binding, call.model, inputs, abort.signal, BATCH_MS)
        if getattr(answer, "error", None):
            raise failure(str(answer.error))
        return PumpedBytes(answer.pump, abort)

    async def _fetch(self, call: ProviderCall) -> ByteStream:
        abort = js.AbortController.new()
        headers, body = json.dumps(dict(call.headers)), json.dumps(call.payload)
        async with _Cancelling(abort):
            answer = await _upstream().post(call.url, headers, body, abort.signal, BATCH_MS)
            if getattr(answer, "error", None):
                raise failure(f"no answer from the model's server: {answer.error}")
            stream = PumpedBytes(answer.pump, abort)
            if answer.status >= 300:
                raise await _refused(answer.status, stream)
        return stream


class _Cancelling:
    """Aborts the request if the wait for its response is cut short."""

    def __init__(self, abort: Any) -> None:
        self._abort = abort

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._abort.abort()


async def _refused(status: int, stream: PumpedBytes) -> ModelError:
    """The failure that the status and the body tell; of a body that stalls or breaks off, what has come."""
    body = b""
    try:
        async with asyncio.timeout(ERROR_BODY_S):
            async for chunk in stream:
                body += chunk
                if len(body) >= ERROR_BYTES:
                    break
    except (TimeoutError, ModelError) as error:
        logger.warning("the body of a refusal with HTTP %s did not come: %r", status, error)
    finally:
        await stream.aclose()
    return failure(f"HTTP {status}: {body[:ERROR_BYTES].decode(errors='replace')}", status=status)


def _upstream() -> Any:
    return import_from_javascript("edge/upstream.js")
