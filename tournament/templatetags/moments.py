"""Dates and moments as pages show them, and for clocks that count down in the browser."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone

from tournament.night.round_clocks import minutes_and_seconds
from tournament.web.dates import clock_time, day_and_time, dial_hours, long_date, time_with_seconds

register = template.Library()
register.filter(long_date)
register.filter(clock_time)
register.filter(day_and_time)
register.filter(time_with_seconds)
register.simple_tag(dial_hours)


@register.simple_tag
def this_moment() -> datetime:
    """The current time; a template stores it once when it needs the same moment twice."""
    return timezone.now()


@register.filter
def epoch_ms(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


@register.filter
def left_at(until: datetime, now: datetime) -> str:
    """The time from `now` until a moment as minutes and seconds, 12:34, or 0:00 when it is past."""
    return minutes_and_seconds(until - now)


@register.filter
def as_clock(left: timedelta) -> str:
    """A time that stands still as minutes and seconds, 12:34."""
    return minutes_and_seconds(left)


@register.filter
def zone_minutes(moment: datetime) -> int:
    """The minutes by which local time is ahead of UTC at a moment."""
    offset = timezone.localtime(moment).utcoffset()
    assert offset is not None  # a local time knows its zone
    return offset // timedelta(minutes=1)


@register.filter
def minutes_until(moment: datetime, now: datetime) -> int:
    """The whole minutes from a moment until `now`."""
    return max(0, (now - moment) // timedelta(minutes=1))
