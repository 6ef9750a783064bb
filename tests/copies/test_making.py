"""One safe copy: whole beside whoever writes, and checked."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.copies.conftest import damage, database_in, hands_in
from tournament.copies import making
from tournament.copies.making import Damaged, copy_database, require_whole
from tournament.people.errors import Refused


def test_a_copy_has_what_was_committed_while_somebody_writes(tmp_path: Path) -> None:
    file, copy = database_in(tmp_path), tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("INSERT INTO hand VALUES ('committed')")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO hand VALUES ('not committed yet')")
        copy_database(file, copy)
        writer.execute("COMMIT")
    assert (hands_in(copy), hands_in(file)) == (501, 502)
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite3"], "it needs no other file"
    if os.name == "posix":
        assert copy.stat().st_mode & 0o077 == 0, "it has everybody's keys"


def test_a_damaged_database_is_not_copied_over_a_good_copy(tmp_path: Path) -> None:
    file, copy = database_in(tmp_path), tmp_path / "copy.sqlite3"
    copy_database(file, copy)
    good = copy.read_bytes()
    damage(file)
    with pytest.raises(Damaged):
        copy_database(file, copy)
    assert copy.read_bytes() == good and not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + bytes(5000)])
def test_a_file_that_is_no_database_is_not_whole(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "notes.sqlite3").write_bytes(content)
    with pytest.raises(Damaged):
        require_whole(tmp_path / "notes.sqlite3")


def test_a_full_disk_leaves_nothing_and_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making, "_reach_the_disk", fail)
    with pytest.raises(Refused, match=r"No copy could be made in .*: No space left on device\."):
        copy_database(database_in(tmp_path), tmp_path / "copy.sqlite3")
    assert not list(tmp_path.glob("copy*"))


def interrupted_write(file: Path) -> bytes:
    """Return the journal of a write to a database that is interrupted in the middle."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA cache_size=1")
        database.execute("UPDATE hand SET text = text || ?", ["y" * 300])
        journal = file.with_name(f"{file.name}-journal").read_bytes()
        database.rollback()
    return journal


def test_what_an_interrupted_write_has_left_beside_a_copy_is_not_played_back_into_it(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    file, copy, other = database_in(tmp_path), tmp_path / "copy.sqlite3", tmp_path / "other" / "copy.sqlite3"
    copy_database(database_in(tmp_path / "other", rows=3000), other)
    copy.with_name("copy.sqlite3-journal").write_bytes(interrupted_write(other))
    copy_database(file, copy)
    require_whole(copy)
    assert hands_in(copy) == 500
