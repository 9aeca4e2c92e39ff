"""What the local edge promises of production's behaviour, shown with a Worker made for it."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import StartEdge
from tests.support.edge_copy import copy_of_edge_project
from tests.support.local_edge import LocalEdge
from tests.support.until import until


class Upstream(ThreadingHTTPServer):
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
    server: Upstream
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


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    server = Upstream()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_edge_project(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def worker(start_edge: StartEdge, project: Path, upstream: Upstream) -> Iterator[LocalEdge]:
    edge = start_edge(root=project, ai_upstream=upstream.url, variables={"GREETING": "hola"})
    yield edge
    edge.stop()


@pytest.fixture
def http(worker: LocalEdge) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=worker.url, timeout=30) as client:
        yield client


def test_bindings_vars_files_and_rpc_are_what_wrangler_toml_says(http: httpx.Client) -> None:
    assert http.get("/api/bindings").json() == {
        "greeting": "hola, world",
        "secret": 64,
        "address": "127.0.0.1",
        "data": 42,
        "notes": False,  # no rule uploads Markdown
        "shout": "OK",
        "rpc": {"sum": 5},
        "hidden": False,
    }


def test_an_address_of_the_tests_choice(http: httpx.Client) -> None:
    found = http.get("/api/bindings", headers={"CF-Connecting-IP": "203.0.113.9"}).json()
    assert found["address"] == "203.0.113.9"


def test_assets_are_served_without_python(http: httpx.Client) -> None:
    assert http.get("/").text == "<h1>asset</h1>\n"


def test_the_rate_limit_binding_counts(http: httpx.Client) -> None:
    assert http.get("/api/burst").json() == [True, True, True, False, False]


def test_migrations_are_applied_each_once(worker: LocalEdge) -> None:
    assert [row["name"] for row in worker.rows("SELECT name FROM d1_migrations ORDER BY id")] == [
        "0001_events.sql",
        "0002_trigger.sql",
    ]


def test_the_cron_trigger_runs_by_url(http: httpx.Client, worker: LocalEdge) -> None:
    assert http.get("/__scheduled", params={"cron": "0 3 * * *"}).status_code == 200
    assert worker.rows("SELECT name FROM copies WHERE name = 'cron 0 3 * * *'")
    assert http.get("/__scheduled", params={"cron": "bad"}).status_code == 500
    worker.wait_for("ValueError: no such schedule")


def test_a_traceback_is_readable_in_the_terminal_and_unseen_by_the_visitor(
    http: httpx.Client, worker: LocalEdge
) -> None:
    response = http.get("/api/boom")
    assert (response.status_code, response.text) == (500, "Internal Server Error\n")
    worker.wait_for("^ValueError: un acento: ñ$")
    first = worker.log.index("Traceback (most recent call last):", worker.log.index("ValueError: un acento: ñ") - 8)
    assert worker.log[first + 1].startswith('  File "src/entry.py", line')


def test_print_and_logging_reach_the_terminal(http: httpx.Client, worker: LocalEdge) -> None:
    http.get("/api/log")
    worker.wait_for("^printed$")
    worker.wait_for("^INFO logged$")


async def test_work_goes_on_after_the_response(worker: LocalEdge) -> None:
    async with httpx.AsyncClient(base_url=worker.url) as http:
        assert (await http.get("/api/later")).text == "accepted"
    await until(lambda: worker.rows("SELECT name FROM events WHERE name = 'later'"))


def test_python_fetches_from_this_machine(http: httpx.Client, upstream: Upstream) -> None:
    assert http.get("/api/outbound", params={"url": upstream.url}).text == "hello"


async def test_a_client_that_leaves_is_noticed(worker: LocalEdge) -> None:
    async with httpx.AsyncClient(base_url=worker.url) as http, http.stream("GET", "/api/stream") as response:
        ticks = [line async for line in _first(response.aiter_lines(), 3)]
    assert ticks == ["tick", "tick", "tick"]
    await until(lambda: worker.rows("SELECT name FROM events WHERE name = 'cancel'"))
    await until(lambda: worker.rows("SELECT name FROM events WHERE name = 'signal'"))


async def _first(lines: Any, count: int) -> Any:
    async for line in lines:
        yield line
        count -= 1
        if not count:
            return


def test_ai_passes_the_request_on_and_json_back(http: httpx.Client, upstream: Upstream) -> None:
    upstream.status, upstream.content_type, upstream.chunks = 200, "application/json", [b'{"response": "hey"}']
    assert http.get("/api/ai").json() == {"json": {"response": "hey"}}
    sent = upstream.requests[-1]
    assert sent["inputs"] == {"prompt": "hi"}
    assert sent["headers"]["MF-Header-cf-consn-model-id"] == "@cf/some/model"


def test_ai_passes_a_stream_on(http: httpx.Client, upstream: Upstream) -> None:
    upstream.status, upstream.content_type, upstream.chunks = (
        200,
        "text/event-stream",
        [b"data: a\n\n", b"data: [DONE]\n\n"],
    )
    assert http.get("/api/ai").content == b"data: a\n\ndata: [DONE]\n\n"


def test_an_error_of_ai_has_the_platforms_shape(http: httpx.Client, upstream: Upstream) -> None:
    upstream.status, upstream.content_type = 429, "application/json"
    upstream.chunks = [b'{"internalCode": 3040, "description": "Capacity temporarily exceeded"}']
    assert http.get("/api/ai").json() == {
        "name": "InferenceUpstreamError",
        "message": "3040: Capacity temporarily exceeded",
    }


def test_aborting_a_call_reaches_ai(http: httpx.Client, upstream: Upstream) -> None:
    upstream.status, upstream.content_type, upstream.chunks, upstream.endless = 200, "text/event-stream", [], True
    try:
        assert http.get("/api/ai-abort").text == "aborted"
        assert upstream.left.wait(10)
    finally:
        upstream.endless = False


async def test_a_saved_file_takes_effect_and_a_broken_one_does_not(worker: LocalEdge, project: Path) -> None:
    module = project / "src/greeting.py"
    good = module.read_text()
    async with httpx.AsyncClient(base_url=worker.url, timeout=30) as http:

        async def greeting() -> str:
            return str((await http.get("/api/bindings")).json()["greeting"])

        seen = len(worker.log)
        module.write_text(good.replace("world", "mundo"))
        await asyncio.to_thread(worker.wait_for, "^Reloaded in", since=seen)
        assert await greeting() == "hola, mundo"

        seen = len(worker.log)
        module.write_text("def greet(:\n")
        await asyncio.to_thread(worker.wait_for, "^Still serving the last version that worked", since=seen)
        assert any("SyntaxError" in line for line in worker.log[seen:])
        assert await greeting() == "hola, mundo"

        seen = len(worker.log)
        module.write_text(good)
        await asyncio.to_thread(worker.wait_for, "^Reloaded in", since=seen)
        assert await greeting() == "hola, world"


def test_a_changed_asset_has_a_new_etag(http: httpx.Client, worker: LocalEdge, project: Path) -> None:
    old = http.get("/").headers["etag"]
    seen = len(worker.log)
    (project / "public/index.html").write_text("<h1>changed</h1>\n")
    worker.wait_for("^Reloaded in", since=seen)
    response = http.get("/", headers={"If-None-Match": old})
    assert (response.status_code, response.text) == (200, "<h1>changed</h1>\n")


def test_without_a_login_ai_says_so(start_edge: StartEdge, tmp_path: Path) -> None:
    edge = start_edge(root=copy_of_edge_project(tmp_path))
    try:
        found = httpx.get(f"{edge.url}/api/ai", timeout=30).json()
    finally:
        edge.stop()
    assert found["name"] == "InferenceUpstreamError"
    assert found["message"].startswith("10000: The AI binding needs a Cloudflare login")
