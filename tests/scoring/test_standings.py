"""Standings: highest total first, ties shared as 1, 2, 2, 4.

These tests use no database.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tally.scores.standings import high, low, rank
from tally.scores.tallies import Line, Tally
from tournament.movements.seats import Seat

NO_DEADLINE = settings(deadline=None)
TOTALS = st.lists(st.integers(-20, 60), max_size=40)


def tally(number: int, total: int, games: int = 1, unplayed: int = 0, loners: int = 0) -> Tally:
    """Return a tally with its whole total in the first game, then games of 0 points and `unplayed` games."""

    def line(game: int, ours: int | None, alone: int) -> Line:
        return Line(
            game=game,
            table=1,
            seat=Seat.N,
            partner=0,
            opponents=(0, 0),
            ours=ours,
            theirs=ours,
            running=total,
            loners=alone,
            signed=False,
        )

    played = [line(game, total if game == 1 else 0, loners if game == 1 else 0) for game in range(1, games + 1)]
    return Tally(number, tuple(played + [line(games + more, None, 0) for more in range(1, unplayed + 1)]))


def tallies(totals: list[int]) -> list[Tally]:
    return [tally(number, total) for number, total in enumerate(totals, 1)]


def places(totals: list[int]) -> list[tuple[int, bool, int]]:
    return [(row.place, row.shared, row.number) for row in rank(tallies(totals))]


def test_equal_totals_share_a_place_and_the_next_place_is_skipped() -> None:
    assert places([30, 25, 25, 20]) == [(1, False, 1), (2, True, 2), (2, True, 3), (4, False, 4)]


def test_after_three_shared_first_places_comes_fourth() -> None:
    assert places([9, 12, 12, 12]) == [(1, True, 2), (1, True, 3), (1, True, 4), (4, False, 1)]


def test_players_who_share_a_place_are_in_order_of_number() -> None:
    rows = rank([tally(9, 5), tally(2, 5), tally(4, 5)])
    assert [row.number for row in rows] == [2, 4, 9]


def test_negative_totals_rank_below_zero() -> None:
    assert [number for _, _, number in places([-6, 0, -12, 3])] == [4, 2, 1, 3]


def test_before_the_first_game_everybody_shares_first_place() -> None:
    rows = rank([tally(number, 0, games=0, unplayed=7) for number in range(1, 9)])
    assert {(row.place, row.shared, row.games) for row in rows} == {(1, True, 0)}


def test_a_single_player_is_first_and_shares_with_nobody() -> None:
    assert places([7]) == [(1, False, 1)]


def test_a_row_has_total_games_played_and_loners() -> None:
    row = rank([tally(3, 11, games=2, unplayed=5, loners=2)])[0]
    assert (row.number, row.total, row.games, row.loners) == (3, 11, 2, 2)


def test_high_and_low_are_all_players_in_first_and_last_place() -> None:
    rows = rank(tallies([30, 7, 30, 20, 7]))
    assert [row.number for row in high(rows)] == [1, 3]
    assert [row.number for row in low(rows)] == [2, 5]


def test_nobody_without_a_game_is_low() -> None:
    rows = rank([tally(1, 9), tally(2, 4), tally(3, 0, games=0), tally(4, 0, games=0, unplayed=2)])
    assert [row.number for row in low(rows)] == [2]
    assert low(rank([tally(1, 0, games=0)])) == ()


def test_without_standings_nobody_is_high_or_low() -> None:
    assert rank([]) == high(()) == low(()) == ()


def test_when_all_totals_are_equal_everybody_is_high_and_low() -> None:
    rows = rank(tallies([4, 4, 4]))
    assert high(rows) == low(rows) == rows


@NO_DEADLINE
@given(TOTALS)
def test_a_place_is_one_more_than_the_number_of_players_with_more_points(totals: list[int]) -> None:
    for row in rank(tallies(totals)):
        assert row.total == totals[row.number - 1]
        assert row.place == 1 + sum(total > row.total for total in totals)
        assert row.shared == (totals.count(row.total) > 1)


@NO_DEADLINE
@given(TOTALS)
def test_everybody_is_ranked_once_from_the_highest_total_down(totals: list[int]) -> None:
    rows = rank(tallies(totals))
    assert sorted(row.number for row in rows) == list(range(1, len(totals) + 1))
    assert [row.total for row in rows] == sorted(totals, reverse=True)


@NO_DEADLINE
@given(TOTALS.filter(bool), st.randoms(use_true_random=False))
def test_the_order_of_the_tallies_changes_nothing(totals: list[int], chance: Random) -> None:
    shuffled = tallies(totals)
    chance.shuffle(shuffled)
    assert rank(shuffled) == rank(tallies(totals))


@NO_DEADLINE
@given(TOTALS.filter(bool))
def test_high_has_the_highest_total_and_low_the_lowest(totals: list[int]) -> None:
    rows = rank(tallies(totals))
    assert {row.number for row in high(rows)} == {
        number for number, total in enumerate(totals, 1) if total == max(totals)
    }
    assert {row.number for row in low(rows)} == {
        number for number, total in enumerate(totals, 1) if total == min(totals)
    }
