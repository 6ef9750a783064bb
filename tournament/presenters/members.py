"""What the page of a club's members shows."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Club, ClubLogEntry, Membership, Role

LOG_LINES = 50


def newest_lines(club: Club) -> QuerySet[ClubLogEntry]:
    """The newest lines of the club's log."""
    return club.log_entries.all()[:LOG_LINES]


def members_context(club: Club, mine: Membership | None) -> dict[str, object]:
    """The members and who of them may get the club, who is invited, the roles, and the newest lines of the log."""
    members = list(club.memberships.select_related("account"))
    return {
        "club": club,
        "mine": mine,
        "members": members,
        "heirs": [member for member in members if not member.is_owner],
        "offered": next((member for member in members if member.offered_at), None),
        "invitations": club.member_invitations.open(timezone.now()),
        "roles": Role.choices,
        "log": newest_lines(club),
    }
