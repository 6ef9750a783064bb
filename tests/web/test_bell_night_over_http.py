"""A whole bell night over HTTP: three tables, twelve phones and a stream for each, the seats follow the winners.

The head table's fourth hand rings; the others play as many hands as they find time for, finish the one in play, agree,
and the winners move up. Standings and papers agree with a separate account, and so do the moves.
"""

from __future__ import annotations

import random
import re

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, agree, claim_cards
from tests.support.reference_scores import COMPASS, HANDS, NAMES, Account, compare_export, compare_standings
from tests.support.stream_crowd import crowd, nothing_was_missed

pytestmark = pytest.mark.long
GAMES = 3
ORDER = ("North", "South", "East", "West")  # of a written table: partners first


def start_bell_night(hall: Hall) -> Visitor:
    """The organizer signs twelve people up; winners move up, the head table rings."""
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(NAMES)).press("Save", bell_by="head-table")
    organizer.open(organizer.url.partition("desk/")[0] + "desk/movement/")
    organizer.press("Use this", movement="winners-up", games=str(GAMES)).open(hall.organizer_path)
    organizer.press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer


def read_seats(phones: dict[int, Visitor], game: int) -> list[list[int]]:
    """Every table of a game as its phones show it, partners first; the phones agree with each other."""
    found: dict[int, dict[str, int]] = {}
    for number, phone in phones.items():
        said = re.search(
            rf"Game {game}: table (\d) .*?(North|East|South|West), opposite (\d+) ", phone.follow("Refresh").page.text
        )
        assert said, phone.page.text
        table, compass, partner = int(said[1]), said[2], int(said[3])
        assert found.setdefault(table, {}).setdefault(compass, number) == number
        across = COMPASS[(COMPASS.index(compass) + 2) % 4]
        assert found[table].setdefault(across, partner) == partner
    return [[found[table][compass] for compass in ORDER] for table in sorted(found)]


def winners(account: Account, game: int, table: int) -> set[int]:
    """Who won: more points, or who scored last."""
    a, b, c, d = account.rounds[game - 1][table - 1]
    ours, theirs = account.score(game, table, "NS")
    for hand in range(len(account.hands[game, table]), 0, -1):
        if ours == theirs:
            ours, theirs = account.score(game, table, "NS", hand)
    return {a, b} if ours > theirs else {c, d}


def check_moves(account: Account, game: int) -> None:
    """Winners are one table up, losers stay, the head table's losers go to the tail; old partners are apart."""
    before, after = account.rounds[game - 2], account.rounds[game - 1]
    at = {number: table for table, four in enumerate(after, 1) for number in four}
    for table, four in enumerate(before, 1):
        won = winners(account, game - 1, table)
        for number in four:
            stays = len(before) if table == 1 else table
            assert at[number] == (max(table - 1, 1) if number in won else stays), (game, table, number)
    pairs = {frozenset(pair) for a, b, c, d in before for pair in ((a, b), (c, d))}
    assert not pairs & {frozenset(pair) for a, b, c, d in after for pair in ((a, b), (c, d))}


def play_one(phones: dict[int, Visitor], account: Account, game: int, table: int) -> None:
    """One hand by chance, told by one of the four."""
    phone = phones[account.chance.choice(account.at(game, table))]
    phone.follow("Refresh").press(account.deal(game, table))
    assert phone.posted == 302, phone.page.text


def play_game(phones: dict[int, Visitor], account: Account, game: int) -> None:
    """Until the head table's last hand rings; then every other table finishes its hand, and all agree."""
    while len(account.hands.get((game, 1), [])) < HANDS:
        play_one(phones, account, game, account.chance.choice((1, 1, 2, 3)))
    for table in (2, 3):
        said = phones[account.at(game, table)[0]].follow("Refresh").page.text
        decides = game < GAMES and not account.hands.get((game, table))
        now = "Last hand, or the organizer says who won." if decides else "Last hand."
        assert f"The bell! {now}" in said, said
        play_one(phones, account, game, table)
    for table in account.chance.sample((1, 2, 3), 3):
        agree(phones, account, game, table)


def test_a_bell_night_of_twelve_over_http_misses_nothing_and_agrees_with_a_separate_account(hall: Hall) -> None:
    account = Account([], random.Random(21))
    organizer = start_bell_night(hall)
    slug = organizer.url.split("/n/")[1].split("/")[0]
    phones = claim_cards(hall, 12)
    with crowd(hall, slug, 12) as streams:
        for game in range(1, GAMES + 1):
            account.rounds.append(read_seats(phones, game))
            if game > 1:
                check_moves(account, game)
            play_game(phones, account, game)
        told = nothing_was_missed(streams, bells=GAMES)
        assert sum(topic == "board" for _, topic, _ in told) > sum(map(len, account.hands.values())), "all hands"
        organizer.open(f"/n/{slug}/close/").press("Close the night")
        nothing_was_missed(streams, bells=GAMES)
    compare_standings(account, phones[7].follow("Refresh").follow("Final standings").page.rows)
    compare_export(account, hall.export())
