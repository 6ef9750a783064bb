"""A database that a released version wrote in the middle of a night works with this version, and the night continues.

That of 0.1.0 has eight players, a game agreed at both tables with a hand that was undone and a table that got extra
minutes, then a disputed hand, a total from paper, a total that was taken back before its game, phones that were
replaced or disconnected, a substitute.
"""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.simulations.kills import kill_upgrades
from tests.support.commands import run_manage
from tests.support.databases import needs_file
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.released_nights import OldDatabase, check_same_night, data_of, killed_at, released_night
from tests.support.streams import listening

RELEASED = ["0.1.0"]


def test_every_released_version_has_a_night_here() -> None:
    changelog = (Path(settings.BASE_DIR) / "CHANGELOG.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^## (\d+\.\d+\.\d+) \(", changelog, re.MULTILINE)) == RELEASED


@pytest.fixture(scope="module", params=RELEASED)
def version(request: pytest.FixtureRequest) -> str:
    """A released version."""
    return str(request.param)


@pytest.fixture(scope="module")
def old_database(version: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldDatabase]:
    """The database of a night in play, as that version left it. It is only read."""
    with released_night(version, tmp_path_factory.mktemp("old")) as database:
        yield database


@pytest.fixture(scope="module")
def upgraded_database(old_database: OldDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OldDatabase]:
    """The same database, upgraded once for all tests. It is only read."""
    folder = tmp_path_factory.mktemp("upgraded")
    with old_database.copied_to(folder) as database:
        database.hall_in(folder).manage("migrate", "--verbosity", "0")
        yield database


@pytest.fixture
def hall(upgraded_database: OldDatabase, tmp_path: Path) -> Iterator[Hall]:
    """A server of this version with a copy of the upgraded database, not started yet."""
    with upgraded_database.copied_to(tmp_path) as database:
        hall = database.hall_in(tmp_path)
        yield hall
        hall.kill()


@pytest.fixture
def old_hall(old_database: OldDatabase, tmp_path: Path) -> Iterator[Hall]:
    """A server of this version with a copy of the old database, not started yet."""
    with old_database.copied_to(tmp_path) as database:
        hall = database.hall_in(tmp_path)
        yield hall
        hall.kill()


@pytest.mark.long
def test_the_export_equals_the_one_of_before_but_for_new_keys(hall: Hall, version: str) -> None:
    check_same_night(hall, version)
    before, now = json.loads(data_of(version, ".json").read_text(encoding="utf-8")), hall.export()
    assert now.keys() == before.keys()
    assert now["players"][0].keys() - before["players"][0].keys() == {"earlier_names", "left_at"}
    assert now["standings"][0].keys() - before["standings"][0].keys() == {"games", "sit_out_points", "too_few_games"}


@pytest.mark.long
def test_the_log_shows_every_line(hall: Hall, old_database: OldDatabase) -> None:
    lines = [line for (line,) in old_database.query(OLD_LOG)]
    hall.start()
    organizer = Visitor(hall, hall.organizer_path)
    shown = []
    for show in ("", "?show=phones"):
        organizer.open(f"/n/{night_of(old_database)}/log/{show}")
        shown.append([row[1] for row in organizer.page.rows])
    tests = [line for line in lines if " has reached this laptop; live messages " in line]
    assert len(lines) > 40 and tests
    assert shown == [[line for line in lines if line not in tests], tests]


@pytest.mark.long
def test_a_phone_records_the_next_hand_and_the_stream_continues(old_hall: Hall, old_database: OldDatabase) -> None:
    ((newest,),) = old_database.query("SELECT max(id) FROM tournament_event")
    ((token,),) = old_database.query(DISPUTING_PHONE)
    old_hall.start()
    phone = Visitor(old_hall, "/")
    phone.cookies["phone"] = token
    phone.open(f"/n/{night_of(old_database)}/play/")
    assert "Game 2, hand 2: two answers" in phone.page.text
    with listening(old_hall, f"/live/{night_of(old_database)}/?after={newest}") as stream:
        phone.press("take")
        assert (phone.status, "Hand 3:" in phone.page.text) == (200, True), phone.page.text
        phone.press("NS:3-4")
        assert phone.status == 200
        numbers = [number for number, _, _ in stream.wait_for(lambda events: len({n for n, _, _ in events}) >= 2)]
    assert min(numbers) == newest + 1, "ids continue, since browsers reconnect with the newest one they saw"
    game = old_hall.export()["rounds"][1]["tables"][0]
    assert [hand["hand"] for hand in game["hands"] if hand["current"]] == [1, 2, 3]


@pytest.mark.long
def test_the_night_goes_on_to_its_bell_and_its_end(old_hall: Hall, version: str) -> None:
    old_hall.start()
    check_same_night(old_hall, version)
    before = {row["number"]: row["total"] for row in old_hall.export()["standings"]}
    organizer = Visitor(old_hall, old_hall.organizer_path)
    night = organizer.url.rpartition("/n/")[2].split("/")[0]
    organizer.press("End game 2 (ring the bell)")
    assert "rang the bell" in organizer.open(f"/n/{night}/log/").page.text
    assert organizer.open(f"/n/{night}/close/").press("Close the night").status == 200
    closed = old_hall.export()
    assert closed["night"]["status"] == "closed"
    assert {row["number"]: row["total"] for row in closed["standings"]} == before
    assert "closed the night" in organizer.open(f"/n/{night}/log/").page.text


@pytest.mark.long
@needs_file
def test_copies_of_before_and_after_the_upgrade_can_be_gone_back_to(
    old_hall: Hall, tmp_path: Path, version: str
) -> None:
    old_hall.start()
    assert "is being brought up to date" in old_hall.output and "It takes a moment" in old_hall.output
    after = tmp_path / "after.sqlite3"
    assert run_manage(tmp_path, "backup", str(after)).returncode == 0
    (before,) = tmp_path.glob("night-before-*.sqlite3")
    old_hall.kill(signal.SIGINT)
    for number, copy in enumerate((before, after)):
        other = tmp_path / f"other laptop {number}"
        done = run_manage(other, "restore", str(copy))
        assert done.returncode == 0, done.stderr
        old_hall.env |= {"EUCHRE_DATA": str(other), "DATABASE_URL": f"sqlite:///{other / 'night.sqlite3'}"}
        old_hall.start()
        check_same_night(old_hall, version)
        old_hall.kill(signal.SIGINT)


@pytest.mark.long
def test_facts_once_stored_in_events_have_their_own_columns(upgraded_database: OldDatabase) -> None:
    query = upgraded_database.query
    assert query("SELECT phone_name, result FROM tournament_phonecheck") == [
        ("A phone", "has reached this laptop; live messages arrive in 0.1 s; taps are kept while the Wi-Fi is away")
    ]
    assert query("SELECT count(*) FROM tally_receivedtotal") == [(3,)]
    assert query("SELECT count(*) FROM tournament_game WHERE extra_rung_at >= extra_until") == [(1,)]
    ((created, first),) = query("SELECT min(n.created_at), min(l.at) FROM tournament_night n, tournament_logentry l")
    assert created == first
    texts = query("SELECT DISTINCT public_text FROM tournament_event WHERE topics LIKE 'entry%'")
    assert texts == [("",)], "events contain no text meant only for the organizer"


@pytest.mark.long
def test_old_events_on_a_topic_that_was_renamed_reach_no_page(hall: Hall, old_database: OldDatabase) -> None:
    ((token,),) = old_database.query(DISPUTING_PHONE)
    hall.start()
    with listening(hall, f"/live/{night_of(old_database)}/?after=0") as stream:
        replayed = stream.wait_for(lambda events: [topic for _, topic, _ in events if topic.startswith("told-")])
    assert {data for _, topic, data in replayed if topic.startswith("told-")} == {"news"}
    visitor = Visitor(hall, "/")
    visitor.cookies["phone"] = token
    visitor.open(f"/n/{night_of(old_database)}/play/")
    assert b"notice-" in visitor.body and b"told-" not in visitor.body


# An upgrade that is interrupted


@pytest.mark.long
def test_each_migration_is_noted_as_done_in_its_own_transaction(old_hall: Hall) -> None:
    status, statements = killed_at(old_hall, 0, "migrate", "--verbosity", "0")
    noted = [line for line in statements if 'INSERT INTO "django_migrations"' in line]
    assert status == 0 and len(noted) > 30
    assert not [line for line in noted if line[0] != "1"], "a kill before such a line could never be mended"


@pytest.mark.long
def test_an_upgrade_that_is_killed_anywhere_is_finished_by_the_next_start(version: str, tmp_path: Path) -> None:
    assert kill_upgrades(tmp_path, kills=12, version=version) >= 12, "each kill is before another statement"


OLD_LOG = "SELECT who || ' ' || text FROM tournament_event ORDER BY id DESC"
DISPUTING_PHONE = (
    "SELECT token FROM tournament_phone WHERE id = (SELECT phone_id FROM tally_claim WHERE settled_at IS NULL)"
)


def night_of(database: OldDatabase) -> str:
    """Return the night's slug."""
    ((slug,),) = database.query("SELECT slug FROM tournament_night")
    return str(slug)
