"""The laptop's addresses: which a phone could come by, and which stands in the codes."""

from __future__ import annotations

import pytest

from tournament.reach.networks import (
    MOST_NETWORKS,
    Address,
    can_lead_phones,
    choose_host,
    likely_first,
    read_networks,
    with_network,
)

WIFI, CABLE = Address("192.168.1.5", 24, "wlan0"), Address("10.0.0.7", 8, "eth0")
VIRTUAL = Address("172.17.0.1", 16, "docker0")
HERE = (CABLE, VIRTUAL, WIFI)


@pytest.mark.parametrize(
    ("host", "can"),
    [
        ("192.168.1.5", True),
        ("8.8.8.8", True),
        ("127.0.0.1", False),
        ("169.254.3.4", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("fe80::1", False),
        ("euchre.example", False),
        ("1" * 1_000_000, False),
    ],
)
def test_a_phone_comes_by_an_address_that_a_network_gave(host: str, can: bool) -> None:
    assert can_lead_phones(host) == can


def test_the_network_where_a_phone_came_last_is_taken_also_with_another_address_in_it() -> None:
    assert choose_host(HERE, ["10.0.0.0/8", "192.168.1.0/24"], usual="192.168.1.5") == "10.0.0.7"
    assert choose_host(HERE, ["192.168.9.0/24", "192.168.1.0/24"], usual="10.0.0.7") == "192.168.1.5"
    assert choose_host(HERE, [], usual="10.0.0.7") == "10.0.0.7"
    assert choose_host((), ["10.0.0.0/8"], usual="127.0.0.1") == "127.0.0.1"


def test_a_usual_address_of_a_vpn_or_of_nothing_gives_way_to_a_real_network() -> None:
    assert choose_host(HERE, [], usual="172.17.0.1") == "10.0.0.7" == choose_host(HERE, [], usual="127.0.0.1")
    assert choose_host((VIRTUAL,), [], usual="127.0.0.1") == "172.17.0.1"


def test_of_two_addresses_in_the_remembered_network_the_usual_one_is_taken() -> None:
    twins = (Address("10.0.0.7", 8, "eth0"), Address("10.0.0.9", 8, "wlan0"))
    assert choose_host(twins, ["10.0.0.0/8"], usual="10.0.0.9") == "10.0.0.9"


def test_so_many_networks_are_remembered_and_what_is_none_is_not_read() -> None:
    many = [f"10.{n}.0.0/16" for n in range(40)]
    assert with_network(many, "10.3.0.0/16")[:2] == ["10.3.0.0/16", "10.0.0.0/16"]
    assert len(with_network(many, "192.168.1.0/24")) == MOST_NETWORKS
    written = "192.168.1.0/24\nhello\n\nfe80::/64\nfd00::/64\n10.0.0.7/8\n"
    assert read_networks(written) == ["192.168.1.0/24", "fd00::/64"]
    assert len(read_networks("\n".join(many))) == MOST_NETWORKS and read_networks("x" * 10**6) == []


def test_the_address_in_the_codes_comes_first_and_networks_inside_the_laptop_last() -> None:
    assert [one.interface for one in likely_first(HERE, "192.168.1.5", ())] == ["wlan0", "eth0", "docker0"]
    assert [one.interface for one in likely_first(HERE, "", {"172.17.0.1"})] == ["docker0", "eth0", "wlan0"]
