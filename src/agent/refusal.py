"""A request that is refused before anything is spent, as the visitor reads it."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from agent.texts import text
from catalog.models import Locale

RefusalCode = Literal[
    "invalid_request",
    "origin_refused",
    "not_found",
    "method_not_allowed",
    "too_large",
    "unsupported_media_type",
    "quota_exhausted",
    "rate_limited",
    "unavailable",
]

STATUS: Final[Mapping[RefusalCode, int]] = {
    "invalid_request": 400,
    "origin_refused": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "too_large": 413,
    "unsupported_media_type": 415,
    "quota_exhausted": 429,
    "rate_limited": 429,
    "unavailable": 503,
}


class Refusal(Exception):
    """Why a request is not served; costs no quota."""

    def __init__(
        self,
        code: RefusalCode,
        message: str,
        *,
        limit: int | None = None,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        """In the visitor's language."""
        self.limit = limit
        self.field = field
        self.headers = headers or {}

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return STATUS[self.code]

    def body(self) -> dict[str, Any]:
        """The JSON body; `limit` and `field` only where they say something."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.limit is not None:
            error["limit"] = self.limit
        if self.field is not None:
            error["field"] = self.field
        return {"error": error}


def invalid(
    key: str, locale: Locale, *, field: str | None = None, limit: int | None = None, **values: object
) -> Refusal:
    """A 400 with the text of that key."""
    message = text(key, locale, field=field, limit=limit, **values)
    return Refusal("invalid_request", message, field=field, limit=limit)
