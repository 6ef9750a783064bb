"""Fixtures that several test files share: a fixed cast, a running night, a real server, a real browser."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client
from playwright.sync_api import Browser, sync_playwright

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.hall_server import Hall
from tests.support.night import CAST, ORGANIZER
from tests.support.row_snapshots import replayed
from tests.support.screens import Screens
from tournament.access import ORGANIZER_COOKIE
from tournament.models import Club, Night
from tournament.night import setup
from tournament.night.lifecycle import open_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.planning import night_plan, search_cache, shipped
from tournament.planning.shipped import load_charts

SHORT = 0.01  # seconds of search


def pytest_configure() -> None:
    """Tests print no address of a night started in this folder, and find each static file when it is asked for."""
    settings.ADDRESS = ""
    settings.WHITENOISE_AUTOREFRESH = True  # else every test client lists all static files first


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors, at most four: a browser test waits a seventh of its time (measured)."""
    return min(4, (os.cpu_count() or 1) + 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slowest tests, so that no worker is left alone with a whole night at the end.

    xdist gives every worker an equal part of the list, and lets it steal what others have not begun. So the files that
    open a hall or a browser are spread over the beginnings of these parts.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    opens = {"browser", "hall"}
    long = sorted({item.path for item in items if not opens.isdisjoint(getattr(item, "fixturenames", ()))})
    short = [item for item in items if item.path not in long]
    dealt: list[pytest.Item] = []
    for worker in range(workers):
        dealt += [item for path in long[worker::workers] for item in items if item.path == path]
        room = len(items) * (worker + 1) // workers - len(dealt)
        dealt, short = dealt + short[: max(0, room)], short[max(0, room) :]
    items[:] = [*dealt, *short]


@pytest.fixture
def club(db: None) -> Club:
    """A club with the printed charts loaded."""
    return replayed("club", _club)


def _club() -> Club:
    load_charts()
    return Club.objects.create(name="Tuesday club")


@pytest.fixture
def empty_night(club: Club) -> Night:
    """A night in sign-up, nobody there yet."""
    return replayed(
        "empty night", lambda: Night.objects.create(club=club, name="Tuesday euchre", date=date(2026, 11, 24))
    )


@pytest.fixture
def eight(empty_night: Night) -> Night:
    """Eight people signed up, none with a number."""
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    return empty_night


@pytest.fixture
def night(empty_night: Night) -> Night:
    """A two-table night that is being played: numbers 1 to 8 are the first eight of the cast, in order."""
    return _opened(empty_night, 8)


@pytest.fixture
def three(empty_night: Night) -> Night:
    """A night of twelve at three tables that is being played."""
    return _opened(empty_night, 12)


def _opened(night: Night, players: int) -> Night:
    """The same night, with so many of the cast at its tables."""

    def make() -> Night:
        sign_up(night=night, names=CAST[:players], who=ORGANIZER)
        draw_numbers(night=night, order="arrival", who=ORGANIZER)
        open_night(night=night, who=ORGANIZER)
        return night

    replayed(("night of the cast", players), make)
    night.refresh_from_db()
    return night


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that want seats, not the fairest ones: a search is soon over, and is made anew for each test."""
    monkeypatch.setattr(shipped, "SEARCH_SECONDS", SHORT)
    monkeypatch.setattr(night_plan, "REPLAN_SECONDS", SHORT)
    monkeypatch.setattr(setup, "SEARCH", SHORT)
    monkeypatch.setattr(search_cache, "_results", OrderedDict())  # its keys do not hold the seconds


@pytest.fixture
def organizer(club: Club) -> Client:
    """The organizer's browser."""
    client = Client()
    client.cookies[ORGANIZER_COOKIE] = club.key
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """Somebody else's browser, without any key."""
    return Client()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A real server with a database of its own, started as a user would start it."""
    with Hall.opened(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip("no Chromium is installed here")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # its loop runs on in this thread, where tests of the database follow
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
        connections.close_all()  # what was opened while its loop ran, nobody would find again to close


@pytest.fixture
def screens(browser: Browser, hall: Hall) -> Iterator[Screens]:
    """Pages in this hall, each in a browser of its own."""
    opened = Screens(browser, hall)
    yield opened
    for context in opened.contexts:
        context.close()
