"""Instants as tests write them."""

from datetime import UTC, datetime


def ms(text: str) -> int:
    """Milliseconds since 1970 UTC of an instant such as `2026-11-08T23:59:59.900Z`."""
    return round(datetime.fromisoformat(text).astimezone(UTC).timestamp() * 1000)
