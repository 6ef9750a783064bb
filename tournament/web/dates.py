"""Dates and times as the hall's locale writes them; templates use the filters of the same names, `date` and `time`."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format, get_format, time_format


def long_date(day: date) -> str:
    """A day with its weekday: Friday, October 16, 2026."""
    return f"{date_format(day, 'l')}, {date_format(day)}"


def paper_date(day: date, *, day_first: bool) -> str:
    """A day with its weekday on paper: Friday, October 16, 2026, or Friday, 16 October 2026."""
    return date_format(day, "l, j F Y") if day_first else long_date(day)


def short_paper_date(day: date, *, day_first: bool) -> str:
    """The same in few letters: Oct 16, 2026, or 16 Oct 2026."""
    return date_format(day, "j M Y" if day_first else "M j, Y")


def short_day(day: date) -> str:
    """A day of the year in few letters, for a column: Oct 16."""
    return date_format(day, "M j" if get_format("DATE_FORMAT").startswith("F") else "j M")


def day_and_time(moment: datetime) -> str:
    """A moment in few letters: 4:37 PM today; else Oct 16, 4:37 PM, with the year unless it is this one."""
    local, now = timezone.localtime(moment), timezone.localtime()
    if local.date() == now.date():
        return time_of_day(moment)
    day = short_day(local) if local.year == now.year else date_format(local)
    return f"{day}, {time_of_day(moment)}"


def time_of_day(moment: datetime) -> str:
    """A moment's local time: 4:37 PM."""
    return time_format(timezone.localtime(moment))


def time_with_seconds(moment: datetime) -> str:
    """A moment's local time to the second, which tells copies of one minute apart: 4:37:05 PM."""
    return time_format(timezone.localtime(moment), "g:i:s A" if dial_hours() == 12 else "H:i:s")


def clock_time(moment: datetime) -> str:
    """A moment's local time as a clock on the wall shows it: 4:37."""
    return time_format(timezone.localtime(moment), "g:i" if dial_hours() == 12 else "H:i")


def dial_hours() -> int:
    """Whether the locale's clocks count 12 hours or 24."""
    return 12 if set(get_format("TIME_FORMAT")) & set("aAPgh") else 24
