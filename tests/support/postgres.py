"""A real PostgreSQL server of Debian's package, started for the tests and thrown away after them."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pg8000.exceptions import DatabaseError, InterfaceError
from pg8000.native import Connection

from quota.database import Value
from quota.postgres import PostgresDatabase

MIGRATIONS = Path(__file__).parents[2] / "migrations" / "postgres"
USER, PASSWORD = "ledger", "a password of the tests"
# The server refuses to run as root, and ends with its parent, however that ends.
_AS_SERVER = ("setpriv", "--pdeathsig=QUIT") + (
    ("--reuid=postgres", "--regid=postgres", "--init-groups") if os.geteuid() == 0 else ()
)
# md5, as scram needs an OpenSSL that Python in a Worker does not have.
_SETTINGS = ("fsync=off", "max_connections=40", "password_encryption=md5", "unix_socket_directories=")
_START_S = 30.0


@dataclass(frozen=True)
class PostgresServer:
    port: int

    def database(self, *, timeout_s: float = 5.0) -> PostgresDatabase:
        return PostgresDatabase("127.0.0.1", self.port, USER, PASSWORD, "postgres", timeout_s)

    @contextlib.contextmanager
    def connection(self) -> Iterator[Connection]:
        connection = Connection(
            USER, host="127.0.0.1", port=self.port, password=PASSWORD, database="postgres", ssl_context=False
        )
        with connection:
            yield connection

    def rows(self, sql: str) -> list[dict[str, Value]]:
        """The rows of a statement, read beside the ledger."""
        with self.connection() as connection:
            rows = connection.run(sql) or []
            names = [str(column["name"]) for column in connection.columns or ()]
        return [dict(zip(names, row, strict=True)) for row in rows]

    def migrate(self) -> None:
        with self.connection() as connection:
            for migration in sorted(MIGRATIONS.glob("*.sql")):
                connection.run(migration.read_text())

    def empty(self) -> None:
        with self.connection() as connection:
            connection.run("TRUNCATE runs, days, visitors")


@contextlib.contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    """A server on a free port, with the migrations applied."""
    programs = _programs()
    with tempfile.TemporaryDirectory(prefix="ledger-") as folder:
        if _AS_SERVER:
            shutil.chown(folder, "postgres")
        data, password = Path(folder, "data"), Path(folder, "password")
        password.write_text(PASSWORD)
        password.chmod(0o644)
        initdb: list[str | Path] = [
            programs / "initdb",
            "--auth=md5",
            f"--username={USER}",
            f"--pwfile={password}",
            "-N",
            data,
        ]
        subprocess.run([*_AS_SERVER, *initdb], check=True, cwd="/", capture_output=True)
        port = _free_port()
        settings = [argument for setting in _SETTINGS for argument in ("-c", setting)]
        command: list[str | Path] = [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), *settings]
        with open(Path(folder, "log"), "w+b") as log, _process(command, log) as process:
            server = PostgresServer(port)
            _wait_for(server, process, log)
            server.migrate()
            yield server


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if not found:
        raise RuntimeError("PostgreSQL is not installed: apt-get install -y postgresql")
    return found[-1].parent


@contextlib.contextmanager
def _process(command: Sequence[str | Path], log: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([*_AS_SERVER, *command], stdout=log, stderr=log, cwd="/")
    try:
        yield process
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait()


def _wait_for(server: PostgresServer, process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
    end = time.monotonic() + _START_S
    while True:
        try:
            with server.connection():
                return
        except (InterfaceError, DatabaseError):
            if process.poll() is not None or time.monotonic() > end:
                log.seek(0)
                raise RuntimeError(f"PostgreSQL did not start: {log.read().decode()}") from None
            time.sleep(0.02)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
