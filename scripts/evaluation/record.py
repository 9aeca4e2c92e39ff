"""HTTP on CPython, and a transport around any other that writes down what it carries."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx

from chat.client import ByteStream, Transport
from chat.errors import ModelError
from chat.failures import failure
from chat.provider import ProviderCall
from scripts.evaluation.journal import Journal, elapsed_ms, written_bytes

ERROR_BYTES = 2_000


@dataclass(frozen=True, kw_only=True)
class HttpTransport:
    """Posts a call as the Worker does; a call to the AI binding goes to `workers_ai`, Cloudflare's REST API.

    The stall limit is the caller's, so the client itself waits without one.
    """

    client: httpx.AsyncClient
    workers_ai: str = ""
    """`https://api.cloudflare.com/client/v4/accounts/{account}/ai/run/`."""
    workers_ai_token: str = ""

    async def open(self, call: ProviderCall) -> ByteStream:
        url, headers = call.url or f"{self.workers_ai}{call.model}", {"accept-encoding": "identity", **call.headers}
        if not call.url:
            headers |= {"content-type": "application/json", "authorization": f"Bearer {self.workers_ai_token}"}
        request = self.client.build_request("POST", url, headers=headers, content=json.dumps(call.payload))
        try:
            response = await self.client.send(request, stream=True)
            if response.status_code >= 300:
                words = (await response.aread())[:ERROR_BYTES].decode(errors="replace")
                raise failure(f"HTTP {response.status_code}: {words}", status=response.status_code)
        except httpx.HTTPError as error:
            raise failure(f"no answer from the model's server: {error!r}") from error
        return HttpBytes(response)


class HttpBytes:
    """The body of a response, one chunk for each read of the network."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._chunks: AsyncIterator[bytes] = response.aiter_raw()

    def __aiter__(self) -> "HttpBytes":
        return self

    async def __anext__(self) -> bytes:
        try:
            return await anext(self._chunks)
        except httpx.HTTPError as error:
            raise failure(f"the stream broke: {error!r}") from error

    async def aclose(self) -> None:
        await self._response.aclose()


class RecordingTransport:
    """Writes requests, reads, failures and ends into a journal as they pass."""

    def __init__(self, inner: Transport, journal: Journal) -> None:
        self._inner, self._journal = inner, journal
        self._began = asyncio.get_running_loop().time()

    async def open(self, call: ProviderCall) -> ByteStream:
        self.note("request", url=call.url, model=call.model, payload=call.payload)  # headers hold the key
        try:
            stream = await self._inner.open(call)
        except ModelError as error:
            self.note_failure(error)
            raise
        except asyncio.CancelledError:
            self.note("closed")
            raise
        self.note("response")
        return RecordedBytes(stream, self)

    def note(self, kind: str, **fields: object) -> None:
        """One entry, now."""
        self._journal.add(kind, elapsed_ms(self._began), **fields)

    def note_failure(self, error: ModelError) -> None:
        """What the transport raised."""
        self.note("failure", detail=error.detail, status=error.status)


class RecordedBytes:
    """A body that is written down while it is read."""

    def __init__(self, inner: ByteStream, transport: RecordingTransport) -> None:
        self._inner, self._transport = inner, transport
        self._ended = False

    def __aiter__(self) -> "RecordedBytes":
        return self

    async def __anext__(self) -> bytes:
        try:
            chunk = await anext(self._inner)
        except StopAsyncIteration:
            self._end("end")
            raise
        except ModelError as error:
            self._ended = True
            self._transport.note_failure(error)
            raise
        self._transport.note("bytes", **written_bytes(chunk))
        return chunk

    async def aclose(self) -> None:
        if not self._ended:
            self._end("closed")
        await self._inner.aclose()

    def _end(self, kind: str) -> None:
        self._ended = True
        self._transport.note(kind)
