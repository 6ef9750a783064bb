"""The club's log: who let whom in, changed what they may do, or let them go, line by line."""

from __future__ import annotations

from tournament.access import Who
from tournament.models import Club, ClubLogEntry, Invitation, Membership


def log_in_club(club: Club, who: Who | Membership | Invitation | str, text: str) -> None:
    """Write a line of the club's log."""
    ClubLogEntry.objects.create(club=club, actor=str(who)[:60], text=text[:300])
