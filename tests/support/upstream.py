"""A model's server over HTTP that plays what a test wrote: bytes, pauses, resets, refusals."""

import json
import socket
import struct
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WAIT_S = 30
"""A test that forgets to let a reply go on fails after this."""


@dataclass
class Reply:
    """One response: its status, then its chunks; a pause waits for `release`, a reset breaks the connection.

    After silence, which stands first, not even the status comes before `release`.
    """

    chunks: Sequence[bytes | str] = ()
    status: int = 200
    content_type: str = "text/event-stream"
    release: threading.Event = field(default_factory=threading.Event)
    compressed: bool = False
    """The chunks are parts of one gzip stream."""
    sent: int = 0
    """Bytes of its chunks that the client's side took."""


PAUSE, RESET, SILENCE = "pause", "reset", "silence"


class Upstream:
    """Serves the enqueued replies in order and keeps what was asked."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.gone = threading.Event()
        """Set when a client left before its reply had ended."""
        self.unexpected = 0
        self._replies: list[Reply] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def enqueue(
        self, *chunks: bytes | str, status: int = 200, content_type: str = "text/event-stream", compressed: bool = False
    ) -> Reply:
        reply = Reply(chunks, status, content_type, compressed=compressed)
        self._replies.append(reply)
        return reply

    def clear(self) -> None:
        """Forget what was asked and what was not served."""
        for reply in self._replies:
            reply.release.set()
        self._replies.clear()
        self.requests.clear()
        self.headers.clear()
        self.gone.clear()
        self.unexpected = 0

    def close(self) -> None:
        self.clear()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def _next(self, request: dict[str, Any], headers: dict[str, str]) -> Reply:
        self.requests.append(request)
        self.headers.append(headers)
        if self._replies:
            return self._replies.pop(0)
        self.unexpected += 1
        return Reply([b'{"error": {"message": "the test wrote no reply for this call"}}'], 400, "application/json")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        upstream = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                reply = upstream._next(json.loads(body), {name.lower(): value for name, value in self.headers.items()})
                self.close_connection = True
                try:
                    self._play(reply)
                except (BrokenPipeError, ConnectionResetError):
                    upstream.gone.set()

            def _play(self, reply: Reply) -> None:
                if SILENCE in reply.chunks:
                    self._pause(reply)
                self.send_response(reply.status)
                self.send_header("Content-Type", reply.content_type)
                if reply.compressed:
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for chunk in reply.chunks:
                    if chunk == SILENCE:
                        continue
                    if chunk == PAUSE:
                        self._pause(reply)
                    elif chunk == RESET:
                        linger = struct.pack("ii", 1, 0)
                        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                        self.connection.close()
                        return
                    else:
                        assert isinstance(chunk, bytes)
                        self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                        self.wfile.flush()
                        reply.sent += len(chunk)
                self.wfile.write(b"0\r\n\r\n")

            def _pause(self, reply: Reply) -> None:
                """Wait for the test, or for the client to leave."""
                self.connection.settimeout(0.05)
                for _ in range(WAIT_S * 20):
                    if reply.release.is_set():
                        break
                    try:
                        if self.connection.recv(1, socket.MSG_PEEK) == b"":
                            raise BrokenPipeError
                    except TimeoutError:
                        continue
                self.connection.settimeout(None)

            def log_message(self, format: str, *args: Any) -> None:
                return None

        return Handler
