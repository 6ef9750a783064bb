"""Tallies: every player's account, game by game, against one that the tests add up separately.

These tests use no database.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tally.scores.tallies import HandPoints, Line, SatOut, TableGame, Tally, credit_given, fold_tallies
from tests.support.printed_charts import PRINTED
from tournament.movements.seats import Seat, Side, players_by_seat

WHOLE_NIGHTS = settings(deadline=None, max_examples=40)  # each example is a whole night
POINTS = st.tuples(st.integers(-24, 24), st.integers(-24, 24))  # in bid games a side can lose points


def hand(number: int, ns: int, ew: int, loner: int | None = None) -> HandPoints:
    return HandPoints(number=number, points={Side.NS: ns, Side.EW: ew}, loner=loner)


def game(
    round_: int, table: int, numbers: tuple[int, int, int, int], *points: tuple[int, int], signed: bool = False
) -> TableGame:
    return TableGame(
        round=round_,
        table=table,
        seats=players_by_seat(numbers),
        signed=signed,
        hands=tuple(hand(number, ns, ew) for number, (ns, ew) in enumerate(points, 1)),
    )


@st.composite
def nights(draw: st.DrawFn) -> list[TableGame]:
    """Draw a night on a printed chart: any points in any number of hands, its games in any order."""
    rounds = PRINTED[draw(st.sampled_from([8, 12]))]
    games = []
    for number, tables in enumerate(rounds[: draw(st.integers(0, len(rounds)))], 1):
        for table, (a, b, c, d) in enumerate(tables, 1):
            hands = tuple(
                hand(hand_number, ns, ew, draw(st.sampled_from([None, a, b, c, d])))
                for hand_number, (ns, ew) in enumerate(draw(st.lists(POINTS, max_size=4)), 1)
            )
            games.append(TableGame(number, table, players_by_seat((a, b, c, d)), hands, draw(st.booleans())))
    Random(draw(st.integers(0, 99))).shuffle(games)
    return games


def separate_accounts(games: list[TableGame]) -> dict[int, dict[int, tuple[int, int]]]:
    """Return each player's (own, opposing) points by round, added up hand by hand and seat by seat."""
    accounts: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for played in games:
        ns = ew = 0
        for scored in played.hands:
            ns, ew = ns + scored.points[Side.NS], ew + scored.points[Side.EW]
        for seat in "NS":
            accounts[played.seats[Seat(seat)]][played.round] = (ns, ew)
        for seat in "EW":
            accounts[played.seats[Seat(seat)]][played.round] = (ew, ns)
    return accounts


# Examples


def test_before_any_game_nobody_has_a_tally() -> None:
    assert fold_tallies([]) == {}
    assert Tally(number=1, lines=()).total == 0


def test_partners_get_their_sides_points_and_opponents_the_other_sides() -> None:
    tallies = fold_tallies([game(1, 1, (1, 6, 2, 5), (1, 0), (0, 2), (4, 0), (2, 0))])
    assert {number: tally.total for number, tally in tallies.items()} == {1: 7, 6: 7, 2: 2, 5: 2}


def test_a_line_has_table_seat_partner_opponents_and_both_scores() -> None:
    line = fold_tallies([game(3, 2, (4, 7, 3, 8), (1, 0), (0, 2), signed=True)])[8].lines[0]
    assert (line.game, line.table, line.seat, line.partner) == (3, 2, Seat.W, 3)
    assert set(line.opponents) == {4, 7}
    assert (line.ours, line.theirs, line.running, line.signed) == (2, 1, 2, True)


def test_a_game_without_a_hand_has_no_score_and_keeps_the_running_total() -> None:
    lines = fold_tallies([game(1, 1, (1, 2, 3, 4), (4, 0)), game(2, 1, (1, 3, 2, 4))])[1].lines
    assert [(line.ours, line.theirs, line.running) for line in lines] == [(4, 0, 4), (None, None, 4)]


def test_a_game_of_passed_hands_is_zero_to_zero_and_not_unplayed() -> None:
    line = fold_tallies([game(1, 1, (1, 2, 3, 4), (0, 0))])[1].lines[0]
    assert (line.ours, line.theirs) == (0, 0)


def test_a_loner_counts_only_for_the_player_who_went_alone() -> None:
    played = TableGame(
        1, 1, players_by_seat((1, 6, 2, 5)), (hand(1, 4, 0, loner=6), hand(2, 1, 0), hand(3, 0, 4, loner=5))
    )
    assert {number: tally.loners for number, tally in fold_tallies([played]).items()} == {1: 0, 6: 1, 2: 0, 5: 1}


def test_points_can_be_negative() -> None:
    assert fold_tallies([game(1, 1, (1, 2, 3, 4), (-6, 1), (-6, 2))])[1].total == -12


def test_lines_are_in_the_order_of_play_whatever_the_order_of_the_games() -> None:
    games = [game(number, 1, (1, 2, 3, 4), (number, 0)) for number in (3, 1, 10, 2)]
    lines = fold_tallies(games)[1].lines
    assert [line.game for line in lines] == [1, 2, 3, 10]
    assert [line.running for line in lines] == [1, 3, 6, 16]


# Sit-outs


def test_a_credit_is_in_order_among_the_games_and_in_every_running_total_after_it() -> None:
    games = [game(1, 1, (1, 2, 3, 4), (4, 0)), game(3, 1, (1, 3, 2, 4), (2, 0))]
    tally = fold_tallies(games, [SatOut(2, 1, 5)])[1]
    assert [(line.game, line.running) for line in tally.account] == [(1, 4), (2, 9), (3, 11)]
    assert (tally.total, [line.game for line in tally.lines], tally.sit_outs[0].credit) == (11, [1, 3], 5)


def test_a_sit_out_in_a_game_that_has_not_started_counts_nothing_yet() -> None:
    sit_out = fold_tallies([game(1, 1, (1, 2, 3, 4), (4, 0))], [SatOut(2, 1, None)])[1].sit_outs[0]
    assert (sit_out.credit, sit_out.running) == (None, 4)


def test_a_player_who_has_only_sat_out_has_a_tally() -> None:
    tallies = fold_tallies([game(1, 1, (1, 2, 3, 4))], [SatOut(1, 5, 2), SatOut(2, 5, 2)])
    assert (tallies[5].total, tallies[5].lines, len(tallies[5].sit_outs)) == (4, (), 2)
    assert tallies[4].total == 0


def test_the_credit_for_a_sit_out_is_known_once_somebody_got_it() -> None:
    assert credit_given(fold_tallies([], [SatOut(1, 5, None), SatOut(1, 6, 3)]).values()) == 3
    assert credit_given(fold_tallies([], [SatOut(1, 5, None)]).values()) == 0
    assert credit_given([]) == 0


@st.composite
def nights_with_sit_outs(draw: st.DrawFn) -> tuple[list[TableGame], list[SatOut]]:
    """Draw a night without some of its tables: their players sit out, in rounds that have started or have not."""
    games, sit_outs = [], []
    for played in draw(nights()):
        if draw(st.booleans()):
            games.append(played)
        else:
            credit = draw(st.none() | st.integers(0, 20))
            sit_outs += [SatOut(played.round, number, credit) for number in played.seats.values()]
    return games, sit_outs


@WHOLE_NIGHTS
@given(nights_with_sit_outs())
def test_a_total_is_the_sum_of_its_lines_and_credits(night: tuple[list[TableGame], list[SatOut]]) -> None:
    games, sit_outs = night
    accounts, tallies = separate_accounts(games), fold_tallies(games, sit_outs)
    assert tallies.keys() == accounts.keys() | {sit_out.number for sit_out in sit_outs}
    for number, tally in tallies.items():
        credits = [sit_out.credit or 0 for sit_out in sit_outs if sit_out.number == number]
        assert tally.total == sum(ours for ours, _ in accounts[number].values()) + sum(credits)
        points = [line.ours or 0 if isinstance(line, Line) else line.credit or 0 for line in tally.account]
        assert [line.running for line in tally.account] == list(accumulate(points))
        assert [line.game for line in tally.account] == sorted(line.game for line in (*tally.lines, *tally.sit_outs))
        assert all(line in tally.account for line in (*tally.lines, *tally.sit_outs))


# Any night


@WHOLE_NIGHTS
@given(nights())
def test_every_total_matches_a_separate_account(games: list[TableGame]) -> None:
    accounts, tallies = separate_accounts(games), fold_tallies(games)
    assert tallies.keys() == accounts.keys()
    for number, tally in tallies.items():
        assert tally.total == sum(ours for ours, _ in accounts[number].values())
        assert [line.game for line in tally.lines] == sorted(accounts[number])
        for line in tally.lines:
            assert (line.ours or 0, line.theirs or 0) == accounts[number][line.game]


@WHOLE_NIGHTS
@given(nights())
def test_the_running_total_adds_up_line_by_line(games: list[TableGame]) -> None:
    for tally in fold_tallies(games).values():
        assert [line.running for line in tally.lines] == list(accumulate(line.ours or 0 for line in tally.lines))


@WHOLE_NIGHTS
@given(nights())
def test_all_totals_together_are_twice_the_points_of_both_sides(games: list[TableGame]) -> None:
    points = sum(scored.points[side] for played in games for scored in played.hands for side in Side)
    assert sum(tally.total for tally in fold_tallies(games).values()) == 2 * points


@WHOLE_NIGHTS
@given(nights())
def test_in_every_game_partners_have_the_same_line_and_opponents_its_mirror(games: list[TableGame]) -> None:
    tallies = fold_tallies(games)
    lines = {(number, line.game): line for number, tally in tallies.items() for line in tally.lines}
    for (number, round_), line in lines.items():
        partner = lines[line.partner, round_]
        assert (partner.partner, partner.ours, partner.theirs) == (number, line.ours, line.theirs)
        for opponent in line.opponents:
            opposing = lines[opponent, round_]
            assert number in opposing.opponents
            assert (opposing.ours, opposing.theirs, opposing.table) == (line.theirs, line.ours, line.table)


@WHOLE_NIGHTS
@given(nights(), st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_nothing(games: list[TableGame], chance: Random) -> None:
    shuffled = list(games)
    chance.shuffle(shuffled)
    assert fold_tallies(shuffled) == fold_tallies(games)


@WHOLE_NIGHTS
@given(nights())
def test_all_loners_together_are_the_hands_with_a_loner(games: list[TableGame]) -> None:
    expected = sum(scored.loner is not None for played in games for scored in played.hands)
    assert sum(tally.loners for tally in fold_tallies(games).values()) == expected
