"""A laptop whose facts are made up: tests ask nothing of the computer on which they run."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from tournament.laptop import fetched_pages, whose_connection
from tournament.presenters import room
from tournament.reach.facts import Power, Sleep, SlowFacts, System
from tournament.reach.networks import Address
from tournament.web import hall_network

WIFI = Address("192.168.1.5", 24, "wlan0")


def make_up_laptop(monkeypatch: pytest.MonkeyPatch, addresses: Sequence[Address] = (WIFI,)) -> None:
    """Let *Check the room* find a plugged-in laptop with these addresses, where nothing changes by itself."""
    for module in (hall_network, room, whose_connection, fetched_pages):
        monkeypatch.setattr(module, "own_addresses", lambda: tuple(addresses))
    nobody = SimpleNamespace(gateways=frozenset, neighbors=tuple)
    monkeypatch.setattr(room, "neighborhood", nobody)
    monkeypatch.setattr(room, "slow", lambda port, wait=0.0: SlowFacts(sleep=Sleep(0, 0), clock_is_kept=True))
    monkeypatch.setattr(room, "power", lambda: Power(plugged_in=True, percent=100))
    monkeypatch.setattr(room, "this_system", lambda: System.LINUX)
    monkeypatch.setattr(room, "answers_at", lambda hosts, port: frozenset(hosts))
    monkeypatch.setattr(room, "_free", lambda folder: 50_000_000_000)
