"""Games at a single table: how they end, what the next one takes along, and whole games of every variant."""

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
    now,
    page_of,
    post,
    random_hand,
    sit_down,
    sums,
    tell,
    tell_all,
    totals,
)
from tournament.models import Club, Night
from tournament.night.single_table import next_game

SHORT = {"A": "Ann M. & Carla R.", "B": "Bob S. & Dan O."}


@pytest.fixture
def table(club: Club) -> Night:
    """Ann, Bob and Carla play three-handed euchre to 5."""
    return sit_down(club, "three-handed", 3)


# ---- The next game


def test_the_next_game_begins_once_even_if_asked_twice(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "0:5")
    over = now(table).row
    with nothing_changes():
        assert "This game is over." in tell(organizer, table, "0:5").content.decode()
    for _ in range(2):
        assert post(organizer, table, "next/", over).status_code == 302
    assert [game.number for game in table_games(table)] == [1, 2]
    assert totals(table) == [0, 0, 0]
    tell_all(organizer, table, "1:5", "1:5")
    assert "Games won: Ann M. 1, Bob S. 1" in page_of(organizer, table)


def test_the_deal_goes_round_and_on_into_the_next_game(organizer: Client, table: Night) -> None:
    dealers = []
    for said in ("0:5", "passed", "0:0-2", "2:3-4", "1:5"):
        dealers.append(now(table).dealer(now(table).next_hand).number)
        tell_all(organizer, table, said)
    assert dealers == [1, 2, 3, 1, 2] and now(table).over
    post(organizer, table, "next/", now(table).row)
    assert now(table).dealer(1).number == 3, "five hands were dealt"
    assert "Carla R.</span> deals" in page_of(organizer, table)


def test_a_page_that_asks_who_bid_says_who_deals_and_how_everybody_stands(club: Club, organizer: Client) -> None:
    night = sit_down(club, "florida-five-handed", 7)
    tell_all(organizer, night, "1:bid-5/with-3/took-6")
    page = page_of(organizer, night)
    assert "Who won the bid?" in page and "Hand 2, " in page and "Bob S.</span> deals" in page
    page = compact(page)
    assert "Dan O.</b><span>6</span>" in page and "Gina R.</b><span>2</span>" in page


def test_the_same_dealer_deals_again_after_a_passed_deal_where_the_game_says_so(club: Club, organizer: Client) -> None:
    night = sit_down(club, "michigan-family", 4)
    dealers = []
    for said in ("passed", "A:bid-3/took-3", "passed", "passed", "B:bid-3/took-3"):
        dealers.append(now(night).dealer(now(night).next_hand).number)
        tell_all(organizer, night, said)
    assert dealers == [1, 1, 2, 2, 2]


def test_laps_are_carried_on_and_a_slam_counts_two_games_in_railroad(club: Club, organizer: Client) -> None:
    night = sit_down(club, "railroad", 4)
    tell_all(organizer, night, "A:5-alone", "A:5-alone")
    page = page_of(organizer, night)
    assert f"{SHORT['A']} win, 8 to 0. A shut-out: it counts as two games." in page
    assert f"{SHORT['A']} take 3 points on to the next game." in page
    assert f"Games won: {SHORT['A']} 2" in page
    post(organizer, night, "next/", now(night).row)
    assert totals(night) == [3, 0]
    tell_all(organizer, night, "B:3-4", "A:5")
    assert now(night).state.winners == ("A",) and now(night).state.worth == 1
    tell_all(organizer, night)
    assert f"Games won: {SHORT['A']} 3" in page_of(organizer, night)


def test_one_point_that_is_carried_on_is_one_point(club: Club, organizer: Client) -> None:
    night = sit_down(club, "railroad", 4)
    tell_all(organizer, night, "A:5-alone", "A:5")
    assert f"{SHORT['A']} take 1 point on to the next game." in page_of(organizer, night)


def test_points_that_win_the_next_game_too_count_as_two_games(club: Club, organizer: Client) -> None:
    night = sit_down(club, "railroad", 4)
    tell_all(organizer, night, "B:3-4", "A:5-alone", "A:turn-up-alone-exposed/took-5")
    page = page_of(organizer, night)
    assert f"{SHORT['A']} win, 12 to 1. The points above the target win the next game too." in page
    assert "shut-out" not in page and f"{SHORT['A']} take 2 points on to the next game." in page
    assert f"Games won: {SHORT['A']} 2" in page
    post(organizer, night, "next/", now(night).row)
    assert totals(night) == [2, 0] and not now(night).over


def test_a_game_may_be_broken_off(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5")
    assert "Break game 1 off and begin another" in page_of(organizer, table, "hands/")
    next_game(game=now(table).row, who=ORGANIZER)
    assert now(table).number == 2 and "Broken off." in page_of(organizer, table, "hands/")


# ---- How games end


def test_above_the_target_without_a_made_bid_the_page_says_what_is_missing(club: Club, organizer: Client) -> None:
    night = sit_down(club, "hoosier", 4)
    tell_all(organizer, night, *["A:bid-6/took-6"] * 6)
    assert now(night).state.winners == ("A",)
    other = sit_down(club, "hoosier", 4)
    tell_all(organizer, other, *["B:bid-3/took-3"] * 5)
    assert totals(other) == [35, 15] and not now(other).over
    assert f"{SHORT['A']}: 32 reached, but only a bid made or a set wins." in page_of(organizer, other)
    tell_all(organizer, other, "A:bid-1/took-1")
    assert f"{SHORT['A']} win, 36 to 24." in page_of(organizer, other)


def test_players_with_the_same_total_share_the_game(organizer: Client, table: Night) -> None:
    tell_all(organizer, table, "0:5", "1:5", "2:0-2")
    assert totals(table) == [5, 5, 0]
    assert "Ann M. and Bob S. share the game with 5." in page_of(organizer, table)


def test_a_game_without_a_target_ends_when_its_players_say_so(club: Club, organizer: Client) -> None:
    night = sit_down(club, "powers-double-deck", 4)
    tell_all(organizer, night, *["A:bid-6/took-12"] * 9)
    assert (totals(night), now(night).over) == ([108, 0], False)
    assert "End game 1 and begin another" in page_of(organizer, night, "hands/")
    next_game(game=now(night).row, who=ORGANIZER)
    assert f"Ended by its players; {SHORT['A']} had most, 108." in page_of(organizer, night, "hands/")


def test_equal_totals_share_a_game_of_pepper(club: Club, organizer: Client) -> None:
    night = sit_down(club, "pepper-melton", 4)
    tell_all(organizer, night, *["A:bid-3/took-3"] * 9, "A:bid-3/took-3")
    assert totals(night) == [30, 30]
    assert f"{SHORT['A']} and {SHORT['B']} share the game with 30." in page_of(organizer, night)


def test_dirty_clubs_counts_down_from_fifteen_to_nothing(club: Club, organizer: Client) -> None:
    night = sit_down(club, "dirty-clubs", 3)
    assert totals(night) == [15, 15, 15]
    tell_all(organizer, night, "0:bid-3/took-3/own-1", "0:bid-5/took-4/own-1", "1:bid-5/took-5", "1:bid-5/took-5")
    assert totals(night) == [17, 3, 14] and not now(night).over
    tell_all(organizer, night, "1:bid-3/took-3/own-1")
    assert totals(night) == [16, 0, 13]
    assert "Bob S. wins with 0." in page_of(organizer, night)


# ---- Every game at every table


@pytest.mark.long
@pytest.mark.parametrize(("slug", "players"), TABLES)
def test_a_whole_game_by_chance_adds_up_to_what_its_hands_say(
    club: Club, organizer: Client, slug: str, players: int
) -> None:
    night = sit_down(club, slug, players)
    chance, game = Random(f"{slug} {players}"), now(night)
    endless = game.setup.rulebook.variant.end.target is None and game.setup.rulebook.variant.end.deals is None
    played = 0
    while not (ended := now(night)).over and played < (8 if endless else 120):
        answer = tell(organizer, night, random_hand(game.setup, chance), ended)
        assert answer.status_code == 302, answer.content.decode()
        played += 1
    starts = ended.setup.rulebook.variant.end.starts
    assert ended.over is not endless and len(ended.hands) == ended.state.hands == played
    assert {str(party): total - starts for party, total in ended.state.totals.items()} == sums(night, game.row)
    page = page_of(organizer, night)
    assert all(name.split()[0] in page for name in NAMES[:players]) and ("Next game" in page) is ended.over
    post(organizer, night, "next/", game.row)
    assert now(night).dealer(1) == now(night).players[played % players]
