"""The ledger's database in PostgreSQL, directly or behind Hyperdrive, spoken to by pg8000.

Each batch opens its own connection: in a Worker a socket belongs to the request that made it, and Hyperdrive keeps the
pool. The calls block: in a Worker they suspend the request and let others run, on CPython give each batch a thread.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pg8000.exceptions import DatabaseError, InterfaceError
from pg8000.native import Connection, literal

from quota.database import Row, Statement
from quota.errors import DatabaseFailed

# A lock of a table and not an advisory lock, which Hyperdrive does not support:
# https://developers.cloudflare.com/hyperdrive/reference/supported-databases-and-features/
# Under READ COMMITTED each later statement sees all that was committed before the lock was given.
_BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = {ms}; LOCK TABLE ledger_lock IN EXCLUSIVE MODE"
)

_SERVER_SHARE = 0.8
"""The server gives up before the socket does, so that it says why and rolls back at once."""

_SERVER_GOES_AWAY = frozenset({"57P01", "57P02", "57P03"})
"""Shutdown, crash and start of the server: https://www.postgresql.org/docs/current/errcodes-appendix.html"""


@dataclass(frozen=True, slots=True)
class PostgresDatabase:
    """A `Database` reached in plain text: a local server, or Hyperdrive, which encrypts the way from itself on."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    database: str
    timeout_s: float = 5.0
    """Of each wait: for the server, for the lock, for a statement."""

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        try:
            return self._transaction(statements)
        except (InterfaceError, OSError) as error:
            timed_out = isinstance(error, TimeoutError) or isinstance(error.__cause__, TimeoutError)
            raise DatabaseFailed(f"{error}", transient=not timed_out) from error
        except DatabaseError as error:
            notice = error.args[0]
            raise DatabaseFailed(f"{notice['C']}: {notice['M']}", transient=notice["C"] in _SERVER_GOES_AWAY) from error

    def _transaction(self, statements: Sequence[Statement]) -> list[list[Row]]:
        with self._connection() as connection:
            connection.run(_BEGIN.format(ms=int(self.timeout_s * _SERVER_SHARE * 1000)))
            rows: list[list[Row]] = []
            for group in _groups(statements):
                rows += [[]] * (len(group) - 1)
                rows.append(_run(connection, group))
            connection.run("COMMIT")
            return rows

    @contextlib.contextmanager
    def _connection(self) -> Iterator[Connection]:
        connection = Connection(
            self.user,
            host=self.host,
            port=self.port,
            database=self.database,
            password=self.password,
            ssl_context=False,
            timeout=self.timeout_s,
        )
        try:
            yield connection
        finally:
            # Closing rolls back what was not committed; where the connection is lost, the server does so itself.
            with contextlib.suppress(InterfaceError, OSError):
                connection.close()


def _groups(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """The statements in runs that end with one that returns rows: each is one message to the server and one answer."""
    group: list[Statement] = []
    for statement in statements:
        group.append(statement)
        if _returns_rows(statement):
            yield group
            group = []
    if group:
        yield group


def _returns_rows(statement: Statement) -> bool:
    return statement.sql.lstrip().startswith("SELECT") or "RETURNING" in statement.sql


def _run(connection: Connection, group: Sequence[Statement]) -> list[Row]:
    # Several statements in one message cannot have bound values: they are written as literals.
    rows = connection.run(";".join(map(_with_literals, group)))
    if not rows:
        return []
    names = [str(column["name"]) for column in connection.columns or ()]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _with_literals(statement: Statement) -> str:
    values = [literal(value) for value in statement.params]
    return re.sub(r"\?(\d+)", lambda match: values[int(match[1]) - 1], statement.sql)
