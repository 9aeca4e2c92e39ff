"""What the ledger needs of a database: a list of statements, run in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

Value = str | int | float | None
Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Statement:
    """One SQL statement with its values; `?1` stands for the first of `params` and may be used more than once."""

    sql: str
    params: tuple[Value, ...] = ()


class Database(Protocol):
    """D1, SQLite or PostgreSQL, seen from the ledger."""

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        """Run all statements in order in ONE transaction and return the rows of each; all or none is written.

        A statement that returns nothing gives an empty list. Writers are serialised: no other batch writes in between.
        Raises `DatabaseFailed`.
        """
        ...
