"""Cuts the power at every moment of recorded hands, and opens what the disk may have then.

    python -m tests.simulations.torn_journals [--states 900] [--seed 1]

Hands are recorded by taps on phones, and the statements that the site sends to SQLite are kept. They run again on a
copy of the database, opened with the site's own settings, over a file system that notes each write, sync, truncation
and deletion (a VFS by apsw). A state of the disk is a moment among these: what was synced is there; of what was written
to a file since, each write is there, or not, or half, or zeros, in any order. Python's own SQLite opens it. It must be
whole, and be the database after some transaction, with all of it and nothing of the next: none of the hands that were
confirmed before the moment may be missing.

As a control the same is done with `synchronous=NORMAL`, which must lose confirmed hands, and with `synchronous=OFF`,
which must also leave databases that are damaged: else the test could not have found either.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import apsw

NAME = "night.sqlite3"
SECTOR = 512  # bytes that a disk writes whole
HANDS = 8  # of a game
FULL, NORMAL, OFF = "FULL", "NORMAL", "OFF"


@dataclass(frozen=True, slots=True)
class Step:
    """Something done to a file: "write", "truncate", "sync", "delete", or "commit" of a transaction."""

    what: str
    file: str = ""
    at: int = 0  # offset, size, or number of the transaction
    content: bytes = b""


class Recorder(apsw.VFS):
    """The computer's own file system, which notes what is done to the database's files."""

    def __init__(self, name: str, steps: list[Step]) -> None:
        self.steps = steps
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> RecordedFile:  # noqa: N802 - SQLite's name
        return RecordedFile(name, flags, self.steps)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.steps.append(Step("delete", Path(filename).name))


class RecordedFile(apsw.VFSFile):
    """A file of that file system."""

    def __init__(self, name: Any, flags: list[int], steps: list[Step]) -> None:
        self.name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "temporary").name
        self.steps = steps
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        super().xWrite(data, offset)
        self.steps.append(Step("write", self.name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.steps.append(Step("truncate", self.name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self.steps.append(Step("sync", self.name))


@dataclass
class Recording:
    """The database before the first step, the steps, and what the database has after each transaction."""

    before: bytes
    steps: list[Step] = field(default_factory=list)
    contents: list[str] = field(default_factory=list)

    @property
    def checkpoints(self) -> int:
        """How often the database's own file was synced: its log had been moved into it."""
        return sum(step.what == "sync" and step.file == NAME for step in self.steps)


def digest(database: sqlite3.Connection) -> str:
    """Say in a few letters what every table has."""
    return hashlib.sha256("\n".join(database.iterdump()).encode()).hexdigest()


def run_again(before: Path, transactions: Sequence[Sequence[str]], init: str, folder: Path) -> Recording:
    """Run these transactions on a copy of a database that is opened with these pragmas, and note every step."""
    recording = Recording(before.read_bytes(), contents=contents_after(before, transactions, folder))
    shutil.copy(before, folder / NAME)
    vfs = Recorder("recorder", recording.steps)
    database = apsw.Connection(str(folder / NAME), vfs="recorder")
    database.execute(init).fetchall()
    for number, statements in enumerate(transactions, 1):
        for statement in statements:
            database.execute(statement).fetchall()
        recording.steps.append(Step("commit", at=number))
    steps = len(recording.steps)
    database.close()
    del recording.steps[steps:]  # nobody closes a database when the power goes
    vfs.unregister()
    return recording


def contents_after(before: Path, transactions: Sequence[Sequence[str]], folder: Path) -> list[str]:
    """Say what the database has at first, and after each transaction."""
    with closing(sqlite3.connect(shutil.copy(before, folder / "plain.sqlite3"), isolation_level=None)) as database:
        contents = [digest(database)]
        for statements in transactions:
            for statement in statements:
                database.execute(statement).fetchall()
            contents.append(digest(database))
    return contents


def disk_at(recording: Recording, moment: int, chance: Random) -> tuple[dict[str, bytes], int]:
    """Draw what the disk may have when the power goes after so many steps, and how many transactions had ended."""
    files, waiting, committed = {NAME: bytearray(recording.before)}, dict[str, list[Step]](), 0
    for step in recording.steps[:moment]:
        if step.what == "commit":
            committed = step.at
        elif step.what == "sync":
            for earlier in waiting.pop(step.file, []):
                apply(files, earlier)
        else:
            waiting.setdefault(step.file, []).append(step)
    for steps in waiting.values():
        share = chance.choice((0.0, 0.5, 0.9, 1.0))  # how much of it had reached the disk by itself
        kept = [step for step in steps if chance.random() < share]
        for step in kept:
            apply(files, torn(step, chance) if chance.random() < 0.1 else step)
    return {name: bytes(content) for name, content in files.items()}, committed


def torn(step: Step, chance: Random) -> Step:
    """A write of which only the first sectors were written, or sectors of zeros."""
    if step.what != "write":
        return step
    whole = len(step.content) // SECTOR
    if chance.random() < 0.5:
        return Step("write", step.file, step.at, step.content[: SECTOR * chance.randint(0, whole)])
    return Step("write", step.file, step.at, bytes(len(step.content)))


def apply(files: dict[str, bytearray], step: Step) -> None:
    """Do a step to files."""
    if step.what == "delete":
        files.pop(step.file, None)
        return
    content = files.setdefault(step.file, bytearray())
    if step.what == "truncate":
        del content[step.at :]
    elif step.what == "write":
        content.extend(bytes(max(0, step.at - len(content))))
        content[step.at : step.at + len(step.content)] = step.content


def open_disk(files: dict[str, bytes], folder: Path) -> str | None:
    """Open the database of such a disk with Python's own SQLite. Return what it has; None where it is damaged."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        with closing(sqlite3.connect(folder / NAME)) as database:
            if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return None
            if database.execute("PRAGMA foreign_key_check").fetchall():
                return None
            return digest(database)
    except sqlite3.DatabaseError:
        return None
    finally:
        shutil.rmtree(folder)


@dataclass
class Figures:
    """How many states there were, and what was wrong with them."""

    states: int = 0
    damaged: int = 0
    half: int = 0
    lost: int = 0  # states in which confirmed transactions are missing
    most_lost: int = 0
    in_flight: int = 0  # states that have a transaction which nobody was told of: the phone sends it again

    @property
    def good(self) -> bool:
        """Whether everything that was confirmed is there, and nothing else is."""
        return not (self.damaged or self.half or self.lost)

    def __str__(self) -> str:
        return (
            f"{self.states} states: {self.damaged} damaged, {self.half} half, {self.lost} lost confirmed hands "
            f"({self.most_lost} at most), {self.in_flight} had one more than was confirmed"
        )


def cut_everywhere(recording: Recording, states: int, chance: Random, folder: Path) -> Figures:
    """Open so many states of the disk, spread evenly over all steps, and count."""
    figures, last = Figures(), len(recording.steps)
    for number in range(states):
        files, committed = disk_at(recording, 1 + number * last // states, chance)
        found = open_disk(files, folder / "state")
        figures.states += 1
        if found is None:
            figures.damaged += 1
        elif found not in recording.contents:
            figures.half += 1
        else:
            behind = committed - max(n for n, content in enumerate(recording.contents) if content == found)
            figures.lost += behind > 0
            figures.most_lost = max(figures.most_lost, behind)
            figures.in_flight += behind < 0
    return figures


def recorded_hands(folder: Path, tables: int) -> tuple[Path, list[list[str]]]:
    """Record a game at so many tables by taps. Return the database of before, and each transaction since."""
    os.environ |= {"EUCHRE_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder / NAME}"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from tests.support.full_night import fill_night
    from tests.support.night import tap
    from tournament.models import Club, Game
    from tournament.web.visitors import PHONE_COOKIE

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    night = fill_night(Club.objects.create(name="Tuesday club"), tables, 1, HANDS)
    connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = folder / "before.sqlite3"
    shutil.copy(folder / NAME, before)
    sent: list[str] = []
    connection.connection.set_trace_callback(sent.append)
    for hand, table in product(range(1, HANDS + 1), range(tables)):
        phone = Client()
        phone.cookies[PHONE_COOKIE] = night.tokens[4 * table]
        answer = tap(phone, Game.objects.get(pk=night.games[0][table]), hand)
        assert answer.status_code == 302, answer.content
        connection.ensure_connection()
        connection.connection.set_trace_callback(sent.append)  # the request has closed the one of before
    connection.close()
    return before, list(transactions_of(sent))


def transactions_of(sent: Sequence[str]) -> Iterator[list[str]]:
    """Yield the statements that change something, those of each transaction together."""
    inside: list[str] = []
    for statement in filter(is_change, sent):
        inside.append(statement)
        if not inside[0].startswith("BEGIN") or statement.startswith("COMMIT"):
            yield inside
            inside = []
    assert not inside, "the last transaction has ended"


def is_change(statement: str) -> bool:
    """Whether a statement changes something, or begins or ends that."""
    return bool(re.match(r"\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|INSERT|UPDATE|DELETE)", statement, re.I))


def settings_with(synchronous: str) -> str:
    """The site's own pragmas, or those of a control."""
    from tournament.settings import SQLITE_OPTIONS

    pragmas = str(SQLITE_OPTIONS["init_command"])
    return pragmas if synchronous == FULL else f"{pragmas}; PRAGMA synchronous={synchronous}"


def measure(folder: Path, states: int, tables: int, seed: int) -> Iterator[tuple[str, Recording, Figures]]:
    """Record hands, and cut the power with the site's settings and with those of each control."""
    before, transactions = recorded_hands(folder, tables)
    for synchronous in (FULL, NORMAL, OFF):
        place = folder / synchronous
        place.mkdir()
        recording = run_again(before, transactions, settings_with(synchronous), place)
        yield synchronous, recording, cut_everywhere(recording, states, Random(seed), place)


def main() -> None:
    """Cut as often as the options say, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=900, help="of the disk, for each setting")
    parser.add_argument("--tables", type=int, default=25, help="that play a game of eight hands")
    parser.add_argument("--seed", type=int, default=1)
    options, found = parser.parse_args(), dict[str, Figures]()
    with tempfile.TemporaryDirectory() as folder:
        for setting, recording, figures in measure(Path(folder), options.states, options.tables, options.seed):
            found[setting] = figures
            print(
                f"synchronous={setting}: {len(recording.contents) - 1} transactions, {len(recording.steps)} steps, "
                f"the database's own file synced {recording.checkpoints} times; {figures}",
                flush=True,
            )
    assert found[FULL].good, "the site's own settings lost something"
    assert found[NORMAL].lost and not found[NORMAL].damaged, "the first control lost nothing, or too much"
    assert found[OFF].lost and found[OFF].damaged, "the second control lost nothing"


if __name__ == "__main__":
    main()
