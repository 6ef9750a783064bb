"""A whole three-table night over plain HTTP: 12 players, 11 games, 132 hands, compared with a scorebook.

The visitors have no JavaScript and start from one address each: the organizer from the link in the terminal, a player
from the code on the printed card. They find everything else on the pages: links, forms, buttons.
"""

from __future__ import annotations

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, pair_phones, paper_links, play_hand, sign_game, start_night
from tests.support.scorebook import (
    HANDS,
    NAMES,
    Scorebook,
    compare_export,
    compare_papers,
    compare_standings,
    short_name,
)

pytestmark = pytest.mark.long


def check_seat(phone: Visitor, book: Scorebook, game: int, number: int) -> None:
    """Check that the phone shows its player's seat in this game."""
    seat, names = book.seat(game, number), {n: f"{n} {short_name(NAMES[n - 1])}" for n in book.players}
    text = phone.follow("Refresh").page.text
    for line in (
        f"Game {game}: table {seat.table}",
        f"Partner: {names[seat.partner]} (you sit {seat.compass})",
        f"Left {names[seat.left]}",
        *(names[other] for other in seat.opponents),
    ):
        assert line in text, (line, text)
    dealer = (
        "You deal first" if number == seat.first_dealer else f"{short_name(NAMES[seat.first_dealer - 1])} deals first"
    )
    assert dealer in text, (dealer, text)


def test_a_three_table_night_over_http_matches_a_scorebook(hall: Hall) -> None:
    book = Scorebook.for_players(12, seed=12)
    organizer, phones = start_night(hall, 12), pair_phones(hall, 12)
    for number, phone in phones.items():
        check_seat(phone, book, 1, number)
    while ready := book.ready_games():
        game, table = book.chance.choice(ready)
        if len(book.hands.get((game, table), [])) < HANDS:
            play_hand(phones, book, game, table)
            continue
        sign_game(phones, book, game, table)
        for number in book.players_at(game, table) if game < len(book.rounds) else ():
            check_seat(phones[number], book, game + 1, number)
    assert sum(map(len, book.hands.values())) == 132

    for number, phone in phones.items():
        assert f"your total is {book.total(number)} " in phone.follow("Refresh").page.text
    organizer.follow("Tables").follow("Close the night").press("Close the night")
    organizer.press("Show everybody everything now").follow("Final standings")
    assert "Final standings" in organizer.page.text
    compare_standings(book, organizer.page.rows)
    compare_standings(book, phones[7].follow("Refresh").follow("Final standings").page.rows)
    compare_export(book, hall.export())
    organizer.follow("Tables")
    filled, standings = (organizer.open(address).body for address in paper_links(organizer))
    compare_papers(book, filled, standings, dict(enumerate(NAMES, 1)))
