"""Rows of the ledger, for people: from the local D1's file or, through wrangler, from the deployed one."""

import json
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

Rows = list[dict[str, Any]]


class NoLedger(Exception):
    """The rows cannot be read; the message says where they were looked for, and why."""


def local_rows(folder: Path, statements: Sequence[str]) -> list[Rows]:
    """The rows of each statement in the D1 that the local edge and `wrangler dev` keep below a folder."""
    files = sorted(folder.glob("**/miniflare-D1DatabaseObject/*.sqlite"), key=lambda path: path.stat().st_mtime)
    for file in reversed(files):
        # The file is open elsewhere while the edge runs; nothing is written to it here.
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'runs'").fetchone():
                connection.row_factory = sqlite3.Row
                return [[dict(row) for row in connection.execute(statement)] for statement in statements]
    raise NoLedger(f"there is no ledger below {folder}: it is made when scripts/dev first runs, or give --persist-to")


def remote_rows(wrangler: Sequence[str], database: str, statements: Sequence[str]) -> list[Rows]:
    """The rows of each statement in the deployed D1; `wrangler` is the command, logged in to Cloudflare."""
    command = [*wrangler, "d1", "execute", database, "--remote", "--json", "--command", ";".join(statements)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoLedger(f"wrangler could not read {database}:\n{(done.stderr or done.stdout).strip()}")
    return [result["results"] for result in json.loads(done.stdout)]
