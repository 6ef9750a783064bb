"""A whole three-table night over plain HTTP: twelve players, eleven games, 132 hands, agreed with a separate account.

The visitors here have no JavaScript and know no address but their own: the organizer the link that the terminal
shows, a player the code on the printed card. Everything else they find on the pages: links, forms, buttons.
"""

from __future__ import annotations

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor, agree, claim_cards, paper_links
from tests.support.reference_scores import (
    HANDS,
    NAMES,
    Account,
    compare_export,
    compare_papers,
    compare_standings,
    short,
)

pytestmark = pytest.mark.long


def start_night(hall: Hall, players: int) -> Visitor:
    """The organizer opens the terminal's link, pastes the names, numbers everybody by arrival and starts."""
    organizer = Visitor(hall, hall.organizer_path)
    organizer.press("Add to the list", names="\n".join(NAMES[:players]))
    organizer.press("Number by arrival").press("Start the night")
    assert organizer.status == 200, organizer.page.text
    return organizer


def play_hand(phones: dict[int, Visitor], account: Account, game: int, table: int) -> None:
    """One of the four records the hand; another one sees it."""
    writer, reader = account.chance.sample(account.at(game, table), 2)
    phones[writer].follow("Refresh").press(account.deal(game, table))
    number = len(account.hands[game, table])
    for phone, player in ((phones[writer], writer), (phones[reader].follow("Refresh"), reader)):
        ours, theirs = account.line(game, player, hand=number)
        assert f"Hand {number}: {ours} to {theirs}. Correct it" in phone.labels, (phone.page.text, phone.labels)


def sit_down(phone: Visitor, account: Account, game: int, number: int) -> None:
    """The phone says where its player sits in this game."""
    seat, name = account.seat(game, number), {n: f"{n} {short(NAMES[n - 1])}" for n in account.players}
    text = phone.follow("Refresh").page.text
    for words in (
        f"Game {game}: table {seat.table}",
        f"{seat.compass}, opposite {name[seat.partner]}",
        f"Left {name[seat.left]}",
        *(name[other] for other in seat.opponents),
    ):
        assert words in text, (words, text)
    first = "You deal first" if number == seat.first_dealer else f"{short(NAMES[seat.first_dealer - 1])} deals first"
    assert first in text, (first, text)


def test_a_three_table_night_over_http_agrees_with_a_separate_account(hall: Hall) -> None:
    account = Account.for_players(12, seed=12)
    organizer, phones = start_night(hall, 12), claim_cards(hall, 12)
    for number, phone in phones.items():
        sit_down(phone, account, 1, number)
    while ready := account.ready():
        game, table = account.chance.choice(ready)
        if len(account.hands.get((game, table), [])) < HANDS:
            play_hand(phones, account, game, table)
            continue
        agree(phones, account, game, table)
        for number in account.at(game, table) if game < len(account.rounds) else ():
            sit_down(phones[number], account, game + 1, number)
    assert sum(map(len, account.hands.values())) == 132

    for number, phone in phones.items():
        assert f"your total is {account.total(number)} " in phone.follow("Refresh").page.text
    organizer.follow("Board").follow("Close the night").press("Close the night")
    assert "Final standings" in organizer.page.text
    compare_standings(account, organizer.page.rows)
    compare_standings(account, phones[7].follow("Refresh").follow("Final standings").page.rows)
    compare_export(account, hall.export())
    organizer.follow("Board")
    filled, standings = (organizer.open(address).body for address in paper_links(organizer))
    compare_papers(account, filled, standings, dict(enumerate(NAMES, 1)))
