"""Workers AI through the platform's own binding code: its errors, shapes and silences, on real workerd and D1.

The binding posts `{inputs, options}` to a server that the test scripts; test_agent.py has the same over HTTP.
"""

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.conftest import StartEdge
from tests.support.local_edge import LocalEdge
from tests.support.scripted_model import calls, says, sse
from tests.support.upstream import PAUSE, SILENCE, Upstream

MODEL, SECOND = "@cf/google/gemma-4-26b-a4b-it", "@cf/second/model"
_addresses = iter(range(1, 255))


@pytest.fixture(scope="module")
def ai_edge(_upstream: Upstream, start_edge: StartEdge) -> Iterator[LocalEdge]:
    """The Worker with Workers AI, played by the scripted server."""
    variables = {"MODEL_PROVIDER": "workers-ai", "AGENT_STALL_S": "2", "AGENT_DEADLINE_S": "20"}
    edge = start_edge(ai_upstream=_upstream.url, variables=variables)
    yield edge
    edge.stop()


@pytest.fixture(scope="module")
def json_edge(_upstream: Upstream, start_edge: StartEdge) -> Iterator[LocalEdge]:
    """The same for a model without tools of its own, with a second one behind it."""
    variables = {"MODEL_PROVIDER": "workers-ai", "MODEL_TOOLS": "json", "MODEL_FALLBACK": SECOND}
    edge = start_edge(ai_upstream=_upstream.url, variables=variables)
    yield edge
    edge.stop()


@contextmanager
def asked(edge: LocalEdge, goal: str = "a shop") -> Iterator[httpx.Response]:
    headers = {"CF-Connecting-IP": f"198.51.100.{next(_addresses)}"}
    body = {"goal": goal, "locale": "en"}
    with (
        httpx.Client(timeout=60) as client,
        client.stream("POST", f"{edge.url}/api/agent", json=body, headers=headers) as answer,
    ):
        assert answer.status_code == 200
        yield answer


def run(edge: LocalEdge) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The events of a run and its row in the ledger."""
    with asked(edge) as answer:
        events = [json.loads(line) for line in answer.iter_lines()]
    (row,) = edge.rows("SELECT * FROM runs WHERE id = ?", events[0]["run"])
    return events, row


def text(content: str) -> bytes:
    return sse({"choices": [{"index": 0, "delta": {"content": content}}]}, done=False)


def refuse(upstream: Upstream, code: int, status: int, times: int = 1) -> None:
    for _ in range(times):
        body = json.dumps({"internalCode": code, "description": f"words of {code}"}).encode()
        upstream.enqueue(body, status=status, content_type="application/json")


def test_a_run_through_the_binding(ai_edge: LocalEdge, upstream: Upstream) -> None:
    upstream.enqueue(calls(("get_service", {"service": "website"}), text="I will look it up."))
    upstream.enqueue(
        says("A website starts at €1,400.", usage={"prompt_tokens": 900, "completion_tokens": 12, "neurons": 8.5})
    )
    events, row = run(ai_edge)
    done = events[-1]
    assert (done["answer"], done["stopped_by"]) == ("A website starts at €1,400.", "answer")
    assert [(claim["text"], claim["status"]) for claim in done["claims"]] == [("€1,400", "verified")]
    assert (row["state"], row["outcome"]) == ("settled", "answer")
    assert row["micro_neurons"] == pytest.approx(done["usage"]["neurons"] * 1e6, abs=1000)
    first, second = upstream.requests
    assert first["inputs"]["chat_template_kwargs"] == {"enable_thinking": False}
    assert (first["inputs"]["stream"], first["inputs"]["max_tokens"], first["inputs"]["tool_choice"]) == (
        True,
        350,
        "auto",
    )
    assert upstream.headers[0]["mf-header-cf-consn-model-id"] == MODEL
    assert [message["role"] for message in second["inputs"]["messages"]] == ["system", "user", "assistant", "tool"]
    assert all(isinstance(message["content"], str) for message in second["inputs"]["messages"]), "null is refused"


def test_out_of_capacity_is_tried_once_more(ai_edge: LocalEdge, upstream: Upstream) -> None:
    refuse(upstream, 3040, 429)
    upstream.enqueue(says("Hello."))
    events, row = run(ai_edge)
    assert (events[-1]["answer"], len(upstream.requests), row["state"]) == ("Hello.", 2, "settled")


@pytest.mark.parametrize(
    ("code", "status", "times", "error", "retryable"),
    [
        (3036, 429, 1, "model_quota", False),
        (3040, 429, 2, "model_unavailable", True),
        (5035, 403, 1, "model_unavailable", False),
        (5028, 410, 1, "model_unavailable", False),
        (8001, 400, 1, "model_unavailable", False),
    ],
    ids=["allowance used up", "no capacity twice", "not on this plan", "model removed", "invalid input"],
)
def test_an_error_of_the_binding(
    ai_edge: LocalEdge, upstream: Upstream, code: int, status: int, times: int, error: str, retryable: bool
) -> None:
    refuse(upstream, code, status, times)
    events, row = run(ai_edge)
    failed = events[-1]
    assert (failed["code"], failed["retryable"]) == (error, retryable)
    assert (len(upstream.requests), upstream.unexpected) == (times, 0)
    assert (row["state"], row["outcome"]) == ("released", error)
    assert "words of" not in json.dumps(events)
    ai_edge.wait_for(rf'"run": "{events[0]["run"]}", .*"provider_code": {code}\b')


def test_an_object_in_place_of_a_stream_is_read_all_the_same(ai_edge: LocalEdge, upstream: Upstream) -> None:
    body = {"response": "Hello.", "usage": {"prompt_tokens": 9, "completion_tokens": 2}}
    upstream.enqueue(json.dumps(body).encode(), content_type="application/json")
    events, row = run(ai_edge)
    assert (events[-1]["answer"], row["state"]) == ("Hello.", "settled")
    assert (events[-1]["usage"]["input_tokens"], events[-1]["usage"]["output_tokens"]) == (9, 2)


def test_the_bindings_own_shape_of_a_stream(ai_edge: LocalEdge, upstream: Upstream) -> None:
    call = {"name": "get_service", "arguments": {"service": "website"}}
    upstream.enqueue(sse({"response": "I will look."}, {"response": "", "tool_calls": [call]}))
    upstream.enqueue(sse({"response": "From "}, {"response": "€1,400."}))
    events, _ = run(ai_edge)
    assert [event["arguments"] for event in events if event["type"] == "tool_call"] == [{"service": "website"}]
    assert events[-1]["answer"] == "From €1,400."


def test_endless_repetition_is_cut_and_the_model_is_told_to_stop(ai_edge: LocalEdge, upstream: Upstream) -> None:
    upstream.enqueue(text("We make websites. "), *[text("Call us today, it is free! ")] * 200, PAUSE)
    events, row = run(ai_edge)
    done = events[-1]
    assert done["stopped_by"] == "repetition"
    assert done["answer"].startswith("We make websites. Call us today")
    assert done["answer"].count("Call us today") == 1
    assert (row["state"], row["outcome"]) == ("settled", "repetition")
    assert upstream.gone.wait(20), "the model's server was not told"


@pytest.mark.parametrize(
    ("chunks", "calls_made", "state"),
    [([SILENCE], 2, "released"), ([PAUSE], 2, "released"), ([text("It costs "), PAUSE], 1, "settled")],
    ids=["a promise that never settles", "before the first byte", "in the middle"],
)
def test_a_stall_ends_the_run(
    ai_edge: LocalEdge, upstream: Upstream, chunks: list[bytes | str], calls_made: int, state: str
) -> None:
    for _ in range(calls_made):
        upstream.enqueue(*chunks)
    events, row = run(ai_edge)
    assert (events[-1]["code"], events[-1]["retryable"]) == ("model_unavailable", True)
    assert (len(upstream.requests), upstream.unexpected) == (calls_made, 0)
    assert (row["state"], row["outcome"]) == (state, "model_unavailable")
    assert upstream.gone.wait(20), "the stalled call was not cancelled"


def test_a_visitor_who_leaves_aborts_the_call(ai_edge: LocalEdge, upstream: Upstream) -> None:
    upstream.enqueue(text("It costs "), PAUSE)
    with asked(ai_edge) as answer:
        lines = answer.iter_lines()
        run_id = json.loads(next(lines))["run"]
        while json.loads(next(lines))["type"] != "text":
            pass
    assert upstream.gone.wait(20), "the model's server was not told"
    ai_edge.wait_for(rf'"run": "{run_id}", "outcome": "left"')
    assert not any("CancelledError" in line for line in ai_edge.log), "to leave is no crash"
    (row,) = ai_edge.rows("SELECT state, outcome FROM runs WHERE id = ?", run_id)
    assert row == {"state": "settled", "outcome": "left"}


def test_the_first_text_does_not_wait_for_the_second(ai_edge: LocalEdge, upstream: Upstream) -> None:
    reply = upstream.enqueue(text("Hello "), PAUSE, says("world."))
    with asked(ai_edge) as answer:
        lines = (json.loads(line) for line in answer.iter_lines())
        first = next(event for event in lines if event["type"] == "text")
        assert first["delta"] == "Hello ", "and the model has not said more by now"
        reply.release.set()
        assert list(lines)[-1]["answer"] == "Hello world."


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ('{"query": "blog \\ud83d"}', None),
        ('{"query": ' + "[" * 300 + "]" * 300 + "}", "invalid_arguments"),
        ('{"query": ' + "[" * 5000 + "]" * 5000 + "}", "invalid_arguments"),
    ],
    ids=["half an emoji", "too deep to be written", "too deep to be read"],
)
def test_whatever_the_arguments_the_run_goes_on(
    ai_edge: LocalEdge, upstream: Upstream, arguments: str, error: str | None
) -> None:
    function = {"name": "search_site", "arguments": arguments}
    delta = {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": function}]}
    upstream.enqueue(sse({"choices": [{"index": 0, "delta": delta, "finish_reason": "tool_calls"}]}))
    upstream.enqueue(says("Hello."))
    events, row = run(ai_edge)
    (result,) = [event for event in events if event["type"] == "tool_result"]
    assert (result["ok"], result.get("error")) == (error is None, error)
    assert (events[-1]["answer"], row["state"]) == ("Hello.", "settled")


def test_a_call_written_too_deep_to_be_read_does_not_end_the_run(ai_edge: LocalEdge, upstream: Upstream) -> None:
    upstream.enqueue(says("Hello. <tool_call>" + "[" * 5000 + "]" * 5000 + "</tool_call>"))
    events, row = run(ai_edge)
    assert (events[-1]["answer"].strip(), row["state"]) == ("Hello.", "settled")


def test_a_burst_comes_out_whole(ai_edge: LocalEdge, upstream: Upstream) -> None:
    words = [f"part{number} " for number in range(2000)]
    upstream.enqueue(text("Hello. "), *[text(word) for word in words], says("The end."))
    events, _ = run(ai_edge)
    assert events[-1]["answer"] == f"Hello. {''.join(words)}The end."


def test_a_compressed_stream_comes_as_it_is_written(ai_edge: LocalEdge, upstream: Upstream) -> None:
    gzip = zlib.compressobj(wbits=31)
    first = gzip.compress(text("Hello ")) + gzip.flush(zlib.Z_SYNC_FLUSH)
    reply = upstream.enqueue(first, PAUSE, gzip.compress(says("world.")) + gzip.flush(), compressed=True)
    with asked(ai_edge) as answer:
        lines = (json.loads(line) for line in answer.iter_lines())
        assert next(event for event in lines if event["type"] == "text")["delta"] == "Hello "
        reply.release.set()
        assert list(lines)[-1]["answer"] == "Hello world."


def test_a_flood_is_held_back_and_cut_off(ai_edge: LocalEdge, upstream: Upstream) -> None:
    """An isolate has 128 MB for all its visitors."""
    flood = upstream.enqueue(text("Hello. "), b"data: ", *[b"a" * (1 << 20)] * 512)
    events, row = run(ai_edge)
    assert (events[-1]["code"], row["state"]) == ("model_unavailable", "settled")
    assert upstream.gone.wait(20), "the model's server was not told"
    assert flood.sent < 32 << 20, "as much lies in the buffers of the sockets"


def test_a_model_without_tools_plays_by_json(json_edge: LocalEdge, upstream: Upstream) -> None:
    asks = {"text": "I will look it up.", "calls": [{"name": "get_service", "arguments": {"service": "website"}}]}
    upstream.enqueue(says(json.dumps(asks)))
    upstream.enqueue(says(json.dumps({"text": "From €1,400.", "calls": []}, ensure_ascii=False)))
    events, row = run(json_edge)
    assert [event["name"] for event in events if event["type"] == "tool_call"] == ["get_service"]
    texts = {n: "".join(e["delta"] for e in events if e["type"] == "text" and e["n"] == n) for n in (1, 2)}
    assert texts == {1: "I will look it up.", 2: "From €1,400."}
    assert (events[-1]["answer"], row["state"]) == ("From €1,400.", "settled")
    first, second = upstream.requests
    assert "tools" not in first["inputs"]
    assert "get_service" in first["inputs"]["messages"][0]["content"]
    assert [message["role"] for message in second["inputs"]["messages"]] == ["system", "user", "assistant", "user"]


def test_a_second_model_answers_where_the_first_one_fails(json_edge: LocalEdge, upstream: Upstream) -> None:
    refuse(upstream, 5035, 403)
    upstream.enqueue(says('{"text": "Hello.", "calls": []}'))
    events, row = run(json_edge)
    assert (events[-1]["answer"], row["state"]) == ("Hello.", "settled")
    assert [headers["mf-header-cf-consn-model-id"] for headers in upstream.headers] == [MODEL, SECOND]


def test_without_a_login_the_terminal_says_what_to_do(start_edge: StartEdge) -> None:
    edge = start_edge(variables={"MODEL_PROVIDER": "workers-ai"})
    try:
        events, row = run(edge)
        assert (events[-1]["code"], row["state"]) == ("model_unavailable", "released")
        edge.wait_for("The AI binding needs a Cloudflare login")
        assert "login" not in json.dumps(events)
    finally:
        edge.stop()
