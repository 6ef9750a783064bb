"""What the board says when phones cannot find the laptop where their codes lead to."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tournament.models import Night
from tournament.web import hall_network
from tournament.web.hall_network import NO_NETWORK, network_host, network_problem


def at(monkeypatch: pytest.MonkeyPatch, told: str, now: str) -> None:
    """Let codes lead to one address, and the laptop be at another."""
    monkeypatch.setattr(settings, "NETWORK_HOST", told, raising=False)
    hosts = [] if now == NO_NETWORK else [now]
    monkeypatch.setattr(hall_network, "own_hosts", lambda: hosts)


@pytest.mark.parametrize(
    ("told", "now", "says"),
    [
        ("192.168.1.4", "192.168.1.4", ""),
        ("192.168.1.4", "192.168.1.9", "changed from 192.168.1.4 to 192.168.1.9"),
        ("192.168.1.4", NO_NETWORK, "in no network"),
        ("", "10.0.0.7", ""),
        (NO_NETWORK, "10.0.0.7", "its codes do not lead there yet"),
        (NO_NETWORK, NO_NETWORK, "in no network"),
    ],
)
def test_the_board_says_when_the_address_has_changed(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch, told: str, now: str, says: str
) -> None:
    at(monkeypatch, told, now)
    page = " ".join(organizer.get(f"/n/{night.slug}/board/").content.decode().split())
    assert bool(network_problem()) == bool(says)
    assert says in page and ("This laptop" in page) == bool(says)


def test_a_laptop_knows_its_address_without_sending_anything() -> None:
    assert network_host().count(".") == 3
