"""One safe copy of an SQLite database: made whole while the night goes on, checked, and only then put in place."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tournament.live.outages import is_disk_full
from tournament.people.errors import Refused

LOGS = ("-journal", "-wal", "-shm")  # what SQLite keeps beside a database that is written to


class Damaged(Refused):
    """A database's file is damaged, or is no database."""


class NoRoom(Refused):
    """There is no room for a copy."""


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that is in use, in one moment of it, and check the copy. Nothing is left of a failed one.

    SQLite's online backup reads beside whoever writes (https://sqlite.org/backup.html, "Example 2").

    :raises NoRoom: when the disk is full.
    :raises Refused: when there is no right, or the copy is not whole.
    """
    partial = target.with_name(f"{target.name}.partial")
    try:
        _remove_left_over(partial)
        partial.touch(mode=0o600)
        with closing(_open(source)) as read, closing(sqlite3.connect(partial)) as written:
            read.backup(written)
            written.execute("PRAGMA journal_mode=DELETE")  # one file that needs no other beside it
        require_whole(partial)
        _reach_the_disk(partial)
        _remove_left_over(target, *LOGS)
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            _remove_left_over(partial)
        refusal = NoRoom if is_disk_full(error) else Refused
        raise refusal(f"No copy could be made in {target.parent}: {_reason(error)}.") from None
    except Refused:
        _remove_left_over(partial)
        raise
    list_reaches_the_disk(target.parent)


def require_whole(file: Path) -> None:
    """Check every page of a database.

    :raises Damaged: when it is damaged, or no database.
    :raises Refused: when it cannot be read.
    """
    try:
        with closing(_open(file)) as database:
            found = [text for (text,) in database.execute("PRAGMA quick_check(1)")]
    except sqlite3.OperationalError as error:
        raise Refused(f"The file {file} cannot be read: {_reason(error)}.") from None
    except sqlite3.DatabaseError as error:
        raise Damaged(f"The file {file} is damaged, or is not a database: {_reason(error)}.") from None
    if found != ["ok"]:
        raise Damaged(f"The database {file} is damaged.")


def _open(file: Path) -> sqlite3.Connection:
    """Open a database that must be there."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)


def _remove_left_over(file: Path, *endings: str) -> None:
    """Remove a database that was interrupted while it was written, or only its logs: SQLite would play them back."""
    for ending in endings or ("", *LOGS):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _reach_the_disk(file: Path) -> None:
    """Return once a file has reached the disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def list_reaches_the_disk(folder: Path) -> None:
    """Return once a folder's list of files has reached the disk, where the system can say so: Windows cannot."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(error: Exception) -> str:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return reason.strip().splitlines()[0].rstrip(".")
