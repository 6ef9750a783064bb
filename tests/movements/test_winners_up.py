"""The bell movement, law by law (seed 000, Progressive Euchre), and what the bench does to it. No database.

A table is (N, S, E, W): the first two against the last two.
"""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.played_movements import play_winners_up, print_distributions, repeated_partners
from tournament.movements.full_tables import pair_on_side
from tournament.movements.moves import Move, describe_moves, moves
from tournament.movements.seating import RoundSeating, Undecided, draw_seats
from tournament.movements.seats import Seat, Side
from tournament.movements.winners_up import next_round
from tournament.people.errors import Refused

NS, EW = Side.NS, Side.EW
UNHURRIED = settings(deadline=None, max_examples=150)  # a busy machine is no fault
FOUR = RoundSeating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)))
THREE = RoundSeating(FOUR.tables[:3])


def at(seating: RoundSeating, table: int) -> set[int]:
    return set(seating.tables[table - 1])


def partner_pairs(seating: RoundSeating) -> set[frozenset[int]]:
    return {frozenset(pair_on_side(table, side)) for table in seating.tables for side in Side}


# One bell, everybody stays all night


def test_winners_move_up_one_table() -> None:
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert {7, 8} <= at(after, 1)
    assert {9, 10} <= at(after, 2)
    assert {15, 16} <= at(after, 3)


def test_losers_stay_at_their_table() -> None:
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert {5, 6} <= at(after, 2)
    assert {11, 12} <= at(after, 3)
    assert {13, 14} <= at(after, 4)


def test_winners_at_the_head_table_stay() -> None:
    assert {1, 2} <= at(next_round([FOUR], [NS, EW, NS, EW]), 1)


def test_losers_at_the_head_table_go_to_the_tail() -> None:
    assert {3, 4} <= at(next_round([FOUR], [NS, EW, NS, EW]), 4)


def test_at_two_tables_head_losers_and_tail_winners_swap() -> None:
    after = next_round([RoundSeating(FOUR.tables[:2])], [EW, NS])
    assert (at(after, 1), at(after, 2)) == ({3, 4, 5, 6}, {1, 2, 7, 8})


def test_the_seats_after_a_bell_number_for_number() -> None:
    """The one of the pair that stayed who deals later moves left; newcomers take the two empty seats."""
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert after == RoundSeating(((1, 7, 8, 2), (5, 9, 10, 6), (12, 16, 11, 15), (13, 3, 4, 14)))


@pytest.mark.parametrize("side", Side)
def test_only_one_of_the_pair_that_stays_changes_seat(side: Side) -> None:
    changes = moves(THREE, next_round([THREE], [side.other] * 3))
    stayed = [move for move in changes if move.start and move.end and move.start[0] == move.end[0] == 2]
    mover, left = (6, Seat.W) if side is NS else (8, Seat.N)
    assert [(move.player, move.end) for move in stayed] == [(mover, (2, left))]


def test_partners_become_opponents() -> None:
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert not partner_pairs(FOUR) & partner_pairs(after)


def test_newcomers_sit_so_that_old_partners_do_not_meet_again() -> None:
    """By seat 7 plays with 1 and 8 with 2. Once 1 and 7 were partners, they change; unless 1 and 8 were too."""
    winners = [NS, EW, NS, EW]
    once = RoundSeating(((1, 7, 2, 9), (5, 8, 6, 10), (3, 11, 4, 12), (13, 14, 15, 16)))
    both = RoundSeating(((1, 8, 2, 9), (5, 7, 6, 10), *once.tables[2:]))
    assert next_round([FOUR], winners).tables[0] == (1, 7, 8, 2)
    assert next_round([once, FOUR], winners).tables[0] == (1, 8, 7, 2)
    assert next_round([once, both, FOUR], winners).tables[0] == (1, 7, 8, 2)


def test_one_table_alone_turns_through_all_three_pairings() -> None:
    played = [RoundSeating(((1, 2, 3, 4),))]
    for _ in range(3):
        played.append(next_round(played, [None]))  # a tie moves nobody here
    assert [min(map(sorted, partner_pairs(seating))) for seating in played] == [[1, 2], [1, 3], [1, 4], [1, 2]]


# Who won is a fact


def test_an_undecided_tie_is_refused_with_its_tables() -> None:
    with pytest.raises(
        Undecided,
        match=r"^Nobody has won at tables 2 and 4 yet\. Agree on the total, or decide the "
        r"tie by the house rule, and the players can move\.$",
    ) as refused:
        next_round([FOUR], [NS, None, EW, None])
    assert refused.value.tables == (2, 4)
    assert isinstance(refused.value, Refused)


def test_one_undecided_table_is_named_alone() -> None:
    with pytest.raises(Undecided, match="at table 3 yet"):
        next_round([FOUR], [NS, NS, None, EW])


def test_a_winner_too_few_is_a_fault() -> None:
    with pytest.raises(ValueError, match="4 tables played, but there are winners for 3"):
        next_round([FOUR], [NS, NS, EW])


# The bench


def test_a_bench_of_two_and_the_tails_losers_swap() -> None:
    after = next_round([RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS])
    assert after.sitting_out == (11, 12)
    assert at(after, 3) == {20, 21, 3, 4}


def test_two_of_a_bench_of_three_come_in_and_the_third_is_first_next_time() -> None:
    first = RoundSeating(THREE.tables, (20, 21, 22))
    second = next_round([first], [NS, NS, NS])
    assert second.sitting_out == (22, 11, 12)
    third = next_round([first, second], [NS, NS, NS])
    assert third.sitting_out[0] == 12
    assert {22, 11} <= at(third, 3)


def test_from_a_bench_of_one_the_tails_loser_with_fewer_rests_goes() -> None:
    last = RoundSeating(THREE.tables, (20,))
    with_12 = RoundSeating((*THREE.tables[:2], (9, 10, 20, 12)), (11,))
    with_11 = RoundSeating((*THREE.tables[:2], (9, 10, 11, 20)), (12,))
    assert next_round([with_12, last], [NS, NS, NS]).sitting_out == (12,)
    assert next_round([with_11, last], [NS, NS, NS]).sitting_out == (11,)


def test_the_longest_wait_counts_games_on_the_bench_however_the_rows_came() -> None:
    earlier = RoundSeating(((20, 21, 3, 4), *THREE.tables[1:]), (1, 2, 22))
    played = [earlier, RoundSeating(THREE.tables, (20, 21, 22))]
    assert next_round(played, [NS, NS, NS]).sitting_out == (21, 11, 12)


def test_one_table_with_a_bench_keeps_its_winners() -> None:
    after = next_round([RoundSeating(((1, 2, 3, 4),), (5, 6))], [EW])
    assert after.sitting_out == (1, 2)
    assert after.tables == ((4, 6, 3, 5),)


# People leave and arrive


def test_an_empty_seat_goes_to_the_bench() -> None:
    after = next_round([RoundSeating(THREE.tables, (20,))], [NS, NS, NS], present=set(range(1, 13)) - {1} | {20})
    assert after.sitting_out == ()
    assert 20 in at(after, 1)


def test_an_arrival_waits_behind_the_bench() -> None:
    after = next_round([RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS], present={*range(1, 13), 15, 20, 21})
    assert after.sitting_out == (15, 11, 12)


def test_four_who_wait_open_a_tail_table() -> None:
    after = next_round(
        [RoundSeating(THREE.tables, (20, 21, 22))], [NS, NS, NS], present={*range(1, 13), 20, 21, 22, 30}
    )
    assert after.tables[3] == (20, 21, 22, 30)
    assert after.sitting_out == ()
    assert at(after, 3) == {11, 12, 3, 4}


def test_a_tail_table_that_cannot_be_filled_closes() -> None:
    after = next_round([THREE], [NS, NS, NS], present=set(range(1, 13)) - {1})
    assert len(after.tables) == 2
    assert after.sitting_out == (11, 12, 4)  # the tail's losers, then one of the losers who came from the head table
    assert 3 in at(after, 1)


def test_when_the_tail_closes_its_players_rest_and_the_bench_comes_in() -> None:
    after = next_round([RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS], present={3, 4, *range(6, 13), 20, 21})
    assert after.sitting_out == (11, 12, 4)
    assert {20, 21} <= at(after, 1)  # the seats of 1 and 2, who left


def test_three_players_are_no_table() -> None:
    with pytest.raises(Refused, match="A table needs four players, but the players here are 3"):
        next_round([RoundSeating(((1, 2, 3, 4),))], [NS], present={1, 2, 3})


def test_thirty_four_tables_are_refused() -> None:
    assert len(draw_seats(range(1, 136), chance=Random(1)).tables) == 33
    with pytest.raises(Refused, match=r"136 players would fill 34 tables; at most 33 can play\."):
        draw_seats(range(1, 137), chance=Random(1))


# Words for the screen


def test_the_screen_says_who_moves_where() -> None:
    before = RoundSeating(THREE.tables, (20,))
    changes = moves(before, next_round([before], [NS, EW, NS]))
    assert describe_moves(changes, 1) == "2 moves to West; 8 and 7 come from table 2 and sit East and South."
    assert describe_moves(changes, 3) == (
        "12 moves to North; 20 comes from the bench and sits East; "
        "4 and 3 come from table 1 and sit South and West; 11 goes to the bench."
    )
    assert Move(11, (3, Seat.E), None) in changes


def test_the_screen_says_names_when_it_is_given_them() -> None:
    changes = moves(THREE, next_round([THREE], [NS, NS, NS]))
    assert describe_moves(changes, 1, lambda number: f"Pat {number}").startswith("Pat 2 moves to West; ")


def test_a_table_where_nobody_moves_says_so() -> None:
    assert describe_moves(moves(THREE, THREE), 1) == "Everybody keeps their seat."


# Whole nights


@UNHURRIED
@given(st.integers(4, 135), st.integers(0, 2**32))
def test_every_law_holds_after_every_bell(players: int, seed: int) -> None:
    """`play_winners_up` checks each bell; the same seed gives the same night, so signed winners can replay it."""
    night = play_winners_up(players, 8, Random(seed))
    assert play_winners_up(players, 8, Random(seed)) == night


def test_with_ten_tables_about_34_pairs_are_partners_again() -> None:
    """The figure measured for the seed's rule alone; keeping partners apart nearly halves it."""
    plain = mean(repeated_partners(play_winners_up(40, 10, Random(seed), plain=True)) for seed in range(60))
    apart = mean(repeated_partners(play_winners_up(40, 10, Random(seed))) for seed in range(60))
    assert 32 < plain < 36
    assert apart < 24


@UNHURRIED
@given(st.integers(4, 40), st.integers(0, 2**32), st.data())
def test_whoever_comes_and_goes_everybody_present_has_one_place(players: int, seed: int, data: st.DataObject) -> None:
    chance = Random(seed)
    played = [draw_seats(range(1, players + 1), chance=chance)]
    newest = players
    for _ in range(5):
        present = set(played[-1].everybody)
        present -= set(data.draw(st.lists(st.sampled_from(sorted(present)), max_size=len(present) - 4)))
        arrivals = data.draw(st.integers(0, 6))
        present |= set(range(newest + 1, newest + arrivals + 1))
        newest += arrivals
        played.append(next_round(played, chance.choices(list(Side), k=len(played[-1].tables)), present=present))
        placed = [player for table in played[-1].tables for player in table] + list(played[-1].sitting_out)
        assert sorted(placed) == sorted(present)
        assert len(played[-1].sitting_out) == len(present) % 4


@pytest.mark.parametrize("nights", [1, 30])
def test_a_simulation_of_few_nights_prints_the_sizes_that_it_played(
    nights: int, capsys: pytest.CaptureFixture[str]
) -> None:
    print_distributions(nights, 2, 33, seed=0)
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in lines] == ([2] if nights == 1 else [2, 2, 3, 3, 4, 4, 5, 5])
