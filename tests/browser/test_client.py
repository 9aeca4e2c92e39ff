"""public/agent-client.js as others use it: events as they arrive, and an error for every way to go wrong."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import scenarios as s
from tests.browser.conftest import Visit
from tests.support.page_server import Answer, PageServer, Pause, Refusal, Replay

pytestmark = pytest.mark.browser

RUN = """async ([options, leaveAt]) => {
  const { runAgent, ...errors } = await import("/agent-client.js");
  const events = [];
  try {
    for await (const event of runAgent("goal", options)) {
      events.push(event);
      if (event.type === leaveAt) break;
    }
  } catch (error) {
    const { name, message, status, code, limit, field, retryAfter } = error;
    const kind = Object.keys(errors).find((key) => error.constructor === errors[key]) ?? name;
    return { events, error: { kind, message, status, code, limit, field, retryAfter } };
  }
  return { events, error: null };
}"""


def run(page: Page, *, leave_at: str | None = None, **options: Any) -> dict[str, Any]:
    outcome: dict[str, Any] = page.evaluate(RUN, [options, leave_at])
    return outcome


def test_it_yields_the_events_in_order(tab: Page, server: PageServer) -> None:
    outcome = run(tab, locale="es")
    assert outcome["events"] == [{"seq": seq, **event} for seq, event in enumerate(s.bakery("es"))]
    assert server.goals == [{"goal": "goal", "locale": "es"}]


def test_only_a_line_feed_ends_a_line_wherever_the_bytes_are_cut(tab: Page, server: PageServer) -> None:
    answer = "a\u2028b\u2029c\u0085d\r\ne 🥐"
    events: list[s.Event] = [s.start(), s.step(1), *s.text(1, answer, size=99), s.done(answer)]
    lines = [json.dumps({"seq": seq, **event}, ensure_ascii=False) for seq, event in enumerate(events)]
    stream = "\n\n".join([*lines, ""]).encode()
    server.agent = lambda _: Replay.of(*[bytes([byte]) for byte in stream])
    assert run(tab)["events"][-1]["answer"] == answer


def test_unknown_types_are_skipped_and_nothing_after_the_end_is_read(tab: Page, server: PageServer) -> None:
    server.agent = lambda _: Replay.of(s.start(), {"type": "mood", "n": 1}, s.step(1), s.done("Hi."), s.step(2))
    assert [event["type"] for event in run(tab)["events"]] == ["start", "step", "done"]


STREAM_ERRORS: dict[str, tuple[Answer, str]] = {
    "ends-early": (Replay.of(s.start(), s.step(1)), "The stream ended after 2 events without done or error."),
    "half-a-line": (Replay.of(s.start(), b'{"seq":1,"ty'), "The stream ended in the middle of a line."),
    "lost-line": (Replay.of(s.start(), {**s.step(1), "seq": 2}), "The stream lost a line: expected event 1, got 2."),
    "not-json": (Replay.of(s.start(), b"<html>\n"), "A line of the stream is not JSON."),
    "not-an-event": (Replay.of(s.start(), b"null\n"), "A line of the stream is not an event."),
    "not-utf-8": (Replay.of(s.start(), b'{"seq":1,"type":"\xff"}\n'), "The stream broke: "),
}


@pytest.mark.parametrize("name", STREAM_ERRORS)
def test_a_damaged_stream(tab: Page, server: PageServer, name: str) -> None:
    answer, message = STREAM_ERRORS[name]
    server.agent = lambda _: answer
    error = run(tab)["error"]
    assert error["kind"] == "AgentStreamError"
    assert error["message"].startswith(message)


def test_silence_counts_as_a_broken_stream(tab: Page, server: PageServer) -> None:
    pause = Pause()
    server.agent = lambda _: Replay.of(s.start(), pause)
    outcome = run(tab, silenceMs=50)
    pause.open()
    assert [event["type"] for event in outcome["events"]] == ["start"]
    assert outcome["error"]["message"] == "The stream broke: nothing arrived for 50 ms."


def test_leaving_the_loop_ends_the_request(tab: Page, server: PageServer) -> None:
    pause = Pause()
    server.agent = lambda _: Replay.of(s.start(), s.step(1), pause, *s.FLOOD)
    assert len(run(tab, leave_at="step")["events"]) == 2
    pause.open()
    assert server.gone.wait(30)


REFUSALS: dict[str, tuple[Refusal, dict[str, Any]]] = {
    "quota": (
        Refusal(429, {"error": {"code": "quota_exhausted", "message": "Used up."}}, {"retry-after": "90"}),
        {"status": 429, "code": "quota_exhausted", "message": "Used up.", "retryAfter": 90},
    ),
    "limit": (
        Refusal(400, {"error": {"code": "invalid_request", "message": "Too long.", "limit": 500, "field": "goal"}}),
        {"status": 400, "code": "invalid_request", "message": "Too long.", "limit": 500, "field": "goal"},
    ),
    "date-in-the-past": (
        Refusal(503, "{}", {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}),
        {"status": 503, "code": "unavailable", "message": "", "retryAfter": 0},
    ),
    "proxy": (Refusal(502, "<h1>Bad gateway</h1>", {"retry-after": "soon"}), {"status": 502, "code": "unavailable"}),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal(tab: Page, server: PageServer, name: str) -> None:
    refusal, expected = REFUSALS[name]
    server.agent = lambda _: refusal
    blank = {"message": "", "limit": None, "field": None, "retryAfter": None}
    assert run(tab)["error"] == {"kind": "AgentRefusedError", **blank, **expected}


def test_no_connection(visit: Visit) -> None:
    page = visit()
    page.evaluate("import('/agent-client.js')")
    page.context.set_offline(True)
    assert run(page)["error"]["kind"] == "AgentOfflineError"
