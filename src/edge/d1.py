"""The ledger's database on Cloudflare: D1, whose `batch` is one transaction."""

from collections.abc import Sequence
from typing import Any, Final

from pyodide.ffi import JsException

from quota.database import Row, Statement, Value
from quota.errors import DatabaseFailed

_TRANSIENT: Final = (
    # https://developers.cloudflare.com/d1/best-practices/retry-queries/
    "Network connection lost",
    "storage caused object to be reset",
    "reset because its code was updated",
    "Cannot resolve D1 DB due to transient issue",
)

MAX_INTEGER: Final = 2**53 - 1


class D1Database:
    """`quota.database.Database` over the D1 binding as the SDK wraps it, which turns None into SQL's NULL."""

    def __init__(self, binding: Any) -> None:
        self._binding = binding

    async def batch(self, statements: Sequence[Statement]) -> list[list[Row]]:
        try:
            prepared = [self._binding.prepare(each.sql).bind(*map(_bindable, each.params)) for each in statements]
            results = await self._binding.batch(prepared)
        except JsException as error:
            detail = str(error)
            raise DatabaseFailed(detail, transient=any(words in detail for words in _TRANSIENT)) from error
        return [list(result["results"]) for result in results]


def _bindable(value: Value) -> Value:
    """The value as it crosses to D1, which binds doubles and refuses the BigInt that a large int would become."""
    if not isinstance(value, int):
        return value
    if abs(value) > MAX_INTEGER:
        raise DatabaseFailed(f"{value} is past {MAX_INTEGER}, the largest whole number that D1 keeps exactly")
    return float(value)
