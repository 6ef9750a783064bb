"""What was erased is in no byte of an SQLite database's file, nor of the log beside it, while the server runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.test import Client

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.night import phone_of
from tournament.club import erasing, overwriting
from tournament.club.overwriting import overwrite_deleted
from tournament.models import Club, Night, Player
from tournament.settings import SQLITE_OPTIONS

NAME = "Zaphirah Quillfeather"
OVERWRITE = "/club/people/overwrite/"


def bytes_of(database: Path) -> bytes:
    """Every byte of a database and of its log."""
    return b"".join(file.read_bytes() for file in sorted(database.parent.glob(f"{database.name}*")))


def forgetful(database: Path) -> sqlite3.Connection:
    """A connection as of a SQLite that leaves the bytes of what is deleted where they are."""
    opened = sqlite3.connect(database, isolation_level=None)
    opened.execute("PRAGMA journal_mode=WAL")
    opened.execute("PRAGMA secure_delete=OFF")
    return opened


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database from which somebody was deleted before deleted rows were overwritten."""
    path = tmp_path / "night.sqlite3"
    with closing(forgetful(path)) as old:
        old.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)")
        old.executemany("INSERT INTO people (name) VALUES (?)", [("Ann Miller",), (NAME,)])
        old.execute("DELETE FROM people WHERE name = ?", [NAME])
    assert NAME.encode() in path.read_bytes()
    return path


@pytest.fixture
def site(db: None, database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseDatabaseWrapper]:
    """The site's connection, to that database."""
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": database, "OPTIONS": dict(SQLITE_OPTIONS)}
    opened = ConnectionHandler({"default": engine})["default"]
    monkeypatch.setattr(overwriting, "connection", opened)
    yield opened
    opened.close()


def test_each_connection_overwrites_what_it_deletes(tmp_path: Path) -> None:
    with closing(forgetful(tmp_path / "night.sqlite3")) as opened:
        for command in SQLITE_OPTIONS["init_command"].split(";"):  # type: ignore[attr-defined]
            opened.execute(command)
        assert opened.execute("PRAGMA secure_delete").fetchone() == (1,)
    if connection.vendor == "sqlite":
        assert settings.DATABASES["default"]["OPTIONS"]["init_command"] == SQLITE_OPTIONS["init_command"]


def test_what_was_deleted_before_is_overwritten_too(site: BaseDatabaseWrapper, database: Path) -> None:
    with closing(sqlite3.connect(database)) as second:
        assert second.execute("SELECT count(*) FROM people").fetchone() == (1,)
        assert overwrite_deleted()
        assert NAME.encode() not in bytes_of(database) and b"Ann Miller" in bytes_of(database)
        assert second.execute("SELECT name FROM people").fetchall() == [("Ann Miller",)]


def test_who_still_reads_the_file_is_named_as_the_reason(
    site: BaseDatabaseWrapper, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overwriting, "BUSY_MILLISECONDS", 10)
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchone()
        assert not overwrite_deleted()
        reader.execute("COMMIT")
        assert overwrite_deleted() and NAME.encode() not in bytes_of(database)


def test_nothing_is_overwritten_inside_a_transaction(site: BaseDatabaseWrapper, database: Path) -> None:
    site.in_atomic_block = True
    assert not overwrite_deleted() and NAME.encode() in bytes_of(database)
    site.in_atomic_block = False


@pytest.mark.parametrize("overwritten", [True, False])
def test_the_page_says_where_the_file_may_still_have_the_name(
    organizer: Client, club: Club, monkeypatch: pytest.MonkeyPatch, overwritten: bool
) -> None:
    monkeypatch.setattr(erasing, "overwrite_deleted", lambda: overwritten)
    monkeypatch.setattr("tournament.views.erasing.has_file", lambda: True)
    person = Player.objects.create(club=club, name=NAME)
    page = organizer.post(f"/club/people/{person.pk}/erase/", {"name": NAME}, follow=True).content.decode()
    assert "✓ The name is erased. It is Former player 1 now." in page and "✓ No page" not in page
    assert ("the database’s file may still have it" in page) is not overwritten
    assert ("<button>Overwrite them now</button>" in page) is not overwritten


@pytest.fixture
def in_use(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """What the next tries to overwrite the file come to, the last one first."""
    tries: list[bool] = []
    monkeypatch.setattr("tournament.views.erasing.has_file", lambda: True)
    monkeypatch.setattr("tournament.views.erasing.overwrite_deleted", tries.pop)
    return tries


def test_a_button_overwrites_the_file_and_says_what_happened(organizer: Client, in_use: list[bool]) -> None:
    in_use += [True, False]
    answer = organizer.post(OVERWRITE)
    assert answer.status_code == 409 and "another program is still using it" in answer.content.decode()
    assert "<button>Overwrite them now</button>" in answer.content.decode()
    page = organizer.post(OVERWRITE, follow=True).content.decode()
    assert "The database’s file has no erased name anymore." in page and in_use == []


def test_a_stranger_and_a_phone_overwrite_nothing(night: Night, stranger: Client, in_use: list[bool]) -> None:
    for visitor in (stranger, phone_of(night, 1)):
        assert visitor.get(OVERWRITE).status_code == visitor.post(OVERWRITE).status_code == 403


def test_where_the_database_is_no_file_there_is_nothing_to_overwrite(
    organizer: Client, in_use: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.views.erasing.has_file", lambda: False)
    page = organizer.get(OVERWRITE).content.decode()
    assert "There is nothing to do." in page and "Overwrite them now" not in page
    answer = organizer.post(OVERWRITE)
    assert answer.status_code == 409 and "overwrites what was erased by itself" in answer.content.decode()


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL cleans up by itself")
def test_the_button_takes_out_a_name_that_was_erased_while_the_file_was_read(hall: Hall, tmp_path: Path) -> None:
    database = tmp_path / "night.sqlite3"
    organizer = Visitor(hall, hall.organizer_path).open("/club/people/").press("Add", name=NAME)
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        (person,) = reader.execute("SELECT id FROM tournament_player WHERE name = ?", [NAME]).fetchone()
        organizer.open(f"/club/people/{person}/erase/").press("Erase the name", name=NAME)
        assert "the database’s file may still have it" in organizer.page.text and NAME.encode() in bytes_of(database)
        reader.execute("COMMIT")
        organizer.press("Overwrite them now")
        assert "The database’s file has no erased name anymore." in organizer.page.text
        assert NAME.encode() not in bytes_of(database)


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL cleans up by itself")
def test_an_erased_name_is_in_no_byte_while_the_server_runs(hall: Hall, tmp_path: Path) -> None:
    database = tmp_path / "night.sqlite3"
    organizer = Visitor(hall, hall.organizer_path).open("/club/people/")
    with closing(sqlite3.connect(database)) as second:
        organizer.press("Add", name=NAME)
        people = "SELECT id FROM tournament_player WHERE name = ?"
        (person,) = second.execute(people, [NAME]).fetchone()
        assert NAME.encode() in bytes_of(database)
        organizer.open(f"/club/people/{person}/erase/").press("Erase the name", name=NAME)
        assert "The name is erased. It is Former player 1 now." in organizer.page.text
        assert "another program" not in organizer.page.text
        assert second.execute(people, [NAME]).fetchone() is None
        assert b"Zaphirah" not in bytes_of(database) and b"Quillfeather" not in bytes_of(database)
