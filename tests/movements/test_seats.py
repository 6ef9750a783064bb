"""Seats at one table: the deal passes clockwise, partners sit opposite. These tests need no database."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.movements.seats import SEATS, Seat, Side, dealer, players_by_seat

ANY_SEAT = pytest.mark.parametrize("seat", list(Seat))


def test_the_deal_goes_north_east_south_west_and_around_again() -> None:
    assert [str(dealer(hand)) for hand in range(1, 10)] == list("NESWNESWN")


def test_seats_iterate_in_dealing_order() -> None:
    assert tuple(Seat) == SEATS == (Seat.N, Seat.E, Seat.S, Seat.W)


@ANY_SEAT
def test_the_player_on_the_left_deals_next(seat: Seat) -> None:
    hand = SEATS.index(seat) + 1
    assert dealer(hand) is seat
    assert dealer(hand + 1) is seat.left


@ANY_SEAT
def test_four_steps_to_the_left_return_to_the_same_seat(seat: Seat) -> None:
    assert seat.left.left.left.left is seat
    assert len({seat, seat.left, seat.left.left, seat.left.left.left}) == 4


@ANY_SEAT
def test_partners_sit_opposite_and_are_each_others_partner(seat: Seat) -> None:
    assert seat.partner is seat.left.left
    assert seat.partner.partner is seat
    assert seat.partner is not seat


@ANY_SEAT
def test_a_side_is_a_seat_and_its_partner_and_neighbours_are_opponents(seat: Seat) -> None:
    assert seat.side is seat.partner.side
    assert seat.left.side is seat.side.other
    assert set(seat.side.seats) == {seat, seat.partner}


def test_north_and_south_play_east_and_west() -> None:
    assert Side.NS.seats == (Seat.N, Seat.S)
    assert Side.EW.seats == (Seat.E, Seat.W)
    assert (Side.NS.other, Side.EW.other) == (Side.EW, Side.NS)


def test_the_first_named_deals_first_and_the_others_follow_clockwise() -> None:
    """1-6 vs 2-5: 1 and 6 are partners; clockwise from 1 sit 1, 2, 6, 5."""
    assert players_by_seat((1, 6, 2, 5)) == {Seat.N: 1, Seat.E: 2, Seat.S: 6, Seat.W: 5}
    assert list(players_by_seat((1, 6, 2, 5)).values()) == [1, 2, 6, 5]
    assert [players_by_seat((1, 6, 2, 5))[dealer(hand)] for hand in (1, 2, 3, 4)] == [1, 2, 6, 5]


@settings(deadline=None)
@given(st.lists(st.integers(), min_size=4, max_size=4, unique=True))
def test_in_any_table_the_written_pairs_are_partners(numbers: list[int]) -> None:
    a, b, c, d = numbers
    seats = players_by_seat((a, b, c, d))
    at = {number: seat for seat, number in seats.items()}
    assert set(seats) == set(Seat)
    assert at[a].partner is at[b]
    assert at[c].partner is at[d]
    assert at[a].side is Side.NS
    assert at[c].side is Side.EW


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=10**6))
def test_in_four_hands_everybody_deals_once(first: int) -> None:
    assert {dealer(first + i) for i in range(4)} == set(Seat)


@pytest.mark.parametrize("hand", [0, -1, -4])
def test_there_is_no_hand_before_the_first(hand: int) -> None:
    with pytest.raises(ValueError, match=rf"^Hands are numbered from 1; there is no hand {hand}\.$"):
        dealer(hand)
