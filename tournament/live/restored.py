"""What a restored database needs before phones that know more than it go on with it."""

from __future__ import annotations

import sqlite3
import time

JUMP = 1_000_000  # more rows than a night ever has


def go_on_from_copy(database: sqlite3.Connection) -> None:
    """Number all rows to come far ahead of the copy's, and have every open page of a night in play look again.

    Phones have seen later events than the copy knows, and would take the next ones for old; they also name rows by ids
    that now belong to nothing. Their pages then send again what the copy lacks: see `tally.scoring.resending`. The time
    keeps the ids apart even if one copy is restored twice.
    """
    database.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT name, 0 FROM sqlite_master WHERE type = 'table' "
        "AND sql LIKE '%AUTOINCREMENT%' AND name NOT IN (SELECT name FROM sqlite_sequence)"
    )
    database.execute("UPDATE sqlite_sequence SET seq = MAX(seq + ?, ?)", [JUMP, int(time.time() * 1000)])
    database.execute(
        "INSERT INTO tournament_event (night_id, topics, public_text) "
        "SELECT id, 'room', '' FROM tournament_night WHERE status = 'playing'"
    )
