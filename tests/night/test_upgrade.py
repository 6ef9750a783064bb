"""A database that version 0.1.0 wrote in the middle of a night works with this version, and the night continues.

`data/night_0_1_0.sql` is a dump of that database: eight players, a game agreed at both tables with a hand that was
undone and a table that got extra minutes, then a disputed hand, a total from paper, a total that was taken back before
its game, phones that were replaced or disconnected, a substitute. `data/night_0_1_0.json` is its export by 0.1.0.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.streams import listening

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def old_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a night in play, as 0.1.0 left it. It is only read."""
    file = tmp_path_factory.mktemp("old") / "night.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((DATA / "night_0_1_0.sql").read_text(encoding="utf-8"))
    return file


def hall_in(folder: Path) -> Hall:
    """Return a server of this version with the database of a folder, not started yet."""
    names = {"EUCHRE_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'night.sqlite3'}"}
    return Hall(env=os.environ | names | {"PYTHONUNBUFFERED": "1"})


@pytest.fixture(scope="module")
def upgraded_database(old_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same database, upgraded once for all tests. It is only read."""
    folder = tmp_path_factory.mktemp("upgraded")
    shutil.copy(old_database, folder)
    hall_in(folder).manage("migrate", "--verbosity", "0")
    return folder / old_database.name


def query(database: Path, sql: str) -> list[Any]:
    """Run a query on a database file and return its rows."""
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute(sql).fetchall()


@pytest.fixture
def hall(upgraded_database: Path, tmp_path: Path) -> Iterator[Hall]:
    """A server of this version with a copy of the upgraded database, not started yet."""
    shutil.copy(upgraded_database, tmp_path)
    hall = hall_in(tmp_path)
    yield hall
    hall.kill()


@pytest.fixture
def hall_of_0_1_0(old_database: Path, tmp_path: Path) -> Iterator[Hall]:
    """A server of this version with a copy of the old database, not started yet."""
    shutil.copy(old_database, tmp_path)
    hall = hall_in(tmp_path)
    yield hall
    hall.kill()


def without_additions(now: Any, before: Any) -> Any:
    """Return a JSON value without the keys that an older version of it does not have."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {key: without_additions(value, before[key]) for key, value in now.items() if key in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [without_additions(*both) for both in zip(now, before, strict=True)]
    return now


def test_the_export_equals_the_one_by_0_1_0_but_for_new_keys(hall: Hall) -> None:
    before = json.loads((DATA / "night_0_1_0.json").read_text(encoding="utf-8"))
    now = hall.export()
    assert without_additions(now, before) == before
    assert now.keys() == before.keys()
    assert now["players"][0].keys() - before["players"][0].keys() == {"earlier_names", "left_at"}
    assert now["standings"][0].keys() - before["standings"][0].keys() == {"games", "sit_out_points", "too_few_games"}


def test_the_log_shows_every_line(hall: Hall, old_database: Path) -> None:
    lines = [line for (line,) in query(old_database, OLD_LOG)]
    hall.start()
    organizer = Visitor(hall, hall.organizer_path)
    shown = []
    for show in ("", "?show=phones"):
        organizer.open(f"/n/{night_of(old_database)}/log/{show}")
        shown.append([row[1] for row in organizer.page.rows])
    tests = [line for line in lines if " has reached this laptop; live messages " in line]
    assert len(lines) > 40 and tests
    assert shown == [[line for line in lines if line not in tests], tests]


def test_a_phone_records_the_next_hand_and_the_stream_continues(hall_of_0_1_0: Hall, old_database: Path) -> None:
    hall = hall_of_0_1_0
    ((newest,),) = query(old_database, "SELECT max(id) FROM tournament_event")
    ((token,),) = query(old_database, DISPUTING_PHONE)
    hall.start()
    phone = Visitor(hall, "/")
    phone.cookies["phone"] = token
    phone.open(f"/n/{night_of(old_database)}/play/")
    assert "Game 2, hand 2: two answers" in phone.page.text
    with listening(hall, f"/live/{night_of(old_database)}/?after={newest}") as stream:
        phone.press("take")
        assert (phone.status, "Hand 3:" in phone.page.text) == (200, True), phone.page.text
        phone.press("NS:3-4")
        assert phone.status == 200
        numbers = [number for number, _, _ in stream.wait_for(lambda events: {n for n, _, _ in events} >= {newest + 2})]
    assert min(numbers) == newest + 1, "ids continue, since browsers reconnect with the newest one they saw"
    game = hall.export()["rounds"][1]["tables"][0]
    assert [hand["hand"] for hand in game["hands"] if hand["current"]] == [1, 2, 3]


def test_facts_once_stored_in_events_have_their_own_columns(upgraded_database: Path) -> None:
    assert query(upgraded_database, "SELECT phone_name, result FROM tournament_phonecheck") == [
        ("A phone", "has reached this laptop; live messages arrive in 0.1 s; taps are kept while the Wi-Fi is away")
    ]
    assert query(upgraded_database, "SELECT count(*) FROM tally_receivedtotal") == [(3,)]
    assert query(upgraded_database, "SELECT count(*) FROM tournament_game WHERE extra_rung_at >= extra_until") == [(1,)]
    assert query(
        upgraded_database, "SELECT n.created_at = min(l.at) FROM tournament_night n, tournament_logentry l"
    ) == [(1,)]
    texts = query(upgraded_database, "SELECT DISTINCT public_text FROM tournament_event WHERE topics LIKE 'entry%'")
    assert texts == [("",)], "events contain no text meant only for the organizer"


def test_old_events_on_a_topic_that_was_renamed_reach_no_page(hall: Hall, old_database: Path) -> None:
    ((token,),) = query(old_database, DISPUTING_PHONE)
    hall.start()
    with listening(hall, f"/live/{night_of(old_database)}/?after=0") as stream:
        replayed = stream.wait_for(lambda events: [topic for _, topic, _ in events if topic.startswith("told-")])
    assert {data for _, topic, data in replayed if topic.startswith("told-")} == {"news"}
    visitor = Visitor(hall, "/")
    visitor.cookies["phone"] = token
    visitor.open(f"/n/{night_of(old_database)}/play/")
    assert b"notice-" in visitor.body and b"told-" not in visitor.body


OLD_LOG = "SELECT who || ' ' || text FROM tournament_event ORDER BY id DESC"
DISPUTING_PHONE = (
    "SELECT token FROM tournament_phone WHERE id = (SELECT phone_id FROM tally_claim WHERE settled_at IS NULL)"
)


def night_of(database: Path) -> str:
    """Return the night's slug."""
    ((slug,),) = query(database, "SELECT slug FROM tournament_night")
    return str(slug)
