"""The ledger's database on CPython: SQLite with the real migrations, each batch in one transaction as on D1."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from quota.database import Row, Statement, Value
from quota.errors import DatabaseFailed

MIGRATIONS = Path(__file__).parents[2] / "migrations"


class SqliteDatabase:
    """A `Database` in memory or in a file; `connection` is for tests that look at the rows or break them."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.migrate()

    def migrate(self) -> None:
        for migration in sorted(MIGRATIONS.glob("*.sql")):
            self.connection.executescript(migration.read_text())

    def database(self, *, timeout_s: float = 5.0) -> "SqliteDatabase":
        return self

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            rows = [self._run(statement) for statement in statements]
        except sqlite3.Error as error:
            self.connection.execute("ROLLBACK")
            raise DatabaseFailed(str(error)) from error
        self.connection.execute("COMMIT")
        return rows

    def rows(self, sql: str) -> list[dict[str, Value]]:
        return [dict(row) for row in self.connection.execute(sql)]

    def close(self) -> None:
        self.connection.close()

    def _run(self, statement: Statement) -> list[Row]:
        # D1 binds every number as a double: what relies on a bound integer breaks here too.
        params = [float(value) if isinstance(value, int) else value for value in statement.params]
        return [dict(row) for row in self.connection.execute(statement.sql, params)]
