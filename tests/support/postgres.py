"""A real PostgreSQL server of Debian's package, started for the tests and thrown away after them."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pg8000.native import Connection

from quota.database import Value
from quota.postgres import PostgresDatabase

MIGRATIONS = Path(__file__).parents[2] / "migrations" / "postgres"
_USER, _PASSWORD = "ledger", "a password of the tests"
# The server refuses to run as root; md5, as scram needs an OpenSSL that Python in a Worker does not have.
_AS_SERVER = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
_SETTINGS = {"fsync": "off", "max_connections": "40", "password_encryption": "md5", "unix_socket_directories": ""}


@dataclass(frozen=True)
class PostgresServer:
    port: int

    def database(self, *, timeout_s: float = 5.0) -> PostgresDatabase:
        return PostgresDatabase("127.0.0.1", self.port, _USER, _PASSWORD, "postgres", timeout_s)

    @contextlib.contextmanager
    def connection(self) -> Iterator[Connection]:
        connection = Connection(
            _USER, host="127.0.0.1", port=self.port, password=_PASSWORD, database="postgres", ssl_context=False
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
        password.write_text(_PASSWORD)
        password.chmod(0o644)
        _call(programs / "initdb", "--auth=md5", f"--username={_USER}", f"--pwfile={password}", "-N", data)
        port = _free_port()
        options = " ".join(f"-c {name}={value or repr(value)}" for name, value in _SETTINGS.items())
        log = Path(folder, "log")
        _call(programs / "pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", f"-h 127.0.0.1 -p {port} {options}")
        try:
            server = PostgresServer(port)
            server.migrate()
            yield server
        finally:
            _call(programs / "pg_ctl", "stop", "-m", "immediate", "-D", data)


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if not found:
        raise RuntimeError("PostgreSQL is not installed: apt-get install -y postgresql")
    return found[-1].parent


def _call(program: Path, *arguments: str | Path) -> None:
    # The server inherits the descriptors of pg_ctl: a pipe would stay open as long as it runs.
    with tempfile.TemporaryFile() as output:
        code = subprocess.call([*_AS_SERVER, program, *arguments], stdout=output, stderr=output, cwd="/")
        if code:
            output.seek(0)
            raise RuntimeError(f"{program.name} failed: {output.read().decode()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
