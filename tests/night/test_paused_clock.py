"""A paused clock keeps the time that was left, says so on every screen, and goes on with it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.support.clocks import MINUTE, SECOND, all_scores_in, is_about, log_texts, round_of, start_game_clock
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tournament.models import Night, Round
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.clock import grant_minutes, move_clock, pause_clock, resume_clock, start_clock, stop_clock
from tournament.night.games import reopen_game
from tournament.night.round_clocks import ClockKind, ClockState, clock_state, minutes_and_seconds, seats_posted_at
from tournament.night.settings import save_settings
from tournament.night.ticker import tick
from tournament.views.bell import milliseconds


def post(client: Client, night: Night, **data: object) -> int:
    """Press a button of the clock on the board; return the status code."""
    return client.post(f"/n/{night.slug}/bell/clock/", {"round": 1} | data).status_code


def state_of(night: Night, number: int = 1) -> ClockState:
    """Return what the clock of a game shows now."""
    return clock_state(round_of(night, number), timezone.now())


def let_pass(by: timedelta) -> None:
    """Make every moment of the clocks earlier by this much."""
    for field in ("rings_at", "starts_at", "paused_at"):
        Round.objects.exclude(**{field: None}).update(**{field: F(field) - by})


@pytest.fixture
def paused(timed: Night) -> Night:
    """A night whose first clock was paused eight minutes ago, with 7:42 left."""
    start_game_clock(timed)
    pause_clock(round_=round_of(timed), who=ORGANIZER)
    timed.rounds.filter(number=1).update(rings_at=F("paused_at") + 7 * MINUTE + 42 * SECOND)
    let_pass(8 * MINUTE)
    return timed


def test_one_click_pauses_the_clock_and_another_resumes_it(organizer: Client, timed: Night) -> None:
    start_game_clock(timed)
    for _ in range(2):
        assert post(organizer, timed, pause="1") == 302
    left = state_of(timed).left
    paused = log_texts(timed)[-1]
    assert re.fullmatch(r"paused the clock of game 1, (15:00|14:\d\d) left", paused)
    assert log_texts(timed).count(paused) == 1
    let_pass(20 * MINUTE)
    for _ in range(2):
        assert post(organizer, timed, resume="1") == 302
    assert log_texts(timed)[-1] == paused.replace("paused", "resumed")
    assert left is not None and is_about(round_of(timed).rings_at, timezone.now() + left), "as much as when it paused"
    assert state_of(timed).kind is ClockKind.RUNNING


def test_every_screen_says_that_the_clock_is_paused_and_what_is_left(
    organizer: Client, stranger: Client, paused: Night
) -> None:
    state = state_of(paused)
    assert (state.kind, state.label, state.until) == (ClockKind.PAUSED, "paused", None)
    for client, page in (
        (organizer, f"/n/{paused.slug}/board/"),
        (phone_of(paused, 1), f"/n/{paused.slug}/play/"),
        (stranger, f"/n/{paused.slug}/screen/"),
    ):
        text = client.get(page).content.decode()
        assert ">7:42</time>" in text and "data-until=" not in text and "aused" in text, page


def test_a_paused_clock_neither_warns_nor_rings_until_it_goes_on(paused: Night) -> None:
    with nothing_changes():
        tick(timezone.now() + 60 * MINUTE)
    resume_clock(round_=round_of(paused), who=ORGANIZER)
    tick(timezone.now() + 6 * MINUTE + 10 * SECOND)
    assert log_texts(paused)[-1] == "gave the two-minute warning of game 1"
    tick(timezone.now() + 8 * MINUTE)
    assert log_texts(paused)[-1] == "rang the bell for game 1"


def test_a_minute_more_or_less_counts_from_the_time_that_is_left(organizer: Client, paused: Night) -> None:
    def move(minutes: int) -> None:
        move_clock(round_=round_of(paused), minutes=minutes, expected=round_of(paused).rings_at, who=ORGANIZER)

    move(1)
    assert ">8:42</time>" in organizer.get(f"/n/{paused.slug}/board/").content.decode()
    for _ in range(8):
        move(-1)
    assert minutes_and_seconds(state_of(paused).left or timedelta()) == "0:42"
    with nothing_changes():
        assert post(organizer, paused, move="less", seen=milliseconds(round_of(paused).rings_at)) == 409


def test_extra_minutes_of_a_table_move_along_with_a_resumed_clock(paused: Night) -> None:
    grant_minutes(game=game_at(paused, 1, 2), minutes=3, expected=None, who=ORGANIZER)
    resume_clock(round_=round_of(paused), who=ORGANIZER)
    rings_at = round_of(paused).rings_at
    assert rings_at is not None and game_at(paused, 1, 2).extra_until == rings_at + 3 * MINUTE


def test_the_pause_before_a_game_can_be_paused_and_the_game_started_at_once(organizer: Client, timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    pause_clock(round_=round_of(timed, 2), who=ORGANIZER)
    starts_at = F("paused_at") + 130 * SECOND
    timed.rounds.filter(number=2).update(starts_at=starts_at, rings_at=starts_at + 15 * MINUTE)
    let_pass(10 * MINUTE)
    assert state_of(timed, 2).kind is ClockKind.PAUSED
    assert ">2:10</time>" in organizer.get(f"/n/{timed.slug}/board/").content.decode()
    resume_clock(round_=round_of(timed, 2), who=ORGANIZER)
    assert (state_of(timed, 2).kind, state_of(timed, 2).label) == (ClockKind.WAITING, "Game 2 starts in")
    assert is_about(round_of(timed, 2).starts_at, timezone.now() + 130 * SECOND)
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 17 * MINUTE + 10 * SECOND)
    pause_clock(round_=round_of(timed, 2), who=ORGANIZER)
    start_clock(round_=round_of(timed, 2), who=ORGANIZER)
    assert (round_of(timed, 2).paused_at, state_of(timed, 2).label) == (None, "to the bell")
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 15 * MINUTE)


@pytest.mark.parametrize("how", ["bell", "stop", "all signed", "no clock anymore"])
def test_a_paused_clock_ends_like_one_that_runs(paused: Night, how: str) -> None:
    if how == "bell":
        ring_bell(round_=round_of(paused), who=ORGANIZER)
    elif how == "stop":
        stop_clock(round_=round_of(paused), who=ORGANIZER)
    elif how == "all signed":
        all_scores_in(paused)
    else:
        paused.bell_by = Night.BellBy.ORGANIZER
        save_settings(night=paused, changed=["bell_by"], who=ORGANIZER)
    assert (round_of(paused).rings_at, round_of(paused).paused_at) == (None, None)


@pytest.mark.parametrize("wrong", [{"pause": "1"}, {"resume": "1"}, {"pause": "1", "round": "2"}])
def test_no_clock_can_be_paused_where_none_runs(organizer: Client, timed: Night, wrong: dict[str, str]) -> None:
    with nothing_changes():
        assert post(organizer, timed, **wrong) == 409


def test_strangers_and_players_cannot_pause_the_clock(stranger: Client, paused: Night) -> None:
    phone = phone_of(paused, 1)
    with nothing_changes():
        for data in ({"pause": "1"}, {"resume": "1"}):
            assert (post(stranger, paused, **data), post(phone, paused, **data)) == (403, 403)


def test_a_paused_clock_stays_paused_while_its_seats_are_gone(empty_night: Night, short_searches: None) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", minutes=10, pause=2)
    tick(start_game_clock(night))
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_both_sides(game)
    pause_clock(round_=round_of(night, 2), who=ORGANIZER)
    left = state_of(night, 2).left
    reopened = games_of(night, 1)[0]
    reopen_game(game=reopened, who=ORGANIZER)
    assert night.rounds.count() == 1
    let_pass(30 * MINUTE)
    sign_both_sides(reopened)
    assert (state_of(night, 2).kind, state_of(night, 2).left) == (ClockKind.PAUSED, left)


# From when seats are posted


def test_a_clock_that_waits_for_scores_starts_when_the_organizer_says_so(organizer: Client, timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    assert state_of(timed, 2).label == "Game 2 starts when all scores are in"
    page = organizer.get(f"/n/{timed.slug}/board/").content.decode()
    assert "Game 2 starts when all scores are in" in page and "Start game 2 now" in page
    assert post(organizer, timed, round=2, start="0") == 302
    rings_at = round_of(timed, 2).rings_at
    assert is_about(rings_at, timezone.now() + 15 * MINUTE)
    all_scores_in(timed)
    assert round_of(timed, 2).rings_at == rings_at, "scores that come later do not start it again"


def test_a_score_that_never_comes_does_not_hold_up_a_hall_that_plays_on(timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    play_hands(game_at(timed, 2, 1), "NS:5")
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 15 * MINUTE), "half of the tables play"
    assert state_of(timed, 2).label == "to the bell"


def test_a_stopped_clock_stays_stopped_when_a_score_is_signed_again(timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    stop_clock(round_=round_of(timed, 2), who=ORGANIZER)
    reopen_game(game=game_at(timed, 1, 1), who=ORGANIZER)
    all_scores_in(timed)
    assert round_of(timed, 2).rings_at is None


def test_after_a_canceled_bell_the_seats_are_posted_anew(timed: Night) -> None:
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    all_scores_in(timed)
    reopen_game(game=game_at(timed, 1, 1), who=ORGANIZER)
    unring_bell(night=timed, who=ORGANIZER)
    assert seats_posted_at(timed, 2) is None
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    assert round_of(timed, 2).rings_at is None
    all_scores_in(timed)
    assert is_about(round_of(timed, 2).rings_at, timezone.now() + 18 * MINUTE)


def test_without_a_clock_seats_are_posted_with_the_last_score(night: Night) -> None:
    assert seats_posted_at(night, 1) is not None and seats_posted_at(night, 2) is None
    all_scores_in(night)
    assert is_about(seats_posted_at(night, 2), timezone.now()) and seats_posted_at(night, 3) is None
    assert state_of(night, 2).kind is ClockKind.OFF
