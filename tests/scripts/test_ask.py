"""scripts/ask against a server that plays recorded streams: what it shows, prints and returns."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from scripts.asking.client import lines
from scripts.asking.language import guess_locale
from scripts.asking.view import summary
from tests.scripts.conftest import RunCommand

EVENTS: list[dict[str, Any]] = [
    {"seq": 0, "type": "start", "v": 1, "run": "r1", "locale": "en", "model": "demo", "demo": True, "limits": {}},
    {"seq": 1, "type": "step", "n": 1, "of": 5, "last": False},
    {"seq": 2, "type": "text", "n": 1, "delta": "I will look "},
    {"seq": 3, "type": "text", "n": 1, "delta": "it up.\u2028"},
    {"seq": 4, "type": "tool_call", "n": 1, "id": "c1", "name": "get_service", "arguments": {"service": "[web]"}},
    {
        "seq": 5,
        "type": "tool_result",
        "n": 1,
        "id": "c1",
        "name": "get_service",
        "ok": False,
        "error": "invalid_arguments",
        "detail": "no service [web]",
    },
    {"seq": 6, "type": "of_a_later_version", "what": "ever"},
    {"seq": 7, "type": "step", "n": 2, "of": 5, "last": True},
    {"seq": 8, "type": "text", "n": 2, "delta": "From €1,400."},
    {
        "seq": 9,
        "type": "done",
        "answer": "From €1,400, never €9.",
        "stopped_by": "step_limit",
        "unverified_amounts": ["€9"],
        "unverified_durations": [],
        "unverified_links": [],
        "claims": [
            {
                "kind": "money",
                "text": "€1,400",
                "start": 5,
                "end": 11,
                "status": "verified",
                "evidence": [{"call": "c1", "field": "price_from"}],
            },
            {"kind": "money", "text": "€9", "start": 19, "end": 21, "status": "unverified", "evidence": []},
        ],
        "usage": {
            "model_calls": 2,
            "tool_calls": 1,
            "input_tokens": 1200,
            "output_tokens": 40,
            "neurons": 12.34,
            "neurons_basis": "estimated",
            "first_text_ms": 250,
            "total_ms": 1900,
        },
        "quota": {"units_left": 18},
    },
]
FAILED = {"seq": 1, "type": "error", "code": "model_unavailable", "message": "The model rests.", "retryable": True}


class Agent(ThreadingHTTPServer):
    """Answers every goal with the status and the body that the test has set."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 200
        self.body = b""
        self.asked: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def plays(self, events: list[dict[str, Any]]) -> None:
        self.status = 200
        self.body = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events).encode()


class _Handler(BaseHTTPRequestHandler):
    server: Agent

    def do_POST(self) -> None:
        self.server.asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def agent() -> Iterator[Agent]:
    server = Agent()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_it_shows_plan_calls_answer_claims_and_cost(agent: Agent, run_command: RunCommand) -> None:
    agent.plays(EVENTS)
    shown = run_command("ask", "what does a site cost?", "--url", agent.url)
    assert shown.returncode == 0
    for text in [
        "demo · en · run r1 (a demo without AI)",
        "I will look it up.",
        '→ get_service(service="[web]")',
        "✗ invalid_arguments no service [web]",
        "From €1,400, never €9.",
        "Not confirmed by the site's data: €9",
        "Stopped by step_limit",
        "2 model calls, 1 tool calls · 1,200 + 40 tokens · 12.3 neurons (estimated) · first text after 0.2 s · 1.9 s · "
        "18 units left today",
    ]:
        assert text in shown.stdout
    rows = [line.split() for line in shown.stdout.splitlines()]
    assert ["€1,400", "money", "verified", "c1", "price_from"] in rows
    assert ["€9", "money", "unverified"] in rows


def test_json_prints_the_lines_as_they_were_sent(agent: Agent, run_command: RunCommand) -> None:
    agent.plays(EVENTS)
    assert run_command("ask", "a site", "--url", agent.url, "--json").stdout.encode() == agent.body


@pytest.mark.parametrize(
    ("events", "said"),
    [
        pytest.param([EVENTS[0], FAILED], "The model rests. (model_unavailable) You may try again.", id="error event"),
        pytest.param(EVENTS[:3], "The stream ended in the middle of the run.", id="truncated"),
    ],
)
def test_a_run_without_an_answer_fails(
    agent: Agent, run_command: RunCommand, events: list[dict[str, Any]], said: str
) -> None:
    agent.plays(events)
    shown = run_command("ask", "a site", "--url", agent.url)
    assert shown.returncode == 1
    assert said in shown.stdout + shown.stderr


def test_a_refusal_fails_with_its_message(agent: Agent, run_command: RunCommand) -> None:
    agent.status = 429
    agent.body = b'{"error": {"code": "quota_exhausted", "message": "Come back tomorrow."}}'
    shown = run_command("ask", "a site", "--url", agent.url)
    assert shown.returncode == 1
    assert "Refused: Come back tomorrow. (429 quota_exhausted)" in shown.stderr


def test_nobody_at_the_url_is_said_without_a_traceback(run_command: RunCommand) -> None:
    shown = run_command("ask", "a site", "--url", "http://127.0.0.1:1")
    assert shown.returncode == 1
    assert shown.stderr.startswith("No answer from http://127.0.0.1:1")
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize(
    ("goal", "terminal", "locale"),
    [
        pytest.param("a site with a blog for my bakery, how much and how long?", "es_ES.UTF-8", "en", id="English"),
        pytest.param("una web con blog para mi panadería, ¿cuánto y cuándo?", "en_GB.UTF-8", "es", id="Spanish"),
        pytest.param("necesito una tienda", "en_GB.UTF-8", "es", id="Spanish without accents"),
        pytest.param("logo", "es_ES.UTF-8", "es", id="the terminal decides"),
        pytest.param("logo", "C.UTF-8", "en", id="nothing decides"),
    ],
)
def test_the_locale_is_that_of_the_goal(goal: str, terminal: str, locale: str) -> None:
    assert guess_locale(goal, {"LANG": terminal}) == locale


def test_the_locale_is_sent(agent: Agent, run_command: RunCommand) -> None:
    agent.plays(EVENTS)
    run_command("ask", "una web para mi bar", "--url", agent.url)
    run_command("ask", "una web para mi bar", "--url", agent.url + "/", "--locale", "en")
    assert [asked["locale"] for asked in agent.asked] == ["es", "en"]


def test_lines_end_at_line_feeds_only_wherever_the_chunks_are_cut() -> None:
    data = '{"a": "é\u2028\x85\u2029"}\n\n{"b": 1}\n{"c"'.encode()
    for size in range(1, len(data) + 1):
        chunks = (data[at : at + size] for at in range(0, len(data), size))
        assert list(lines(chunks)) == ['{"a": "é\u2028\x85\u2029"}', '{"b": 1}', '{"c"']


def test_the_result_of_a_tool_of_a_later_version_is_shown_as_json() -> None:
    assert summary("get_service", {"id": "x"}) == '{"id": "x"}'
    assert summary("book_a_call", {"at": "ten"}) == '{"at": "ten"}'
