"""What the page of a club's members shows."""

from __future__ import annotations

from django.core.paginator import Page, Paginator
from django.utils import timezone

from tournament.models import Club, ClubLogEntry, Membership, Role

LOG_LINES = 50  # on a page


def club_log_page(club: Club, page: str) -> Page[ClubLogEntry]:
    """The club's log, newest first; a page that does not exist is the first or the last."""
    return Paginator(club.log_entries.all(), LOG_LINES).get_page(page)


def members_context(club: Club, mine: Membership | None, log_page: str) -> dict[str, object]:
    """The members and who of them may get the club, who is invited, the roles, and a page of the log."""
    members = list(club.memberships.select_related("account"))
    return {
        "club": club,
        "mine": mine,
        "members": members,
        "heirs": [member for member in members if not member.is_owner],
        "offered": next((member for member in members if member.offered_at), None),
        "invitations": club.member_invitations.open(timezone.now()),
        "roles": Role.choices,
        "log": club_log_page(club, log_page),
    }
