"""Fixtures that several test files share: a club and its nights, browsers, a running server, Chromium."""

from __future__ import annotations

import gc
import os
from collections import Counter, OrderedDict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis
import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.support.counted_pages import count_at_once
from tests.support.hall_server import SHARED_FOLDER, Hall
from tests.support.night import CAST, ORGANIZER, forget_what_is_kept, sign_in_as_organizer, token_of_organizer
from tests.support.row_snapshots import make_or_replay
from tests.support.screens import Screens
from tournament.models import Club, Night
from tournament.night import movement_choice
from tournament.night.charts import load_charts
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.planning import night_plan, search_cache, shipped

SHORT = 0.01  # seconds of search
# Folders whose tests need a database only where a fixture asks for one.
WITHOUT_DATABASE = {"limits", "movements", "paper", "pictures", "rules", "scoring"}
EXPECT_MILLISECONDS = 30_000  # that `expect` waits, as long as a click does: a busy computer may need them


hypothesis.settings.register_profile(
    "any-clock",  # how long an example takes is the computer's business: on a busy one, none would be quick enough
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("any-clock")


def pytest_configure(config: pytest.Config) -> None:
    """Ignore what a night started in this folder left there, and look up static files one by one.

    The process that starts the workers also makes the folder that they share.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        os.environ[SHARED_FOLDER] = folder.name
    settings.ADDRESS = ""
    settings.CACHES["results"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.WHITENOISE_AUTOREFRESH = True  # else every test client lists all static files first
    gc.set_threshold(200_000, 20, 100)  # Python's collector took an eighth of a run's processor time (measured)


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than processors, at most four.

    A browser test spends a seventh of its time waiting (measured), which leaves room for another worker.
    """
    return min(4, (os.cpu_count() or 1) + 1)


@pytest.hookimpl(wrapper=True)  # before `-m` chooses, and after it
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark what is left out of samples, leave out what PostgreSQL cannot change, and run the slowest tests first."""
    _mark_beyond_samples(items)
    yield
    if connection.vendor == "postgresql":
        same = {item for item in items if _asks_no_database(item)}
        config.hook.pytest_deselected(items=list(same))
        items[:] = [item for item in items if item not in same]
    items[:] = _slowest_first(items)


def _mark_beyond_samples(items: list[pytest.Item]) -> None:
    """Mark as `long` all cases of each sampled test but the first and every n-th after it, of those not long anyway."""
    seen: Counter[str] = Counter()
    for item in items:
        sample = item.get_closest_marker("sample")
        if sample is None or item.get_closest_marker("long"):
            continue
        name = item.nodeid.partition("[")[0]
        if seen[name] % sample.args[0]:
            item.add_marker(pytest.mark.long)
        seen[name] += 1


def _asks_no_database(item: pytest.Item) -> bool:
    """Return whether a test is in one of those folders and asks no database: SQLite's run has it."""
    databases = {"db", "transactional_db", "hall"}
    return (
        item.path.parent.name in WITHOUT_DATABASE
        and databases.isdisjoint(getattr(item, "fixturenames", ()))
        and item.get_closest_marker("django_db") is None
    )


def _slowest_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return these tests, the slowest first, so that no worker is left alone with a whole night at the end.

    xdist gives every worker an equal part of the list, and a worker that has finished takes tests that others have not
    begun. So the files that start a server or a browser are spread over the beginnings of these parts.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow_fixtures = {"browser", "hall"}
    by_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    slow_files = sorted(
        {item.path for item in items if not slow_fixtures.isdisjoint(getattr(item, "fixturenames", ()))},
        key=lambda path: (len(by_file[path]), path),  # a file with a single test is a whole night
    )
    slow = set(slow_files)
    fast = [item for item in items if item.path not in slow]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        ordered += [item for path in slow_files[worker::workers] for item in by_file[path]]
        room = len(items) * (worker + 1) // workers - len(ordered)
        ordered, fast = ordered + fast[: max(0, room)], fast[max(0, room) :]
    return [*ordered, *fast]


@pytest.fixture(autouse=True)
def nothing_kept_of_other_nights() -> None:
    """Forget wrong codes, and the parts of public pages that were kept: the next night may have the same rows."""
    forget_what_is_kept()


@pytest.fixture(autouse=True)
def pages_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the pages of the shelf within the test: it is not to find what another one has counted."""
    monkeypatch.setattr("tally.presenters.paper_needed.count_pages", count_at_once)


@pytest.fixture
def club(db: None) -> Club:
    """A club with the printed charts loaded."""
    return make_or_replay("club", _club)


def _club() -> Club:
    load_charts()
    club = Club.objects.create(name="Tuesday club")
    token_of_organizer(club)
    return club


@pytest.fixture
def empty_night(club: Club) -> Night:
    """A night in sign-up, without players."""
    return make_or_replay(
        "empty night", lambda: Night.objects.create(club=club, name="Tuesday euchre", date=date(2026, 11, 24))
    )


@pytest.fixture
def eight_players(empty_night: Night) -> Night:
    """A night with eight players signed up, none with a number."""
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    return empty_night


@pytest.fixture
def night(empty_night: Night) -> Night:
    """A night in play at two tables: numbers 1 to 8 are the first eight of the cast, in order."""
    return _opened(empty_night, 8)


@pytest.fixture
def three_tables(empty_night: Night) -> Night:
    """A night in play with twelve players at three tables."""
    return _opened(empty_night, 12)


def _opened(night: Night, players: int) -> Night:
    """Start the night with the first `players` of the cast."""

    def make() -> Night:
        sign_up(night=night, names=CAST[:players], who=ORGANIZER)
        draw_numbers(night=night, order="arrival", who=ORGANIZER)
        start_night(night=night, who=ORGANIZER)
        return night

    make_or_replay(("night of the cast", players), make)
    night.refresh_from_db()
    return night


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten every search for seats and empty its cache, for tests that need any seats rather than the fairest."""
    monkeypatch.setattr(shipped, "SEARCH_SECONDS", SHORT)
    monkeypatch.setattr(night_plan, "REPLAN_SECONDS", SHORT)
    monkeypatch.setattr(movement_choice, "STEP_SECONDS", SHORT)
    monkeypatch.setattr(search_cache, "_results", OrderedDict())  # its keys do not include the time limit


@pytest.fixture
def organizer(club: Club) -> Client:
    """The organizer's browser."""
    client = Client()
    sign_in_as_organizer(client, club)
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser without any key."""
    return Client()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A server with a database of its own, started as a user starts it."""
    with Hall.opened(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    if not os.access(CHROMIUM, os.X_OK):
        pytest.skip("Chromium is not installed")
    expect.set_options(timeout=EXPECT_MILLISECONDS)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop stays in this thread, where database tests follow
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
        connections.close_all()  # those opened while its loop ran could not be closed later


@pytest.fixture
def screens(browser: Browser, hall: Hall) -> Iterator[Screens]:
    """Pages of the server, each in a browser context of its own; what the content policy blocks there is a failure."""
    opened = Screens(browser, hall)
    yield opened
    opened.close()
