"""The ledger behind the API: who a visitor is, when the day ends, and what happens while D1 fails."""

import contextlib
import json
import math
import sqlite3
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.conftest import StartEdge
from tests.support.instants import ms
from tests.support.local_edge import LocalEdge
from tests.support.neighbour_client import NEIGHBOUR, NeighbourClient, neighbour_of
from tests.support.project_copy import project_copy
from tests.support.scripted_model import says, sse
from tests.support.upstream import PAUSE, Upstream

HELLO = sse({"choices": [{"delta": {"content": "Hello "}}]}, done=False)
ANSWER = says("Hello.", usage={"prompt_tokens": 1000, "completion_tokens": 100})
REFUSAL = b'data: {"error": {"message": "no"}}\n\n'
MEASURED = 11_818_300
"""What ANSWER costs on Gemma 4, in millionths of a neuron."""
WORST = 95_455_500
MIDNIGHT = ms("2031-03-02T00:00:00Z")
"""Far from today, so that no other test's rows are near."""
_numbers = iter(range(1, 250))


@pytest.fixture(scope="module")
def ledger_edge(
    start_edge: StartEdge, _upstream: Upstream, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LocalEdge]:
    """A Worker whose clock can be moved, priced like the real model, with another Worker beside it."""
    edge = start_edge(
        root=project_copy(tmp_path_factory.mktemp("ledger"), controls=True),
        neighbour=NEIGHBOUR,
        variables={
            "MODEL_PROVIDER": "openai",
            "MODEL": "@cf/google/gemma-4-26b-a4b-it",
            "OPENAI_BASE_URL": f"{_upstream.url}/v1",
            "QUOTA_UNITS_PER_VISITOR": "4",
        },
    )
    yield edge
    edge.stop()


@pytest.fixture
def client(ledger_edge: LocalEdge) -> Iterator[httpx.Client]:
    """A visitor of its own, who finds the Worker's clock right."""
    headers = {"CF-Connecting-IP": f"198.18.0.{next(_numbers)}"}
    with httpx.Client(base_url=ledger_edge.url, headers=headers, timeout=60) as client:
        order(client, ahead_ms=0)
        yield client
        order(client, ahead_ms=0, secret=1)


@pytest.fixture
def neighbour(ledger_edge: LocalEdge) -> Iterator[NeighbourClient]:
    with neighbour_of(ledger_edge) as neighbour:
        yield neighbour


def order(client: httpx.Client, **orders: Any) -> None:
    client.get("/api/test", params=orders).raise_for_status()


def set_clock(client: httpx.Client, instant_ms: int) -> None:
    order(client, ahead_ms=instant_ms - time.time_ns() // 1_000_000)


@contextlib.contextmanager
def asked(client: httpx.Client, **headers: str) -> Iterator[httpx.Response]:
    with client.stream("POST", "/api/agent", json={"goal": "a shop", "locale": "en"}, headers=headers) as answer:
        yield answer


def ask(client: httpx.Client, **headers: str) -> tuple[int, list[dict[str, Any]]]:
    """The status, and the events or the refusal."""
    with asked(client, **headers) as answer:
        return answer.status_code, [json.loads(line) for line in answer.read().decode().splitlines() if line.strip()]


def row_of(edge: LocalEdge, run: str) -> dict[str, Any]:
    (row,) = edge.rows("SELECT * FROM runs WHERE id = ?", run)
    return row


def days(edge: LocalEdge) -> dict[str, tuple[int, int]]:
    """Units and millionths of neurons of the days around MIDNIGHT."""
    rows = edge.rows("SELECT day, units, micro_neurons FROM days WHERE day LIKE '2031-03-%'")
    return {row["day"][-2:]: (row["units"], row["micro_neurons"]) for row in rows}


@contextlib.contextmanager
def away(edge: LocalEdge, table: str) -> Iterator[None]:
    """D1 fails whatever needs that table."""
    edge.rows(f"ALTER TABLE {table} RENAME TO {table}_away")
    try:
        yield
    finally:
        edge.rows(f"ALTER TABLE {table}_away RENAME TO {table}")


def test_only_the_address_that_cloudflare_sets_makes_a_visitor(
    ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream
) -> None:
    """Case qu-09, and the spellings of one address."""

    def visitor(address: str | None, **headers: str) -> str:
        upstream.enqueue(ANSWER)
        if address is None:
            client.headers.pop("CF-Connecting-IP", None)
        else:
            client.headers["CF-Connecting-IP"] = address
        status, events = ask(client, **headers)
        assert status == 200
        return str(row_of(ledger_edge, events[0]["run"])["visitor"])

    own = visitor("203.0.113.7", **{"X-Forwarded-For": "1.1.1.1"})
    assert visitor("203.0.113.7", **{"X-Forwarded-For": "2.2.2.2, 203.0.113.7"}) == own
    assert visitor("not-an-ip") == visitor("203.0.113.7, 1.1.1.1") == "unknown"
    # The edge sets the header where a client does not, as Cloudflare does.
    local = visitor(None, **{"X-Forwarded-For": "3.3.3.3"})
    assert visitor(None, **{"X-Forwarded-For": "4.4.4.4", "X-Real-IP": "5.5.5.5"}) == local
    assert visitor("::ffff:203.0.113.8") == visitor("203.0.113.8")
    network = visitor("2001:db8:1:2::1")
    assert visitor("2001:db8:1:2:ffff::9") == network
    assert len({own, "unknown", local, network, visitor("2001:db8:1:3::1")}) == 5
    kept = json.dumps([ledger_edge.rows(f"SELECT * FROM {table}") for table in ("runs", "days", "visitors")])
    told = "\n".join(line for line in ledger_edge.log if " on http://127.0.0.1:" not in line)
    for address in ("203.0.113", "2001:db8", "127.0.0.1", "not-an-ip"):
        assert address not in kept + told


def test_retry_after_is_right_to_the_second(ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream) -> None:
    set_clock(client, MIDNIGHT - 90_500)
    upstream.enqueue(ANSWER)
    upstream.enqueue(ANSWER)
    assert [ask(client)[0] for _ in range(2)] == [200, 200]
    began = time.time_ns()
    with asked(client) as answer:
        refusal = json.loads(answer.read())
    took_s = math.ceil((time.time_ns() - began) / 1e9)
    assert (answer.status_code, refusal["error"]["code"]) == (429, "quota_exhausted")
    wait_s = int(answer.headers["retry-after"])
    seen = client.get("/api/quota").json()
    assert seen["resets_at"] == "2031-03-02T00:00:00Z"
    # One second earlier it is the same day still, at the second given it is the next.
    now_ms = int(client.get("/api/test").text)
    ahead_ms = now_ms - time.time_ns() // 1_000_000
    assert MIDNIGHT - now_ms <= wait_s * 1000 <= MIDNIGHT - now_ms + 1000 * (took_s + 2)
    order(client, ahead_ms=ahead_ms + wait_s * 1000)
    upstream.enqueue(ANSWER)
    assert ask(client)[0] == 200
    assert client.get("/api/quota").json()["visitor"]["units_left"] == 2


@pytest.mark.parametrize(
    ("reply", "last", "state", "units"),
    [([HELLO, PAUSE, ANSWER], "done", "settled", 2), ([PAUSE, REFUSAL], "error", "released", 0)],
    ids=["answered", "failed before anything was shown"],
)
def test_a_run_across_midnight_is_paid_by_the_day_it_began_in(
    ledger_edge: LocalEdge,
    client: httpx.Client,
    upstream: Upstream,
    reply: list[bytes | str],
    last: str,
    state: str,
    units: int,
) -> None:
    """Case qu-07."""
    for table in ("runs", "days", "visitors"):
        ledger_edge.rows(f"DELETE FROM {table} WHERE day LIKE '2031%'")
    set_clock(client, MIDNIGHT - 3000)
    first, again = upstream.enqueue(*reply), upstream.enqueue(*reply)
    again.release.set()
    with asked(client) as answer:
        lines = answer.iter_lines()
        run = json.loads(next(lines))["run"]
        assert days(ledger_edge) == {"01": (2, WORST)}
        set_clock(client, MIDNIGHT + 1200)
        first.release.set()
        assert json.loads(list(lines)[-1])["type"] == last
    row = row_of(ledger_edge, run)
    assert (row["state"], row["day"]) == (state, "2031-03-01")
    assert days(ledger_edge) == {"01": (units, row["micro_neurons"])}
    assert client.get("/api/quota").json()["visitor"]["units_left"] == 4


def test_without_its_secret_the_worker_refuses_and_says_why(
    ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream, neighbour: NeighbourClient
) -> None:
    order(client, secret="")
    status, [refusal] = ask(client)
    assert (status, refusal["error"]["code"]) == (503, "unavailable")
    assert client.get("/api/quota").status_code == 503
    answer = neighbour.quota("take", "chat", "203.0.113.9", "run-of-the-secret")
    assert (answer["granted"], answer["error"]["code"]) == (False, "unavailable")
    ledger_edge.wait_for("IP_HASH_SECRET is not set")
    assert upstream.requests == []


def test_bursts_are_stopped_before_the_database(
    ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream
) -> None:
    upstream.enqueue(ANSWER)
    upstream.enqueue(ANSWER)
    for _ in range(45):  # the guard allows 20 in each of two periods
        refused = ledger_edge.rows("SELECT sum(refused) FROM days")
        response = client.post("/api/agent", json={"goal": "a shop"})
        if response.status_code == 429 and response.json()["error"]["code"] == "rate_limited":
            break
    else:
        pytest.fail("45 requests in a row were not too many")
    assert response.headers["retry-after"] == "60"
    assert response.json()["error"]["message"]
    assert ledger_edge.rows("SELECT sum(refused) FROM days") == refused
    assert client.get("/api/quota").status_code == 200


def test_a_database_that_another_holds_is_a_503(
    ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream
) -> None:
    with contextlib.closing(sqlite3.connect(ledger_edge.database_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ask(client)[0] == 503
        other.execute("ROLLBACK")
    assert upstream.requests == []
    upstream.enqueue(ANSWER)
    assert ask(client)[0] == 200


@pytest.mark.parametrize("table", ["runs", "days", "visitors"])
def test_no_model_is_called_when_nothing_can_be_reserved(
    ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream, table: str
) -> None:
    before = client.get("/api/quota").json()
    seen = len(ledger_edge.log)
    with away(ledger_edge, table):
        status, [refusal] = ask(client)
        quota = client.get("/api/quota")
    assert (status, refusal["error"]["code"], quota.status_code) == (503, "unavailable", 503)
    assert "table" not in json.dumps(refusal)
    ledger_edge.wait_for(f"the quota's database is not available: .*no such table: .*{table}", since=seen)
    assert (upstream.requests, client.get("/api/quota").json()) == ([], before)


@pytest.mark.parametrize(
    ("table", "reply", "state"),
    [
        ("days", ANSWER, "reserved"),
        ("runs", ANSWER, "reserved"),
        ("visitors", ANSWER, "settled"),
        ("days", REFUSAL, "reserved"),
        ("visitors", REFUSAL, "reserved"),
    ],
    ids=["settle: days", "settle: runs", "what is left: visitors", "release: days", "release: visitors"],
)
def test_a_run_that_cannot_be_closed_is_answered_and_swept(
    ledger_edge: LocalEdge, client: httpx.Client, upstream: Upstream, table: str, reply: bytes, state: str
) -> None:
    first, again = upstream.enqueue(PAUSE, reply), upstream.enqueue(reply)
    again.release.set()
    with asked(client) as answer:
        lines = answer.iter_lines()
        run = json.loads(next(lines))["run"]
        with away(ledger_edge, table):
            first.release.set()
            last = json.loads(list(lines)[-1])
            ledger_edge.wait_for(f"run {run} could not be closed: ")
    if reply == ANSWER:
        assert (last["type"], last["quota"]) == ("done", None)
    else:
        assert (last["type"], last["code"]) == ("error", "model_unavailable")
    assert row_of(ledger_edge, run)["state"] == state
    # Its units come back when the reservation expires: after the deadline and 75 s.
    left = {"reserved": (2, 4), "settled": (2, 2)}[state]
    assert client.get("/api/quota").json()["visitor"]["units_left"] == left[0]
    ledger_edge.rows("UPDATE runs SET reserved_ms = reserved_ms - 120000 WHERE id = ?", run)
    client.get("/__scheduled", params={"cron": "0 3 * * *"}).raise_for_status()
    row = row_of(ledger_edge, run)
    expected = ("expired", WORST) if state == "reserved" else ("settled", MEASURED)
    assert (row["state"], row["micro_neurons"]) == expected
    assert client.get("/api/quota").json()["visitor"]["units_left"] == left[1]


def test_a_sweep_that_fails_is_logged_and_works_the_next_time(ledger_edge: LocalEdge, client: httpx.Client) -> None:
    ledger_edge.rows("INSERT INTO days (day) VALUES ('2001-01-01')")
    with away(ledger_edge, "runs"):
        assert client.get("/__scheduled", params={"cron": "0 3 * * *"}).status_code == 500
    ledger_edge.wait_for("QuotaUnavailable: the database failed")
    assert client.get("/__scheduled", params={"cron": "0 3 * * *"}).status_code == 200
    assert ledger_edge.rows("SELECT day FROM days WHERE day < '2026'") == []
