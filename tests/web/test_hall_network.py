"""What the board says when phones cannot find the laptop where their codes lead to."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings
from django.test import Client

from tournament.models import Night
from tournament.reach.networks import Address
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
        (NO_NETWORK, "10.0.0.7", "started without a network"),
        (NO_NETWORK, NO_NETWORK, "in no network"),
    ],
)
def test_the_board_says_when_the_address_has_changed(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch, told: str, now: str, says: str
) -> None:
    at(monkeypatch, told, now)
    page = " ".join(organizer.get(f"/n/{night.slug}/board/").content.decode().split())
    assert bool(network_problem()) == bool(says)
    assert "load" not in network_problem(), "screens take the new address by themselves"
    assert says in page and ("This laptop" in page) == bool(says)


def test_two_phones_at_once_leave_one_whole_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Address, host and the remembered network belong together, whoever was last."""
    hosts = ["10.0.0.7", "192.168.1.5"]
    monkeypatch.setattr(hall_network, "own_addresses", lambda: tuple(Address(host, 24, "eth0") for host in hosts))
    for name in ("NETWORKS_FILE", "ADDRESS_FILE"):
        monkeypatch.setattr(settings, name, tmp_path / name)
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "ADDRESS", "http://10.0.0.7:8000")
    monkeypatch.setattr(settings, "NETWORK_HOST", "10.0.0.7", raising=False)
    write = hall_network._write

    def slow_write(file: Path, text: str) -> None:
        time.sleep(0.02 if "10.0." in text else 0.001)  # the quicker thread overtakes, if nothing holds it back
        write(file, text)

    monkeypatch.setattr(hall_network, "_write", slow_write)
    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(hall_network.use_host, hosts * 8))
    last = settings.NETWORK_HOST
    assert settings.ADDRESS == f"http://{last}:8000" == settings.ADDRESS_FILE.read_text()
    assert hall_network.remembered_networks()[0] == Address(last, 24).network
    assert len(hall_network.remembered_networks()) == 2


def test_a_laptop_knows_its_address_without_sending_anything() -> None:
    assert network_host().count(".") == 3


def test_two_who_choose_an_address_at_once_leave_codes_that_lead_to_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever comes last is in the address, in what is watched, and in the file."""
    both = [Address("192.168.1.4", 24, "wlan0"), Address("10.0.0.7", 8, "eth0")]
    for name, value in {"ADDRESS": "http://192.168.1.4:8000", "NETWORK_HOST": "192.168.1.4", "CERTIFICATE": ""}.items():
        monkeypatch.setattr(settings, name, value)
    for name in ("ADDRESS_FILE", "NETWORKS_FILE"):
        monkeypatch.setattr(settings, name, tmp_path / name)
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(hall_network, "own_addresses", lambda: both)
    write = hall_network._write

    first_writes, second_is_done = Event(), Event()

    def slow_write(file: Path, text: str) -> None:
        if not first_writes.is_set():
            first_writes.set()
            second_is_done.wait(0.3)  # it would be, if it did not have to wait
        write(file, text)

    monkeypatch.setattr(hall_network, "_write", slow_write)
    first = Thread(target=hall_network.use_host, args=[both[0].host])
    first.start()
    assert first_writes.wait(10) and hall_network.use_host(both[1].host)
    second_is_done.set()
    first.join()
    leads_to = f"http://{settings.NETWORK_HOST}:8000"
    assert settings.ADDRESS == leads_to == (tmp_path / "ADDRESS_FILE").read_text()
    assert len(hall_network.remembered_networks()) == 2
