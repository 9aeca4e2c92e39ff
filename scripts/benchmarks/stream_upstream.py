"""A model's server that streams a given number of events at an even rate, one event a write."""

import asyncio
import json
import random
import threading
from collections.abc import Iterator

RATE = 125
"""Events a second."""
# Chunks, as real servers send them: workerd hands over no more than one in each read.
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
WORDS = (
    "shop", "page", "photo", "garden", "winter", "simple", "bread", "colour", "answer", "table", "quiet", "letter",
    "visitor", "window", "order", "market", "story", "paper", "market", "bridge", "morning", "reader", "field", "craft",
)  # fmt: skip


def events(count: int) -> Iterator[bytes]:
    """As many text deltas in OpenAI's shape, and the end of the stream."""
    words = random.Random(7).choices(WORDS, k=count)
    for word in words:
        yield _event({"content": f" {word}"})
    yield _event({}, finish="stop") + b"data: [DONE]\n\n"


def _event(delta: dict[str, str], finish: str | None = None) -> bytes:
    chunk = {
        "id": "chatcmpl-8f2c1d7a9b",
        "object": "chat.completion.chunk",
        "created": 1795910400,
        "model": "small",
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
    }
    return b"data: %s\n\n" % json.dumps(chunk).encode()


class PacedUpstream:
    """The server, on a thread of its own; `count` events for each request."""

    def __init__(self) -> None:
        self.count = 0
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),), daemon=True)
        self._thread.start()
        self._ready.wait(10)

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        async with server:
            await self._end.wait()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        await reader.readexactly(length)
        writer.write(HEAD)
        began = asyncio.get_running_loop().time()
        for number, event in enumerate(events(self.count)):
            await asyncio.sleep(began + number / RATE - asyncio.get_running_loop().time())
            writer.write(b"%x\r\n%s\r\n" % (len(event), event))
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    def close(self) -> None:
        """Stops serving."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)
