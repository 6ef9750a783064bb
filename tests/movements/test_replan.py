"""The remaining rounds of a night after players came or went.

The tests need no database. They try a few nights; for more, run

    REPLAN_EXAMPLES=1000 pytest -n0 tests/movements/test_replan.py

or, for random nights, `python -m tests.benchmarks.rotation_search --changes 1000`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.repeats import illegal_rounds, spread
from tests.support.replan_checks import Change, find_problem, play_changes, repeated_partners
from tournament.movements.new_partners import pair_new_partners
from tournament.movements.replan import ReplanError, replan
from tournament.movements.rotation_search import find_rotation
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Table
from tournament.movements.sitting_out import remaining_sit_outs

TINY = 0.003  # seconds of search
EXAMPLES = int(os.environ.get("REPLAN_EXAMPLES", "30"))


def tables_of(remaining: Sequence[RoundSeating]) -> list[tuple[Table, ...]]:
    return [seating.tables for seating in remaining]


def sit_outs_of(remaining: Sequence[RoundSeating]) -> list[tuple[int, ...]]:
    return [seating.sitting_out for seating in remaining]


@st.composite
def changing_nights(draw: st.DrawFn) -> tuple[int, int, list[Change]]:
    """Draw players, games, and one to five people who come or go, all at once or at different times."""
    games = draw(st.integers(6, 10))
    newcomer_or_number = st.none() | st.integers(0, 39)
    changes = st.lists(st.builds(Change, st.integers(1, games - 1), newcomer_or_number), min_size=1, max_size=5)
    return draw(st.integers(8, 40)), games, draw(changes)


@settings(deadline=None, derandomize=True, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@example(
    (10, 9, [Change(1, 37), Change(2, 15), Change(5, None)]), 6523
)  # ends with nine players and 20 new pairs, 16 needed
@given(changing_nights(), st.integers(0, 10**6))
def test_remaining_rounds_are_right_after_any_changes(night: tuple[int, int, list[Change]], seed: int) -> None:
    """Rounds already played stay, sit-outs are fair, and partners repeat only where they must."""
    assert play_changes(*night, seed, TINY) == ""


@pytest.mark.parametrize(
    ("seating", "problem"),
    [
        (
            RoundSeating(((1, 3, 2, 4), (5, 7, 6, 8)), (9,)),
            "in rounds [1] a player sits out who has missed more rounds than others",
        ),
        (RoundSeating(((1, 3, 2, 4), (5, 7, 6, 9))), "rounds [1] seat a player twice or not at all"),
        (RoundSeating(((1, 2, 3, 9), (5, 7, 6, 8)), (4,)), "1 partners repeat, and none needs to"),
        (RoundSeating(((1, 3, 2, 9), (5, 7, 6, 8)), (4,)), ""),
    ],
)
def test_the_check_finds_each_problem(seating: RoundSeating, problem: str) -> None:
    assert find_problem([[(1, 2, 3, 4), (5, 6, 7, 8)]], range(1, 10), range(1, 10), [seating]) == problem


@pytest.mark.parametrize("present", [range(1, 20), range(1, 22), [*range(2, 20), 31], [*range(1, 18), 40, 41, 42, 43]])
def test_changes_among_twenty_players_after_four_of_ten_games(present: range | list[int]) -> None:
    """The changes that were measured first, and two more."""
    played = find_rotation(20, 10, budget=0.1).rounds[:4]
    remaining = replan(played, present, 6, budget=0.1)
    assert find_problem(played, range(1, 21), present, remaining) == ""
    assert repeated_partners(played, tables_of(remaining)) == 0


def test_rounds_before_a_latecomer_arrived_count_as_missed() -> None:
    played = find_rotation(20, 10, budget=0.05).rounds[:4]
    remaining = replan(played, range(1, 22), 6, budget=TINY)
    assert all(21 not in out for out in sit_outs_of(remaining))
    assert len({number for out in sit_outs_of(remaining) for number in out}) == 6


def test_players_who_missed_fewest_rounds_and_longest_ago_sit_out_next() -> None:
    missed = {1: [0], 2: [], 3: [], 4: [1], 5: [0, 1]}
    assert remaining_sit_outs(missed, 2, 4) == [(2,), (3,), (1,), (4,)]


@settings(deadline=None, max_examples=40)
@given(st.sets(st.integers(1, 999), min_size=4, max_size=40), st.integers(1, 8), st.integers(0, 99), st.booleans())
def test_any_set_of_players_can_go_on(present: set[int], games: int, seed: int, head: bool) -> None:
    remaining = replan(
        find_rotation(24, 3, budget=0.001).rounds, present, games, seed=seed, budget=TINY, head_table=head
    )
    assert illegal_rounds(present, tables_of(remaining), sit_outs_of(remaining)) == []
    assert remaining == replan(
        find_rotation(24, 3, budget=0.001).rounds, present, games, seed=seed, budget=TINY, head_table=head
    )


def test_head_tables_and_first_deals_stay_shared_evenly() -> None:
    played = find_rotation(16, 8, budget=0.05, head_table=True).rounds[:4]
    night = [*played, *tables_of(replan(played, range(1, 17), 4, head_table=True, budget=0.1))]
    assert Counter(number for tables in night for number in tables[0]) == dict.fromkeys(range(1, 17), 2)
    assert spread(Counter(table[0] for tables in night for table in tables).values()) == 0


def test_a_latecomer_does_not_catch_up_on_first_deals_or_head_tables() -> None:
    played = find_rotation(16, 8, budget=0.05).rounds[:6]
    remaining = replan(played, range(1, 18), 4, budget=0.05, head_table=True)
    assert sum(table[0] == 17 for tables in tables_of(remaining) for table in tables) <= 2
    assert sum(17 in tables[0] for tables in tables_of(remaining)) <= 2


def test_new_partners_are_found_where_possible_and_each_pair_once() -> None:
    everybody = frozenset(range(6))
    new_partners = {one: set(everybody - {one}) for one in everybody}
    for seed in range(20):
        found = pair_new_partners([everybody] * 5, new_partners, Random(seed), count())
        assert found is not None
        pairs = [frozenset(row[at : at + 2]) for row in found for at in (0, 2, 4)]
        assert set(pairs) == set(map(frozenset, combinations(range(6), 2))) and len(pairs) == 15
    assert pair_new_partners([everybody] * 6, new_partners, Random(1), count()) is None, "no player has six partners"
    assert pair_new_partners([everybody] * 5, new_partners, Random(1), iter(range(14))) is None, "too few steps"
    assert all(new_partners[one] == everybody - {one} for one in everybody)


def test_a_search_stops_at_once_when_progress_says_so() -> None:
    """Ten players who have all been partners repeat partners in every pass, so that the search would go on."""
    calls: list[float] = []

    def go_on(share: float, cost: int) -> bool:
        calls.append(share)
        return len(calls) < 3

    played = find_rotation(10, 9, budget=0.01).rounds
    remaining = replan(played, range(1, 11), 4, progress=go_on)
    assert len(calls) == 3 and illegal_rounds(range(1, 11), tables_of(remaining), sit_outs_of(remaining)) == []


def test_before_the_first_game_the_whole_night_is_drawn_up() -> None:
    remaining = replan([], range(1, 13), 5, budget=0.05)
    assert illegal_rounds(range(1, 13), tables_of(remaining), sit_outs_of(remaining)) == []
    assert len(remaining) == 5


@pytest.mark.parametrize(
    ("present", "games", "sentence"),
    [
        (
            [1, 2, 3],
            5,
            "3 players cannot be seated: a table needs four, and at most 133 play. "
            "Close the night, or let somebody join.",
        ),
        (
            range(1, 135),
            5,
            "134 players cannot be seated: a table needs four, and at most 133 play. "
            "Close the night, or let somebody join.",
        ),
        (range(1, 9), 0, "0 more games cannot be drawn up; choose 1 to 20."),
        (range(1, 9), 21, "21 more games cannot be drawn up; choose 1 to 20."),
    ],
)
def test_impossible_numbers_are_refused_with_a_sentence(present: range, games: int, sentence: str) -> None:
    with pytest.raises(ReplanError) as refused:
        replan([], present, games)
    assert str(refused.value) == sentence
