"""The ledger's database on CPython: SQLite with the real migrations, each batch in one transaction as on D1."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from quota.database import Row, Statement, Value
from quota.errors import DatabaseFailed

MIGRATIONS = Path(__file__).parents[2] / "migrations"


class SqliteDatabase:
    """One connection to a database in memory or in a file; a batch waits until no other connection writes."""

    def __init__(self, path: str | Path = ":memory:") -> None:
        self._path = path
        self._others: list[SqliteDatabase] = []
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row
        self._connection.executescript("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF")
        self.migrate()

    def migrate(self) -> None:
        for migration in sorted(MIGRATIONS.glob("*.sql")):
            self._connection.executescript(migration.read_text())

    def database(self, *, timeout_s: float = 5.0) -> "SqliteDatabase":
        """Another connection to the same file, for another thread; in memory there is only this one."""
        if self._path == ":memory:":
            return self
        self._others.append(SqliteDatabase(self._path))
        return self._others[-1]

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            rows = [self._run(statement) for statement in statements]
        except sqlite3.Error as error:
            self._connection.execute("ROLLBACK")
            raise DatabaseFailed(str(error)) from error
        self._connection.execute("COMMIT")
        return rows

    def rows(self, sql: str) -> list[dict[str, Value]]:
        """The rows of a statement, read beside the ledger."""
        return [dict(row) for row in self._connection.execute(sql)]

    def close(self) -> None:
        for other in self._others:
            other.close()
        self._connection.close()

    def _run(self, statement: Statement) -> list[Row]:
        # D1 binds every number as a double: what relies on a bound integer breaks here too.
        params = [float(value) if isinstance(value, int) else value for value in statement.params]
        return [dict(row) for row in self._connection.execute(statement.sql, params)]
