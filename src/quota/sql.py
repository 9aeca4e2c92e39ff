"""The ledger's SQL: texts that SQLite and PostgreSQL read alike.

A change is a batch in one transaction: the counters are moved by what the run's row says while it is still in its old
state, then the row changes state. A batch that finds the row in another state moves nothing: each can be sent twice.
Every statement reaches its rows by a primary key or by the index of open reservations, whatever the day has seen.
"""

from quota.database import Statement
from quota.rules import Caps, Cost, Spent, cap_micro, to_micro, utc_day

_EXPIRED = "FROM runs WHERE state = 'reserved' AND reserved_ms <= ?1"

EXPIRE_VISITORS = f"""
UPDATE visitors SET units = units - (
    SELECT SUM(runs.units) {_EXPIRED} AND runs.day = visitors.day AND runs.visitor = visitors.visitor)
WHERE (day, visitor) IN (SELECT day, visitor {_EXPIRED})"""

EXPIRE_DAYS = f"""
UPDATE days SET units = units - (SELECT SUM(runs.units) {_EXPIRED} AND runs.day = days.day)
WHERE day IN (SELECT day {_EXPIRED})"""

# A Worker that died may have spent all that it reserved: the neurons stay charged.
EXPIRE_RUNS = """
UPDATE runs SET state = 'expired', closed_ms = ?2, micro_neurons = reserved_micro_neurons,
    neurons_basis = 'estimated', outcome = 'expired'
WHERE state = 'reserved' AND reserved_ms <= ?1
RETURNING id"""

# The decision: one statement that inserts the run if every cap leaves room. A run that is there already stays as it is.
RESERVE_RUN = """
INSERT INTO runs (id, kind, day, visitor, units, reserved_micro_neurons, state, reserved_ms)
SELECT ?1, ?2, ?3, ?4,
    ?5, ?6, 'new', ?7
WHERE coalesce((SELECT units FROM visitors WHERE day = ?3 AND visitor = ?4), 0) + ?5
        <= ?8
    AND (?9 IS NULL
        OR coalesce((SELECT units FROM days WHERE day = ?3), 0) + ?5 <= ?9)
    AND coalesce((SELECT micro_neurons FROM days WHERE day = ?3), 0) + ?6 <= ?10
ON CONFLICT (id) DO NOTHING"""

CHARGE_DAY = """
INSERT INTO days (day, units, micro_neurons)
SELECT day, units, reserved_micro_neurons FROM runs WHERE id = ?1 AND state = 'new'
ON CONFLICT (day) DO UPDATE SET
    units = days.units + excluded.units, micro_neurons = days.micro_neurons + excluded.micro_neurons"""

CHARGE_VISITOR = """
INSERT INTO visitors (day, visitor, units)
SELECT day, visitor, units FROM runs WHERE id = ?1 AND state = 'new'
ON CONFLICT (day, visitor) DO UPDATE SET units = visitors.units + excluded.units"""

COUNT_REFUSAL = """
INSERT INTO days (day, refused)
SELECT ?2, 1 WHERE NOT EXISTS (SELECT 1 FROM runs WHERE id = ?1)
ON CONFLICT (day) DO UPDATE SET refused = days.refused + 1"""

OPEN_RUN = "UPDATE runs SET state = 'reserved' WHERE id = ?1 AND state = 'new'"

READ_RUN = "SELECT kind, day, visitor, units, state FROM runs WHERE id = ?1"

READ_USED = """
SELECT coalesce((SELECT units FROM days WHERE day = ?1), 0) AS units,
    coalesce((SELECT units FROM visitors WHERE day = ?1 AND visitor = ?2), 0) AS visitor_units,
    coalesce((SELECT micro_neurons FROM days WHERE day = ?1), 0) AS micro_neurons"""

SETTLE_NEURONS = """
UPDATE days SET micro_neurons = micro_neurons
    + (SELECT coalesce(?2, reserved_micro_neurons) - reserved_micro_neurons FROM runs WHERE id = ?1)
WHERE day = (SELECT day FROM runs WHERE id = ?1 AND state = 'reserved')"""

RETURN_UNITS_TO_DAY = """
UPDATE days SET units = units - (SELECT units FROM runs WHERE id = ?1)
WHERE day = (SELECT day FROM runs WHERE id = ?1 AND state = 'reserved')"""

RETURN_UNITS_TO_VISITOR = """
UPDATE visitors SET units = units - (SELECT units FROM runs WHERE id = ?1)
WHERE (day, visitor) IN (SELECT day, visitor FROM runs WHERE id = ?1 AND state = 'reserved')"""

CLOSE_RUN = """
UPDATE runs SET state = ?2, closed_ms = ?3, input_tokens = ?4,
    output_tokens = ?5, micro_neurons = coalesce(?6, reserved_micro_neurons), neurons_basis = ?7,
    outcome = ?8
WHERE id = ?1 AND state = 'reserved'
RETURNING id"""

PURGES = tuple(f"DELETE FROM {table} WHERE day < ?1 RETURNING day" for table in ("runs", "visitors", "days"))


def expire(reserved_before_ms: int, now_ms: int) -> list[Statement]:
    """Give back the units of reservations made at or before an instant; the last statement returns their ids."""
    return [
        Statement(EXPIRE_VISITORS, (reserved_before_ms,)),
        Statement(EXPIRE_DAYS, (reserved_before_ms,)),
        Statement(EXPIRE_RUNS, (reserved_before_ms, now_ms)),
    ]


def reserve(run: str, kind: str, cost: Cost, visitor: str, now_ms: int, caps: Caps) -> list[Statement]:
    """Reserve a run if there is room; the last two statements return its row, if any, and what its day has used."""
    day = utc_day(now_ms)
    decision = (run, kind, day, visitor, cost.units, to_micro(cost.neurons), now_ms)
    limits = (caps.units_per_visitor, caps.units_per_day, cap_micro(caps))
    return [
        Statement(RESERVE_RUN, (*decision, *limits)),
        Statement(CHARGE_DAY, (run,)),
        Statement(CHARGE_VISITOR, (run,)),
        Statement(OPEN_RUN, (run,)),
        Statement(COUNT_REFUSAL, (run, day)),
        Statement(READ_RUN, (run,)),
        Statement(READ_USED, (day, visitor)),
    ]


def settle(run: str, spent: Spent, outcome: str, now_ms: int) -> list[Statement]:
    """Charge what was spent instead of the worst case; the last statement returns the run's id if it was open."""
    return [
        Statement(SETTLE_NEURONS, (run, _micro(spent))),
        _close(run, "settled", spent, outcome, now_ms),
    ]


def release(run: str, spent: Spent, outcome: str, now_ms: int) -> list[Statement]:
    """Give the units back and charge what was spent; the last statement returns the run's id if it was open."""
    return [
        Statement(SETTLE_NEURONS, (run, _micro(spent))),
        Statement(RETURN_UNITS_TO_DAY, (run,)),
        Statement(RETURN_UNITS_TO_VISITOR, (run,)),
        _close(run, "released", spent, outcome, now_ms),
    ]


def _close(run: str, state: str, spent: Spent, outcome: str, now_ms: int) -> Statement:
    spending = (spent.input_tokens, spent.output_tokens, _micro(spent), spent.basis)
    return Statement(CLOSE_RUN, (run, state, now_ms, *spending, outcome))


def _micro(spent: Spent) -> int | None:
    return None if spent.neurons is None else to_micro(spent.neurons)
