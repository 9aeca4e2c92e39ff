"""No statement on a visitor's way reads the rows of a day one after another, as SQLite's planner tells."""

import sqlite3

import pytest

from quota import sql
from quota.database import Statement
from quota.rules import Caps, Cost, Spent
from tests.support.sqlite_database import MIGRATIONS

STATEMENTS = {
    "expire": sql.expire(0, 1),
    "reserve": sql.reserve("a", "agent", Cost(2, 95.5), "ana", 0, Caps(None, 20, 10_000)),
    "settle": sql.settle("a", Spent(), "answer", 1),
    "release": sql.release("a", Spent(), "failed", 1),
}


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param(statement, id=f"{name}-{number}")
        for name, statements in STATEMENTS.items()
        for number, statement in enumerate(statements)
    ],
)
def test_every_table_is_searched_by_key(statement: Statement) -> None:
    connection = sqlite3.connect(":memory:")
    for migration in sorted(MIGRATIONS.glob("*.sql")):
        connection.executescript(migration.read_text())
    steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement.sql}", statement.params)]
    connection.close()
    scans = [step for step in steps if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"]
    assert scans == [], steps
