"""Game clocks for tests: start one, read one, and what the night announced about it."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.support.night import ORGANIZER
from tournament.models import Night, Round
from tournament.night.clock import start_clock

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def round_of(night: Night, number: int = 1) -> Round:
    """A round by its number, as it is now."""
    return night.rounds.get(number=number)


def start_game_clock(night: Night, number: int = 1, minutes: int = 0) -> datetime:
    """Start the clock of a game, and return when it will ring."""
    start_clock(round_=round_of(night, number), who=ORGANIZER, minutes=minutes)
    rings_at = round_of(night, number).rings_at
    assert rings_at is not None
    return rings_at


def is_about(at: datetime | None, expected: datetime) -> bool:
    """Whether a moment is within five seconds of the expected one."""
    return at is not None and abs(at - expected) < 5 * SECOND


def announcements(night: Night) -> list[str]:
    """The texts of the night's log, oldest first."""
    return list(night.log_entries.order_by("pk").values_list("text", flat=True))
