"""The club's dates as a calendar (.ics), as phones and calendar programs read it."""

from __future__ import annotations

from datetime import UTC, datetime, time

from django.urls import reverse
from icalendar import Calendar, Event

from tournament.models import Club, Night

KIND = "text/calendar; charset=utf-8"


def club_calendar(club: Club, site: str) -> bytes:
    """Every night of the club as an event of a whole day, which leads to the night's public page.

    A night has a day and no hour. Old results and single tables are no dates.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Euchre Night//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    for night in club.nights.filter(kind=Night.Kind.PROGRESSIVE).order_by("date", "pk"):
        calendar.add_component(_event(night, site))
    content: bytes = calendar.to_ical()
    return content


def _event(night: Night, site: str) -> Event:
    """A night. Its id never changes, so a calendar that is read again moves it instead of doubling it."""
    event = Event()
    event.add("uid", f"{night.slug}@euchre-night")
    event.add("dtstamp", night.created_at or datetime.combine(night.date, time(), UTC))
    event.add("dtstart", night.date)
    event.add("summary", night.name)
    event.add("url", site + reverse("seats", args=[night.slug]))
    event.add("transp", "TRANSPARENT")  # the day is not taken up
    return event
