"""The laptop's address changes while it serves: open pages with a code on them take the new one by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from tests.support.made_up_laptop import WIFI, make_up_laptop
from tests.support.night import ORGANIZER
from tournament.laptop.running import RunningNight, note_running
from tournament.models import Event, Night
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.reach.networks import Address
from tournament.server import address_watch
from tournament.server.address_watch import AddressWatch
from tournament.web import hall_network

ELSEWHERE = Address("192.168.1.99", 24, "wlan0")


@pytest.fixture(autouse=True)
def laptop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A laptop that serves a hall, whose codes lead to its one address."""
    make_up_laptop(monkeypatch)
    monkeypatch.setattr(settings, "ADDRESS", f"http://{WIFI.host}:8000")
    monkeypatch.setattr(settings, "NETWORK_HOST", WIFI.host)
    monkeypatch.setattr(hall_network, "remembered_networks", list)
    note_running(RunningNight("http://127.0.0.1:8000", lambda: None, 8000))
    yield
    note_running(None)


def newest(night: Night) -> Event:
    """Return the last event of a night."""
    return night.events.order_by("-pk")[0]


def test_an_open_big_screen_takes_the_new_code_when_the_address_changes(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    watch, screen = AddressWatch(), f"/n/{night.slug}/screen/"
    page = organizer.get(screen).content.decode()
    heard = set(re.findall(r"sse:([\w-]+)", page))
    watch.look()
    before = newest(night)
    watch.look()
    assert newest(night) == before, "nothing has changed"
    make_up_laptop(monkeypatch, [ELSEWHERE])
    watch.look()
    told = newest(night)
    assert told.pk > before.pk and heard & set(told.topics.split()), "the screen asks again"
    fresh = organizer.get(screen, HTTP_HX_REQUEST="true").content.decode()
    assert f"{ELSEWHERE.host}:8000/j" in fresh and WIFI.host not in fresh
    watch.look()
    assert newest(night) == told
    assert not night.log_entries.filter(text="").exists(), "the log says nothing of it"


def test_a_failure_is_told_the_next_time(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    watch, before = AddressWatch(), newest(night)
    watch.look()
    make_up_laptop(monkeypatch, [ELSEWHERE])

    def fail() -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(address_watch, "tell_pages", fail)
        watch.look()
        assert newest(night) == before
    watch.look()
    assert newest(night).pk > before.pk


@pytest.mark.parametrize("silent", ["closed", "hosted"])
def test_a_closed_night_and_a_hosted_site_hear_nothing(
    night: Night, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = AddressWatch()
    watch.look()
    if silent == "closed":
        close_night(night=night, who=ORGANIZER)
    else:
        note_running(None)
    before = newest(night)
    make_up_laptop(monkeypatch, [ELSEWHERE])
    watch.look()
    assert newest(night) == before
