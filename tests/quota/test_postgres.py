"""How PostgreSQL fails: in bounded time, and told apart by whether trying again can help."""

import asyncio
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from quota.database import Row, Statement
from quota.errors import DatabaseFailed
from quota.postgres import PostgresDatabase
from tests.support.postgres import PostgresServer

ONE = [Statement("SELECT 1 AS one")]


def at_port(port: int) -> PostgresDatabase:
    return PostgresDatabase("127.0.0.1", port, "ledger", "x", "postgres", timeout_s=0.2)


@pytest.fixture
def port() -> Iterator[int]:
    """Of a server that accepts and never says a word."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        yield silent.getsockname()[1]


async def test_a_silent_server_is_not_waited_for_twice(port: int) -> None:
    with pytest.raises(DatabaseFailed, match="timed out") as failed:
        await at_port(port).batch(ONE)
    assert not failed.value.transient


async def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(DatabaseFailed, match="Can't create a connection"):
            await at_port(free.getsockname()[1]).batch(ONE)


@pytest.mark.postgres
async def test_a_wrong_password_is_not_transient(postgres: PostgresServer) -> None:
    with pytest.raises(DatabaseFailed, match="28P01: password authentication failed") as failed:
        await at_port(postgres.port).batch(ONE)
    assert not failed.value.transient


@pytest.mark.postgres
async def test_a_lock_that_is_never_given_up(postgres: PostgresServer) -> None:
    with postgres.connection() as other:
        other.run("BEGIN")
        other.run("LOCK TABLE ledger_lock IN EXCLUSIVE MODE")
        with pytest.raises(DatabaseFailed, match="57014: canceling statement due to statement timeout") as failed:
            await postgres.database(timeout_s=0.5).batch(ONE)
    assert not failed.value.transient


@pytest.mark.postgres
def test_a_server_that_goes_away_may_come_back(postgres: PostgresServer) -> None:
    with ThreadPoolExecutor(1) as pool, postgres.connection() as other:
        other.run("BEGIN")
        other.run("LOCK TABLE ledger_lock IN EXCLUSIVE MODE")
        batch = pool.submit(lambda: asyncio.run(postgres.database().batch(ONE)))
        terminate_the_waiting(postgres, batch)
        with pytest.raises(DatabaseFailed, match=r"57P01: terminating connection|network error") as failed:
            batch.result()
    assert failed.value.transient


def terminate_the_waiting(postgres: PostgresServer, batch: Future[list[list[Row]]]) -> None:
    waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    while not postgres.rows(waiting):
        assert not batch.done()
        time.sleep(0.01)
