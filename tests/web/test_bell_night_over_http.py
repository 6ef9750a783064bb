"""A whole night over HTTP where winners move up: three tables, twelve phones, a live stream for each.

The head table's fourth hand rings the bell. The other tables play as many hands as they have time for, finish the
current one and sign, and the winners move up. Standings, export and moves are compared with a separate scorebook.
"""

from __future__ import annotations

import random
import re

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, pair_phones, sign_game
from tests.support.scorebook import COMPASS, HANDS, NAMES, Scorebook, compare_export, compare_standings
from tests.support.stream_crowd import check_nothing_missed, open_crowd

pytestmark = pytest.mark.long
GAMES = 3
ORDER = ("North", "South", "East", "West")  # the seats in a table's tuple: partners first


def start_bell_night(hall: Hall) -> Visitor:
    """Sign up twelve people and start a night where winners move up and the head table rings."""
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(NAMES)).press("Save", bell_by="head-table")
    organizer.open(organizer.url.partition("desk/")[0] + "desk/movement/")
    organizer.press("Use this", movement="winners-up", games=str(GAMES)).open(hall.organizer_path)
    organizer.press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer


def read_seats(phones: dict[int, Visitor], game: int) -> list[list[int]]:
    """Return every table of a game as the phones show it, partners first; all phones must agree."""
    found: dict[int, dict[str, int]] = {}
    for number, phone in phones.items():
        seat = re.search(
            rf"Game {game}: table (\d) .*?Partner: (\d+) .*?\(you sit (North|East|South|West)\)",
            phone.follow("Refresh").page.text,
        )
        assert seat, phone.page.text
        table, partner, compass = int(seat[1]), int(seat[2]), seat[3]
        assert found.setdefault(table, {}).setdefault(compass, number) == number
        across = COMPASS[(COMPASS.index(compass) + 2) % 4]
        assert found[table].setdefault(across, partner) == partner
    return [[found[table][compass] for compass in ORDER] for table in sorted(found)]


def winners(book: Scorebook, game: int, table: int) -> set[int]:
    """Return the winning pair: the side with more points, or the one that scored last."""
    a, b, c, d = book.rounds[game - 1][table - 1]
    ns, ew = book.score(game, table, "NS")
    for hand in range(len(book.hands[game, table]), 0, -1):
        if ns == ew:
            ns, ew = book.score(game, table, "NS", hand)
    return {a, b} if ns > ew else {c, d}


def check_moves(book: Scorebook, game: int) -> None:
    """Check that winners moved up, losers stayed, the head table's went to the tail, and partners changed."""
    before, after = book.rounds[game - 2], book.rounds[game - 1]
    new_table = {number: table for table, four in enumerate(after, 1) for number in four}
    for table, four in enumerate(before, 1):
        won = winners(book, game - 1, table)
        for number in four:
            losers_table = len(before) if table == 1 else table
            assert new_table[number] == (max(table - 1, 1) if number in won else losers_table), (game, table, number)
    pairs = {frozenset(pair) for a, b, c, d in before for pair in ((a, b), (c, d))}
    assert not pairs & {frozenset(pair) for a, b, c, d in after for pair in ((a, b), (c, d))}


def play_random_hand(phones: dict[int, Visitor], book: Scorebook, game: int, table: int) -> None:
    """Record a random hand on a random phone of the table."""
    phone = phones[book.chance.choice(book.players_at(game, table))]
    phone.follow("Refresh").press(book.play_hand(game, table))
    assert phone.posted == 302, phone.page.text


def play_game(phones: dict[int, Visitor], book: Scorebook, game: int) -> None:
    """Play until the head table's last hand rings, finish the current hands, and sign every game."""
    while len(book.hands.get((game, 1), [])) < HANDS:
        play_random_hand(phones, book, game, book.chance.choice((1, 1, 2, 3)))
    for table in (2, 3):
        text = phones[book.players_at(game, table)[0]].follow("Refresh").page.text
        no_hand_yet = game < GAMES and not book.hands.get((game, table))
        notice = "Last hand, or the organizer says who won." if no_hand_yet else "Last hand."
        assert f"The bell! {notice}" in text, text
        play_random_hand(phones, book, game, table)
    for table in book.chance.sample((1, 2, 3), 3):
        sign_game(phones, book, game, table)


def test_a_night_of_winner_movements_over_http_misses_no_event_and_matches_a_scorebook(hall: Hall) -> None:
    book = Scorebook([], random.Random(21))
    organizer = start_bell_night(hall)
    slug = organizer.url.split("/n/")[1].split("/")[0]
    phones = pair_phones(hall, 12)
    with open_crowd(hall, slug, 12) as streams:
        for game in range(1, GAMES + 1):
            book.rounds.append(read_seats(phones, game))
            if game > 1:
                check_moves(book, game)
            play_game(phones, book, game)
        events = check_nothing_missed(streams, bells=GAMES)
        assert sum(topic == "board" for _, topic, _ in events) > sum(map(len, book.hands.values())), (
            "every hand is announced"
        )
        organizer.open(f"/n/{slug}/close/").press("Close the night").press("Show everybody everything now")
        check_nothing_missed(streams, bells=GAMES)
    compare_standings(book, phones[7].follow("Refresh").follow("Final standings").page.rows)
    compare_export(book, hall.export())
