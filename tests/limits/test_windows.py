"""What counts as one address, and how much of one and of all is let through."""

from __future__ import annotations

import tracemalloc

import pytest

from tournament.limits.addresses import network_of
from tournament.limits.windows import Window


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("", ""),
        ("unix", ""),
        ("203.0.113.7, 10.0.0.1", ""),
    ],
)
def test_an_ipv6_household_is_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_an_address_that_has_had_enough_waits_until_its_oldest_event_is_past() -> None:
    window = Window(seconds=600, an_address=3, altogether=100)
    assert [window.add("a", now) for now in (0, 1, 2)] == [False, False, True]
    assert not window.add("a", 3) and len(window) == 3
    assert window.is_full("a", 599.9) and not window.is_full("b", 599.9)
    assert not window.is_full("a", 600)
    assert window.add("a", 600) and window.is_full("a", 600.9) and not window.is_full("a", 601)


def test_all_addresses_together_have_a_limit() -> None:
    window = Window(seconds=600, an_address=3, altogether=5)
    for number in range(5):
        window.add(f"10.0.0.{number}", number)
    assert window.is_full("10.0.0.99", 5)
    assert not window.is_full("10.0.0.99", 600)


def test_an_unknown_address_counts_among_all_only() -> None:
    window = Window(seconds=600, an_address=3, altogether=5)
    for now in range(4):
        window.add("", now)
    assert not window.is_full("", 4)
    window.add("", 4)
    assert window.is_full("", 5) and window.is_full("10.0.0.1", 5)


def test_a_hundred_thousand_addresses_do_not_fill_the_memory() -> None:
    tracemalloc.start()
    window = Window(seconds=600, an_address=30, altogether=1000)
    for number in range(100_000):
        window.add(f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::/64", number / 100)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(window) <= 1000 and len(window._of_address) <= 1000
    assert grown < 500_000
