"""Winners move up, rule by rule (seed 000, Progressive Euchre), also with players who sit out.

These tests need no database. A table is (N, S, E, W): the first two against the last two.
"""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.simulated_nights import play_winners_up, print_distributions, repeated_partners
from tournament.movements.full_tables import pair_on_side
from tournament.movements.moves import Move, describe_moves, moves
from tournament.movements.seating import RoundSeating, Undecided, draw_seats
from tournament.movements.seats import Seat, Side
from tournament.movements.sitting_out import count_sit_outs
from tournament.movements.winners_up import SitOutRule, next_round
from tournament.people.errors import Refused

NS, EW = Side.NS, Side.EW
NO_DEADLINE = settings(deadline=None, max_examples=150)  # a busy machine must not fail a test
FOUR = RoundSeating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)))
THREE = RoundSeating(FOUR.tables[:3])


def players_at(seating: RoundSeating, table: int) -> set[int]:
    return set(seating.tables[table - 1])


def last_table(played: list[RoundSeating]) -> RoundSeating:
    """Seat the next round where losers at the last table sit out, and North–South have won everywhere."""
    return next_round(played, [NS] * len(played[-1].tables), sit_out_rule=SitOutRule.LAST_TABLE)


def partner_pairs(seating: RoundSeating) -> set[frozenset[int]]:
    return {frozenset(pair_on_side(table, side)) for table in seating.tables for side in Side}


# One bell, with the same players before and after


def test_winners_move_up_one_table() -> None:
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert {7, 8} <= players_at(after, 1)
    assert {9, 10} <= players_at(after, 2)
    assert {15, 16} <= players_at(after, 3)


def test_losers_stay_at_their_table() -> None:
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert {5, 6} <= players_at(after, 2)
    assert {11, 12} <= players_at(after, 3)
    assert {13, 14} <= players_at(after, 4)


def test_winners_at_the_head_table_stay() -> None:
    assert {1, 2} <= players_at(next_round([FOUR], [NS, EW, NS, EW]), 1)


def test_losers_at_the_head_table_go_to_the_tail() -> None:
    assert {3, 4} <= players_at(next_round([FOUR], [NS, EW, NS, EW]), 4)


def test_at_two_tables_head_losers_and_tail_winners_swap() -> None:
    after = next_round([RoundSeating(FOUR.tables[:2])], [EW, NS])
    assert (players_at(after, 1), players_at(after, 2)) == ({3, 4, 5, 6}, {1, 2, 7, 8})


def test_the_exact_seats_after_a_bell() -> None:
    """Of the pair that stays, the later dealer moves left; the newcomers take the two empty seats."""
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert after == RoundSeating(((1, 7, 8, 2), (5, 9, 10, 6), (12, 16, 11, 15), (13, 3, 4, 14)))


@pytest.mark.parametrize("side", Side)
def test_only_one_of_the_pair_that_stays_changes_seats(side: Side) -> None:
    changes = moves(THREE, next_round([THREE], [side.other] * 3))
    stayed = [move for move in changes if move.start and move.end and move.start[0] == move.end[0] == 2]
    mover, left = (6, Seat.W) if side is NS else (8, Seat.N)
    assert [(move.player, move.end) for move in stayed] == [(mover, (2, left))]


def test_partners_become_opponents() -> None:
    after = next_round([FOUR], [NS, EW, NS, EW])
    assert not partner_pairs(FOUR) & partner_pairs(after)


def test_newcomers_sit_so_that_earlier_partners_do_not_repeplayers_at() -> None:
    """By their seats 7 plays with 1; if these were partners before, 8 does, unless 1 and 8 were partners too."""
    winners = [NS, EW, NS, EW]
    once = RoundSeating(((1, 7, 2, 9), (5, 8, 6, 10), (3, 11, 4, 12), (13, 14, 15, 16)))
    both = RoundSeating(((1, 8, 2, 9), (5, 7, 6, 10), *once.tables[2:]))
    assert next_round([FOUR], winners).tables[0] == (1, 7, 8, 2)
    assert next_round([once, FOUR], winners).tables[0] == (1, 8, 7, 2)
    assert next_round([once, both, FOUR], winners).tables[0] == (1, 7, 8, 2)


def test_a_single_table_takes_turns_through_all_three_pairings() -> None:
    played = [RoundSeating(((1, 2, 3, 4),))]
    for _ in range(3):
        played.append(next_round(played, [None]))  # a single table needs no winner
    assert [min(map(sorted, partner_pairs(seating))) for seating in played] == [[1, 2], [1, 3], [1, 4], [1, 2]]


# Winners and ties


def test_undecided_ties_are_refused_with_their_tables() -> None:
    with pytest.raises(
        Undecided,
        match=r"^Nobody has won at tables 2 and 4 yet\. Confirm the score, or decide the "
        r"tie by the house rule, and the players can move\.$",
    ) as refused:
        next_round([FOUR], [NS, None, EW, None])
    assert refused.value.tables == (2, 4)
    assert isinstance(refused.value, Refused)


def test_a_single_undecided_table_is_named() -> None:
    with pytest.raises(Undecided, match="at table 3 yet"):
        next_round([FOUR], [NS, NS, None, EW])


def test_too_few_winners_are_a_programming_error() -> None:
    with pytest.raises(ValueError, match="4 tables played, but there are winners for 3"):
        next_round([FOUR], [NS, NS, EW])


# Sit-outs by the house's choice "losers at the last table"


def test_two_players_who_sit_out_swap_with_the_tails_losers() -> None:
    for rule in SitOutRule:  # both rules begin with the tail's losers
        after = next_round([RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS], sit_out_rule=rule)
        assert after.sitting_out == (11, 12)
        assert players_at(after, 3) == {20, 21, 3, 4}


def test_of_three_who_sit_out_two_come_in_and_the_third_is_first_next_time() -> None:
    first = RoundSeating(THREE.tables, (20, 21, 22))
    second = last_table([first])
    assert second.sitting_out == (22, 11, 12)
    third = last_table([first, second])
    assert third.sitting_out[0] == 12
    assert {22, 11} <= players_at(third, 3)


def test_when_one_sits_out_the_tails_loser_with_fewer_sit_outs_is_next() -> None:
    last = RoundSeating(THREE.tables, (20,))
    with_12 = RoundSeating((*THREE.tables[:2], (9, 10, 20, 12)), (11,))
    with_11 = RoundSeating((*THREE.tables[:2], (9, 10, 11, 20)), (12,))
    assert last_table([with_12, last]).sitting_out == (12,)
    assert last_table([with_11, last]).sitting_out == (11,)


def test_the_longest_wait_counts_sit_outs_whatever_their_order() -> None:
    earlier = RoundSeating(((20, 21, 3, 4), *THREE.tables[1:]), (1, 2, 22))
    played = [earlier, RoundSeating(THREE.tables, (20, 21, 22))]
    assert last_table(played).sitting_out == (21, 11, 12)


def test_a_single_table_with_sit_outs_keeps_its_winners() -> None:
    after = next_round([RoundSeating(((1, 2, 3, 4),), (5, 6))], [EW])
    assert after.sitting_out == (1, 2)
    assert after.tables == ((4, 6, 3, 5),)


# Sit-outs in turn


def test_nobody_sits_out_twice_before_everybody_has_once() -> None:
    """Of 22 players, two sit out eleven games: everybody once."""
    for seed in range(20):
        played = play_winners_up(22, 11, Random(seed))
        assert set(count_sit_outs(played, range(1, 23)).values()) == {1}


def test_the_old_rule_lets_some_sit_out_often_and_others_never() -> None:
    counts = [
        count_sit_outs(play_winners_up(22, 10, Random(seed), rule=SitOutRule.LAST_TABLE), range(1, 23))
        for seed in range(20)
    ]
    assert max(max(one.values()) for one in counts) >= 3
    assert all(0 in one.values() for one in counts)


def test_of_those_who_sat_out_least_the_tails_losers_are_first_then_losers_up_the_hall_then_winners() -> None:
    last = RoundSeating(THREE.tables, (20,))
    had = [(11, 12), (5, 7, 8), (1, 2, 3, 4), (9, 10)]
    order = []
    for sat_out in had:
        rest = iter(range(100, 200))
        earlier = RoundSeating(
            tuple(
                tuple(next(rest) if player in sat_out else player for player in table)  # type: ignore[misc]
                for table in THREE.tables
            ),
            sat_out,
        )
        order.append(earlier)
    assert next_round([last], [NS, NS, NS]).sitting_out == (11,)
    assert next_round([order[0], last], [NS, NS, NS]).sitting_out == (7,)  # the losers of table 2
    assert next_round([*order[:2], last], [NS, NS, NS]).sitting_out == (3,)  # who lost at the head table
    assert next_round([*order[:3], last], [NS, NS, NS]).sitting_out == (9,)  # winners, from the tail on
    assert next_round([*order, last], [NS, NS, NS]).sitting_out == (6,)


def test_whoever_sat_out_takes_the_seat_of_whoever_sits_out_next() -> None:
    earlier = RoundSeating(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 20, 21)), (11, 12))
    after = next_round([earlier, RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS])
    assert set(after.sitting_out) == {7, 8}
    assert players_at(after, 2) == {20, 21, 9, 10}


@NO_DEADLINE
@given(st.integers(8, 100), st.integers(0, 2**32), st.data())
def test_sit_outs_of_those_present_all_along_differ_by_at_most_one(
    players: int, seed: int, data: st.DataObject
) -> None:
    chance = Random(seed)
    everybody = set(range(1, players + 1))
    present, all_along, played = set(everybody), set(everybody), [draw_seats(everybody, chance=chance)]
    for _ in range(data.draw(st.integers(3, 12))):
        present -= set(data.draw(st.lists(st.sampled_from(sorted(present)), max_size=min(3, len(present) - 4))))
        newest = max(everybody)
        arrivals = set(range(newest + 1, newest + 1 + data.draw(st.integers(0, 3))))
        back = set(data.draw(st.lists(st.sampled_from(sorted(everybody)), max_size=1)))
        all_along &= present
        present |= arrivals | back
        everybody |= arrivals
        winners = chance.choices(list(Side), k=len(played[-1].tables))
        played.append(next_round(played, winners, present=present))
        counts = count_sit_outs(played, all_along).values()
        assert max(counts, default=0) - min(counts, default=0) <= 1


# Players leave and arrive


def test_a_player_who_sits_out_takes_an_empty_seplayers_at() -> None:
    after = next_round([RoundSeating(THREE.tables, (20,))], [NS, NS, NS], present=set(range(1, 13)) - {1} | {20})
    assert after.sitting_out == ()
    assert 20 in players_at(after, 1)


def test_a_player_who_arrives_waits_behind_those_who_sit_out_by_the_rule_of_the_last_table() -> None:
    played, present = [RoundSeating(THREE.tables, (20, 21))], {*range(1, 13), 15, 20, 21}
    after = next_round(played, [NS, NS, NS], present=present, sit_out_rule=SitOutRule.LAST_TABLE)
    assert after.sitting_out == (15, 11, 12)


def test_in_turn_the_games_that_somebody_missed_before_arriving_count_as_sit_outs() -> None:
    after = next_round([RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS], present={*range(1, 13), 15, 20, 21})
    assert after.sitting_out == (11, 12, 7)
    assert 15 in players_at(after, 3)


def test_four_waiting_players_open_a_tail_table() -> None:
    after = next_round(
        [RoundSeating(THREE.tables, (20, 21, 22))], [NS, NS, NS], present={*range(1, 13), 20, 21, 22, 30}
    )
    assert after.tables[3] == (20, 21, 22, 30)
    assert after.sitting_out == ()
    assert players_at(after, 3) == {11, 12, 3, 4}


def test_a_tail_table_that_cannot_be_filled_closes() -> None:
    after = next_round([THREE], [NS, NS, NS], present=set(range(1, 13)) - {1})
    assert len(after.tables) == 2
    assert after.sitting_out == (11, 12, 4)  # the tail's losers, then one of the head table's losers
    assert 3 in players_at(after, 1)


def test_when_the_tail_table_closes_players_who_sat_out_come_in() -> None:
    after = next_round([RoundSeating(THREE.tables, (20, 21))], [NS, NS, NS], present={3, 4, *range(6, 13), 20, 21})
    assert after.sitting_out == (11, 12, 4)
    assert {20, 21} <= players_at(after, 1)  # the seats of 1 and 2, who left


def test_three_players_are_refused() -> None:
    with pytest.raises(Refused, match="A table needs four players, but the players here are 3"):
        next_round([RoundSeating(((1, 2, 3, 4),))], [NS], present={1, 2, 3})


def test_thirty_four_tables_are_refused() -> None:
    assert len(draw_seats(range(1, 136), chance=Random(1)).tables) == 33
    with pytest.raises(Refused, match=r"136 players would fill 34 tables; at most 33 can play\."):
        draw_seats(range(1, 137), chance=Random(1))


# Sentences for the screen


def test_the_screen_says_who_moves_where() -> None:
    before = RoundSeating(THREE.tables, (20,))
    changes = moves(before, next_round([before], [NS, EW, NS]))
    assert describe_moves(changes, 1) == "2 moves to West; 8 and 7 come from table 2 and sit East and South."
    assert describe_moves(changes, 3) == (
        "12 moves to North; 20 comes from the bench and sits East; "
        "4 and 3 come from table 1 and sit South and West; 11 goes to the bench."
    )
    assert Move(11, (3, Seat.E), None) in changes


def test_the_screen_can_use_names_instead_of_numbers() -> None:
    changes = moves(THREE, next_round([THREE], [NS, NS, NS]))
    assert describe_moves(changes, 1, lambda number: f"Pat {number}").startswith("Pat 2 moves to West; ")


def test_a_table_without_moves_says_so() -> None:
    assert describe_moves(moves(THREE, THREE), 1) == "Everybody keeps their seat."


# Whole nights


@NO_DEADLINE
@given(st.integers(4, 135), st.integers(0, 2**32), st.sampled_from(SitOutRule))
def test_every_rule_holds_after_every_bell(players: int, seed: int, rule: SitOutRule) -> None:
    """`play_winners_up` checks each bell; the same seed gives the same night, so the winners determine the seats."""
    night = play_winners_up(players, 8, Random(seed), rule=rule)
    assert play_winners_up(players, 8, Random(seed), rule=rule) == night


def test_with_ten_tables_about_34_pairs_repeat_under_the_plain_rule() -> None:
    """That is the measured figure for the seed's rule alone; keeping partners apart nearly halves it."""
    plain = mean(repeated_partners(play_winners_up(40, 10, Random(seed), plain=True)) for seed in range(60))
    apart = mean(repeated_partners(play_winners_up(40, 10, Random(seed))) for seed in range(60))
    assert 32 < plain < 36
    assert apart < 24


@NO_DEADLINE
@given(st.integers(4, 40), st.integers(0, 2**32), st.data())
def test_each_player_present_has_one_place_after_any_changes(players: int, seed: int, data: st.DataObject) -> None:
    chance = Random(seed)
    played = [draw_seats(range(1, players + 1), chance=chance)]
    newest = players
    for _ in range(5):
        present = set(played[-1].everybody)
        present -= set(data.draw(st.lists(st.sampled_from(sorted(present)), max_size=len(present) - 4)))
        arrivals = data.draw(st.integers(0, 6))
        present |= set(range(newest + 1, newest + arrivals + 1))
        newest += arrivals
        winners = chance.choices(list(Side), k=len(played[-1].tables))
        rule = data.draw(st.sampled_from(SitOutRule))
        played.append(next_round(played, winners, present=present, sit_out_rule=rule))
        placed = [player for table in played[-1].tables for player in table] + list(played[-1].sitting_out)
        assert sorted(placed) == sorted(present)
        assert len(played[-1].sitting_out) == len(present) % 4


@pytest.mark.parametrize("nights", [1, 30])
def test_a_short_simulation_prints_only_the_sizes_that_it_played(
    nights: int, capsys: pytest.CaptureFixture[str]
) -> None:
    print_distributions(nights, 2, 33, seed=0)
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in lines] == ([2] if nights == 1 else [2, 2, 3, 3, 4, 4, 5, 5])
