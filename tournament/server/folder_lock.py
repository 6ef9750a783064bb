"""One server for a data folder: a lock that the operating system takes back when the process ends, however it ends."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from django.conf import settings
from django.db import connection
from filelock import FileLock, Timeout

from tournament.laptop.served_at import WayIn, ask_for_way_in, read_served_at, served_at_file
from tournament.people.errors import Refused
from tournament.server.cannot_start import CannotStart

UNLOCK_SECONDS = 15.0  # for a night that stops, or starts at this moment: a copy to a stick may take as long
STARTS = 60.0  # seconds for one that has not said yet where it is: the laptop may be slow, or the database old
LOOKS = 0.2  # seconds between two looks
_held: list[FileLock] = []  # until the process ends: a lock that nothing refers to is released


def claim_database() -> None:
    """Keep other servers off a database in a file; several may share a PostgreSQL database. Twice is once.

    :raises Refused: when another server uses it.
    """
    if connection.vendor == "sqlite":
        lock_folder(Path(settings.DATABASES["default"]["NAME"]).absolute().parent)


def release_database() -> None:
    """Let other servers use the database, as this process will not serve it."""
    while _held:
        _held.pop().release()


def claim_database_or_find_night() -> WayIn | None:
    """Keep other servers off the database, or return the way into the night that uses it already.

    One that stops gives the database back after some seconds; one that has just been started answers after some.

    :raises Refused: when another program uses it that does not answer as a running night.
    """
    gives_up, is_served = monotonic() + STARTS, False
    while True:
        try:
            claim_database()
            with suppress(OSError):  # what an earlier start left behind when the power went
                served_at_file().unlink(missing_ok=True)
            return None
        except Refused:
            if way_in := ask_for_way_in():
                return way_in
            if read_served_at() and not is_served:
                gives_up, is_served = monotonic() + UNLOCK_SECONDS, True
            if monotonic() > gives_up:
                raise
        sleep(LOOKS)


def lock_folder(folder: Path) -> None:
    """Lock the folder of a database until this process ends. A shared folder that knows no locks is used without.

    :raises Refused: when another server uses it.
    """
    if any(Path(held.lock_file).parent == folder for held in _held):
        return
    lock = FileLock(folder / "server.lock", mode=0o600, fallback_to_soft=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise CannotStart(
            f"A night is running already with the data in {folder}.",
            in_terminal="Go on there, or stop it, on its page This laptop or with Ctrl+C where it was started, and "
            "start this one again. For a second night beside it, choose another folder with "
            "EUCHRE_DATA=/path/to/folder before the command.",
            by_shortcut="Go on in the browser window that it has opened. If there is none, restart this laptop.",
        ) from None
    except (OSError, NotImplementedError):
        return
    _held.append(lock)
