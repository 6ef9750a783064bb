"""Where safe copies are kept: in the data folder, and in a second place that the organizer chooses, as a USB stick."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournament.people.errors import Refused

NEWEST, QUARTERS, DAYS = 6, 8, 7  # copies in a place: the newest, and one of each quarter hour and of each day
NAME = re.compile(r"night-copy-([0-9]{6,})-[-0-9]+\.sqlite3")  # numbered: a laptop's clock may be set back
STICKS = ("media/*/*", "run/media/*/*", "Volumes/*")  # where Linux and macOS show USB sticks; on Windows it is a drive
ROOT = Path("/")
DRIVES = "DEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy in one of the places: its file, its number in that place, and when it was made."""

    file: Path
    number: int
    made_at: datetime


def first_place() -> Path:
    """The folder for copies beside the database."""
    return settings.DATA_DIR / "copies"


def second_place() -> Path | None:
    """The folder that the organizer chose, if any; its stick may be out."""
    try:
        chosen = settings.SECOND_PLACE_FILE.read_text("utf-8").strip()
    except (OSError, ValueError):
        return None
    return Path(chosen) if chosen else None


def places() -> list[Path]:
    """Every place that copies go to."""
    return [place for place in (first_place(), second_place()) if place]


def chosen_for_next_start() -> Path | None:
    """The copy that the next start goes on from, if one was chosen."""
    with suppress(OSError, ValueError):
        return Path(settings.RESTORE_FILE.read_text("utf-8").strip())
    return None


def forget_unreadable_choices() -> list[str]:
    """Remove what cannot be read in place of a choice, and return a sentence for each."""
    sentences = []
    for file, goes_on in (
        (settings.SECOND_PLACE_FILE, "safe copies are made on this laptop alone. Choose their second place again"),
        (
            settings.RESTORE_FILE,
            "the night goes on with what is here. To go back to a copy, choose it again",
        ),
    ):
        try:
            file.read_text("utf-8")
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            with suppress(OSError):
                file.unlink()
            sentences.append(f"The file {file} could not be read, so {goes_on}.")
    return sentences


def choose_second_place(typed: str) -> Path | None:
    """Keep copies in this folder as well from now on; in no second one where nothing is typed.

    :raises Refused: when there is no such folder, nothing can be written to it, or it is in the data folder.
    """
    place = _folder(typed.strip()) if typed.strip() else None
    if place and not os.access(place, os.W_OK):
        raise Refused(f"Nothing can be written to {place}. Choose another folder, or another stick.")
    if place and place.resolve().is_relative_to(settings.DATA_DIR.resolve()):
        raise Refused(
            f"{place} is where the night is kept: a copy there would not survive this laptop. "
            "Choose a folder on a stick, or on another disk."
        )
    note_down(settings.SECOND_PLACE_FILE, str(place or ""))
    return place


def _folder(typed: str) -> Path:
    """The folder whose whole path was typed.

    :raises Refused: when there is none.
    """
    try:
        place = Path(typed).expanduser()
        is_there = place.is_dir()
    except OSError as error:
        raise Refused(f"This folder cannot be opened: {error.strerror}. Check its path.") from None
    except RuntimeError:  # "~somebody", whom this laptop does not know
        place, is_there = Path(typed), False
    if not place.is_absolute():
        raise Refused("Type the whole path of the folder, as the file manager shows it.")
    if not is_there:
        raise Refused(f"There is no folder {place}. Is the stick in?")
    return place


def note_down(file: Path, text: str) -> None:
    """Write a small file, or leave it as it was.

    :raises Refused: when it cannot be written, such as on a full disk.
    """
    fresh = file.with_name(f"{file.name}.new")
    try:
        fresh.write_text(text, "utf-8")
        fresh.replace(file)
    except OSError as error:
        raise Refused(f"This could not be saved in {file.parent}: {error.strerror}. Nothing has changed.") from None


def sticks() -> list[str]:
    """The folders of USB sticks and other disks that are in now."""
    if os.name == "nt":
        found = [Path(f"{letter}:\\") for letter in DRIVES]
    else:
        found = [path for pattern in STICKS for path in ROOT.glob(pattern)]
    return sorted(str(path) for path in found if path.is_dir() and os.access(path, os.W_OK))


def copies_in(place: Path) -> list[Copy]:
    """The copies in a place, the newest first; none where it cannot be read."""
    found = []
    with suppress(OSError):
        for file in place.iterdir():
            if name := NAME.fullmatch(file.name):
                made_at = datetime.fromtimestamp(file.stat().st_mtime, timezone.get_current_timezone())
                found.append(Copy(file, int(name[1]), made_at))
    return sorted(found, key=lambda copy: copy.number, reverse=True)


def kept_aside(database: Path) -> list[Path]:
    """What an update or going back to a copy left beside a database, the oldest first."""
    return sorted(database.parent.glob(f"{database.stem}-before-*{database.suffix}*"))


def next_file(place: Path, now: datetime) -> Path:
    """The file for the next copy in a place, numbered after the newest one there."""
    newest = max((copy.number for copy in copies_in(place)), default=0)
    return place / f"night-copy-{newest + 1:06}-{timezone.localtime(now):%Y-%m-%d-%H%M%S}.sqlite3"


def worth_keeping(copies: Sequence[Copy]) -> list[Copy]:
    """Those of a place's copies that are kept, both the newest first.

    However many are made within a minute, the last one of each of the newest quarter hours and days stays.
    """
    of_quarters, of_days = dict[datetime, Copy](), dict[date, Copy]()
    for copy in copies:
        at = copy.made_at
        of_quarters.setdefault(at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0), copy)
        of_days.setdefault(at.date(), copy)
    kept = {*copies[:NEWEST], *islice(of_quarters.values(), QUARTERS), *islice(of_days.values(), DAYS)}
    return [copy for copy in copies if copy in kept]


def thin_out_copies(place: Path) -> None:
    """Remove the copies of a place that are not worth keeping, and what is left of those that were interrupted.

    The one that the next start goes on from stays.

    :raises OSError: when one cannot be removed.
    """
    copies = copies_in(place)
    _remove(place, _not_chosen(set(copies).difference(worth_keeping(copies))))


def make_room(place: Path, needed: int) -> bool:
    """Remove as many of a place's oldest copies as make room for a new one, and tell whether there is room now.

    The newest always stays, and so does the one that the next start goes on from. Where even all of them would not make
    room for `needed` bytes, none is removed.

    :raises OSError: when one cannot be removed.
    """
    _remove(place, [])  # what is left of interrupted ones takes room, too
    older, free, oldest = _not_chosen(copies_in(place)[1:]), shutil.disk_usage(place).free, list[Copy]()
    while older and free < needed:
        oldest.append(older.pop())
        free += oldest[-1].file.stat().st_size
    if free < needed:
        return False
    _remove(place, oldest)
    return True


def _not_chosen(copies: Iterable[Copy]) -> list[Copy]:
    """These copies, without the one that the next start goes on from."""
    chosen = chosen_for_next_start()
    return [copy for copy in copies if copy.file != chosen]


def remove_copies(place: Path) -> None:
    """Remove every copy of a place.

    :raises OSError: when one cannot be removed.
    """
    _remove(place, copies_in(place))


def _remove(place: Path, copies: Iterable[Copy]) -> None:
    for interrupted in place.glob("night-copy-*.partial*"):
        interrupted.unlink(missing_ok=True)
    for copy in copies:
        copy.file.unlink(missing_ok=True)
