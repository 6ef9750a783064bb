"""The first game of a hundred players at 25 tables over HTTP, with a live stream for each player.

The four players of a table take turns recording its hands. The organizer rings when most tables have finished, and the
others finish their hand. No event is missed, and the standings match a separate scorebook.
"""

from __future__ import annotations

import random
import re

import pytest

from tests.benchmarks.load_generator import Phone, drive, request
from tests.support.full_night import FullNight, fill_hall
from tests.support.hall_server import Hall
from tests.support.http_visitor import Page, Visitor
from tests.support.scorebook import HANDS, Scorebook, compare_standings
from tests.support.stream_crowd import check_nothing_missed, open_crowd

pytestmark = pytest.mark.long
TABLES = 25
SLOW = (7, 19)  # tables that are at their third hand when the bell rings


def play_table(night: FullNight, book: Scorebook, table: int, hands: int) -> Phone:
    """Record random hands of a table; its four players take turns."""
    game, four = night.games[0][table - 1], book.players_at(1, table)
    for _ in range(hands):
        recorded = len(book.hands.get((1, table), []))
        status, body = yield (
            "hand",
            request(
                "POST",
                f"/n/{night.slug}/play/hand/",
                night.tokens[four[recorded % 4] - 1],
                {
                    "game": game,
                    "hand": recorded + 1,
                    "result": book.play_hand(1, table),
                    "key": f"table-{table}-hand-{recorded}",
                },
                htmx=False,
            ),
        )
        assert status == 302, body


def sign_table(night: FullNight, book: Scorebook, table: int) -> Phone:
    """Sign a table's total on North's phone, then on East's."""
    for number, side in zip(book.players_at(1, table)[:2], ("NS", "EW"), strict=True):
        ours, theirs = book.player_points(1, number)
        token = night.tokens[number - 1]
        _, page = yield "page", request("GET", f"/n/{night.slug}/play/", token)
        assert f"Confirm {ours}–{theirs}" in " ".join(Page(page.decode()).text.split()), page
        newest = re.search(rb'name="upto" value="(\d+)"', page)
        assert newest
        status, body = yield (
            "agree",
            request(
                "POST",
                f"/n/{night.slug}/play/agree/",
                token,
                {"game": night.games[0][table - 1], "upto": int(newest[1]), "word": f"{side}:agree"},
                htmx=False,
            ),
        )
        assert status == 302, body
    book.signed.add((1, table))


def test_a_game_of_a_hundred_players_over_http_misses_no_event_and_matches_a_scorebook(hall: Hall) -> None:
    night, tables = fill_hall(hall, TABLES), range(1, TABLES + 1)
    book = Scorebook([[[4 * table + n for n in (1, 2, 3, 4)] for table in range(TABLES)]], random.Random(25))
    fast = [table for table in tables if table not in SLOW]
    organizer = Visitor(hall, f"/o/{night.organizer}/").open(f"/n/{night.slug}/board/")
    with open_crowd(hall, night.slug, 4 * TABLES) as streams:
        drive(hall.port, [play_table(night, book, table, HANDS if table in fast else 2) for table in tables])
        drive(hall.port, [sign_table(night, book, table) for table in fast])
        organizer.follow("Refresh").press("End game 1 (ring the bell)")
        drive(hall.port, [play_table(night, book, table, 1) for table in SLOW])
        drive(hall.port, [sign_table(night, book, table) for table in SLOW])
        events = check_nothing_missed(streams, bells=1)
    assert len(book.signed) == TABLES
    assert sum(topic == "signed" for _, topic, _ in events) == TABLES
    standings = Visitor(hall, f"/n/{night.slug}/standings/")
    compare_standings(book, standings.page.rows)
    assert sum(map(len, book.hands.values())) == 4 * TABLES - len(SLOW)
