"""Overwriting what was deleted, so that the bytes of the database's file do not have it either."""

from __future__ import annotations

from django.db import DatabaseError, connection

from tournament.night.locking import hold_off_writers

BUSY_MILLISECONDS = 500  # for whatever else reads or writes the file
TRIES = 3


def has_file() -> bool:
    """Whether the database is a file of this program's own, SQLite's; others clean up by themselves."""
    return connection.vendor == "sqlite"


def overwrite_deleted() -> bool:
    """Take what was deleted out of an SQLite database's file and its log, and tell whether both are free of it.

    Call it after a transaction, never in one.
    """
    if not has_file():
        return True
    if connection.in_atomic_block:
        return False
    with hold_off_writers():
        return any(_overwrite() for _ in range(TRIES))


def _overwrite() -> bool:
    """Write the file anew, with nothing but the rows that are there, and empty the log; False where others use it."""
    usual = connection.settings_dict["OPTIONS"].get("timeout", 5) * 1000
    with connection.cursor() as cursor:
        try:
            cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, _, _ = cursor.fetchone()
        except DatabaseError:  # in use, or the disk is full: the name is gone from the rows nevertheless
            return False
        finally:
            cursor.execute(f"PRAGMA busy_timeout={usual}")
    return not busy
