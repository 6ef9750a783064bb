"""Kills the server under twelve phones, and copies, returns to a copy and upgrades; counts what is lost.

    python -m tests.simulations.kills [--kills 300] [--copies 50] [--upgrades 50] [--seed 1]

Twelve phones at three tables tap over HTTP with their keys, and send again what got no answer. The server is killed
(SIGKILL) at a random moment after each new hand and started again. After every twenty kills each hand that a phone saw
saved must be there once, with its result, and totals and standings must be those of a count of its own.

On SQLite `manage.py backup` and `manage.py restore` are killed while they write: the database must be whole and what it
was before, or the copy. `manage.py migrate` of a night of a released version is killed before statements all over it:
the next start of the server must finish the upgrade, with the same night.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection

from tests.benchmarks.hall import Hall  # sets Django up for the others
from tests.support.commands import run_manage
from tests.support.forked_manage import ForkedManage
from tests.support.hall_server import MANAGE, TIMEOUT
from tests.support.released_nights import check_same_night, killed_at, released_night
from tests.support.retrying_phones import Crowd

AT_ONCE = 20  # kills in a night: as many hands as a night has allow no more
LARGE = 40  # nights of a sample club, so that a copy takes a moment
RELEASED = "0.1.0"


def kill_server(hall: Hall, kills: int, chance: random.Random) -> Crowd:
    """Kill the server so many times in a night of twelve phones, and check what was confirmed."""
    with Crowd(hall, seed=0) as crowd:
        for _ in range(kills):
            crowd.confirmed.wait_for_another_hand()
            crowd.confirmed.over.wait(chance.uniform(0.05, 0.25))
            hall.kill()
            hall.start()
        crowd.confirmed.wait_for_another_hand()
    crowd.check()
    return crowd


def large_database(folder: Path, nights: int = LARGE) -> Path:
    """Make a database large enough that a copy of it takes a moment."""
    done = run_manage(folder, "sample_club", "--people", "60", "--nights", str(nights))
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(folder / "night.sqlite3")) as database:
        database.execute("CREATE TABLE hand_of_a_test (text)")
        database.commit()
    return folder / "night.sqlite3"


def add_row(database: Path) -> None:
    """Write a row that copies of before do not have, so that it is in the log only."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("INSERT INTO hand_of_a_test VALUES (hex(randomblob(2000)))")
        opened.commit()


def contents(database: Path) -> tuple[int, int]:
    """Check every page and every reference of a database, and return how many rows of ours and hands it has."""
    with closing(sqlite3.connect(database)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
        ((rows,),) = opened.execute("SELECT count(*) FROM hand_of_a_test").fetchall()
        ((hands,),) = opened.execute("SELECT count(*) FROM tally_hand").fetchall()
    return rows, hands


def kill_command(folder: Path, begun: Callable[[], bool], delay: float, *command: str) -> bool:
    """Run a command of manage.py and kill it this long after it has begun to write. Return whether it was killed."""
    env = os.environ | {"EUCHRE_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'night.sqlite3'}"}
    out = folder / "killed.log"
    running = ForkedManage([MANAGE, *command], env, out, out)
    while running.poll() is None and not begun():
        time.sleep(0.0005)
    time.sleep(delay)
    running.send_signal(signal.SIGKILL)
    return running.wait(TIMEOUT) != 0


def kill_copies(database: Path, kills: int, chance: random.Random) -> int:
    """Kill `manage.py backup` so many times, check each time, and return how often it had not finished."""
    folder, killed, before = database.parent, 0, contents(database)
    for number in range(kills):
        copy = folder / f"copy {number}.sqlite3"
        partial = copy.with_name(f"{copy.name}.partial")
        begun = lambda copy=copy, partial=partial: partial.exists() or copy.exists()  # noqa: E731
        killed += kill_command(folder, begun, chance.uniform(0, 0.15), "backup", str(copy))
        assert contents(database) == before
        if copy.exists():
            assert contents(copy) == before
        else:
            assert run_manage(folder, "backup", str(copy)).returncode == 0, "the next copy is made"
            assert contents(copy) == before and not partial.exists()
        copy.unlink()
    return killed


def kill_returns(database: Path, kills: int, chance: random.Random) -> int:
    """Kill `manage.py restore` so many times, check each time, and return how often it had not finished."""
    folder, killed, copy = database.parent, 0, database.with_name("kept.sqlite3")
    assert run_manage(folder, "backup", str(copy)).returncode == 0
    of_copy, fresh = contents(copy), database.with_name(f"{database.name}.restored")
    for _ in range(kills):
        add_row(database)
        before = contents(database)
        begun = lambda: fresh.exists() or fresh.with_name(f"{fresh.name}.partial").exists()  # noqa: E731
        killed += kill_command(folder, begun, chance.uniform(0, 0.2), "restore", str(copy))
        assert contents(database) in (before, of_copy)
        for aside in folder.glob("night-before-restore-*"):
            if aside.suffix == ".sqlite3":
                assert contents(aside) == before, "what was there is kept whole"
        for aside in folder.glob("night-before-restore-*"):
            aside.unlink()
    assert run_manage(folder, "restore", str(copy)).returncode == 0
    assert contents(database) == of_copy
    return killed


def kill_upgrades(folder: Path, kills: int, version: str = RELEASED) -> int:
    """Kill the upgrade of a released version's night before statements all over it; the next start must finish it."""
    with released_night(version, folder) as old:
        (folder / "whole").mkdir()
        with old.copied_to(folder / "whole") as database:
            status, statements = killed_at(database.hall_in(folder / "whole"), 0, "migrate", "--verbosity", "0")
            assert status == 0
        for number in range(kills):
            place = folder / f"kill {number}"
            place.mkdir()
            with old.copied_to(place) as database:
                hall = database.hall_in(place)
                status, _ = killed_at(hall, 1 + number * len(statements) // kills, "migrate", "--verbosity", "0")
                assert status == -signal.SIGKILL, status
                try:
                    hall.start()
                    check_same_night(hall, version)
                finally:
                    hall.kill()
            shutil.rmtree(place)
    return len(statements)


def main() -> None:
    """Kill as often as the options say, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300, help="of the server")
    parser.add_argument("--copies", type=int, default=50, help="kills of a copy, and of a return to one")
    parser.add_argument("--upgrades", type=int, default=50, help="kills of an upgrade")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, start = random.Random(options.seed), time.monotonic()

    def say(text: str) -> None:
        print(f"{connection.vendor}, {time.monotonic() - start:.0f} s: {text}", flush=True)

    done = hands = repeated = 0
    while done < options.kills:
        some = min(AT_ONCE, options.kills - done)
        with tempfile.TemporaryDirectory() as folder, Hall.opened(Path(folder)) as hall:
            crowd = kill_server(hall, some, chance)
        done, hands = done + some, hands + len(crowd.confirmed.results)
        repeated += crowd.confirmed.lost_responses
        say(f"{done} kills; {hands} confirmed hands all there once; {repeated} posts sent again without an answer")
    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite" and options.copies:
            database = large_database(Path(folder))
            size = database.stat().st_size / 1e6
            say(f"{kill_copies(database, options.copies, chance)} of {options.copies} copies of {size:.0f} MB killed")
            say(
                f"{kill_returns(database, options.copies, chance)} of {options.copies} returns to one killed; all whole"
            )
    with tempfile.TemporaryDirectory() as folder:
        if options.upgrades:
            statements = kill_upgrades(Path(folder), options.upgrades)
            say(f"{options.upgrades} upgrades of {RELEASED} killed all over {statements} statements, and all finished")


if __name__ == "__main__":
    main()
