"""Each transition of a run, as rows and as answers."""

import pytest

from quota.errors import RunReused
from quota.rules import Caps, Cost, Granted, Left, Refused, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey
from tests.quota.conftest import Ledger
from tests.support.instants import ms

NOON = ms("2026-11-08T12:00:00Z")
DAY = "2026-11-08"
ANA, BEN = VisitorKey("ana"), VisitorKey("ben")
COST = Cost(units=2, neurons=100)
CAPS = Caps(units_per_day=6, units_per_visitor=4, neurons_per_day=300)
SPENT = Spent(input_tokens=4000, output_tokens=500, neurons=50.25, basis="measured")


async def take(
    store: QuotaStore,
    run: str,
    visitor: VisitorKey = ANA,
    *,
    kind: str = "agent",
    cost: Cost = COST,
    now_ms: int = NOON,
    caps: Caps = CAPS,
) -> Granted | Refused:
    return await store.reserve(run, kind, cost, visitor=visitor, now_ms=now_ms, caps=caps)


async def test_reservation_charges_the_worst_case(store: QuotaStore, ledger: Ledger) -> None:
    assert await take(store, "a") == Granted(day=DAY, left=Left(units=4, visitor_units=2, neurons=200.0))
    assert ledger.rows("SELECT * FROM runs") == [
        {
            "id": "a",
            "kind": "agent",
            "day": DAY,
            "visitor": "ana",
            "units": 2,
            "reserved_micro_neurons": 100_000_000,
            "state": "reserved",
            "reserved_ms": NOON,
            "closed_ms": None,
            "input_tokens": None,
            "output_tokens": None,
            "micro_neurons": None,
            "neurons_basis": None,
            "outcome": None,
        }
    ]


async def test_a_run_that_does_not_know_what_it_spent_keeps_its_worst_case(store: QuotaStore, ledger: Ledger) -> None:
    await take(store, "a")
    assert await store.settle("a", Spent(4000, neurons=None, basis="estimated"), outcome="answer", now_ms=NOON)
    assert ledger.rows("SELECT micro_neurons FROM days") == [{"micro_neurons": 100_000_000}]
    assert ledger.rows("SELECT micro_neurons, input_tokens FROM runs") == [
        {"micro_neurons": 100_000_000, "input_tokens": 4000}
    ]


async def test_settled_run_charges_what_it_spent_once(store: QuotaStore, ledger: Ledger) -> None:
    await take(store, "a")
    assert await store.settle("a", SPENT, outcome="answer", now_ms=NOON + 5000)
    assert not await store.settle("a", Spent(neurons=1), outcome="answer", now_ms=NOON + 6000)
    assert not await store.release("a", outcome="model_unavailable", now_ms=NOON + 6000)
    assert await store.left(ANA, now_ms=NOON, caps=CAPS) == Left(units=4, visitor_units=2, neurons=249.75)
    columns = "state, closed_ms, input_tokens, output_tokens, micro_neurons, neurons_basis, outcome"
    assert ledger.rows(f"SELECT {columns} FROM runs") == [
        {
            "state": "settled",
            "closed_ms": NOON + 5000,
            "input_tokens": 4000,
            "output_tokens": 500,
            "micro_neurons": 50_250_000,
            "neurons_basis": "measured",
            "outcome": "answer",
        }
    ]


async def test_more_than_the_worst_case_is_charged_too(store: QuotaStore) -> None:
    await take(store, "a")
    await store.settle("a", Spent(neurons=400, basis="estimated"), outcome="answer", now_ms=NOON)
    assert (await store.left(ANA, now_ms=NOON, caps=CAPS)).neurons == 0
    assert isinstance(await take(store, "b"), Refused)


async def test_released_run_gives_its_units_back_once(store: QuotaStore, ledger: Ledger) -> None:
    await take(store, "a")
    await take(store, "b")
    assert await store.release("a", outcome="model_unavailable", now_ms=NOON)
    assert not await store.release("a", outcome="model_unavailable", now_ms=NOON)
    assert not await store.settle("a", SPENT, outcome="answer", now_ms=NOON)
    assert await store.left(ANA, now_ms=NOON, caps=CAPS) == Left(units=4, visitor_units=2, neurons=200.0)
    assert ledger.rows("SELECT id, state, outcome FROM runs WHERE id = 'a'") == [
        {"id": "a", "state": "released", "outcome": "model_unavailable"}
    ]


async def test_released_run_is_charged_the_neurons_that_it_spent(store: QuotaStore) -> None:
    await take(store, "a")
    await store.release("a", outcome="model_unavailable", now_ms=NOON, spent=SPENT)
    assert await store.left(ANA, now_ms=NOON, caps=CAPS) == Left(units=6, visitor_units=4, neurons=249.75)


async def test_expired_run_gives_its_units_back_and_keeps_its_neurons(store: QuotaStore) -> None:
    await take(store, "a")
    assert await store.sweep(NOON + 119_999) == 0
    assert await store.sweep(NOON + 120_000) == 1
    assert await store.sweep(NOON + 120_000) == 0
    assert await store.left(ANA, now_ms=NOON, caps=CAPS) == Left(units=6, visitor_units=4, neurons=200.0)
    assert not await store.settle("a", SPENT, outcome="answer", now_ms=NOON + 130_000)
    assert (await store.left(ANA, now_ms=NOON, caps=CAPS)).neurons == 200.0


async def test_reserving_and_reading_sweep_first(store: QuotaStore) -> None:
    for run in ("a", "b"):
        await take(store, run)
    later = NOON + 120_000
    assert isinstance(await take(store, "c", now_ms=later), Granted)
    await store.settle("c", Spent(), outcome="answer", now_ms=later)
    assert (await store.left(ANA, now_ms=later, caps=CAPS)).visitor_units == 2


@pytest.mark.parametrize(
    ("caps", "runs", "cap", "left"),
    [
        pytest.param(Caps(120, 2, 300), ["a", "b"], "units_per_visitor", Left(118, 0, 200.0), id="visitor"),
        pytest.param(Caps(3, 20, 300), ["a", "b"], "units_per_day", Left(1, 18, 200.0), id="units: no half run"),
        pytest.param(Caps(120, 20, 199.9), ["a", "b"], "neurons_per_day", Left(118, 18, 99.9), id="neurons"),
        pytest.param(Caps(None, 20, 199.9), ["a", "b"], "neurons_per_day", Left(None, 18, 99.9), id="no cap of units"),
    ],
)
async def test_each_cap_refuses_to_the_second(
    store: QuotaStore, ledger: Ledger, caps: Caps, runs: list[str], cap: str, left: Left
) -> None:
    granted, refused = [await take(store, run, caps=caps) for run in runs]
    assert isinstance(granted, Granted)
    assert refused == Refused(cap=cap, retry_after_s=43_200, left=left)  # type: ignore[arg-type]
    assert ledger.rows("SELECT id FROM runs") == [{"id": "a"}]
    assert ledger.rows("SELECT refused FROM days") == [{"refused": 1}]


async def test_a_visitor_at_the_cap_does_not_stop_another(store: QuotaStore) -> None:
    answers = [await take(store, run, visitor) for run, visitor in [("a", ANA), ("b", ANA), ("c", ANA), ("d", BEN)]]
    assert [type(answer) for answer in answers] == [Granted, Granted, Refused, Granted]


async def test_retried_reservation_finds_its_own_row(store: QuotaStore, ledger: Ledger) -> None:
    caps = Caps(units_per_day=2, units_per_visitor=2, neurons_per_day=100)
    first, again = [await take(store, "a", caps=caps) for _ in range(2)]
    assert first == again == Granted(day=DAY, left=Left(units=0, visitor_units=0, neurons=0.0))
    assert ledger.rows("SELECT units, micro_neurons, refused FROM days") == [
        {"units": 2, "micro_neurons": 100_000_000, "refused": 0}
    ]


async def test_reservation_retried_across_midnight_keeps_its_day(store: QuotaStore, ledger: Ledger) -> None:
    await take(store, "a", now_ms=ms("2026-11-08T23:59:59.999Z"))
    again = await take(store, "a", VisitorKey("ana's key of the next day"), now_ms=ms("2026-11-09T00:00:00.100Z"))
    assert isinstance(again, Granted)
    assert again.day == DAY
    assert ledger.rows("SELECT day, units FROM days") == [{"day": DAY, "units": 2}]


@pytest.mark.parametrize("run", ["a'; DROP TABLE runs; --", "?1", "\\'", "%s :run $1 {run}", "ñ 🙂", ""])
async def test_an_id_is_a_value_and_nothing_else(store: QuotaStore, ledger: Ledger, run: str) -> None:
    await take(store, run)
    assert ledger.rows("SELECT id, state FROM runs") == [{"id": run, "state": "reserved"}]
    assert await store.settle(run, SPENT, outcome="it's ?2", now_ms=NOON)
    assert ledger.rows("SELECT id, outcome FROM runs") == [{"id": run, "outcome": "it's ?2"}]


async def test_id_of_a_closed_run_buys_nothing(store: QuotaStore) -> None:
    await take(store, "a")
    await store.settle("a", SPENT, outcome="answer", now_ms=NOON)
    with pytest.raises(RunReused, match="run a is settled already"):
        await take(store, "a")
    assert (await store.left(ANA, now_ms=NOON, caps=CAPS)).visitor_units == 2


@pytest.mark.parametrize(("visitor", "kind"), [(BEN, "agent"), (ANA, "chat")], ids=["visitor", "kind"])
async def test_id_of_anothers_run_buys_nothing(store: QuotaStore, visitor: VisitorKey, kind: str) -> None:
    await take(store, "a")
    with pytest.raises(RunReused, match="run a was reserved by another caller as agent"):
        await take(store, "a", visitor, kind=kind)


@pytest.mark.parametrize("close", ["settle", "release"])
async def test_closing_an_unknown_run_changes_nothing(store: QuotaStore, close: str) -> None:
    closed = (
        store.settle("x", SPENT, outcome="answer", now_ms=NOON)
        if close == "settle"
        else store.release("x", outcome="deadline", now_ms=NOON)
    )
    assert not await closed
    assert await store.left(ANA, now_ms=NOON, caps=CAPS) == Left(units=6, visitor_units=4, neurons=300.0)


async def test_purge_deletes_what_is_older_than_its_days(store: QuotaStore, ledger: Ledger) -> None:
    for day in ("2026-10-08", "2026-10-09", "2026-11-08"):
        await take(store, day, now_ms=ms(f"{day}T12:00:00Z"))
    assert await store.purge(NOON, keep_days=30) == 3
    for table in ("runs", "visitors", "days"):
        assert [row["day"] for row in ledger.rows(f"SELECT day FROM {table} ORDER BY day")] == ["2026-10-09", DAY]


async def test_migrations_applied_twice_do_no_harm(store: QuotaStore, ledger: Ledger) -> None:
    await take(store, "a")
    ledger.migrate()
    assert ledger.rows("SELECT id FROM runs") == [{"id": "a"}]
