"""What the local edge promises of production's behaviour, shown with a Worker made for it."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import StartEdge
from tests.support.ai_stand_in import AiStandIn
from tests.support.edge_copy import copy_of_edge_project
from tests.support.local_edge import LocalEdge
from tests.support.until import until


@pytest.fixture(scope="module")
def ai() -> Iterator[AiStandIn]:
    server = AiStandIn()
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
def worker(start_edge: StartEdge, project: Path, ai: AiStandIn) -> Iterator[LocalEdge]:
    edge = start_edge(root=project, ai_upstream=ai.url, variables={"GREETING": "hola"})
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
        "added": None,
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


def test_a_failure_after_the_response_reaches_the_terminal(http: httpx.Client, worker: LocalEdge) -> None:
    assert http.get("/api/later-fails").text == "accepted"
    worker.wait_for("^waitUntil: Traceback")
    worker.wait_for('^  File "src/entry.py", line .* in work$')
    worker.wait_for("^ValueError: too late$")


def test_python_fetches_from_this_machine(http: httpx.Client, ai: AiStandIn) -> None:
    assert http.get("/api/outbound", params={"url": ai.url}).text == "hello"


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


def test_in_the_tests_nothing_leaves_this_machine(http: httpx.Client, worker: LocalEdge) -> None:
    assert http.get("/api/outbound", params={"url": "http://model.example/v1"}).status_code == 500
    worker.wait_for("The Worker reached for model.example; in the tests it talks to this machine only")


def test_ai_passes_the_request_on_and_json_back(http: httpx.Client, ai: AiStandIn) -> None:
    ai.status, ai.content_type, ai.chunks = 200, "application/json", [b'{"response": "hey"}']
    assert http.get("/api/ai").json() == {"json": {"response": "hey"}}
    sent = ai.requests[-1]
    assert sent["inputs"] == {"prompt": "hi"}
    assert sent["headers"]["MF-Header-cf-consn-model-id"] == "@cf/some/model"


def test_ai_passes_a_stream_on(http: httpx.Client, ai: AiStandIn) -> None:
    ai.status, ai.content_type, ai.chunks = (
        200,
        "text/event-stream",
        [b"data: a\n\n", b"data: [DONE]\n\n"],
    )
    assert http.get("/api/ai").content == b"data: a\n\ndata: [DONE]\n\n"


def test_an_error_of_ai_has_the_platforms_shape(http: httpx.Client, ai: AiStandIn) -> None:
    ai.status, ai.content_type = 429, "application/json"
    ai.chunks = [b'{"internalCode": 3040, "description": "Capacity temporarily exceeded"}']
    assert http.get("/api/ai").json() == {
        "name": "InferenceUpstreamError",
        "message": "3040: Capacity temporarily exceeded",
    }


def test_aborting_a_call_reaches_ai(http: httpx.Client, ai: AiStandIn) -> None:
    ai.status, ai.content_type, ai.chunks, ai.endless = 200, "text/event-stream", [], True
    try:
        assert http.get("/api/ai-abort").text == "aborted"
        assert ai.left.wait(10)
    finally:
        ai.endless = False


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


def test_a_var_takes_effect_and_a_broken_wrangler_toml_does_not(
    http: httpx.Client, worker: LocalEdge, project: Path
) -> None:
    config = project / "wrangler.toml"
    good = config.read_text()
    seen = len(worker.log)
    config.write_text(good + "[[")
    worker.wait_for("^Still serving the last version that worked", since=seen)
    assert http.get("/api/bindings").json()["data"] == 42

    seen = len(worker.log)
    config.write_text(good.replace("[vars]", '[vars]\nADDED = "later"'))
    worker.wait_for("^Reloaded in", since=seen)
    assert http.get("/api/bindings").json()["added"] == "later"


def test_a_new_isolate_falls_back_to_the_last_version_that_worked(
    http: httpx.Client, worker: LocalEdge, project: Path
) -> None:
    migration = project / "migrations/0003_wrong.sql"
    seen = len(worker.log)
    migration.write_text("CREATE NONSENSE;")
    worker.wait_for("^migrations/0003_wrong.sql: ", since=seen)
    worker.wait_for("^Still serving the last version that worked", since=seen)
    assert http.get("/api/bindings").json()["data"] == 42

    module = project / "src/greeting.py"
    good = module.read_text()
    seen = len(worker.log)
    module.write_text("import nothing_of_the_kind\n")
    worker.wait_for("^Still serving the last version that worked", since=seen)
    seen = len(worker.log)
    migration.unlink()
    worker.wait_for("^ModuleNotFoundError: No module named 'nothing_of_the_kind'", since=seen)
    worker.wait_for("^Still serving the last version that worked", since=seen)
    assert http.get("/api/bindings").json()["data"] == 42

    seen = len(worker.log)
    module.write_text(good)
    worker.wait_for("^Reloaded in", since=seen)


def test_saved_content_is_built_and_a_mistake_in_it_is_shown(
    http: httpx.Client, worker: LocalEdge, project: Path
) -> None:
    seen = len(worker.log)
    (project / "content/answer.txt").write_text("forty-two")
    worker.wait_for("^content/answer.txt:1: answer: not a number$", since=seen)
    assert http.get("/api/bindings").json()["data"] == 42

    seen = len(worker.log)
    (project / "content/answer.txt").write_text("43")
    worker.wait_for("^Reloaded in", since=seen)
    assert http.get("/api/bindings").json()["data"] == 43


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
