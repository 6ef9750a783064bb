"""Games at a single table: how they end, what the next game carries over, and whole games of every variant."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from tally.loading.single_table import table_games
from tests.support.markup import compact
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.single_table import (
    NAMES,
    TABLES,
    current_game,
    open_table,
    post_form,
    post_hand,
    post_hands,
    random_hand,
    read_page,
    sum_records,
    totals,
)
from tournament.models import Club, Night
from tournament.night.single_table import next_game

SIDES = {"A": "Ann M. & Carla R.", "B": "Bob S. & Dan O."}


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre to 5."""
    return open_table(club, "three-handed", 3)


# The next game


def test_the_next_game_starts_once_even_if_requested_twice(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "0:5")
    finished = current_game(table).row
    with nothing_changes():
        assert "This game is over." in post_hand(organizer, table, "0:5").content.decode()
    for _ in range(2):
        assert post_form(organizer, table, "next/", finished).status_code == 302
    assert [game.number for game in table_games(table)] == [1, 2]
    assert totals(table) == [0, 0, 0]
    post_hands(organizer, table, "1:5", "1:5")
    assert "Games won: Ann M. 1, Bob S. 1" in read_page(organizer, table)


def test_the_deal_rotates_and_continues_into_the_next_game(organizer: Client, table: Night) -> None:
    dealers = []
    for path in ("0:5", "passed", "0:0-2", "2:3-4", "1:5"):
        dealers.append(current_game(table).dealer(current_game(table).next_hand).number)
        post_hands(organizer, table, path)
    assert dealers == [1, 2, 3, 1, 2] and current_game(table).over
    post_form(organizer, table, "next/", current_game(table).row)
    assert current_game(table).dealer(1).number == 3, "five hands were dealt"
    assert "Carla R.</span> deals" in read_page(organizer, table)


def test_a_page_that_asks_who_bid_shows_the_dealer_and_all_totals(club: Club, organizer: Client) -> None:
    night = open_table(club, "florida-five-handed", 7)
    post_hands(organizer, night, "1:bid-5/with-3/took-6")
    page = read_page(organizer, night)
    assert "Who won the bid?" in page and "Hand 2, " in page and "Bob S.</span> deals" in page
    page = compact(page)
    assert "Dan O.</b><span>6</span>" in page and "Gina R.</b><span>2</span>" in page


def test_the_same_dealer_deals_again_after_a_passed_deal_if_the_rules_say_so(club: Club, organizer: Client) -> None:
    night = open_table(club, "michigan-family", 4)
    dealers = []
    for path in ("passed", "A:bid-3/took-3", "passed", "passed", "B:bid-3/took-3"):
        dealers.append(current_game(night).dealer(current_game(night).next_hand).number)
        post_hands(organizer, night, path)
    assert dealers == [1, 1, 2, 2, 2]


def test_in_railroad_laps_carry_over_and_a_shut_out_counts_as_two_games(club: Club, organizer: Client) -> None:
    night = open_table(club, "railroad", 4)
    post_hands(organizer, night, "A:5-alone", "A:5-alone")
    page = read_page(organizer, night)
    assert f"{SIDES['A']} win, 8 to 0. A shut-out: it counts as two games." in page
    assert f"{SIDES['A']} take 3 points on to the next game." in page
    assert f"Games won: {SIDES['A']} 2" in page
    post_form(organizer, night, "next/", current_game(night).row)
    assert totals(night) == [3, 0]
    post_hands(organizer, night, "B:3-4", "A:5")
    assert current_game(night).state.winners == ("A",) and current_game(night).state.worth == 1
    post_hands(organizer, night)
    assert f"Games won: {SIDES['A']} 3" in read_page(organizer, night)


def test_a_single_point_that_carries_over_is_singular(club: Club, organizer: Client) -> None:
    night = open_table(club, "railroad", 4)
    post_hands(organizer, night, "A:5-alone", "A:5")
    assert f"{SIDES['A']} take 1 point on to the next game." in read_page(organizer, night)


def test_points_that_also_win_the_next_game_count_as_two_games(club: Club, organizer: Client) -> None:
    night = open_table(club, "railroad", 4)
    post_hands(organizer, night, "B:3-4", "A:5-alone", "A:turn-up-alone-exposed/took-5")
    page = read_page(organizer, night)
    assert f"{SIDES['A']} win, 12 to 1. The points above the target win the next game too." in page
    assert "shut-out" not in page and f"{SIDES['A']} take 2 points on to the next game." in page
    assert f"Games won: {SIDES['A']} 2" in page
    post_form(organizer, night, "next/", current_game(night).row)
    assert totals(night) == [2, 0] and not current_game(night).over


def test_a_game_can_be_broken_off(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5")
    assert "Stop game 1 and start another" in read_page(organizer, table, "hands/")
    next_game(game=current_game(table).row, who=ORGANIZER)
    assert current_game(table).number == 2 and "Stopped early." in read_page(organizer, table, "hands/")


# How games end


def test_above_the_target_without_a_made_bid_the_page_says_what_still_wins(club: Club, organizer: Client) -> None:
    night = open_table(club, "hoosier", 4)
    post_hands(organizer, night, *["A:bid-6/took-6"] * 6)
    assert current_game(night).state.winners == ("A",)
    other = open_table(club, "hoosier", 4)
    post_hands(organizer, other, *["B:bid-3/took-3"] * 5)
    assert totals(other) == [35, 15] and not current_game(other).over
    assert f"{SIDES['A']}: 32 reached, but only a bid made or a set wins." in read_page(organizer, other)
    post_hands(organizer, other, "A:bid-1/took-1")
    assert f"{SIDES['A']} win, 36 to 24." in read_page(organizer, other)


def test_players_with_the_same_total_share_the_game(organizer: Client, table: Night) -> None:
    post_hands(organizer, table, "0:5", "1:5", "2:0-2")
    assert totals(table) == [5, 5, 0]
    assert "Ann M. and Bob S. tie with 5." in read_page(organizer, table)


def test_a_game_without_a_target_ends_when_its_players_end_it(club: Club, organizer: Client) -> None:
    night = open_table(club, "powers-double-deck", 4)
    post_hands(organizer, night, *["A:bid-6/took-12"] * 9)
    assert (totals(night), current_game(night).over) == ([108, 0], False)
    assert "End game 1 and start another" in read_page(organizer, night, "hands/")
    next_game(game=current_game(night).row, who=ORGANIZER)
    assert f"Ended by its players; {SIDES['A']} had the most, 108." in read_page(organizer, night, "hands/")


def test_equal_totals_share_a_game_of_pepper(club: Club, organizer: Client) -> None:
    night = open_table(club, "pepper-melton", 4)
    post_hands(organizer, night, *["A:bid-3/took-3"] * 9, "A:bid-3/took-3")
    assert totals(night) == [30, 30]
    assert "30 all: a tie." in read_page(organizer, night)


def test_in_pfeffer_makers_who_are_set_do_not_win_above_the_target(club: Club, organizer: Client) -> None:
    night = open_table(club, "pfeffer", 4)
    post_hands(organizer, night, *["A:bid-4/took-5"] * 8, *["B:bid-4/took-4"] * 8, "A:bid-4/took-3")
    assert totals(night) == [51, 43]
    assert current_game(night).state.winners == ("B",)
    assert f"{SIDES['B']} win, 43 to 51, as they set the last bid." in read_page(organizer, night)


def test_bidders_who_win_with_fewer_points_made_their_bid(club: Club, organizer: Client) -> None:
    night = open_table(club, "michigan-family", 4)
    post_hands(organizer, night, *["A:bid-3/took-3"] * 9, "B:bid-4/took-4", "A:bid-3/took-3")
    assert totals(night) == [32, 34]
    assert f"{SIDES['A']} win, 32 to 34, as they made their bid." in read_page(organizer, night)


def test_dirty_clubs_counts_down_from_fifteen_to_zero(club: Club, organizer: Client) -> None:
    night = open_table(club, "dirty-clubs", 3)
    assert totals(night) == [15, 15, 15]
    post_hands(organizer, night, "0:bid-3/took-3/own-1", "0:bid-5/took-4/own-1", "1:bid-5/took-5", "1:bid-5/took-5")
    assert totals(night) == [17, 3, 14] and not current_game(night).over
    post_hands(organizer, night, "1:bid-3/took-3/own-1")
    assert totals(night) == [16, 0, 13]
    assert "Bob S. wins with 0." in read_page(organizer, night)


# Every variant with every number of players


@pytest.mark.long
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_whole_random_game_adds_up_to_the_sum_of_its_hands(
    club: Club, organizer: Client, slug: str, players: int
) -> None:
    night = open_table(club, slug, players)
    chance, game = Random(f"{slug} {players}"), current_game(night)
    endless = game.setup.rulebook.variant.end.target is None and game.setup.rulebook.variant.end.deals is None
    played = 0
    while not (current := current_game(night)).over and played < (8 if endless else 120):
        answer = post_hand(organizer, night, random_hand(game.setup, chance), current)
        assert answer.status_code == 302, answer.content.decode()
        played += 1
    starts = current.setup.rulebook.variant.end.starts
    assert current.over is not endless and len(current.hands) == current.state.hands == played
    assert {str(party): total - starts for party, total in current.state.totals.items()} == sum_records(night, game.row)
    page = read_page(organizer, night)
    assert all(name.split()[0] in page for name in NAMES[:players]) and ("Next game" in page) is current.over
    post_form(organizer, night, "next/", game.row)
    assert current_game(night).dealer(1) == current_game(night).players[played % players]
