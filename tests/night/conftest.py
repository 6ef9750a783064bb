"""Nights that several test files of this folder start from."""

from __future__ import annotations

import pytest

from tests.support.movement_nights import open_guest_night, play_round
from tournament.models import Night


@pytest.fixture
def timed(night: Night) -> Night:
    """A two-table night played by the clock: 15 minutes a game, three minutes between games."""
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    night.refresh_from_db()
    return night


@pytest.fixture
def ten_players(empty_night: Night, short_searches: None) -> Night:
    """A night of four games with ten players at two tables, after its first game."""
    night = open_guest_night(empty_night, 10)
    play_round(night, 1)
    return night
