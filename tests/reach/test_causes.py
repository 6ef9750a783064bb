"""Why no phone comes, by what the laptop sees: its neighbors, and phones that came halfway."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.reach.test_findings import GOOD
from tournament.laptop.arrivals import MOST, Arrivals
from tournament.reach.causes import phone_screens, why_no_phone
from tournament.reach.facts import Arrival, LaptopFacts, Neighbor

ROUTER = frozenset({"192.168.1.1"})
EMPTY = replace(GOOD, gateways=ROUTER, neighbors=(Neighbor("192.168.1.1"),))


def why(facts: LaptopFacts, *arrivals: Arrival) -> str:
    """Return the sentence; empty where nothing is amiss."""
    found = why_no_phone(facts, arrivals, has_scanned=True)
    return found.sentence if found else ""


def test_with_nobody_but_the_router_the_phone_is_in_another_network_or_kept_apart() -> None:
    assert "sees no phone in its network" in why(EMPTY) and "keeps its guests apart" in why(EMPTY)


def test_a_device_that_asked_for_no_page_is_kept_out_by_the_firewall() -> None:
    phone = replace(EMPTY, neighbors=(Neighbor("192.168.1.1"), Neighbor("192.168.1.37")))
    assert "a device in its network (192.168.1.37), but no page was asked for" in why(phone)
    assert "firewall keeps port 8000 closed" in why(phone)
    several = replace(EMPTY, neighbors=tuple(Neighbor(f"192.168.1.{n}") for n in range(10, 18)))
    assert "192.168.1.13 and 4 more" in why(several)


def test_a_device_that_has_just_turned_up_is_named_alone() -> None:
    both = replace(EMPTY, neighbors=(Neighbor("192.168.1.20"), Neighbor("192.168.1.37", is_new=True)))
    assert "(192.168.1.37)" in why(both)


def test_devices_of_networks_inside_the_laptop_are_no_phones() -> None:
    assert "sees no phone" in why(replace(EMPTY, neighbors=(Neighbor("172.17.0.2"),)))


def test_a_phone_that_fetched_the_page_and_does_not_report_met_a_proxy() -> None:
    assert "something between them answers instead" in why(EMPTY, Arrival("192.168.1.37", seconds=7))
    assert "something between" not in why(EMPTY, Arrival("192.168.1.37", seconds=2)), "it may still report"
    assert "something between" not in why(EMPTY, Arrival("192.168.1.37", seconds=500)), "it has gone"


def test_where_a_phone_has_come_nothing_is_amiss() -> None:
    came = Arrival("192.168.1.37", seconds=5, reported=True)
    assert why(EMPTY, came) == "" == why(EMPTY, came, Arrival("192.168.1.38", seconds=60))
    assert why(replace(EMPTY, addresses=())) == "", "what is wrong then is said by another line"
    assert "cannot see which devices" in why(replace(EMPTY, neighbors=None))


@pytest.mark.parametrize("neighbors", [None, (), (Neighbor("192.168.1.37"),)])
def test_before_anybody_has_scanned_none_that_comes_means_nothing(neighbors: tuple[Neighbor, ...] | None) -> None:
    facts = replace(EMPTY, neighbors=neighbors)
    assert why_no_phone(facts, (), has_scanned=False) is None
    halfway = why_no_phone(facts, [Arrival("192.168.1.37", seconds=7)], has_scanned=False)
    assert halfway and "something between them answers instead" in halfway.sentence, "the laptop itself has seen it"


@pytest.mark.parametrize("neighbors", [None, (), (Neighbor("192.168.1.37"),)])
def test_where_another_device_has_opened_a_page_no_firewall_is_blamed(neighbors: tuple[Neighbor, ...] | None) -> None:
    facts = replace(EMPTY, neighbors=neighbors)
    assert why_no_phone(facts, (), has_scanned=True, has_come=True) is None


def test_what_a_phone_may_show_names_every_cause() -> None:
    shown = " ".join(f"{one.shows} {one.means} {one.todo}" for one in phone_screens(8000))
    for cause in ("another network", "mobile data", "client isolation", "firewall", "HTTPS-Only", "Limit IP Address",
                  "sign-in page", "Safari", "hotspot"):  # fmt: skip
        assert cause in shown, cause


def test_so_many_phones_are_remembered_whoever_comes() -> None:
    now = [0.0]
    arrivals = Arrivals(lambda: now[0])
    for n in range(3 * MOST):
        arrivals.fetched(1, f"10.0.{n // 250}.{n % 250}", "10.0.0.7")
    assert len(arrivals.of(1)) == MOST and arrivals.of(2) == []
    arrivals.reported(1, "10.0.0.149", "10.0.0.7")
    now[0] = 9.0
    arrivals.fetched(1, "10.0.0.149", "10.0.0.7")
    assert arrivals.of(1)[0] == Arrival("10.0.0.149", 0.0, reported=True, reached="10.0.0.7"), (
        "it was only loaded again"
    )
    arrivals.clear()
    assert arrivals.of(1) == []
