"""What can be asked of a catalog that it does not have.

    CatalogError
    ├── UnknownService   no service has that id
    └── UnknownExtra     the service does not take that extra, or nothing has that id

The message says what is allowed, so that a model, or a person at the endpoint, can put it right.
"""

from collections.abc import Sequence
from difflib import get_close_matches

from catalog.neutral import neutralise

_SHOWN_CHARS = 40
_SHOWN_IDS = 12


class CatalogError(Exception):
    """Something was asked for by an id that is not there."""

    field: str
    """The argument that is wrong: `service` or `extras`."""
    value: str
    """What was given, cut and made harmless to show."""
    allowed: tuple[str, ...]
    nearest: tuple[str, ...]
    """Up to three allowed ids, the most alike first; empty where none is alike."""

    def __init__(self, value: str, allowed: Sequence[str], problem: str) -> None:
        self.value = neutralise(value[: 4 * _SHOWN_CHARS])[:_SHOWN_CHARS]
        self.allowed = tuple(allowed)
        self.nearest = tuple(get_close_matches(_as_id(self.value), self.allowed, n=3, cutoff=0.6))
        super().__init__(problem.format(value=repr(self.value)) + self._advice())

    def _advice(self) -> str:
        if self.nearest:
            return f"; nearest: {', '.join(self.nearest)}"
        if not self.allowed:
            return "; it takes none"
        more = ", ..." if len(self.allowed) > _SHOWN_IDS else ""
        return f"; allowed: {', '.join(self.allowed[:_SHOWN_IDS])}{more}"


class UnknownService(CatalogError):
    """No service has that id."""

    field = "service"

    def __init__(self, value: str, allowed: Sequence[str]) -> None:
        super().__init__(value, allowed, "service: there is no {value}")


class UnknownExtra(CatalogError):
    """The service does not take that extra."""

    field = "extras"

    def __init__(self, value: str, service: str, allowed: Sequence[str]) -> None:
        self.service = service
        super().__init__(value, allowed, f"extras: service '{service}' takes no {{value}}")


def _as_id(value: str) -> str:
    return "-".join(value.casefold().replace("_", " ").split())
