"""When two written addresses lead to the same place."""

from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit


class Address(NamedTuple):
    """An address with what makes no difference taken out."""

    scheme: str
    host: str
    """Empty for a path of the site."""
    path: str
    query: tuple[tuple[str, str], ...]


def parse(written: str) -> Address | None:
    """The address that a link leads to; None for what no browser could follow.

    >>> parse("HTTPS://Studio.example/quote/?b=2&a=1#top") == parse("https://studio.example/quote?a=1&b=2")
    True
    """
    scheme, has_scheme, _ = written.partition(":")
    web = not has_scheme or "/" in scheme or "." in scheme or scheme.lower() in ("http", "https")
    if web and not written.startswith("/") and "://" not in written:
        written = f"https://{written}"
    try:
        parts = urlsplit(written)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    kept = "https" if parts.scheme in ("http", "https") else parts.scheme
    path = unquote(parts.path).rstrip("/") or ("/" if not host else "")
    return Address(kept, host, path, tuple(sorted(parse_qsl(parts.query, keep_blank_values=True))))
