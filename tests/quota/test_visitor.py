"""Visitor keys: one bucket for each customer and day, and no way back to the address."""

import pytest

from quota.visitor import UNKNOWN, VisitorKey, visitor_key

SECRET = "a secret of the tests"
DAY = "2026-11-08"


def key(address: str | None, *, secret: str = SECRET, day: str = DAY) -> VisitorKey:
    return visitor_key(address, secret=secret, day=day)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("203.0.113.7", "::ffff:203.0.113.7", id="IPv4-mapped"),
        pytest.param("203.0.113.7", "::ffff:cb00:7107", id="IPv4-mapped in hexadecimal"),
        pytest.param("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", id="same /64"),
        pytest.param("2001:DB8:1:2::1", "2001:0db8:0001:0002::1", id="spellings"),
        pytest.param(" 203.0.113.7", "203.0.113.7", id="spaces"),
    ],
)
def test_same_bucket(one: str, other: str) -> None:
    assert key(one) == key(other) != UNKNOWN


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("203.0.113.7", "203.0.113.8", id="IPv4 neighbours"),
        pytest.param("2001:db8:1:2::1", "2001:db8:1:3::1", id="neighbouring /64"),
        pytest.param("::1.2.3.4", "1.2.3.4", id="deprecated compatible form is not the IPv4 address"),
    ],
)
def test_different_buckets(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize(
    "address", [None, "", "not-an-ip", "203.0.113", "203.0.113.7, 1.1.1.1", "203.0.113.07", "203.0.113.7:443", "1\x00"]
)
def test_missing_or_malformed_shares_one_bucket(address: str | None) -> None:
    assert key(address) == UNKNOWN


def test_key_depends_on_day_and_secret_and_hides_the_address() -> None:
    keys = {key("203.0.113.7"), key("203.0.113.7", day="2026-11-09"), key("203.0.113.7", secret="another")}
    assert len(keys) == 3
    assert all(len(bytes.fromhex(text)) == 16 for text in keys)


def test_without_a_secret_there_is_no_key() -> None:
    with pytest.raises(ValueError, match="secret"):
        key("203.0.113.7", secret="")
