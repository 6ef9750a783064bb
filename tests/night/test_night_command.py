"""The command `night` fails in one sentence, upgrades old databases, and resumes tonight's night."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import socket
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
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
from tests.support.single_table import open_table
from tests.support.streams import listening, newest_slug
from tournament.models import Club, Night
from tournament.night.lifecycle import close_night
from tournament.people.errors import Refused
from tournament.planning.shipped import demo_names
from tournament.secret_key import read_secret_key
from tournament.server.hall import keep_secret_key, open_socket, prepare_folder, tonight

# Failures


@pytest.fixture
def used_port() -> Iterator[int]:
    """A port on which another program listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


@pytest.mark.long
def test_a_port_in_use_is_reported_with_another_to_try(used_port: int, tmp_path: Path) -> None:
    sentence = failure_sentence(run_manage(tmp_path, "night", "--host", "127.0.0.1", "--port", str(used_port)))
    assert f"Port {used_port}" in sentence
    assert f"--port {used_port + 1}" in sentence


def test_a_port_is_in_use_as_soon_as_the_first_night_opens_it() -> None:
    with closing(open_socket("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(Refused, match=f"Port {port}"):
            open_socket("127.0.0.1", port)


@pytest.mark.parametrize("port", [70_000, 65_536, -1])
def test_an_impossible_port_is_refused(port: int) -> None:
    with pytest.raises(Refused, match=f"no port {port}") as refused:
        open_socket("127.0.0.1", port)
    check_sentence(str(refused.value).replace(", as in --port 8001", ""))


@pytest.mark.parametrize("host", ["203.0.113.7", "2001:db8::7", "a..b", "x" * 70, "no host"])
def test_an_address_of_another_computer_is_refused(host: str) -> None:
    with pytest.raises(Refused, match=re.escape(host)) as refused:
        open_socket(host, 8000)
    assert "address" in check_sentence(str(refused.value))


@pytest.mark.parametrize("subfolder", ["", "deeper/still"])
def test_a_file_in_place_of_the_data_folder_fails_in_one_sentence(subfolder: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    sentence = failure_sentence(run_manage(tmp_path / "file" / subfolder, "night", "--port", str(free_port())))
    assert str(tmp_path / "file" / subfolder).rstrip("/") in sentence
    assert "EUCHRE_DATA" in sentence
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """A data folder that does not exist yet."""
    settings.DATA_DIR = tmp_path / "data"
    settings.SECRET_KEY_FILE = settings.DATA_DIR / "secret_key"
    return Path(settings.DATA_DIR)


def test_a_read_only_folder_fails_in_one_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, pytest.raises(Refused, match=re.escape(str(folder))) as refused:
        patch.setattr("tournament.server.hall.os.access", lambda *_: False)
        prepare_folder()
    assert "cannot be written" in str(refused.value)


def test_the_secret_key_is_created_once_and_only_its_owner_can_read_it(folder: Path, settings: Any) -> None:
    prepare_folder()
    assert keep_secret_key() == ""
    key, first = folder / "secret_key", settings.SECRET_KEY
    assert key.read_text() == first
    assert key.stat().st_mode & 0o077 == 0
    settings.SECRET_KEY = "another"
    assert keep_secret_key() == ""
    assert key.read_text() == settings.SECRET_KEY == first, "what the first start keeps, a second one has, too"


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe"])
def test_a_secret_key_that_was_lost_is_made_anew_once_and_that_is_said(
    content: bytes, folder: Path, settings: Any
) -> None:
    prepare_folder()
    key = folder / "secret_key"
    key.write_bytes(content)
    assert read_secret_key(key) == ""
    assert "made anew" in check_sentence(keep_secret_key())
    assert read_secret_key(key) == settings.SECRET_KEY and key.stat().st_mode & 0o077 == 0
    assert keep_secret_key() == ""
    assert [file.name for file in folder.iterdir()] == ["secret_key"]


def test_a_full_disk_leaves_no_empty_key_behind(folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    prepare_folder()
    with monkeypatch.context() as patch, pytest.raises(Refused, match="disk is full"):
        patch.setattr("tournament.secret_key.os.fsync", fail)
        keep_secret_key()
    assert list(folder.iterdir()) == []


def test_a_folder_in_place_of_the_secret_key_fails_in_one_sentence(folder: Path, settings: Any) -> None:
    (folder / "secret_key").mkdir(parents=True)
    assert read_secret_key(folder / "secret_key") == ""
    with pytest.raises(Refused, match="Move it away") as refused:
        keep_secret_key()
    assert str(folder / "secret_key") in check_sentence(str(refused.value))


def test_a_binary_secret_key_keeps_no_command_from_running(tmp_path: Path) -> None:
    """The settings read it before anything else runs."""
    (tmp_path / "secret_key").write_bytes(b"\xff\xfe")
    assert run_manage(tmp_path, "check").returncode == 0


# Existing databases


@pytest.fixture
def sqlite_only() -> None:
    """Skip a test on PostgreSQL."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite keeps the database in a file of the data folder")


@pytest.fixture(scope="module")
def older_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of an older version: it has only the tables of `tournament`, and a club with a known key."""
    home = tmp_path_factory.mktemp("old")
    assert run_manage(home, "migrate", "tournament", "0011", "--verbosity", "0").returncode == 0
    with closing(sqlite3.connect(home / "night.sqlite3")) as database, database:
        database.execute("INSERT INTO tournament_club (name, key, is_demo) VALUES ('Old club', 'OLDCLUBKEY', 0)")
    return home / "night.sqlite3"


def tables(file: Path) -> set[str]:
    """Return the names of a database's tables."""
    with closing(sqlite3.connect(file)) as database:
        return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def night_failure(folder: Path) -> str:
    """Start a night that must fail, and return its sentence."""
    return failure_sentence(run_manage(folder, "night", "--host", "127.0.0.1", "--port", str(free_port())))


@pytest.mark.usefixtures("sqlite_only")
def test_a_file_that_is_not_a_database_fails_in_one_sentence_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "night.sqlite3"
    file.write_text("Milk, eggs, cards.\n" * 100)
    assert f"{file} is not a database" in night_failure(tmp_path)
    assert file.read_text() == "Milk, eggs, cards.\n" * 100


@pytest.mark.usefixtures("sqlite_only")
def test_printing_from_a_file_that_is_not_a_database_fails_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "night.sqlite3").write_text("Milk, eggs, cards.\n" * 100)
    assert "not a database" in failure_sentence(run_manage(tmp_path, "print", "latest", "standings"))


@pytest.mark.usefixtures("sqlite_only")
def test_a_folder_in_place_of_the_database_fails_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "night.sqlite3").mkdir()
    assert str(tmp_path / "night.sqlite3") in night_failure(tmp_path)


@pytest.mark.usefixtures("sqlite_only")
def test_a_database_of_another_program_fails_in_one_sentence_and_stays(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "night.sqlite3")) as database, database:
        database.execute("CREATE TABLE tournament_club (id INTEGER)")
    assert "another program" in night_failure(tmp_path)
    assert "tally_hand" not in tables(tmp_path / "night.sqlite3")


@pytest.mark.long
@pytest.mark.usefixtures("sqlite_only")
def test_a_database_of_a_newer_version_fails_in_one_sentence_and_stays(older_database: Path, tmp_path: Path) -> None:
    file = tmp_path / "night.sqlite3"
    shutil.copy(older_database, file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tally', '9999_x', '2030-01-01')")
    assert "newer" in night_failure(tmp_path)
    assert "tally_hand" not in tables(file)
    assert [path.name for path in tmp_path.glob("*-before-*")] == []


@pytest.mark.long
@pytest.mark.usefixtures("sqlite_only")
def test_an_older_database_is_copied_before_it_is_upgraded(older_database: Path, tmp_path: Path) -> None:
    shutil.copy(older_database, tmp_path / "night.sqlite3")
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
    assert tables(copy) == tables(older_database)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT name FROM tournament_club").fetchall() == [("Old club",)]


# Resuming


@pytest.mark.long
def test_starting_again_resumes_the_same_night(tmp_path: Path) -> None:
    with ColdHall.opened(tmp_path) as hall:
        first, output, secret = hall.export(), hall.output, (tmp_path / "secret_key").read_text()
        with listening(hall, f"/live/{newest_slug(hall)}/?after=0") as stream:  # an open page
            hall.kill(signal.SIGINT)
            assert stream.ended.wait(30)
        log = (tmp_path / "server.log").read_text()
        assert "Everything is saved" in log and "Traceback" not in log
        (tmp_path / "server.log").write_text("")
        hall.start()
        assert hall.export() == first
        assert links(hall.output) == links(output) != []
        assert (tmp_path / "secret_key").read_text() == secret
        assert list(tmp_path.glob("*-before-*")) == []


def links(output: str) -> list[str]:
    """Return the links that the command printed."""
    return re.findall(r"http://\S+", output)


def test_the_welcome_shows_everybodys_address(hall: Hall) -> None:
    assert f"http://127.0.0.1:{hall.port}/\n" in hall.output
    assert re.search(rf"Organizer +http://127\.0\.0\.1:{hall.port}/o/\w{{20}}/", hall.output)
    assert re.search(rf"Players join +http://127\.0\.0\.1:{hall.port}/j/\w{{11}}\n", hall.output)
    assert "HTTP://" not in hall.output, "people read and type it"
    assert "Ctrl+C" in hall.output
    assert "█" in hall.output, "no QR code"


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


def test_the_demos_welcome_shows_a_phones_link_in_lowercase(club: Club) -> None:
    output = StringIO()
    Command(stdout=output)._welcome(night := demo_night(), "http://192.168.1.50:8000")
    player = night.entries.get(number=1)
    assert re.search(rf"{player.name}'s phone +http://192\.168\.1\.50:8000/j/{player.key}\n", output.getvalue())


def test_the_demos_welcome_needs_no_player(club: Club) -> None:
    output = StringIO()
    night = Night.objects.create(club=demo_night().club, name="Next demo", date=date(2026, 11, 24))
    Command(stdout=output)._welcome(night, "http://192.168.1.50:8000")
    assert re.search(r"Organizer +http://192\.168\.1\.50:8000/o/", output.getvalue())


def test_demo_nights_are_separate_and_resume_until_they_are_closed(club: Club) -> None:
    demo = demo_night()
    real = tonight()
    assert real.club != demo.club
    assert real.club == club
    assert (demo_night(), tonight()) == (demo, real)
    close_night(night=demo, who=ORGANIZER)
    assert demo_night() != demo
    assert Counter(Night.objects.values_list("club__is_demo", flat=True)) == {True: 2, False: 1}


def test_the_command_resumes_the_night_rather_than_a_newer_single_table(club: Club, organizer: Client) -> None:
    night = tonight()
    table = open_table(club, "three-handed", 3)
    assert table.pk > night.pk and tonight() == night
    assert organizer.get(f"/o/{club.key}/")["Location"] == f"/n/{night.slug}/desk/"
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
    assert tonight() == night, "on its own evening the organizer starts the next one"
    output = StringIO()
    Command(stdout=output)._welcome(tonight(), "http://192.168.1.50:8000")
    assert "The night is closed. Start the next one" in output.getvalue()
    assert "The final standings, for every phone" in output.getvalue()
    Night.objects.filter(pk=night.pk).update(date=night.date - timedelta(days=2))
    assert tonight() not in (night, table), "a new night with several tables"
