"""The databases that the ledger runs on: every test of the store runs on each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from quota.database import Database, Value
from quota.store import QuotaStore
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.sqlite_database import SqliteDatabase


class Ledger(Protocol):
    """A database and a way to look at its rows."""

    def rows(self, sql: str) -> list[dict[str, Value]]: ...

    def migrate(self) -> None: ...

    def database(self, *, timeout_s: float = 5.0) -> Database: ...


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def empty_postgres(postgres: PostgresServer) -> PostgresServer:
    postgres.empty()
    return postgres


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    if request.param == "postgres":
        yield request.getfixturevalue("empty_postgres")
    else:
        database = SqliteDatabase(tmp_path / "ledger.sqlite")
        yield database
        database.close()


@pytest.fixture
def store(ledger: Ledger) -> QuotaStore:
    return QuotaStore(ledger.database())
