"""The club of a laptop that has none yet: a night needs one, and its name can wait."""

from __future__ import annotations

from tournament.models import Club

NAME = "Our club"


def first_club() -> Club:
    """Start the club of a laptop that has none."""
    return Club.objects.create(name=NAME)
