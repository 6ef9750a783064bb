"""The command night: what cannot be is a sentence, databases are looked after, starting again goes on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tally.management.commands.night import Command
from tally.management.demo_night import HANDS_IN_GAME_3, demo_night
from tests.support.commands import check_sentence, export, failure_sentence, run_manage
from tests.support.hall_server import ColdHall, Hall, free_port
from tests.support.night import ORGANIZER
from tests.support.single_table import sit_down
from tests.support.streams import listening, slug_of
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night
from tournament.people.errors import Refused
from tournament.planning.shipped import demo_names
from tournament.server.hall import open_socket, prepare_folder, tonight

# What cannot be


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


def test_a_port_that_is_taken_is_named_with_another_to_choose(taken: int, tmp_path: Path) -> None:
    said = failure_sentence(run_manage(tmp_path, "night", "--host", "127.0.0.1", "--port", str(taken)))
    assert f"Port {taken}" in said
    assert f"--port {taken + 1}" in said


def test_a_port_is_taken_as_soon_as_the_first_night_has_it() -> None:
    with closing(open_socket("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(Refused, match=f"Port {port}"):
            open_socket("127.0.0.1", port)


@pytest.mark.parametrize("port", [70_000, 65_536, -1])
def test_a_port_that_no_computer_has_is_refused(port: int) -> None:
    with pytest.raises(Refused, match=f"no port {port}") as refused:
        open_socket("127.0.0.1", port)
    check_sentence(str(refused.value).replace(", as in --port 8001", ""))


@pytest.mark.parametrize("host", ["203.0.113.7", "2001:db8::7", "a..b", "x" * 70, "no host"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(Refused, match=re.escape(host)) as refused:
        open_socket(host, 8000)
    assert "address" in check_sentence(str(refused.value))


@pytest.mark.parametrize("inside", ["", "deeper/still"])
def test_a_file_where_the_folder_should_be_is_a_sentence(inside: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    said = failure_sentence(run_manage(tmp_path / "file" / inside, "night", "--port", str(free_port())))
    assert str(tmp_path / "file" / inside).rstrip("/") in said
    assert "EUCHRE_DATA" in said
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    settings.DATA_DIR = tmp_path / "data"
    settings.SECRET_KEY_FILE = settings.DATA_DIR / "secret_key"
    return Path(settings.DATA_DIR)


def test_a_read_only_folder_is_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, pytest.raises(Refused, match=re.escape(str(folder))) as refused:
        patch.setattr("tournament.server.hall.os.access", lambda *_: False)
        prepare_folder()
    assert "cannot be written" in str(refused.value)


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(folder: Path, settings: Any) -> None:
    prepare_folder()
    key = folder / "secret_key"
    assert key.read_text() == settings.SECRET_KEY
    assert key.stat().st_mode & 0o077 == 0
    settings.SECRET_KEY = "another"
    prepare_folder()
    assert key.read_text() != "another"


# Databases that somebody left there


@pytest.fixture
def sqlite_only() -> None:
    """Judged when a test runs, as the suite's own database says."""
    if connection.vendor != "sqlite":
        pytest.skip("a database file is there on SQLite only; PostgreSQL keeps and copies its own")


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of an older version: only `tournament` is in it, with a club of a known key."""
    home = tmp_path_factory.mktemp("old")
    assert run_manage(home, "migrate", "tournament", "--verbosity", "0").returncode == 0
    with closing(sqlite3.connect(home / "night.sqlite3")) as database, database:
        database.execute("INSERT INTO tournament_club (name, key, is_demo) VALUES ('Old club', 'OLDCLUBKEY', 0)")
    return home / "night.sqlite3"


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def try_night(folder: Path) -> str:
    return failure_sentence(run_manage(folder, "night", "--host", "127.0.0.1", "--port", str(free_port())))


@pytest.mark.usefixtures("sqlite_only")
def test_a_file_that_is_no_database_is_a_sentence_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "night.sqlite3"
    file.write_text("Milk, eggs, cards.\n" * 100)
    assert f"{file} is not a database" in try_night(tmp_path)
    assert file.read_text() == "Milk, eggs, cards.\n" * 100


@pytest.mark.usefixtures("sqlite_only")
def test_from_a_file_that_is_no_database_nothing_is_printed(tmp_path: Path) -> None:
    (tmp_path / "night.sqlite3").write_text("Milk, eggs, cards.\n" * 100)
    assert "not a database" in failure_sentence(run_manage(tmp_path, "print", "latest", "standings"))


@pytest.mark.usefixtures("sqlite_only")
def test_a_folder_where_the_database_should_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "night.sqlite3").mkdir()
    assert str(tmp_path / "night.sqlite3") in try_night(tmp_path)


@pytest.mark.usefixtures("sqlite_only")
def test_a_database_of_another_program_is_a_sentence_and_stays(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "night.sqlite3")) as database, database:
        database.execute("CREATE TABLE tournament_club (id INTEGER)")
    assert "another program" in try_night(tmp_path)
    assert "tally_hand" not in tables(tmp_path / "night.sqlite3")


@pytest.mark.usefixtures("sqlite_only")
def test_a_database_of_a_newer_version_is_a_sentence_and_stays(old: Path, tmp_path: Path) -> None:
    file = tmp_path / "night.sqlite3"
    shutil.copy(old, file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tally', '9999_x', '2030-01-01')")
    assert "newer" in try_night(tmp_path)
    assert "tally_hand" not in tables(file)
    assert [path.name for path in tmp_path.glob("*-before-*")] == []


@pytest.mark.usefixtures("sqlite_only")
def test_an_older_database_is_copied_before_it_is_brought_up_to_date(old: Path, tmp_path: Path) -> None:
    shutil.copy(old, tmp_path / "night.sqlite3")
    url = f"sqlite:///{tmp_path}/night.sqlite3"
    hall = ColdHall(env=os.environ | {"EUCHRE_DATA": str(tmp_path), "DATABASE_URL": url})
    try:
        hall.start()
        (copy,) = tmp_path.glob("*-before-*")
        assert f"a copy of it before is {copy}" in (tmp_path / "server.log").read_text()
        assert "/o/OLDCLUBKEY/" in (tmp_path / "server.log").read_text()
    finally:
        hall.kill()
    assert "tally_hand" in tables(tmp_path / "night.sqlite3")
    assert tables(copy) == tables(old)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT name FROM tournament_club").fetchall() == [("Old club",)]


# Going on


def test_starting_again_goes_on_with_the_same_night(tmp_path: Path) -> None:
    with ColdHall.opened(tmp_path) as hall:
        first, said, secret = hall.export(), hall.said, (tmp_path / "secret_key").read_text()
        with listening(hall, f"/live/{slug_of(hall)}/?after=0") as stream:  # a page that is open
            hall.kill(signal.SIGINT)
            assert stream.ended.wait(1)
        log = (tmp_path / "server.log").read_text()
        assert "Everything is saved" in log and "Traceback" not in log
        (tmp_path / "server.log").write_text("")
        hall.start()
        assert hall.export() == first
        assert links(hall.said) == links(said) != []
        assert (tmp_path / "secret_key").read_text() == secret
        assert list(tmp_path.glob("*-before-*")) == []


def links(said: str) -> list[str]:
    return re.findall(r"http://\S+", said)


def test_the_welcome_says_where_everybody_goes(hall: Hall) -> None:
    assert f"http://127.0.0.1:{hall.port}/\n" in hall.said
    assert re.search(rf"Organizer +http://127\.0\.0\.1:{hall.port}/o/\w{{20}}/", hall.said)
    assert re.search(rf"http://127\.0\.0\.1:{hall.port}/n/\w+/join/", hall.said)
    assert "Ctrl+C" in hall.said
    assert "█" in hall.said, "no QR code"


def test_the_demo_is_in_the_middle_of_game_3(club: Club) -> None:
    document = export(demo_night())
    assert [player["name"] for player in document["players"]] == demo_names()
    assert len(set(demo_names())) == 12
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            number, hands = round_["number"], len(table["hands"])
            assert hands == {1: 4, 2: 4, 3: HANDS_IN_GAME_3[table["table"]]}.get(number, 0)
            assert bool(table["signed_at"]) == (number < 3)
    assert 0 < sum(HANDS_IN_GAME_3.values()) < 12


def test_the_demos_welcome_shows_a_phones_link_as_it_is_typed(club: Club) -> None:
    told = StringIO()
    Command(stdout=told)._welcome(night := demo_night(), "http://192.168.1.50:8000")
    player = night.entries.get(number=1)
    assert re.search(rf"{player.name}'s phone +http://192\.168\.1\.50:8000/j/{player.key}\n", told.getvalue())


def test_demo_nights_are_apart_from_real_ones_and_go_on_until_they_are_closed(club: Club) -> None:
    demo = demo_night()
    real = tonight()
    assert real.club != demo.club
    assert real.club == club
    assert (demo_night(), tonight()) == (demo, real)
    close_night(night=demo, who=ORGANIZER)
    assert demo_night() != demo
    assert Counter(Night.objects.values_list("club__is_demo", flat=True)) == {True: 2, False: 1}


def test_the_command_goes_on_with_the_night_and_not_with_a_single_table_that_was_opened_since(
    club: Club, organizer: Client
) -> None:
    night = tonight()
    table = sit_down(club, "three-handed", 3)
    assert table.pk > night.pk and tonight() == night
    assert organizer.get(f"/o/{club.key}/")["Location"] == f"/n/{night.slug}/desk/"
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
    assert tonight() not in (night, table), "a new night, where players move"
