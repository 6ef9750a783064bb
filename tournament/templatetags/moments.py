"""Moments for clocks that count in the browser: milliseconds since 1970, and how long it is until then."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from django import template
from django.utils import timezone

register = template.Library()


@register.simple_tag
def this_moment() -> datetime:
    """Now, to be named once where a page says it twice."""
    return timezone.now()


@register.filter
def epoch_ms(moment: datetime) -> int:
    """Milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


@register.filter
def left_at(until: datetime, now: datetime) -> str:
    """Minutes and seconds from `now` until then, 12:34; 0:00 when that is past."""
    seconds = max(0, ceil((until - now) / timedelta(seconds=1)))
    return f"{seconds // 60}:{seconds % 60:02}"


@register.filter
def zone_minutes(moment: datetime) -> int:
    """Minutes by which this place's clocks are ahead of UTC at that moment."""
    offset = timezone.localtime(moment).utcoffset()
    assert offset is not None  # a moment that knows its zone
    return offset // timedelta(minutes=1)
