"""A model's server for many runs at once: each goal names the mood in which its run is served."""

import json
import random
import socket
import struct
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

from tests.support.scripted_model import says, sse

Mood = Literal["answers", "slow", "silent about usage", "busy", "breaks off", "hangs", "hangs in the middle"]

SLOW_S = 0.3
_GIVES_UP_S = 30
_HALF = sse({"choices": [{"delta": {"content": "It"}}]}, done=False)
_RESET = object()


def goal_in(mood: Mood, number: int) -> str:
    """The goal that has run `number` served in that mood."""
    return f"{mood}: goal {number}"


def usage_of(number: int) -> dict[str, int]:
    """What the model says that run `number` used."""
    chance = random.Random(number)
    return {"prompt_tokens": chance.randrange(1500, 4000), "completion_tokens": chance.randrange(50, 340)}


class MoodyModel:
    """Serves on a free port until it is closed; `url` is its OpenAI-compatible base."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        mood, number = _asked(request)
        try:
            self.send_response(429 if mood == "busy" else 200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for chunk in self._chunks(mood, number):
                if chunk is _RESET:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    return
                self.wfile.write(chunk)
                self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            return

    def _chunks(self, mood: Mood, number: int) -> Iterator[Any]:
        answer = says("It depends.", usage=usage_of(number))
        match mood:
            case "answers":
                yield answer
            case "silent about usage":
                yield says("It depends.")
            case "slow":
                time.sleep(SLOW_S)
                yield answer[:60]
                time.sleep(SLOW_S)
                yield answer[60:]
            case "busy":
                yield b'{"error": {"message": "busy"}}'
            case "breaks off":
                yield _HALF
                yield _RESET
            case "hangs":
                self._wait()
            case "hangs in the middle":
                yield _HALF
                self._wait()

    def _wait(self) -> None:
        """Until the client leaves."""
        self.connection.settimeout(_GIVES_UP_S)
        self.connection.recv(1)

    def log_message(self, format: str, *args: Any) -> None:
        return None


def _asked(request: dict[str, Any]) -> tuple[Mood, int]:
    goal = next(message["content"] for message in request["messages"] if message["role"] == "user")
    mood, _, number = goal.removeprefix("<goal>").removesuffix("</goal>").partition(": goal ")
    return mood, int(number)
