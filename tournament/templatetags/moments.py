"""Moments for clocks that count down in the browser."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from django import template
from django.utils import timezone

register = template.Library()


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
    seconds = max(0, ceil((until - now) / timedelta(seconds=1)))
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def zone_minutes(moment: datetime) -> int:
    """The minutes by which local time is ahead of UTC at a moment."""
    offset = timezone.localtime(moment).utcoffset()
    assert offset is not None  # a local time knows its zone
    return offset // timedelta(minutes=1)
