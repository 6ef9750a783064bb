"""A laptop that goes on from an older copy of its database, in real Chromium: the phones send it what it has lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table
from tests.support.offline_phones import PLAYERS, recorded, recorded_hands, tap_result
from tests.support.screens import Screens
from tests.support.waiting import wait_until


def database_of(hall: Hall) -> Path:
    """The file of a hall's database."""
    return Path(hall.env["EUCHRE_DATA"]) / "night.sqlite3"


def copy_database(hall: Hall) -> Path:
    """Copy the database while it is in use."""
    copy = database_of(hall).with_name("copy.sqlite3")
    hall.manage("backup", str(copy))
    return copy


def keys_of(hall: Hall) -> list[str]:
    """The keys of the hands in a hall's database, in the order of play."""
    with closing(sqlite3.connect(database_of(hall))) as database:
        return [key for (key,) in database.execute("SELECT key FROM tally_hand ORDER BY number, version")]


def expect_next_hand(number: int, *phones: Page) -> None:
    """Wait until these phones ask for a hand, with nothing left to send."""
    for phone in phones:
        expect(phone.locator("#page > .status-line")).to_contain_text(f"Hand {number} of 4")
        expect(phone.locator(".tail .status-line")).to_contain_text(recorded(f"Hand {number - 1}:"))


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the copy is a file of SQLite")
def test_hands_that_a_laptop_has_lost_come_back_from_the_phones(screens: Screens) -> None:
    hall = screens.hall
    _, codes = open_one_table(hall, PLAYERS)
    one, other = screens.phone(codes[1]), screens.phone(codes[3])
    tap_result(one, "NS:5")
    expect_next_hand(2, one, other)
    copy = copy_database(hall)
    tap_result(one, "EW:3-4")
    expect_next_hand(3, one, other)
    keys = keys_of(hall)
    hall.kill()
    tap_result(other, "NS:0-2")
    expect(other.locator(".tail .status-line")).to_have_text("Saved on this phone, 1 not sent. Keep playing.")
    hall.manage("restore", str(copy))
    assert keys_of(hall) == keys[:1]
    hall.start()
    wait_until(one, lambda: len(keys_of(hall)) == 3)
    assert keys_of(hall)[:2] == keys
    expect_next_hand(4, one, other)
    assert [hand for hand, _ in recorded_hands(hall)] == [1, 2, 3]
