"""How the ledger fails.

    QuotaError
    ├── QuotaUnavailable   the database failed or was too slow: nothing may be spent
    ├── QuotaConfigError   a QUOTA_ var cannot be used
    ├── RunReused          the run id belongs to a run that is closed, or to another visitor or kind
    └── DatabaseFailed     what a `Database` raises; the store turns it into QuotaUnavailable

The texts are for the owner's log and never reach a visitor.
"""


class QuotaError(Exception):
    """The ledger could not do what was asked."""


class QuotaUnavailable(QuotaError):
    """The database failed or did not answer in time; what was asked may or may not have been written."""


class QuotaConfigError(QuotaError):
    """A var cannot be used; the message names the var, its value and what is allowed."""


class RunReused(QuotaError):
    """A reservation was asked for with the id of a run that cannot be its own."""


class DatabaseFailed(QuotaError):
    """A batch failed; `transient` is true where the same batch may succeed if it is sent again at once."""

    def __init__(self, detail: str, *, transient: bool = False) -> None:
        super().__init__(detail)
        self.transient = transient
