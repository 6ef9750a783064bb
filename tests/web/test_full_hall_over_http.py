"""The first game of a hundred players at twenty-five tables, over HTTP, with a stream for each of them.

Every table has one scorer after another; the organizer rings when most tables are through, and the others finish their
hand. Nothing told is missed, and the standings agree with a separate account.
"""

from __future__ import annotations

import random
import re

import pytest

from tests.benchmarks.load_generator import Phone, drive, request
from tests.support.full_night import FullNight, fill
from tests.support.hall_server import Hall
from tests.support.http_visitor import Page, Visitor
from tests.support.reference_scores import HANDS, Account, compare_standings
from tests.support.stream_crowd import crowd, nothing_was_missed

pytestmark = pytest.mark.long
TABLES = 25
SLOW = (7, 19)  # tables that are at their third hand when the bell rings


def table_plays(night: FullNight, account: Account, table: int, hands: int) -> Phone:
    """Hands by chance; the four take turns in telling them."""
    game, four = night.games[0][table - 1], account.at(1, table)
    for _ in range(hands):
        told = len(account.hands.get((1, table), []))
        status, said = yield (
            "hand",
            request(
                "POST",
                f"/n/{night.slug}/play/hand/",
                night.tokens[four[told % 4] - 1],
                {"game": game, "hand": told + 1, "result": account.deal(1, table), "key": f"table-{table}-hand-{told}"},
                htmx=False,
            ),
        )
        assert status == 302, said


def table_agrees(night: FullNight, account: Account, table: int) -> Phone:
    """North's phone, then East's, looks at the total and agrees to it."""
    for number, side in zip(account.at(1, table)[:2], ("NS", "EW"), strict=True):
        ours, theirs = account.line(1, number)
        token = night.tokens[number - 1]
        _, page = yield "look", request("GET", f"/n/{night.slug}/play/", token)
        assert f"{ours}–{theirs}. Agree" in " ".join(Page(page.decode()).text.split()), page
        upto = re.search(rb'name="upto" value="(\d+)"', page)
        assert upto
        status, said = yield (
            "agree",
            request(
                "POST",
                f"/n/{night.slug}/play/agree/",
                token,
                {"game": night.games[0][table - 1], "upto": int(upto[1]), "word": f"{side}:agree"},
                htmx=False,
            ),
        )
        assert status == 302, said
    account.signed.add((1, table))


def test_a_hundred_players_first_game_over_http_misses_nothing_and_agrees_with_a_separate_account(hall: Hall) -> None:
    night, every = fill(hall, TABLES), range(1, TABLES + 1)
    account = Account([[[4 * table + n for n in (1, 2, 3, 4)] for table in range(TABLES)]], random.Random(25))
    fast = [table for table in every if table not in SLOW]
    organizer = Visitor(hall, f"/o/{night.organizer}/").open(f"/n/{night.slug}/board/")
    with crowd(hall, night.slug, 4 * TABLES) as streams:
        drive(hall.port, [table_plays(night, account, table, HANDS if table in fast else 2) for table in every])
        drive(hall.port, [table_agrees(night, account, table) for table in fast])
        organizer.follow("Refresh").press("Ring for game 1")
        drive(hall.port, [table_plays(night, account, table, 1) for table in SLOW])
        drive(hall.port, [table_agrees(night, account, table) for table in SLOW])
        told = nothing_was_missed(streams, bells=1)
    assert len(account.signed) == TABLES
    assert sum(topic == "signed" for _, topic, _ in told) == TABLES
    standings = Visitor(hall, f"/n/{night.slug}/standings/")
    compare_standings(account, standings.page.rows)
    assert sum(map(len, account.hands.values())) == 4 * TABLES - len(SLOW)
