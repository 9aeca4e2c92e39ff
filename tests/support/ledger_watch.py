"""A reader beside a running ledger: what the caps allow must hold at every moment, not only at the end."""

import sqlite3
import threading
from pathlib import Path
from typing import Any

PERIOD_S = 0.01

# One statement, so that it sees one state of the database.
_SUMS = """
SELECT days.day, days.units, days.micro_neurons,
    coalesce(SUM(CASE WHEN runs.state IN ('reserved', 'settled') THEN runs.units END), 0) AS run_units,
    coalesce(SUM(coalesce(runs.micro_neurons, runs.reserved_micro_neurons)), 0) AS run_micro_neurons,
    (SELECT coalesce(MAX(units), 0) FROM visitors WHERE visitors.day = days.day) AS visitor_units
FROM days LEFT JOIN runs ON runs.day = days.day
GROUP BY days.day"""


class LedgerWatch:
    """Reads from its own thread while it is entered and keeps what each day had charged at the most."""

    def __init__(self, file: Path) -> None:
        self.reads = 0
        self.most: dict[str, int] = {}
        """By column, over all days and moments."""
        self.apart: list[dict[str, Any]] = []
        """Moments at which the counters of a day were not the sums of its runs."""
        self._file = file
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read)

    def __enter__(self) -> "LedgerWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(30)

    def _read(self) -> None:
        connection = sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=30)
        connection.row_factory = sqlite3.Row
        try:
            while not self._stop.wait(PERIOD_S):
                self.reads += 1
                for row in map(dict, connection.execute(_SUMS)):
                    self._keep(row)
        finally:
            connection.close()

    def _keep(self, row: dict[str, Any]) -> None:
        if (row["units"], row["micro_neurons"]) != (row["run_units"], row["run_micro_neurons"]):
            self.apart.append(row)
        for name in ("units", "micro_neurons", "visitor_units"):
            self.most[name] = max(self.most.get(name, 0), row[name])
