"""The club's evening, which midnight does not end: at six in the morning another begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tally.presenters.big_screen.next_night import NextNights
from tournament.models import Club, Night
from tournament.night.evenings import evening_date, is_tonight
from tournament.presenters.home import NextNight
from tournament.server.hall import tonight

CHICAGO = ZoneInfo("America/Chicago")
FRIDAY, SATURDAY = date(2026, 11, 27), date(2026, 11, 28)
SetClock = Callable[[str], datetime]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """A function that sets the laptop's clock, which is Chicago's: "27 23:50" is late on Friday."""

    def set_to(text: str) -> datetime:
        now = datetime.strptime(f"2026-11-{text}", "%Y-%m-%d %H:%M").replace(tzinfo=CHICAGO)
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    return set_to


def close(night: Night, at: datetime) -> None:
    """Close a night and reveal it, as if it had been played."""
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED, closed_at=at, revealed_at=at)
    night.refresh_from_db()


@pytest.mark.parametrize(
    ("clock", "evening", "are_tonight"),
    [
        ("27 06:00", FRIDAY, {FRIDAY}),
        ("27 19:00", FRIDAY, {FRIDAY}),
        ("27 23:59", FRIDAY, {FRIDAY}),
        ("28 00:00", FRIDAY, {FRIDAY, SATURDAY}),
        ("28 05:59", FRIDAY, {FRIDAY, SATURDAY}),
        ("28 06:00", SATURDAY, {SATURDAY}),
    ],
)
def test_an_evening_ends_at_six_in_the_morning(
    clock: str, evening: date, are_tonight: set[date], set_clock: SetClock
) -> None:
    with timezone.override(CHICAGO):
        now = set_clock(clock)
        assert evening_date(now) == evening
        days = [FRIDAY + timedelta(days=offset) for offset in range(-1, 4)]
        assert {day for day in days if is_tonight(day, now)} == are_tonight


def test_a_night_that_was_closed_before_midnight_stays_closed_after_a_start_past_midnight(
    club: Club, set_clock: SetClock
) -> None:
    with timezone.override(CHICAGO):
        set_clock("27 19:00")
        night = tonight()
        assert night.date == FRIDAY
        close(night, set_clock("27 23:40"))
        for clock in ("27 23:59", "28 00:10", "28 05:59"):
            set_clock(clock)
            assert tonight() == night, f"the evening's night is offered at {clock}"
        assert Night.objects.count() == 1
        set_clock("28 06:00")
        following = tonight()
        assert following != night and following.date == SATURDAY


def test_a_night_that_began_after_midnight_stays_closed_that_night_and_the_day_after(
    club: Club, set_clock: SetClock
) -> None:
    with timezone.override(CHICAGO):
        set_clock("28 00:20")
        night = tonight()
        close(night, set_clock("28 01:50"))
        for clock in ("28 02:00", "28 19:00", "29 01:00"):
            set_clock(clock)
            assert tonight() == night, clock
        set_clock("29 06:00")
        assert tonight() != night


def test_after_midnight_the_evenings_night_is_still_tonights_on_the_home_page(
    stranger: Client, club: Club, set_clock: SetClock
) -> None:
    with timezone.override(CHICAGO):
        set_clock("27 19:00")
        friday = tonight()
        later = Night.objects.create(club=club, name="Later", date=SATURDAY + timedelta(days=7))
        set_clock("28 00:30")
        assert NextNight(friday, None).is_today and not NextNight(later, None).is_today
        html = stranger.get("/").content.decode()
        assert html.index(f"/n/{friday.slug}/") < html.index(f"/n/{later.slug}/")


def test_at_midnight_the_big_screen_does_not_leave_the_winners_for_the_next_evenings_sign_up(
    club: Club, set_clock: SetClock
) -> None:
    with timezone.override(CHICAGO):
        set_clock("27 19:00")
        friday = tonight()
        saturday = Night.objects.create(club=club, name="Saturday", date=SATURDAY)
        close(friday, set_clock("27 23:40"))
        assert NextNights.after(friday, set_clock("28 00:10")).goes_to is None
        assert NextNights.after(friday, set_clock("28 18:00")).goes_to == saturday
