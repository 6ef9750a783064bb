"""The club's evening, which ends in the morning: a night that began on Friday is Friday's until six o'clock."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

ENDS_AT = timedelta(hours=6)  # after midnight, by the laptop's clock


def evening_date(now: datetime) -> date:
    """Return the day on which the evening that lasts now has begun."""
    return (timezone.localtime(now).replace(tzinfo=None) - ENDS_AT).date()


def is_tonight(day: date, now: datetime) -> bool:
    """Return whether a night of this day is tonight's: the calendar's, or after midnight that of the evening, too."""
    return day in {timezone.localdate(now), evening_date(now)}
