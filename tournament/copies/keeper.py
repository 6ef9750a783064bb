"""Keeps safe copies while the server runs: at each bell, at closing, and every few minutes while something happens."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.db import connection
from django.db.models import Max
from django.dispatch import receiver
from django.utils import timezone

from tournament.club.erasing import names_erased
from tournament.copies.making import NoRoom, copy_database
from tournament.copies.places import (
    copies_in,
    first_place,
    make_room,
    next_file,
    places,
    remove_copies,
    second_place,
    thin_out_copies,
)
from tournament.live.events import announce
from tournament.live.outages import is_outage, log_outage
from tournament.models import Bell, Event, Night
from tournament.night.locking import write
from tournament.people.errors import Refused

EVERY = 180.0  # seconds between two copies, unless the bell rings or a night is closed
LEAST_FREE = 200_000_000  # bytes; with less on the disk, the organizer is told
LOOKS = 5.0  # seconds between two looks at whether one is due
ACTOR = "Safe copies"  # in the log
log = logging.getLogger(__name__)


class Newest(NamedTuple):
    """How far the database is: its newest event and bell, by id, and when a night was closed last."""

    event: int
    bell: int
    closed_at: datetime | None


@dataclass
class CopyKeeper:
    """Copies a database to its places when it is due. One thread of the server calls it."""

    database: Path
    seconds: Callable[[], float] = time.monotonic
    made_at: dict[Path, datetime] = field(default_factory=dict)  # by place; when its newest copy was made
    problems: dict[Path, str] = field(default_factory=dict)  # by place; why there is no newer copy
    _copied: Newest | None = None  # what the last copies have
    _at: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def copied_at(self) -> datetime | None:
        """When the last good copy was made, in whichever place."""
        return max(self.made_at.values(), default=None)

    @property
    def all_problems(self) -> list[str]:
        """What keeps copies from being made, in sentences."""
        return list(self.problems.values())

    def find_copies(self) -> None:
        """Learn when the newest copies were made that earlier servers left."""
        for place in places():
            if copies := copies_in(place):
                self.made_at.setdefault(place, copies[0].made_at)

    def copy_if_due(self) -> bool:
        """Make copies when something happened and it is time, and tell whether it was."""
        newest = self._newest()
        waited = self._copied is None or self.seconds() - self._at >= EVERY
        at_once = self._copied is not None and (newest.bell, newest.closed_at) != (
            self._copied.bell,
            self._copied.closed_at,
        )
        if newest == self._copied or not (waited or at_once):
            return False
        self.copy()
        return True

    def copy_if_changed(self) -> None:
        """Make copies when something happened since the last ones, as the server stops."""
        if self._newest() != self._copied:
            self.copy()

    def copy(self) -> None:
        """Make a copy in each place, and say on the boards when that has begun to fail, or to succeed again."""
        with self._lock:
            before, newest = dict(self.problems), self._newest()
            self.problems.clear()
            self._look_at_disk()
            made = self._copy(self.database, first_place())
            if second := second_place():
                self._copy(made or self.database, second)
            self._copied, self._at = newest, self.seconds()
            if self.problems != before:
                self._announce()

    def start_over(self) -> None:
        """Remove every copy that can be reached, and let new ones be made soon: the old ones have an erased name."""
        with self._lock:
            remove_all_copies()
            self._copied = None

    def _copy(self, source: Path, place: Path) -> Path | None:
        """Make a copy in one place. Only the folder beside the database is made where it is missing."""
        now = timezone.now()
        try:
            if place == first_place():
                place.mkdir(mode=0o700, exist_ok=True)
            if not place.is_dir():
                raise Refused(f"The folder {place} is not there. Is the stick in?")
            file = next_file(place, now)
            try:
                copy_database(source, file)
            except NoRoom:
                if not make_room(place, self._size()):
                    raise
                copy_database(source, file)
            thin_out_copies(place)
        except OSError as error:
            self.problems[place] = f"No copy could be made in {place}: {error.strerror}."
        except Refused as refusal:
            self.problems[place] = str(refusal)
        else:
            self.made_at[place] = now
            return file
        return None

    def _size(self) -> int:
        """The bytes of the database with what is still in its log: no copy takes more."""
        files = (self.database, self.database.with_name(f"{self.database.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def _look_at_disk(self) -> None:
        """Note it when the disk of the database is nearly full."""
        folder = self.database.parent
        if (free := shutil.disk_usage(folder).free) < LEAST_FREE:
            left = free // 1_000_000
            self.problems[folder] = (
                f"Only {left} MB are free on this laptop’s disk. Make room, or hands cannot be saved."
            )

    def _newest(self) -> Newest:
        event = Event.objects.order_by("-pk").values_list("pk", flat=True).first()
        bell = Bell.objects.order_by("-pk").values_list("pk", flat=True).first()
        closed_at = Night.objects.aggregate(newest=Max("closed_at"))["newest"]
        return Newest(event or 0, bell or 0, closed_at)

    def _announce(self) -> None:
        text = "cannot be made everywhere: " + " ".join(self.problems.values()) if self.problems else "are made again"
        with write():
            for night in Night.objects.filter(status=Night.Status.PLAYING, kind=Night.Kind.PROGRESSIVE):
                announce(night.pk, "board", actor=ACTOR, text=text)
        self._copied = self._newest()  # what was just said needs no copy


def remove_all_copies() -> None:
    """Remove every safe copy that can be reached. A command that erases does it, too: no keeper hears of that."""
    for place in places():
        with suppress(OSError):  # a place that cannot be reached keeps its own; Help says so
            remove_copies(place)


_keeper: CopyKeeper | None = None


def keeper() -> CopyKeeper | None:
    """The keeper of this process's copies; None where no hall is served, or its data is in PostgreSQL."""
    return _keeper


def keep_copies(database: Path) -> CopyKeeper:
    """Begin to keep copies in a thread of its own, which ends with the process: a dying stick may hold it for long."""
    global _keeper
    _keeper = CopyKeeper(database)
    threading.Thread(target=_look_again_and_again, args=[_keeper], name="copies", daemon=True).start()
    return _keeper


def _look_again_and_again(keeper: CopyKeeper) -> None:
    keeper.find_copies()
    while True:
        time.sleep(LOOKS)
        try:
            keeper.copy_if_due()
        except Exception as error:  # the next look tries again
            log_outage(error) if is_outage(error) else log.exception("No safe copy could be made.")
        finally:
            connection.close()


@receiver(names_erased)
def _forget_names(**_: object) -> None:
    if _keeper:
        _keeper.start_over()
