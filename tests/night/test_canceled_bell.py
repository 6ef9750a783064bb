"""A bell that was rung by mistake and canceled gives the clock back as it was."""

from __future__ import annotations

import re

from django.db.models import F
from django.test import Client
from django.utils import timezone

from tally.presenters.big_screen.screen import screen_now
from tests.support.clocks import MINUTE, is_about, log_texts, round_of, start_game_clock
from tests.support.night import ORGANIZER, game_at, nothing_changes
from tests.support.totals import write_total
from tournament.models import Bell, Night, Round
from tournament.night.bell import ring_bell, unring_bell
from tournament.night.clock import grant_minutes, pause_clock, resume_clock, stop_clock
from tournament.night.round_clocks import ClockKind, clock_state
from tournament.night.seating import started_rounds
from tournament.night.ticker import tick


def ring_by_mistake(night: Night) -> None:
    """Ring for game 1 a minute ago, and cancel that bell now."""
    Round.objects.filter(number=1).update(starts_at=F("starts_at") - 2 * MINUTE)
    ring_bell(round_=round_of(night), who=ORGANIZER)
    Bell.objects.update(rung_at=F("rung_at") - MINUTE)
    assert round_of(night).rings_at is None
    unring_bell(night=night, who=ORGANIZER)


def test_a_running_clock_goes_on_with_the_time_that_was_left(timed: Night) -> None:
    rings_at = start_game_clock(timed)
    game = game_at(timed, 1, 1)
    grant_minutes(game=game, minutes=3, expected=None, who=ORGANIZER)
    ring_by_mistake(timed)
    assert is_about(round_of(timed).rings_at, rings_at + MINUTE), "the minute of the bell is not lost"
    assert game_at(timed, 1, 1).extra_until == round_of(timed).rings_at + 3 * MINUTE
    assert started_rounds(timed) == 1 and round_of(timed, 2).rings_at is None
    assert re.fullmatch(r"canceled the bell of game 1\. The clock goes on, 1[56]:\d\d left\.", log_texts(timed)[-1])
    assert "Bell canceled, keep playing. The clock goes on" in timed.events.order_by("-pk")[0].public_text


def test_a_paused_clock_stays_paused_with_its_time(timed: Night) -> None:
    start_game_clock(timed, minutes=4)
    pause_clock(round_=round_of(timed), who=ORGANIZER)
    left = clock_state(round_of(timed), timezone.now()).left
    ring_by_mistake(timed)
    state = clock_state(round_of(timed), timezone.now())
    assert (state.kind, state.left) == (ClockKind.PAUSED, left)
    assert log_texts(timed)[-1].endswith("The clock stays paused, 4:00 left.")
    resume_clock(round_=round_of(timed), who=ORGANIZER)
    assert is_about(round_of(timed).rings_at, timezone.now() + 4 * MINUTE)


def test_a_clock_that_ran_out_stays_off_and_its_game_has_started(organizer: Client, timed: Night) -> None:
    tick(start_game_clock(timed))
    unring_bell(night=timed, who=ORGANIZER)
    assert round_of(timed).rings_at is None and started_rounds(timed) == 1
    assert log_texts(timed)[-1] == "canceled the bell of game 1"
    with nothing_changes():
        tick(timezone.now() + 60 * MINUTE)


def test_a_clock_that_was_stopped_before_the_bell_stays_stopped(timed: Night) -> None:
    start_game_clock(timed)
    stop_clock(round_=round_of(timed), who=ORGANIZER)
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    unring_bell(night=timed, who=ORGANIZER)
    assert round_of(timed).rings_at is None and started_rounds(timed) == 1


def test_the_big_screen_sends_nobody_to_a_seat_in_mid_game(organizer: Client, timed: Night) -> None:
    tick(start_game_clock(timed))
    unring_bell(night=timed, who=ORGANIZER)
    assert screen_now(timed, timezone.now() + MINUTE).slug == "play"
    Night.objects.update(bell_by=Night.BellBy.ORGANIZER)
    Bell.objects.all().delete()
    Round.objects.update(starts_at=None)
    timed.refresh_from_db()
    ring_bell(round_=round_of(timed), who=ORGANIZER)
    unring_bell(night=timed, who=ORGANIZER)
    assert screen_now(timed, timezone.now() + MINUTE).slug == "play"


def test_find_your_seat_is_said_only_where_there_are_seats(stranger: Client, night: Night) -> None:
    address = f"/n/{night.slug}/screen/"
    assert "Find your seat" in stranger.get(address).content.decode()
    night.rounds.filter(number__gt=1).delete()
    Night.objects.update(movement="winners-up", games=5)
    ring_bell(round_=round_of(night), who=ORGANIZER)
    Bell.objects.update(rung_at=F("rung_at") - 2 * MINUTE)
    page = stranger.get(address).content.decode()
    assert "Seats follow when every table has agreed" in page and "Find your seat" not in page


def test_a_canceled_bell_tells_no_table_that_has_confirmed_its_score_to_keep_playing(night: Night) -> None:
    def ring_and_cancel() -> str:
        """Ring and cancel the bell, and return what phones are told."""
        ring_bell(round_=round_of(night), who=ORGANIZER)
        unring_bell(night=night, who=ORGANIZER)
        return night.events.order_by("-pk")[0].public_text

    assert ring_and_cancel() == "Bell canceled, keep playing."
    write_total(game_at(night, 1, 2), 4, 1)
    assert ring_and_cancel() == "Bell canceled. If your score is not confirmed, keep playing."
