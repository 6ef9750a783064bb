"""Go on from a safe copy: put it in the database's place, and keep what was there aside."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.formats import date_format

from tournament.copies.making import LOGS, copy_database, list_reaches_the_disk, require_whole
from tournament.copies.places import note_down
from tournament.people.errors import Refused

EVENTS_AHEAD = 1_000_000  # more than a night ever has


def require_ours(file: Path) -> None:
    """Check that a file is a whole database of this program, no newer than it.

    :raises Refused: when it is not.
    """
    if not file.is_file():
        raise Refused(f"There is no file {file}.")
    require_whole(file)
    try:
        with closing(sqlite3.connect(file)) as database:
            ours = "SELECT app, name FROM django_migrations WHERE app IN ('tournament', 'tally')"
            applied = set(database.execute(ours))
    except sqlite3.Error:
        applied = set()
    if not applied:
        raise Refused(f"The file {file} is no database of Euchre Night.")
    if applied - MigrationLoader(None).disk_migrations.keys():
        raise Refused(f"The file {file} was made by a newer Euchre Night than this one. Update the program first.")


def restore(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of the database, which no server uses. Return where what was there is kept, if anything.

    The events go on far ahead of the copy's, and of those of any laptop that went on from it before: a phone has seen
    later events than the copy knows, and would take the next ones for old. The log of each night in play says that it
    went on from a copy, because phones send it hands that the copy does not have.

    Wherever this is interrupted, the database is the one of before or the copy, and whole.

    :raises Refused: when the copy is not whole, not ours, or there is no room. Nothing has changed then.
    """
    require_ours(copy)
    fresh = database.with_name(f"{database.name}.restored")
    copy_database(copy, fresh)
    with closing(sqlite3.connect(fresh)) as restored, restored:
        restored.execute(
            "UPDATE sqlite_sequence SET seq = max(seq + ?, ?) WHERE name = 'tournament_event'",
            [EVENTS_AHEAD, int(time.time())],
        )
        has_log = "SELECT 1 FROM sqlite_master WHERE name = 'tournament_logentry'"
        if restored.execute(has_log).fetchone():  # a copy of version 0.1.0 has none
            restored.execute(
                # No earlier than the newest line, by which `jump_while_down` knows that the clock was set back.
                "WITH playing AS (SELECT id FROM tournament_night WHERE status = 'playing'), newest AS ("
                "SELECT at FROM tournament_logentry WHERE night_id IN playing ORDER BY id DESC LIMIT 1) "
                "INSERT INTO tournament_logentry (night_id, at, actor, text) "
                "SELECT id, max(strftime('%Y-%m-%d %H:%M:%f', 'now'), coalesce((SELECT at FROM newest), '')), ?, ? "
                "FROM playing",
                ["The laptop", f"went on from the copy of {_made_at(copy)}"],
            )
    aside = _keep_aside(database)
    for ending in LOGS:
        database.with_name(database.name + ending).unlink(missing_ok=True)
    fresh.replace(database)
    list_reaches_the_disk(database.parent)
    return aside


def _made_at(copy: Path) -> str:
    """When a copy was made, as its list says: November 23, 2026, 8:41 PM."""
    return date_format(datetime.fromtimestamp(copy.stat().st_mtime, timezone.get_current_timezone()), "DATETIME_FORMAT")


def _keep_aside(database: Path) -> Path | None:
    """Give the database's file a second name, under which it stays when the copy takes its place.

    What its log holds is moved into it first: between removing a log and replacing the database, nothing must be lost.
    A damaged database keeps its log, under such a name, too.
    """
    if not database.exists():
        return None
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as before:
        before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = database.with_name(f"{database.stem}-before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}{database.suffix}")
    for ending in ("", *LOGS):
        part = database.with_name(database.name + ending)
        if part.exists():
            _name_again(part, aside.with_name(aside.name + ending))
    return aside


def _name_again(file: Path, name: Path) -> None:
    """Give a file a second name; copy it where the disk knows no second names."""
    try:
        name.hardlink_to(file)
    except OSError:
        shutil.copy(file, name)


def restore_at_next_start(copy: Path | None) -> None:
    """Go on from this copy when the night is started the next time; from what is here where None.

    :raises Refused: when the copy is not whole, or not ours, or the choice cannot be saved.
    """
    if copy is None:
        settings.RESTORE_FILE.unlink(missing_ok=True)
        return
    require_ours(copy)
    note_down(settings.RESTORE_FILE, str(copy))
