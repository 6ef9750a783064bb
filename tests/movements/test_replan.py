"""The rest of a night after somebody came or went. No database; a few nights here, as many as you like by
`REPLAN_EXAMPLES=1000 pytest -n0 tests/movements/test_replan.py`, or by lot in `tests.benchmarks.nights`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, count
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.night_changes import Change, old_partners, play, wrong
from tests.support.nights_counted import illegal, spread
from tournament.movements.new_partners import pair_new_partners
from tournament.movements.replan import ReplanError, replan
from tournament.movements.rotation_search import find_rotation
from tournament.movements.seating import RoundSeating
from tournament.movements.seats import Table
from tournament.movements.sitting_out import remaining_sit_outs

TINY = 0.003  # seconds of search
EXAMPLES = int(os.environ.get("REPLAN_EXAMPLES", "30"))


def tables_of(rest: Sequence[RoundSeating]) -> list[tuple[Table, ...]]:
    return [seating.tables for seating in rest]


def benches_of(rest: Sequence[RoundSeating]) -> list[tuple[int, ...]]:
    return [seating.sitting_out for seating in rest]


@st.composite
def changing(draw: st.DrawFn) -> tuple[int, int, list[Change]]:
    """Players, games, and one to five people who come or go, all at once or one game after the other."""
    games = draw(st.integers(6, 10))
    newcomer_or_number = st.none() | st.integers(0, 39)
    changes = st.lists(st.builds(Change, st.integers(1, games - 1), newcomer_or_number), min_size=1, max_size=5)
    return draw(st.integers(8, 40)), games, draw(changes)


@settings(deadline=None, derandomize=True, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@example((10, 9, [Change(1, 37), Change(2, 15), Change(5, None)]), 6523)  # in the end nine with 20 new pairs, 16 needed
@given(changing(), st.integers(0, 10**6))
def test_whoever_comes_and_goes_the_night_goes_on_right(night_: tuple[int, int, list[Change]], seed: int) -> None:
    """The rounds played stay, everybody here has a place or sits out when it is their turn, and no old partner comes
    back who need not. `REPLAN_EXAMPLES=1000` tries a thousand nights."""
    assert play(*night_, seed, TINY) == ""


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (
            RoundSeating(((1, 3, 2, 4), (5, 7, 6, 8)), (9,)),
            "in rounds [1] somebody sits out who has missed more than others",
        ),
        (RoundSeating(((1, 3, 2, 4), (5, 7, 6, 9))), "rounds [1] seat somebody twice or not at all"),
        (RoundSeating(((1, 2, 3, 9), (5, 7, 6, 8)), (4,)), "1 old partners, where none is needed"),
        (RoundSeating(((1, 3, 2, 9), (5, 7, 6, 8)), (4,)), ""),
    ],
)
def test_what_is_wrong_with_a_rest_is_seen(rest: RoundSeating, said: str) -> None:
    assert wrong([[(1, 2, 3, 4), (5, 6, 7, 8)]], range(1, 10), range(1, 10), [rest]) == said


@pytest.mark.parametrize("present", [range(1, 20), range(1, 22), [*range(2, 20), 31], [*range(1, 18), 40, 41, 42, 43]])
def test_twenty_players_after_four_of_ten_games(present: range | list[int]) -> None:
    """The changes in the middle that the first measurements were made with, and two more."""
    played = find_rotation(20, 10, budget=0.1).rounds[:4]
    rest = replan(played, present, 6, budget=0.1)
    assert wrong(played, range(1, 21), present, rest) == ""
    assert old_partners(played, tables_of(rest)) == 0


def test_a_latecomer_sits_out_last_and_the_missed_rounds_count() -> None:
    played = find_rotation(20, 10, budget=0.05).rounds[:4]
    rest = replan(played, range(1, 22), 6, budget=TINY)
    assert all(21 not in out for out in benches_of(rest))
    assert len({number for out in benches_of(rest) for number in out}) == 6


def test_next_sit_outs_are_those_who_missed_least_and_have_sat_longest() -> None:
    missed = {1: [0], 2: [], 3: [], 4: [1], 5: [0, 1]}
    assert remaining_sit_outs(missed, 2, 4) == [(2,), (3,), (1,), (4,)]


@settings(deadline=None, max_examples=40)
@given(st.sets(st.integers(1, 999), min_size=4, max_size=40), st.integers(1, 8), st.integers(0, 99), st.booleans())
def test_any_set_of_numbers_can_go_on(present: set[int], games: int, seed: int, head: bool) -> None:
    rest = replan(find_rotation(24, 3, budget=0.001).rounds, present, games, seed=seed, budget=TINY, head_table=head)
    assert illegal(present, tables_of(rest), benches_of(rest)) == []
    assert rest == replan(
        find_rotation(24, 3, budget=0.001).rounds, present, games, seed=seed, budget=TINY, head_table=head
    )


def test_the_head_table_and_first_deals_go_on_being_shared() -> None:
    played = find_rotation(16, 8, budget=0.05, head_table=True).rounds[:4]
    whole = [*played, *tables_of(replan(played, range(1, 17), 4, head_table=True, budget=0.1))]
    assert Counter(number for tables in whole for number in tables[0]) == dict.fromkeys(range(1, 17), 2)
    assert spread(Counter(table[0] for tables in whole for table in tables).values()) == 0


def test_a_latecomer_does_not_make_up_for_first_deals_or_head_tables() -> None:
    played = find_rotation(16, 8, budget=0.05).rounds[:6]
    rest = replan(played, range(1, 18), 4, budget=0.05, head_table=True)
    assert sum(table[0] == 17 for tables in tables_of(rest) for table in tables) <= 2
    assert sum(17 in tables[0] for tables in tables_of(rest)) <= 2


def test_new_partners_are_found_where_there_are_any_and_each_pair_once() -> None:
    everybody = frozenset(range(6))
    fresh = {one: set(everybody - {one}) for one in everybody}
    for seed in range(20):
        found = pair_new_partners([everybody] * 5, fresh, Random(seed), count())
        assert found is not None
        pairs = [frozenset(row[at : at + 2]) for row in found for at in (0, 2, 4)]
        assert set(pairs) == set(map(frozenset, combinations(range(6), 2))) and len(pairs) == 15
    assert pair_new_partners([everybody] * 6, fresh, Random(1), count()) is None, "nobody has six partners"
    assert pair_new_partners([everybody] * 5, fresh, Random(1), iter(range(14))) is None, "the steps are over"
    assert all(fresh[one] == everybody - {one} for one in everybody)


def test_a_search_that_is_told_to_stop_stops_outright() -> None:
    """Ten who met before: every pass leaves old partners, and would be followed by another one."""
    told: list[float] = []

    def until(share: float, cost: int) -> bool:
        told.append(share)
        return len(told) < 3

    played = find_rotation(10, 9, budget=0.01).rounds
    rest = replan(played, range(1, 11), 4, progress=until)
    assert len(told) == 3 and illegal(range(1, 11), tables_of(rest), benches_of(rest)) == []


def test_before_the_first_game_a_whole_night_is_drawn_up() -> None:
    rest = replan([], range(1, 13), 5, budget=0.05)
    assert illegal(range(1, 13), tables_of(rest), benches_of(rest)) == []
    assert len(rest) == 5


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
def test_what_cannot_go_on_is_refused_with_a_sentence(present: range, games: int, sentence: str) -> None:
    with pytest.raises(ReplanError) as refused:
        replan([], present, games)
    assert str(refused.value) == sentence
