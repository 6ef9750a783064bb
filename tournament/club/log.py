"""The club's log: who let whom in, signed in or out, or changed the link, a role or the club's name."""

from __future__ import annotations

from tournament.access import Who
from tournament.models import Club, ClubLogEntry, Invitation, Membership


def write_club_log(club: Club, who: Who | Membership | Invitation | str, text: str) -> None:
    """Write a line of the club's log."""
    ClubLogEntry.objects.create(club=club, actor=str(who)[:60], text=text[:300])
