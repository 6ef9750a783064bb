"""A table's progress: its state on the board, when its total can be confirmed, when its players are free.

These tests use no database.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tally.scores.progress import Progress, State, state_on_board

NOW = datetime(2026, 11, 24, 20, 0, tzinfo=UTC)
EVERY_PROGRESS = [
    Progress(
        hands=hands,
        deals=deals,
        signed=signed,
        rung=rung,
        hand_since_bell=since,
        disputed=disputed,
        settled=settled,
        undecided=rung and undecided and not hands,
    )
    for deals in (1, 4, None)
    for hands in range((deals or 4) + 2)
    for signed, rung, since, disputed, settled, undecided in product((False, True), repeat=6)
    if rung or not since
]


def table(hands: int, **facts: bool) -> Progress:
    return Progress(hands=hands, deals=4, **facts)


@pytest.mark.parametrize(
    ("progress", "state"),
    [
        (table(0), State.PLAYING),
        (table(1), State.PLAYING),
        (table(2), State.PLAYING),
        (table(3), State.LAST_HAND),
        (table(4), State.AGREEING),
        (table(4, signed=True), State.DONE),
        (table(1, rung=True), State.LAST_HAND),
        (table(2, rung=True, hand_since_bell=True), State.AGREEING),
        (table(4, rung=True), State.AGREEING),
        (table(2, signed=True, rung=True), State.DONE),
        (table(4, disputed=True), State.NEEDS_YOU),
        (table(2, disputed=True), State.NEEDS_YOU),
        (table(4, disputed=True, signed=True), State.DONE),
    ],
)
def test_the_state_of_a_table(progress: Progress, state: State) -> None:
    assert progress.state() is state


@pytest.mark.parametrize(
    ("progress", "state"),
    [
        (table(0), State.WAITING),
        (table(1), State.PLAYING),
        (table(0, rung=True), State.LAST_HAND),
        (table(0, disputed=True), State.NEEDS_YOU),
        (table(4), State.AGREEING),
    ],
)
def test_a_table_waits_only_before_its_first_hand(progress: Progress, state: State) -> None:
    assert progress.state(waiting=True) is state


def test_after_the_bell_a_table_finishes_its_current_hand_then_confirms() -> None:
    assert table(1, rung=True).state() is State.LAST_HAND
    assert not table(1, rung=True).to_agree
    assert table(2, rung=True, hand_since_bell=True).to_agree


def test_a_table_between_hands_at_the_bell_may_confirm_without_another_hand() -> None:
    assert table(2, rung=True).may_agree
    assert not table(2).may_agree


def test_the_last_deal_ends_a_game_without_a_bell() -> None:
    assert table(4).to_agree
    assert not table(3).to_agree


def test_an_unconfirmed_total_keeps_nobody_from_the_next_game() -> None:
    assert table(4).players_are_free
    assert table(4, disputed=True).players_are_free
    assert table(1, rung=True).players_are_free
    assert not table(3).players_are_free
    assert not table(0).players_are_free


def test_a_total_that_needs_confirmation_can_be_confirmed_and_its_players_are_free() -> None:
    for progress in EVERY_PROGRESS:
        assert not progress.to_agree or progress.may_agree, progress
        assert not progress.may_agree or progress.players_are_free, progress
        assert not (progress.signed and progress.may_agree), progress
        assert (progress.state() is State.DONE) == progress.signed, progress
        agreeing = progress.to_agree and not progress.disputed and not progress.undecided
        assert (progress.state() is State.AGREEING) == agreeing, progress
        assert progress.state() in State, progress


@pytest.mark.parametrize(
    ("state", "hands", "median", "on_board"),
    [
        (State.PLAYING, 0, 2, State.LATE),
        (State.PLAYING, 1, 3, State.LATE),
        (State.PLAYING, 1, 2.5, State.PLAYING),
        (State.PLAYING, 2, 2, State.PLAYING),
        (State.LAST_HAND, 1, 4, State.LATE),
        (State.LAST_HAND, 3, 4, State.LAST_HAND),
        (State.WAITING, 0, 4, State.WAITING),
        (State.AGREEING, 2, 4, State.AGREEING),
        (State.DONE, 1, 4, State.DONE),
        (State.NEEDS_YOU, 0, 4, State.NEEDS_YOU),
    ],
)
def test_a_table_is_late_when_two_hands_behind_the_median(
    state: State, hands: int, median: float, on_board: State
) -> None:
    assert state_on_board(state, hands, median, None, NOW) is on_board


@pytest.mark.parametrize("state", [State.PLAYING, State.LAST_HAND, State.AGREEING])
def test_a_table_without_a_signed_total_three_minutes_after_the_bell_is_overdue(state: State) -> None:
    def state_after(seconds: int) -> State:
        return state_on_board(state, 3, 3, NOW - timedelta(seconds=seconds), NOW)

    assert state_after(0) is state_after(179) is state_after(180) is state
    assert state_after(181) is state_after(86_400) is State.OVERDUE


@pytest.mark.parametrize("state", [State.DONE, State.NEEDS_YOU])
def test_done_and_needs_you_stay_however_long_ago_the_bell_was(state: State) -> None:
    assert state_on_board(state, 0, 4, NOW - timedelta(hours=1), NOW) is state


def test_a_table_that_waits_for_its_slip_is_neither_late_nor_overdue() -> None:
    assert table(0, rung=True).state(slip_due=True) is State.WAITING_FOR_SLIP
    assert table(0, rung=True, undecided=True).state(slip_due=True) is State.WAITING_FOR_SLIP
    assert table(0, rung=True, disputed=True).state(slip_due=True) is State.NEEDS_YOU
    assert table(4, signed=True).state(slip_due=True) is State.DONE
    waiting = State.WAITING_FOR_SLIP
    assert state_on_board(waiting, 0, 4, NOW - timedelta(hours=1), NOW) is waiting


# Games that last until the bell


@pytest.mark.parametrize("hands", [0, 1, 7, 40])
def test_a_game_without_a_number_of_hands_ends_only_with_the_bell(hands: int) -> None:
    open_ended = Progress(hands=hands, deals=None)
    assert not (open_ended.complete or open_ended.may_agree or open_ended.players_are_free)
    assert open_ended.state() is State.PLAYING
    rung = Progress(hands=hands, deals=None, rung=True)
    assert rung.players_are_free and not rung.to_agree and rung.may_agree == (hands > 0)
    assert rung.state() is State.LAST_HAND
    assert Progress(hands=hands + 1, deals=None, rung=True, hand_since_bell=True).state() is State.AGREEING


def test_a_table_that_has_settled_its_tie_plays_no_further_hand() -> None:
    assert table(2, rung=True, settled=True).to_agree
    assert not table(2, settled=True).to_agree, "before the bell the game goes on"


def test_a_table_without_a_hand_at_the_bell_needs_the_organizer_when_seats_depend_on_winners() -> None:
    assert table(0, rung=True, undecided=True).state() is State.NEEDS_YOU
    assert table(0, rung=True).state() is State.LAST_HAND


@given(
    hands=st.integers(0, 30),
    deals=st.none() | st.integers(1, 24),
    signed=st.booleans(),
    rung=st.booleans(),
    since=st.booleans(),
    settled=st.booleans(),
    played=st.integers(1, 10),
)
def test_another_hand_or_the_bell_never_moves_the_end_further_away(
    hands: int, deals: int | None, signed: bool, rung: bool, since: bool, settled: bool, played: int
) -> None:
    def progress(hands: int, rung: bool, since: bool) -> Progress:
        return Progress(
            hands=hands, deals=deals, signed=signed, rung=rung, hand_since_bell=rung and since, settled=settled
        )

    now = progress(hands, rung, since)
    more = hands + played
    for later in (progress(more, rung, since), progress(more, rung, True), progress(hands, True, since)):
        for fact in ("complete", "to_agree", "may_agree", "players_are_free"):
            assert getattr(later, fact) or not getattr(now, fact), fact
