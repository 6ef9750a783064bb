"""Clocks after corrected totals, reopened games, redrawn seats, or when every table signs before the bell."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tally.forms import read_result
from tally.loading.games import load_game
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.undo import undo_hand
from tests.support.clocks import MINUTE, is_about, round_of, start_game_clock
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, game_at, play_hands
from tournament.models import Bell, Game, Night, Round
from tournament.night.bell import ring_bell
from tournament.night.clock import grant_minutes, start_clock
from tournament.night.games import reopen_game, sign_game
from tournament.night.lifecycle import close_night, reopen_night
from tournament.night.roster_changes import arrive_late
from tournament.night.round_clocks import set_clock
from tournament.night.settings import save_settings
from tournament.night.ticker import tick

pytestmark = pytest.mark.usefixtures("short_searches")


@pytest.mark.parametrize("how", ["correct", "undo", "paper"])
def test_a_correction_leaves_the_next_games_clock_as_it_is(empty_night: Night, how: str) -> None:
    timed = open_guest_night(empty_night, 8, "winners-up", bell_by="clock")
    for game in games_of(timed, 1):
        play_hands(game, "NS:3-4", "NS:3-4")
    ring_bell(round_=timed.rounds.get(), who=ORGANIZER)
    for game in games_of(timed, 1):
        sign_both_sides(game)
    for rings_at in (timezone.now() + 4 * MINUTE, None):
        before = timed.rounds.get(number=2)
        Round.objects.filter(pk=before.pk).update(rings_at=rings_at)
        correct(how, games_of(timed, 1)[0], 5 if rings_at else 6)
        after = timed.rounds.get(number=2)
        assert after.pk != before.pk and after.rings_at == rings_at


@pytest.mark.parametrize("movement", ["night", "winners-up"])
def test_when_every_table_has_signed_before_zero_the_clock_is_gone(empty_night: Night, movement: str) -> None:
    timed = open_guest_night(empty_night, 8, movement, bell_by="clock", games=3)
    start_clock(round_=timed.rounds.get(number=1), who=ORGANIZER)
    tick(timezone.now() + 16 * MINUTE)
    for number in (1, 2):
        for game in games_of(timed, number):
            assert number == 1 or timed.rounds.get(number=2).rings_at is not None
            correct("paper", game, 6)
    assert [round_.rings_at for round_ in timed.rounds.all()] == [None] * 3
    tick(timezone.now() + 60 * MINUTE)
    assert Bell.objects.get().round.number == 1, "no bell for a game that is over"
    start_clock(round_=timed.rounds.get(number=3), who=ORGANIZER)
    assert timed.rounds.get(number=3).rings_at is not None


@pytest.mark.parametrize(("minutes_left", "expected"), [(4, 4), (None, None), (-1, 12)])  # minutes; None: stopped
def test_a_reopened_game_leaves_the_next_games_clock_as_it_was_until_its_time_is_up(
    empty_night: Night, minutes_left: int | None, expected: int | None
) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", minutes=10, pause=2)
    tick(start_game_clock(night))
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_both_sides(game)
    grant_minutes(game=games_of(night, 2)[0], minutes=3, expected=None, who=ORGANIZER)
    before = None if minutes_left is None else timezone.now() + minutes_left * MINUTE
    set_clock(round_of(night, 2), before)
    reopened = games_of(night, 1)
    for game in reopened:
        reopen_game(game=game, who=ORGANIZER)
    assert night.rounds.count() == 1
    for game in reopened:
        sign_both_sides(game)
    rings_at = round_of(night, 2).rings_at
    assert rings_at == before if minutes_left == expected else is_about(rings_at, timezone.now() + 12 * MINUTE)
    assert games_of(night, 2)[0].extra_until == (rings_at + 3 * MINUTE if minutes_left == 4 and rings_at else None)


@pytest.mark.parametrize("state", ["waiting", "running", "stopped"])
def test_new_minutes_change_a_waiting_clock_even_while_its_seats_are_gone(empty_night: Night, state: str) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", minutes=10, pause=2)
    tick(start_game_clock(night))
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_both_sides(game)
    if state == "running":
        start_clock(round_=round_of(night, 2), who=ORGANIZER)
    if state == "stopped":
        set_clock(round_of(night, 2), None)
    reopened = games_of(night, 1)[0]
    reopen_game(game=reopened, who=ORGANIZER)
    night.minutes, night.pause = 30, 3
    save_settings(night=night, changed=["minutes", "pause"], who=ORGANIZER)
    sign_both_sides(reopened)
    rings_at = round_of(night, 2).rings_at
    if state == "stopped":
        assert rings_at is None
    else:
        assert is_about(rings_at, timezone.now() + (33 if state == "waiting" else 10) * MINUTE)


def test_a_night_that_no_longer_plays_by_the_clock_gets_no_clock_back(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock")
    tick(start_game_clock(night))
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_both_sides(game)
    reopen_game(game=games_of(night, 1)[0], who=ORGANIZER)
    night.bell_by = Night.BellBy.ORGANIZER
    save_settings(night=night, changed=["bell_by"], who=ORGANIZER)
    sign_both_sides(games_of(night, 1)[0])
    assert round_of(night, 2).rings_at is None


def test_a_bell_after_a_reopened_game_times_the_next_game_as_usual(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", minutes=10, pause=2)
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_game(game=game, winner="NS", who=ORGANIZER)
    reopened = games_of(night, 1)[0]
    reopen_game(game=reopened, who=ORGANIZER)
    ring_bell(round_=round_of(night), who=ORGANIZER)
    sign_both_sides(reopened)
    assert is_about(round_of(night, 2).rings_at, timezone.now() + 12 * MINUTE)


def test_closing_stops_every_clock_with_its_extra_minutes_and_forgets_saved_clocks(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, "winners-up", bell_by="clock", minutes=10, pause=2)
    for game in games_of(night, 1):
        play_hands(game, "NS:5")
        sign_game(game=game, winner="NS", who=ORGANIZER)
    start_game_clock(night, 2)
    reopen_game(game=games_of(night, 1)[0], who=ORGANIZER)
    start_game_clock(night)
    grant_minutes(game=games_of(night, 1)[0], minutes=5, expected=None, who=ORGANIZER)
    close_night(night=night, who=ORGANIZER)
    reopen_night(night=night, who=ORGANIZER)
    reopened = games_of(night, 1)[0]
    assert reopened.round.rings_at is load_game(reopened, night).rings_at is None
    ring_bell(round_=reopened.round, who=ORGANIZER)
    assert load_game(games_of(night, 1)[0], night).rung_at == Bell.objects.get().rung_at
    Bell.objects.all().delete()
    sign_game(game=reopened, winner="NS", who=ORGANIZER)
    assert round_of(night, 2).rings_at is None


def test_extra_minutes_granted_after_the_bell_survive_closing_and_reopening(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    play_hands(game_at(night, 1, 1), "NS:5")
    ring_bell(round_=round_of(night), who=ORGANIZER)
    grant_minutes(game=game_at(night, 1, 1), minutes=5, expected=None, who=ORGANIZER)
    until = game_at(night, 1, 1).extra_until
    close_night(night=night, who=ORGANIZER)
    reopen_night(night=night, who=ORGANIZER)
    assert game_at(night, 1, 1).extra_until == until is not None


def test_extra_minutes_stay_with_their_table_when_seats_are_redrawn(night: Night) -> None:
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    rings_at = start_game_clock(night)
    grant_minutes(game=game_at(night, 1, 2), minutes=3, expected=None, who=ORGANIZER)
    arrive_late(night=night, name="Zoe New", who=ORGANIZER)
    assert [game_at(night, 1, table).extra_until for table in (1, 2)] == [None, rings_at + 3 * MINUTE]


def correct(how: str, game: Game, points: int) -> None:
    """Correct a signed game in one of three ways, without changing its winners."""
    loaded = load_game(game, game.round.night)
    if how == "paper":
        record_total(
            game=game,
            total=Total(points, 1),
            key=f"{game.pk}-paper-{points}",
            who=ORGANIZER,
            expected=state_token(loaded),
        )
    elif how == "undo" and points == 5:
        undo_hand(game=game, hand=loaded.hands[-1].id, key=f"a-key-of-{points}", who=ORGANIZER)
    else:
        correct_hand(
            game=game,
            of=loaded.hands[0].id,
            record=read_result(game.round.night, "NS:5"),
            key=f"a-key-of-{points}",
            who=ORGANIZER,
        )
