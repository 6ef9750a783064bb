"""Nights that several test files of this folder begin with."""

from __future__ import annotations

import pytest

from tournament.models import Night


@pytest.fixture
def timed(night: Night) -> Night:
    """Two tables that play by the clock: 15 minutes a game, three minutes between games."""
    Night.objects.update(bell_by=Night.BellBy.CLOCK)
    night.refresh_from_db()
    return night
