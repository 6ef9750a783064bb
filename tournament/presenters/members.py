"""What the page of a club's members shows."""

from __future__ import annotations

from django.utils import timezone

from tournament.models import Club, Membership, Role

LOG_LINES = 50


def members_context(club: Club, mine: Membership | None) -> dict[str, object]:
    """The members, those who are invited, the roles to choose from, and the newest lines of the log."""
    return {
        "club": club,
        "mine": mine,
        "members": club.memberships.select_related("account"),
        "invitations": club.member_invitations.open(timezone.now()),
        "roles": Role.choices,
        "log": club.log_entries.all()[:LOG_LINES],
    }
