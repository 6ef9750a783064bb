"""Which night of the club the big screen shows after one that is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models import Night
from tournament.night.evenings import evening_date

APPLAUSE = timedelta(minutes=5)  # that the winners stay on the screen after the last step
FORGOTTEN = timedelta(hours=6)  # after which nobody will reveal the standings anymore


@dataclass(frozen=True, slots=True)
class NextNights:
    """The club's nights after this one: the one that the screen goes over to by itself, and those that it offers."""

    goes_to: Night | None = None
    offers: tuple[Night, ...] = ()

    @classmethod
    def after(cls, night: Night, now: datetime) -> NextNights:
        """Find them for a night that is closed; a night that was played at the same time is not its next one."""
        if night.status != Night.Status.CLOSED or night.closed_at is None:
            return cls()
        later = [
            other
            for other in night.club.nights.filter(kind=Night.Kind.PROGRESSIVE).order_by("date", "pk")
            if other.pk != night.pk and (_is_on(other, night, now) or _is_to_come(other, night))
        ]
        under_way = [other for other in later if _is_on(other, night, now)]
        goes_over = len(under_way) == 1 and _is_over(night, now)
        return cls(under_way[0] if goes_over else None, tuple(under_way or later))


def _is_on(other: Night, night: Night, now: datetime) -> bool:
    """Whether it is on: it was started after the end of `night`, or takes sign-ups tonight when `night` was another
    day's.
    """
    if other.status == Night.Status.PLAYING:
        return other.opened_at is not None and night.closed_at is not None and other.opened_at > night.closed_at
    return other.status == Night.Status.SIGN_UP and night.date < other.date <= evening_date(now)


def _is_to_come(other: Night, night: Night) -> bool:
    return other.status == Night.Status.SIGN_UP and other.date >= night.date


def _is_over(night: Night, now: datetime) -> bool:
    """Whether the winners have had their applause, or nobody is waiting for them."""
    assert night.closed_at is not None  # it is closed
    shown = night.revealed_at and now - night.revealed_at >= APPLAUSE
    return bool(shown) or now - night.closed_at >= FORGOTTEN
