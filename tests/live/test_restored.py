"""A restored database: what comes after it has ids that no phone has seen, and open pages look again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from tournament.live import restored
from tournament.live.restored import go_on_from_copy

TABLES = """
CREATE TABLE tournament_night (id integer PRIMARY KEY AUTOINCREMENT, status text);
CREATE TABLE tournament_event (id integer PRIMARY KEY AUTOINCREMENT, night_id integer, topics text, public_text text);
CREATE TABLE tally_hand (id integer PRIMARY KEY AUTOINCREMENT, key text);
INSERT INTO tournament_night (status) VALUES ('playing'), ('closed'), ('sign-up');
INSERT INTO tournament_event (night_id, topics, public_text) VALUES (1, 'bell', '');
"""


@pytest.fixture
def copy() -> Iterator[sqlite3.Connection]:
    """A copy with a night in play, and without any hand."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(TABLES)
        yield database


def test_nights_in_play_get_an_event_that_every_page_takes_for_new(copy: sqlite3.Connection) -> None:
    go_on_from_copy(copy)
    (_, first), *told = copy.execute("SELECT night_id, id FROM tournament_event ORDER BY id").fetchall()
    assert [night for night, _ in told] == [1] and told[0][1] > first + restored.JUMP


def test_no_row_gets_an_id_that_a_phone_has_seen(copy: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restored.time, "time", lambda: 0.0)  # a clock that is wrong
    go_on_from_copy(copy)
    copy.execute("INSERT INTO tally_hand (key) VALUES ('k')")
    (hand,) = copy.execute("SELECT id FROM tally_hand").fetchone()
    assert hand > restored.JUMP, "though the copy has no hand yet"


def test_one_copy_restored_twice_has_different_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = []
    for now in (1_795_000_000.0, 1_795_000_060.0):
        monkeypatch.setattr(restored.time, "time", lambda now=now: now)
        with closing(sqlite3.connect(":memory:")) as database:
            database.executescript(TABLES)
            go_on_from_copy(database)
            newest.append(database.execute("SELECT max(id) FROM tournament_event").fetchone()[0])
    assert newest[1] > newest[0] + 10_000
