"""A server for the browser tests: public/ as the edge serves it, and an agent that replays written events."""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from tests.support.assets import Assets

PUBLIC = Path(__file__).parents[2] / "public"
Event = Mapping[str, Any]


@dataclass
class Pause:
    """Holds a replay until the test opens it; `reached` says that everything before it was sent."""

    reached: threading.Event = field(default_factory=threading.Event)
    opened: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        self.opened.set()


@dataclass(frozen=True)
class Replay:
    """A stream: events without `seq`, bytes to be sent as they are, and pauses."""

    items: tuple[Event | bytes | Pause, ...]
    cut: bool = False
    """Drop the connection at the end instead of closing it properly."""

    @classmethod
    def of(cls, *items: Event | bytes | Pause, cut: bool = False) -> "Replay":
        return cls(items, cut)


@dataclass(frozen=True)
class Refusal:
    """An answer before any stream."""

    status: int
    body: Mapping[str, Any] | str
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Replay | Refusal
Chooser = Callable[[Mapping[str, Any]], Answer]


class PageServer(ThreadingHTTPServer):
    """Serves on a free port of 127.0.0.1 from entering to leaving the context.

    `agent` and `quote` decide what a POST is answered, `search` what GET /api/search is, by the parameters of its
    address; `goals` lists what the agent was asked.
    """

    daemon_threads = True
    PAUSE_LIMIT_S = 30.0

    def __init__(self, port: int = 0, public: Path = PUBLIC) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.assets = Assets(public)
        self.agent: Chooser = lambda _: Refusal(
            503, {"error": {"code": "unavailable", "message": "No answer was set."}}
        )
        self.quote: Chooser = lambda _: Refusal(
            503, {"error": {"code": "unavailable", "message": "No estimate was set."}}
        )
        self.search: Callable[[Mapping[str, str]], Refusal] = lambda _: Refusal(200, {"hits": []})
        self.quota: Mapping[str, Any] = {}
        self.allowed_origins: frozenset[str] = frozenset()
        self.goals: list[Mapping[str, Any]] = []
        self.gone = threading.Event()
        """Set when a client left a stream before its end."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> "PageServer":
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves is not worth a traceback."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: PageServer

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/api/quota":
            headers = {"content-type": "application/json", **self._cors()}
            return self._send(200, headers, json.dumps(self.server.quota).encode())
        if path == "/api/search":
            return self._refuse(self.server.search(dict(parse_qsl(query))))
        status, headers, body = self.server.assets.get(path)
        return self._send(status, headers, body)

    def do_OPTIONS(self) -> None:
        self._send(204, {**self._cors(), "access-control-allow-headers": "content-type"}, b"")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/api/agent":
            self.server.goals.append(body)
        answer = self.server.agent(body) if self.path == "/api/agent" else self.server.quote(body)
        if isinstance(answer, Refusal):
            self._refuse(answer)
        else:
            self._stream(answer)

    def _refuse(self, answer: Refusal) -> None:
        text = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
        headers = {"content-type": "application/json", **answer.headers, **self._cors()}
        self._send(answer.status, headers, text.encode())

    def _cors(self) -> dict[str, str]:
        origin = self.headers.get("origin", "")
        return {"access-control-allow-origin": origin} if origin in self.server.allowed_origins else {}

    def _send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response(HTTPStatus(status))
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, replay: Replay) -> None:
        self.send_response(HTTPStatus.OK)
        for name, value in {"content-type": "application/x-ndjson; charset=utf-8", **self._cors()}.items():
            self.send_header(name, value)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        try:
            for chunk in self._chunks(replay.items):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            if replay.cut:
                self.close_connection = True
            else:
                self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.server.gone.set()
            self.close_connection = True

    def _chunks(self, items: Iterable[Event | bytes | Pause]) -> Iterable[bytes]:
        seq = 0
        for item in items:
            if isinstance(item, Pause):
                item.reached.set()
                item.opened.wait(PageServer.PAUSE_LIMIT_S)
            elif isinstance(item, bytes):
                yield item
            else:
                yield json.dumps({"seq": seq, **item}, ensure_ascii=False).encode() + b"\n"
                seq += 1
