"""Who a visitor is to the ledger: a keyed hash of the address that no other day and no other site can link."""

import hashlib
import hmac
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NewType

VisitorKey = NewType("VisitorKey", str)

UNKNOWN = VisitorKey("unknown")
"""The one bucket of all requests without a usable address: they share a single visitor's units."""

_KEY_BYTES = 16
_IPV6_PREFIX_BITS = 64


def visitor_key(address: str | None, *, secret: str, day: str) -> VisitorKey:
    """The key of a visitor on a UTC day: 32 hexadecimal digits, or `UNKNOWN`.

    `address` is the value of CF-Connecting-IP and of no other header: Cloudflare sets it, visitors can set the others.
    An IPv6 address counts by its /64, the least that one customer is given; an IPv4-mapped one is the IPv4 address.
    Raises `ValueError` for an empty secret: a plain hash of an IPv4 address is undone by trying all of them.
    """
    if not secret:
        raise ValueError("the secret that visitor keys are made with is empty")
    network = _network(address)
    if network is None:
        return UNKNOWN
    day_key = _hmac(secret.encode(), f"visitor:{day}")
    return VisitorKey(_hmac(day_key, network)[:_KEY_BYTES].hex())


def _network(address: str | None) -> str | None:
    if address is None:
        return None
    try:
        parsed: IPv4Address | IPv6Address = ip_address(address.strip())
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return f"6:{int(parsed) >> (128 - _IPV6_PREFIX_BITS):x}"
        parsed = parsed.ipv4_mapped
    return f"4:{parsed}"


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()
