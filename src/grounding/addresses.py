"""When two written addresses lead to the same place."""

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit


class Address(NamedTuple):
    """An address with what makes no difference taken out."""

    scheme: str
    """`https` for any address of the web, empty for a path of the site."""
    host: str
    """Empty for a path of the site."""
    path: str
    query: tuple[tuple[str, str], ...]

    @property
    def is_whatsapp(self) -> bool:
        return self.scheme == "whatsapp" or self.host == "wa.me" or f".{self.host}".endswith(".whatsapp.com")

    @property
    def number(self) -> str:
        """The telephone number of a WhatsApp address, its digits alone; empty where it leads to anything else."""
        if self.host == "wa.me":
            text = self.path.removeprefix("/").removeprefix("+")
            return text if text.isdigit() else ""
        return "".join([char for char in dict(self.query).get("phone", "") if char.isdigit()])

    def leads_like(self, returned: "Address") -> bool:
        """Whether this was meant to be a returned address: the same path, whatever its host, case or missing query."""
        if returned.is_whatsapp:
            return self.is_whatsapp and bool(self.number) and self.number == returned.number
        if self.is_whatsapp or returned.path in ("", "/"):
            return False
        same_path = self.path.lower() == returned.path.lower()
        return same_path and self.query in ((), returned.query)

    def is_same(self, returned: "Address") -> bool:
        """Whether this is a returned address; a WhatsApp address may leave out the message."""
        if self.host == returned.host == "wa.me" and self.number and not self.query:
            return self.number == returned.number
        return self == returned


@lru_cache(maxsize=256)
def parse(written: str) -> Address | None:
    """The address that a link leads to; None for what no browser could follow.

    >>> parse("HTTPS://Studio.example/quote/?b=2&a=1#top") == parse("https://studio.example/quote?a=1&b=2")
    True
    """
    if written.startswith("//"):
        written = f"https:{written}"
    elif not written.startswith("/") and _without_scheme(written):
        written = f"https://{written}"
    try:
        parts = urlsplit(written)
        host = (parts.hostname or "").removeprefix("www.")
        port = parts.port
    except ValueError:
        return None
    scheme = "https" if parts.scheme in ("http", "https") else parts.scheme
    path = unquote(parts.path).rstrip("/") or ("" if host else "/")
    query = tuple(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    # A name and password before the host can make one address look like another.
    place = f"{parts.netloc.rpartition('@')[0]}@{host}" if "@" in parts.netloc else host
    return Address(scheme, f"{place}:{port}" if port not in (None, 80, 443) else place, path, query)


def _without_scheme(written: str) -> bool:
    scheme, colon, rest = written.partition(":")
    return not colon or "." in scheme or "/" in scheme or (rest[:1].isdigit() and scheme == "localhost")


def own(address: Address, site_url: str) -> Address:
    """An address of the site itself as the path that tools return; any other as it is."""
    site = parse(site_url) if site_url else None
    if site is None or not site.host or address.host != site.host:
        return address
    return address._replace(scheme="", host="", path=address.path or "/")
