"""Local edges for the tests: real workerd with the Worker in it, and a look into its D1."""

import sqlite3
from pathlib import Path
from typing import Any

from scripts.setup.edge_process import EdgeProcess


class LocalEdge(EdgeProcess):
    """A running edge.

    Example: `httpx.post(f"{edge.url}/api/quote", json=...)`, then `edge.rows("SELECT * FROM runs")`.
    """

    @property
    def database_file(self) -> Path:
        """The SQLite file of the edge's D1."""
        (file,) = [f for f in (self.persist_to / "d1").rglob("*.sqlite") if f.name != "metadata.sqlite"]
        return file

    def rows(self, sql: str, *parameters: Any) -> list[dict[str, Any]]:
        """Reads from the edge's D1, or changes it."""
        connection = sqlite3.connect(self.database_file, timeout=10)
        connection.row_factory = sqlite3.Row
        try:
            with connection:
                return [dict(row) for row in connection.execute(sql, parameters)]
        finally:
            connection.close()
