"""Another Worker of the account, in JavaScript, draws on the allowance of the agent over a service binding."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from quota import sql
from quota.database import Statement
from quota.rules import Caps, Cost
from tests.conftest import StartEdge
from tests.support.instants import ms
from tests.support.local_edge import LocalEdge
from tests.support.neighbour_client import BIG, DATE, FUNCTION, NAN, NEIGHBOUR, UNDEFINED, neighbour_of

_numbers = iter(range(1, 10_000))

Answer = dict[str, Any]
Call = Callable[..., Answer]


@pytest.fixture(scope="module")
def ledger_edge(start_edge: StartEdge) -> Iterator[LocalEdge]:
    edge = start_edge(neighbour=NEIGHBOUR)
    yield edge
    edge.stop()


@pytest.fixture
def call(ledger_edge: LocalEdge) -> Iterator[Call]:
    """`call("take", "chat", "203.0.113.7", "run-1")` is `await env.QUOTA.take("chat", ...)` in the other Worker."""
    with neighbour_of(ledger_edge) as neighbour:
        yield neighbour.quota


def new_run() -> str:
    return f"run-{next(_numbers):08}"


def new_address() -> str:
    number = next(_numbers)
    return f"10.9.{number // 250}.{number % 250}"


def row_of(edge: LocalEdge, run: str) -> dict[str, Any]:
    (row,) = edge.rows("SELECT * FROM runs WHERE id = ?", run)
    return row


def test_a_run_is_taken_and_settled_to_what_it_used(ledger_edge: LocalEdge, call: Call) -> None:
    run, address = new_run(), new_address()
    before = call("left", address)["left"]
    taken = call("take", "chat", address, run)
    assert taken == {
        "granted": True,
        "day": taken["day"],
        "reserved": {"units": 1, "neurons": 75},
        "settle_within_s": 120,
        "left": {"units": None, "visitor_units": 19, "neurons": pytest.approx(before["neurons"] - 75)},
    }
    assert call("settle", run, {"input_tokens": 900, "output_tokens": 80, "neurons": 10.5}) == {"closed": True}
    after = call("left", address)
    assert after["left"] == {
        "units": None,
        "visitor_units": 19,
        "neurons": pytest.approx(before["neurons"] - 10.5),
    }
    row = row_of(ledger_edge, run)
    assert (row["kind"], row["state"], row["outcome"], row["day"]) == ("chat", "settled", "answer", taken["day"])
    assert (row["input_tokens"], row["output_tokens"], row["neurons_basis"]) == (900, 80, "measured")
    assert address not in str(row)


def test_a_run_that_showed_nothing_is_released(ledger_edge: LocalEdge, call: Call) -> None:
    run, address = new_run(), new_address()
    before = call("left", address)
    assert call("take", "review", address, run)["granted"]
    assert call("release", run) == {"closed": True}
    assert call("left", address) == before
    assert row_of(ledger_edge, run)["state"] == "released"


def test_both_workers_draw_on_one_allowance(ledger_edge: LocalEdge, call: Call) -> None:
    address = new_address()
    headers = {"CF-Connecting-IP": address}
    body = {"goal": "hola", "locale": "es"}
    httpx.post(f"{ledger_edge.url}/api/agent", json=body, headers=headers, timeout=60).raise_for_status()
    for left in range(17, -1, -1):
        assert call("take", "chat", address, new_run())["left"]["visitor_units"] == left
    refused = call("take", "chat", address, new_run())
    assert (refused["granted"], refused["cap"], refused["left"]["visitor_units"]) == (False, "units_per_visitor", 0)
    assert 1 <= refused["retry_after_s"] <= 86_400
    assert httpx.post(f"{ledger_edge.url}/api/agent", json=body, headers=headers, timeout=60).status_code == 429
    seen = httpx.get(f"{ledger_edge.url}/api/quota", headers=headers, timeout=20).json()
    found = call("left", address)
    assert (seen["visitor"]["units_left"], seen["site"]["neurons_left"]) == (0, found["left"]["neurons"])
    assert seen["resets_at"] == found["resets_at"]


def test_the_agents_own_kind_costs_what_the_agent_reserves(call: Call) -> None:
    assert call("take", "agent", new_address(), new_run())["reserved"] == {"units": 2, "neurons": 95.4555}


@pytest.mark.parametrize(
    ("usage", "micro_neurons", "tokens", "basis"),
    [
        ({"neurons": 0}, 0, (0, 0), "measured"),
        ({"neurons": 80.25, "input_tokens": 1}, 80_250_000, (1, 0), "measured"),
        (
            {"model": "@cf/google/gemma-4-26b-a4b-it", "input_tokens": 1000, "output_tokens": 100},
            11_818_300, (1000, 100), "estimated",
        ),
        ({"input_tokens": 1000, "output_tokens": 100}, 75_000_000, (1000, 100), "estimated"),
        ({}, 75_000_000, (0, 0), "estimated"),
        (None, 75_000_000, (0, 0), "estimated"),
        (UNDEFINED, 75_000_000, (0, 0), "estimated"),
    ],
    ids=["nothing", "more than reserved", "priced by its model", "no model", "empty", "null", "undefined"],
)  # fmt: skip
def test_what_is_not_measured_is_estimated_and_what_cannot_be_is_the_worst_case(
    ledger_edge: LocalEdge, call: Call, usage: Any, micro_neurons: int, tokens: tuple[int, int], basis: str
) -> None:
    run = new_run()
    assert call("take", "chat", new_address(), run)["granted"]
    (before,) = ledger_edge.rows("SELECT micro_neurons FROM days")
    assert call("settle", run, usage) == {"closed": True}
    row = row_of(ledger_edge, run)
    assert (row["micro_neurons"], row["input_tokens"], row["output_tokens"], row["neurons_basis"]) == (
        micro_neurons,
        *tokens,
        basis,
    )
    (after,) = ledger_edge.rows("SELECT micro_neurons FROM days")
    assert after["micro_neurons"] == before["micro_neurons"] - 75_000_000 + micro_neurons


def test_each_step_happens_once(ledger_edge: LocalEdge, call: Call) -> None:
    run, address = new_run(), new_address()
    assert call("take", "chat", address, run) == call("take", "chat", address, run)
    other = call("take", "chat", new_address(), run)
    assert (other["granted"], other["error"]["code"], other["error"]["field"]) == (False, "run_reused", "run_id")
    assert call("take", "review", address, run)["error"]["code"] == "run_reused"
    assert call("settle", run, {"neurons": 5}) == {"closed": True}
    closed = row_of(ledger_edge, run)
    assert call("settle", run, {"neurons": 50}) == call("release", run) == {"closed": False}
    assert call("take", "chat", address, run)["error"]["message"] == f"run {run} is settled already"
    assert row_of(ledger_edge, run) == closed
    assert call("left", address)["left"]["visitor_units"] == 19


def test_many_at_once_are_granted_what_there_is(call: Call) -> None:
    address = new_address()
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda run: call("take", "chat", address, run), [new_run() for _ in range(30)]))
    assert [answer["granted"] for answer in answers].count(True) == 20
    assert {answer.get("cap") for answer in answers} == {None, "units_per_visitor"}


def test_those_without_an_address_share_one_bucket(call: Call) -> None:
    before = call("left", None)["left"]["visitor_units"]
    for address in (None, UNDEFINED, "", "not-an-ip", "999.1.1.1"):
        assert call("take", "chat", address, new_run())["granted"]
    assert call("left", "also no address")["left"]["visitor_units"] == before - 5


@pytest.mark.parametrize(
    ("method", "args", "code", "field", "says"),
    [
        ("take", [], "invalid_argument", "kind", "kind is None"),
        ("take", ["chat", "203.0.113.1"], "invalid_argument", "run_id", "run_id is None"),
        ("take", ["chat", "203.0.113.1", 12345678], "invalid_argument", "run_id", "run_id is 12345678"),
        ("take", ["chat", "203.0.113.1", "short"], "invalid_argument", "run_id", "8,64"),
        ("take", ["chat", "203.0.113.1", "x" * 65], "invalid_argument", "run_id", "8,64"),
        ("take", ["chat", "203.0.113.1", "a b'; DROP"], "invalid_argument", "run_id", "string should match"),
        ("take", ["chat", 3405803777, "run-00000000"], "invalid_argument", "visitor_ip", "visitor_ip: input"),
        ("take", ["chat", ["203.0.113.1"], "run-00000000"], "invalid_argument", "visitor_ip", "visitor_ip: input"),
        ("take", [FUNCTION, "203.0.113.1", "run-00000000"], "invalid_argument", "kind", "valid string"),
        ("take", [DATE, "203.0.113.1", "run-00000000"], "invalid_argument", "kind", "valid string"),
        ("take", ["poetry", "203.0.113.1", "run-00000000"], "unknown_kind", "kind", "'poetry'; QUOTA_KINDS has agent"),
        ("settle", ["run-00000000", 5], "invalid_argument", "usage", "usage is 5"),
        ("settle", ["run-00000000", []], "invalid_argument", "usage", "usage is []"),
        ("settle", ["run-00000000", {"neurons": "5"}], "invalid_argument", "usage.neurons", "'5'"),
        ("settle", ["run-00000000", {"neurons": -1}], "invalid_argument", "usage.neurons", "-1"),
        ("settle", ["run-00000000", {"neurons": 1e7}], "invalid_argument", "usage.neurons", "1000000"),
        ("settle", ["run-00000000", {"input_tokens": 1.5}], "invalid_argument", "usage.input_tokens", "1.5"),
        ("settle", ["run-00000000", {"tokens": 5}], "invalid_argument", "usage.tokens", "not permitted"),
        ("release", [], "invalid_argument", "run_id", "run_id is None"),
        ("left", [5], "invalid_argument", "visitor_ip", "visitor_ip: input"),
    ],
)  # fmt: skip
def test_a_bad_argument_is_named_and_changes_nothing(
    ledger_edge: LocalEdge, call: Call, method: str, args: list[Any], code: str, field: str, says: str
) -> None:
    before = ledger_edge.rows("SELECT * FROM days"), ledger_edge.rows("SELECT count(*) FROM runs")
    answer = call(method, *args)
    error = answer.pop("error")
    assert answer == {"take": {"granted": False}, "left": {}}.get(method, {"closed": False})
    assert (error["code"], error["field"]) == (code, field)
    assert says in error["message"]
    assert "203.0.113.1" not in error["message"] and "3405803777" not in error["message"]
    assert (ledger_edge.rows("SELECT * FROM days"), ledger_edge.rows("SELECT count(*) FROM runs")) == before


@pytest.mark.parametrize("usage", [{"neurons": NAN}, {"neurons": BIG}], ids=["NaN", "BigInt"])
def test_numbers_that_json_does_not_have(call: Call, usage: Any) -> None:
    assert call("settle", new_run(), usage)["error"]["field"] == "usage.neurons"


@pytest.mark.parametrize(
    "name",
    ["env", "ctx", "reserve", "sweep", "scheduled", "fetch", "invoke", "_take", "__init__", "__class__", "constructor"],
)
def test_nothing_else_can_be_called(call: Call, name: str) -> None:
    assert "thrown" in call(name)


def test_a_database_that_fails_is_said_without_its_words(ledger_edge: LocalEdge, call: Call) -> None:
    run, address = new_run(), new_address()
    ledger_edge.rows("ALTER TABLE days RENAME TO days_away")
    try:
        answers = [
            call("take", "chat", address, run), call("settle", run, {}), call("release", run), call("left", address),
        ]  # fmt: skip
    finally:
        ledger_edge.rows("ALTER TABLE days_away RENAME TO days")
    assert [answer.pop("error")["code"] for answer in answers] == ["unavailable"] * 4
    assert answers == [{"granted": False}, {"closed": False}, {"closed": False}, {}]
    ledger_edge.wait_for("the quota's database is not available: .*no such table")
    assert call("take", "chat", address, run)["granted"], "the same id may be tried again"


def test_d1_has_no_transactions_but_its_batches(ledger_edge: LocalEdge) -> None:
    """Case qu-03, in the database of the ledger itself."""
    with neighbour_of(ledger_edge) as neighbour:
        assert "BEGIN TRANSACTION" in neighbour.exec("BEGIN TRANSACTION")["thrown"]
        failing = [
            Statement("INSERT INTO days (day) VALUES ('2001-01-01')"),
            Statement("INSERT INTO nowhere VALUES (1)"),
        ]
        assert "no such table" in neighbour.batch(failing)["thrown"]
        [kept] = neighbour.batch([Statement("SELECT count(*) AS days FROM days WHERE day = '2001-01-01'")])
        assert kept["results"] == [{"days": 0}]
        full = Caps(units_per_day=1, units_per_visitor=10, neurons_per_day=1000)
        answers = neighbour.batch(
            sql.reserve("run-of-qu-03", "agent", Cost(2, 10), "ana", ms("2001-01-01T12:00:00Z"), full)
        )
        insert, *_, row, used = answers
        assert insert["success"], "D1 calls it a success that nothing was inserted: the rows decide"
        assert (insert["meta"]["changes"], row["results"]) == (0, [])
        assert used["results"] == [{"units": 0, "visitor_units": 0, "micro_neurons": 0}]
