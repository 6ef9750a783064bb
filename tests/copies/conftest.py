"""A laptop's keeper of copies, with a small database of its own and places in a new folder."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tournament.copies import keeper as keepers
from tournament.copies.keeper import CopyKeeper


def database_in(folder: Path, rows: int = 500) -> Path:
    """Make a database in WAL mode whose newest rows are in its log only."""
    file = folder / "night.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        database.execute("INSERT INTO django_migrations VALUES ('tournament', '0001_initial')")
        database.execute("CREATE TABLE tournament_event (id INTEGER PRIMARY KEY AUTOINCREMENT)")
        database.execute("INSERT INTO tournament_event DEFAULT VALUES")
        database.execute("CREATE TABLE tournament_night (id INTEGER PRIMARY KEY, status TEXT)")
        database.execute("INSERT INTO tournament_night (status) VALUES ('playing'), ('closed'), ('sign-up')")
        database.execute("CREATE TABLE tournament_logentry (id INTEGER PRIMARY KEY, night_id, at, actor, text)")
        database.execute("CREATE TABLE hand (text)")
        with database:
            database.executemany("INSERT INTO hand VALUES (?)", [("x" * 500,)] * rows)
    return file


def hands_in(file: Path) -> int:
    """The number of rows of such a database, or of a copy of it."""
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM hand").fetchone()[0])


def damage(file: Path) -> None:
    """Overwrite a page of a database with zeros."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damaged = bytearray(file.read_bytes())
    damaged[8192:12288] = bytes(4096)
    file.write_bytes(damaged)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A second place for copies."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def kept(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CopyKeeper:
    """The keeper of this process's copies, without a thread. Its seconds stand still."""
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setattr(settings, "DATA_DIR", data)
    monkeypatch.setattr(settings, "SECOND_PLACE_FILE", data / "second_place")
    monkeypatch.setattr(settings, "RESTORE_FILE", data / "restore_next")
    keeper = CopyKeeper(database_in(data), seconds=lambda: 0.0)
    monkeypatch.setattr(keepers, "_keeper", keeper)
    return keeper
