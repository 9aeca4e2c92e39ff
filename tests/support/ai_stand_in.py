"""What stands behind the AI binding of a local edge in a test."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class AiStandIn(ThreadingHTTPServer):
    """Stands in for Workers AI: answers what the test has set, and records what it was sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 200
        self.content_type = "application/json"
        self.chunks: list[bytes] = []
        self.endless = False
        self.requests: list[dict[str, Any]] = []
        self.left = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: AiStandIn
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.requests.append({"headers": dict(self.headers), **json.loads(body)})
        self.send_response(self.server.status)
        self.send_header("content-type", self.server.content_type)
        self.send_header("connection", "close")
        self.end_headers()
        for chunk in self.server.chunks:
            self.wfile.write(chunk)
            self.wfile.flush()
        try:
            while self.server.endless:
                self.wfile.write(b"data: x\n\n")
        except OSError:
            self.server.left.set()
        self.close_connection = True

    def log_message(self, *_: Any) -> None: ...
