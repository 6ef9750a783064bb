"""The club's dates as a calendar: what programs read, who has it, and that it stays the same event."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from icalendar import Calendar, Event

from tests.support.night import nothing_changes
from tournament.models import Club, Night
from tournament.web.addresses import calendar_address, calendar_token


def events_in(content: bytes) -> list[Event]:
    """Read the events of a calendar."""
    return list(Calendar.from_ical(content).walk("VEVENT"))


@pytest.fixture
def dates(club: Club) -> list[Night]:
    """Two nights to come, and two that are no dates."""
    kinds = {"Table": Night.Kind.SINGLE_TABLE, "Old": Night.Kind.TOTALS}
    for name, kind in kinds.items():
        Night.objects.create(club=club, name=name, date=date(2026, 1, 1), kind=kind)
    name = "Tuesday euchre; ham, soap & “Łódź” " + "é" * 24
    return [
        Night.objects.create(club=club, name=name, date=date(2026, 12, 1)),
        Night.objects.create(club=club, name="Christmas\\party", date=date(2026, 12, 22)),
    ]


def test_nights_are_whole_days_with_their_names(dates: list[Night], organizer: Client) -> None:
    answer = organizer.get("/club/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8" and "attachment" in answer["Content-Disposition"]
    events = events_in(answer.content)
    assert [(str(event["summary"]), event.decoded("dtstart")) for event in events] == [
        (night.name, night.date) for night in dates
    ]
    assert [str(event["url"]) for event in events] == [f"http://testserver/n/{night.slug}/" for night in dates]
    assert str(Calendar.from_ical(answer.content)["x-wr-calname"]) == "Tuesday club"


def test_lines_end_and_fold_as_the_standard_says(dates: list[Night], organizer: Client) -> None:
    content = organizer.get("/club/calendar.ics").content
    lines = content.split(b"\r\n")
    assert b"\n" not in b"".join(lines) and content.endswith(b"END:VCALENDAR\r\n")
    assert max(map(len, lines)) <= 75 and any(line.startswith(b" ") for line in lines)


def test_a_night_that_moves_stays_the_same_event(dates: list[Night], organizer: Client) -> None:
    def ids() -> list[str]:
        return [str(event["uid"]) for event in events_in(organizer.get("/club/calendar.ics").content)]

    before, first = ids(), organizer.get("/club/calendar.ics").content
    assert organizer.get("/club/calendar.ics").content == first, "the same nights are the same bytes"
    Night.objects.filter(pk=dates[0].pk).update(name="Moved", date=date(2026, 12, 8))
    assert ids() == before and len(set(before)) == 2


def test_players_subscribe_without_a_key_of_the_club(dates: list[Night], organizer: Client, stranger: Client) -> None:
    club = dates[0].club
    page = organizer.get("/club/data/").content.decode()
    address = calendar_address(club, "http://testserver")
    assert address in page and club.key not in address
    with nothing_changes():
        answer = stranger.get(address)
    assert answer.status_code == 200 and answer.content == organizer.get("/club/calendar.ics").content
    assert stranger.get("/club/calendar.ics").status_code == 403
    secrets = [club.key, *(night.join_key for night in dates)]
    assert not any(secret.encode() in answer.content for secret in secrets)


@pytest.mark.parametrize("made_up", ["1.ics", "1.abc.ics", "x.ics", ".ics", "1.{other}.ics"])
def test_a_made_up_address_is_not_found(club: Club, stranger: Client, made_up: str) -> None:
    other = calendar_token(Club.objects.create(name="Others")).partition(".")[2]
    assert stranger.get(f"/calendar/{made_up.format(other=other)}").status_code == 404


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(name=st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60))
def test_any_name_is_read_back(club: Club, organizer: Client, name: str) -> None:
    Night.objects.update_or_create(club=club, date=date(2026, 12, 1), defaults={"name": name})
    [event] = events_in(organizer.get("/club/calendar.ics").content)
    assert str(event["summary"]) == name
