"""The big screen after a night: it goes over to the club's next night, and to no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.night import ORGANIZER, game_at, play_hands
from tournament.models import Club, Night
from tournament.night.evenings import evening_date
from tournament.night.lifecycle import close_night

Status = Night.Status


@pytest.fixture
def over(night: Night) -> Night:
    """A night that was closed and revealed an hour ago."""
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    ago = timezone.now() - timedelta(hours=1)
    Night.objects.update(closed_at=ago, revealed_at=ago, date=evening_date(timezone.now()))
    night.refresh_from_db()
    return night


def another(night: Night, *, days: int = 0, started: float | None = None, club: Club | None = None) -> Night:
    """Create another night so many days later: in sign-up, or `started` so many minutes after this one's end."""
    assert night.closed_at is not None
    return Night.objects.create(
        club=club or night.club,
        name=f"Night in {days} days",
        date=night.date + timedelta(days=days),
        status=Status.SIGN_UP if started is None else Status.PLAYING,
        opened_at=None if started is None else night.closed_at + timedelta(minutes=started),
    )


def shows(client: Client, night: Night) -> str:
    """Return where the screen of this night goes: the slug of another night, or "" where it stays."""
    answer = client.get(f"/n/{night.slug}/screen/")
    part = client.get(f"/n/{night.slug}/screen/", headers={"HX-Request": "true"})
    assert answer.get("Location", "") == part.get("HX-Redirect", "")
    return answer.get("Location", "").removeprefix("/n/").removesuffix("/screen/")


def offered(client: Client, night: Night) -> list[str]:
    """Return the slugs of the nights that its screen links to."""
    html = client.get(f"/n/{night.slug}/screen/?stay=1").content.decode()
    return [other.slug for other in Night.objects.order_by("pk") if f'href="/n/{other.slug}/screen/"' in html]


def test_it_goes_over_when_the_next_night_starts(over: Night, stranger: Client) -> None:
    following = another(over, started=30)
    assert shows(stranger, over) == following.slug
    assert offered(stranger, over) == [following.slug], "whoever asks for the old one can stay"


def test_last_weeks_screen_goes_over_to_tonights_sign_up(over: Night, stranger: Client) -> None:
    following = another(over, days=7)
    assert shows(stranger, over) == "" and offered(stranger, over) == [following.slug], "today is not its day yet"
    Night.objects.filter(pk=over.pk).update(date=over.date - timedelta(days=7))
    Night.objects.filter(pk=following.pk).update(date=over.date)
    assert shows(stranger, over) == following.slug


def test_it_stays_while_the_winners_are_still_to_be_revealed_or_applauded(over: Night, stranger: Client) -> None:
    another(over, started=1)
    Night.objects.filter(pk=over.pk).update(revealed_at=timezone.now() - timedelta(minutes=4))
    assert shows(stranger, over) == ""
    Night.objects.filter(pk=over.pk).update(revealed_at=None)
    assert shows(stranger, over) == "" and offered(stranger, over) == [], "nothing beside a reveal that goes on"


def test_a_night_that_was_played_at_the_same_time_is_not_the_next_one(over: Night, stranger: Client) -> None:
    another(over, started=-30)
    assert shows(stranger, over) == "" and offered(stranger, over) == []


def test_two_nights_at_once_are_offered(over: Night, stranger: Client) -> None:
    both = [another(over, started=10), another(over, started=20)]
    assert shows(stranger, over) == "" and offered(stranger, over) == [one.slug for one in both]


def test_it_never_goes_to_a_night_of_another_club(over: Night, stranger: Client) -> None:
    another(over, started=10, club=Club.objects.create(name="Elsewhere"))
    assert shows(stranger, over) == "" and offered(stranger, over) == []


def test_a_night_that_is_played_stays_on_its_own_screen(night: Night, stranger: Client) -> None:
    Night.objects.create(club=night.club, name="B", date=night.date, status=Status.PLAYING, opened_at=timezone.now())
    assert shows(stranger, night) == ""
