"""Game clocks for tests: start one, read one, and read what the night's log says about it."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.support.movement_nights import games_of
from tests.support.night import ORGANIZER
from tournament.models import Night, Round
from tournament.night.clock import start_clock
from tournament.night.games import sign_game

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def round_of(night: Night, number: int = 1) -> Round:
    """Read a round from the database by its number."""
    return night.rounds.get(number=number)


def start_game_clock(night: Night, number: int = 1, minutes: int = 0) -> datetime:
    """Start the clock of a game and return when it will ring."""
    start_clock(round_=round_of(night, number), who=ORGANIZER, minutes=minutes)
    rings_at = round_of(night, number).rings_at
    assert rings_at is not None
    return rings_at


def is_about(at: datetime | None, expected: datetime) -> bool:
    """Tell whether a time is within fifteen seconds of the expected one."""
    return at is not None and abs(at - expected) < 15 * SECOND


def log_texts(night: Night) -> list[str]:
    """List the texts of the night's log, oldest first."""
    return list(night.log_entries.order_by("pk").values_list("text", flat=True))


def all_scores_in(night: Night, number: int = 1) -> None:
    """Sign every game of a round, so that the seats of the next are posted."""
    for game in games_of(night, number):
        sign_game(game=game, winner="NS", who=ORGANIZER)
