"""The disk is full, or another program holds the database, while twelve phones tap: no confirmed hand is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.db import connection

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.retrying_phones import Crowd

MEGABYTES = 16  # of the small disk
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps the database in a file of the laptop"),
]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "none", str(folder)]
    if sys.platform != "linux" or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only root of a Linux that allows it can mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(file: Path) -> None:
    """Fill the disk to the last byte."""
    with suppress(OSError), file.open("wb", buffering=0) as filling:
        while filling.write(bytes(4096)):
            pass


def wait_until_turned_away(crowd: Crowd) -> None:
    """Wait until a phone was told to come back later."""
    until = time.monotonic() + 60
    while not crowd.confirmed.turned_away:
        assert time.monotonic() < until and not crowd.confirmed.problems, crowd.confirmed.problems
        time.sleep(0.02)


def test_a_disk_that_fills_up_loses_no_hand_and_the_night_goes_on_once_there_is_room(small_disk: Path) -> None:
    with Hall.opened(small_disk) as hall:
        with Crowd(hall) as crowd:
            crowd.confirmed.wait_for_another_hand()
            fill(small_disk / "holiday pictures")
            wait_until_turned_away(crowd)
            page = Visitor(hall, hall.organizer_path)
            assert page.status in (200, 503)
            hall.kill()
            hall.start()  # a full disk does not keep the night from starting
            (small_disk / "holiday pictures").unlink()
            crowd.confirmed.wait_for_another_hand()
        crowd.check()
        log = (small_disk / "server.log").read_text()
    assert "Traceback" not in log, log


def hold(database: Path, seconds: float) -> None:
    """Let another connection hold the write lock for so long."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=60)) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        other.execute("ROLLBACK")


def test_taps_wait_for_a_program_that_holds_the_database_for_three_seconds(hall: Hall, tmp_path: Path) -> None:
    with Crowd(hall) as crowd:
        crowd.confirmed.wait_for_another_hand()
        hold(tmp_path / "night.sqlite3", 3)
        crowd.confirmed.wait_for_another_hand()
    crowd.check()
    assert crowd.confirmed.turned_away == 0


def test_taps_come_back_when_a_program_holds_the_database_for_longer_than_they_wait(hall: Hall, tmp_path: Path) -> None:
    with Crowd(hall) as crowd:
        crowd.confirmed.wait_for_another_hand()
        hold(tmp_path / "night.sqlite3", 15)
        crowd.confirmed.wait_for_another_hand()
    crowd.check()
    assert crowd.confirmed.turned_away > 0
    log = (tmp_path / "server.log").read_text()
    assert "Traceback" not in log and log.count("cannot be used now") == 1, log
