"""A rubber at a single table: who first wins two games wins it."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from tally.loading.single_table import table_games
from tally.rules import GameState, Rubber, fold_rubber
from tally.scoring.single_table import back_to_last_game
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.single_table import current_game, open_table, post_form, post_hands, random_hand, read_page, undo
from tournament.models import Club, Night
from tournament.people.errors import Refused

WON = {"A": ("A:5", "A:5", "A:5"), "B": ("B:5", "B:5", "B:5")}


@pytest.fixture
def table(club: Club) -> Night:
    """Ann and Carla play rubbers of euchre to 5 against Bob and Dan."""
    return open_table(club, "standard", 4, rubber=True)


def games(*winners: str, worth: int = 1) -> Rubber:
    """Fold games that these sides have won; "AB" is a tie, "" a game that is still played."""
    return fold_rubber(GameState({"A": 0, "B": 0}, winners=tuple(won), worth=worth) for won in winners)


@pytest.mark.parametrize(
    ("winners", "won", "of_rubber"),
    [
        ((), {}, ()),
        (("",), {"A": 0, "B": 0}, ()),
        (("A", ""), {"A": 1, "B": 0}, ()),
        (("A", "A"), {"A": 2, "B": 0}, ("A",)),
        (("A", "B", "B"), {"A": 1, "B": 2}, ("B",)),
        (("A", "A", ""), {"A": 0, "B": 0}, ()),
        (("A", "A", "B"), {"A": 0, "B": 1}, ()),
        (("A", "B", "AB"), {"A": 1, "B": 1}, ()),
        (("AB", "AB", "A"), {"A": 1, "B": 0}, ()),
        (("A", "AB", "A"), {"A": 2, "B": 0}, ("A",)),
    ],
)
def test_who_first_wins_two_games_wins_the_rubber(
    winners: tuple[str, ...], won: dict[str, int], of_rubber: tuple[str, ...]
) -> None:
    assert games(*winners) == Rubber(won, of_rubber)


def test_a_slam_counts_for_two_games() -> None:
    assert games("B", worth=2) == Rubber({"A": 0, "B": 2}, ("B",))


def test_railroads_slam_wins_a_rubber_at_once(organizer: Client, club: Club) -> None:
    night = open_table(club, "railroad", 4, rubber=True)
    post_hands(organizer, night, "A:5", "A:5", "A:5")
    page = read_page(organizer, night)
    assert "It counts as two games" in page.replace("it counts", "It counts")
    assert "Ann M. & Carla R. win the rubber, 2 games to 0." in page and "Next rubber" in page


def test_the_page_counts_the_games_of_the_rubber(organizer: Client, table: Night) -> None:
    assert "Games 0–0" in read_page(organizer, table)
    for winner, score in (("A", "1–0"), ("B", "1–1")):
        post_hands(organizer, table, *WON[winner])
        page = read_page(organizer, table)
        assert f"Games {score}" in page and "Next game" in page and "win the rubber" not in page
        post_form(organizer, table, "next/", current_game(table).row)
        assert f"Games {score}" in read_page(organizer, table)
    post_hands(organizer, table, *WON["B"])
    assert "Bob S. & Dan O. win the rubber, 2 games to 1." in read_page(organizer, table)
    assert "Bob S. & Dan O. win the rubber, 2 games to 1." in read_page(organizer, table, "hands/")
    post_form(organizer, table, "next/", current_game(table).row)
    assert "Games 0–0" in read_page(organizer, table)


def test_undo_reaches_across_the_end_of_a_game(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, *WON["A"])
    post_form(organizer, table, "next/", current_game(table).row)
    assert "Back to game 1" in read_page(organizer, table)
    assert post_form(organizer, table, "undo/", current_game(table).row, back="1").status_code == 302
    assert [game.number for game in table_games(table)] == [1] and current_game(table).over
    undo(organizer, table)
    assert current_game(table).state.totals == {"A": 4, "B": 0} and "Games 0–0" in read_page(organizer, table)
    post_hands(organizer, table, *WON["B"])
    assert "Games 0–1" in read_page(organizer, table)


def test_a_game_with_a_hand_is_not_left(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, *WON["A"])
    with pytest.raises(Refused, match="This game has started"):
        back_to_last_game(game=current_game(table).row, who=ORGANIZER)
    post_form(organizer, table, "next/", current_game(table).row)
    post_hands(organizer, table, "B:5")
    assert "Back to game 1" not in read_page(organizer, table)
    undo(organizer, table)
    with nothing_changes():
        assert post_form(organizer, table, "undo/", current_game(table).row, back="1").status_code == 409


def test_nobody_goes_back_from_the_first_game(organizer: Client, stranger: Client, table: Night) -> None:
    with nothing_changes():
        assert post_form(organizer, table, "undo/", current_game(table).row, back="1").status_code == 409
        assert post_form(stranger, table, "undo/", current_game(table).row, back="1").status_code == 403


def test_a_game_without_an_end_of_its_own_counts_when_its_players_end_it(organizer: Client, club: Club) -> None:
    night = open_table(club, "bid-single-deck-24", 4, rubber=True)
    post_hands(organizer, night, random_hand(current_game(night).setup, Random(5), made=1))
    post_form(organizer, night, "next/", current_game(night).row)
    page = read_page(organizer, night)
    assert "Games 1–0" in page or "Games 0–1" in page


def test_the_page_that_opens_a_table_offers_a_rubber(organizer: Client) -> None:
    sent = {"names": "Ann\nBob\nCarla\nDan", "ends": "rubber"}
    assert organizer.post("/one-table/", sent | {"variant": "standard"}).status_code == 302
    night = Night.objects.get()
    assert night.house_rules == {"rubber": True}
    rules = organizer.get(f"/n/{night.slug}/rules/").content.decode()
    assert "A rubber is the best of three games: who first wins two wins it." in rules


def test_only_a_rubber_that_is_played_stands_in_the_rules(organizer: Client, club: Club) -> None:
    night = open_table(club, "standard", 4)
    assert "A rubber is" not in organizer.get(f"/n/{night.slug}/rules/").content.decode()
