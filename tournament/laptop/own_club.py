"""The club that this laptop is for: its organizer alone sees the laptop's page, and may stop it."""

from __future__ import annotations

from django.conf import settings

from tournament.laptop.running import running_night
from tournament.models import Club


def laptops_club() -> Club | None:
    """Return the club that this laptop is for; with `--demo` that is the demo's."""
    return Club.objects.filter(is_demo=settings.DEMO).order_by("pk").first()


def laptop_serves(club: Club) -> bool:
    """Return whether this process serves a hall, and the club is the one that the laptop is for."""
    return running_night() is not None and club == laptops_club()
