"""What the page of a person's clubs shows."""

from __future__ import annotations

from django.utils import timezone

from tournament.models import Account, Club, MemberInvitation, Membership, Night
from tournament.presenters.home import newest_open_night


def my_clubs_context(account: Account) -> dict[str, object]:
    """The clubs with what is on, and the invitations to this address."""
    memberships = Membership.objects.filter(account=account).select_related("club").order_by("club__name", "pk")
    return {
        "clubs": [
            {"member": member, "club": member.club, "open": newest_open_night(member.club), "last": _last(member.club)}
            for member in memberships
        ],
        "invitations": MemberInvitation.objects.open(timezone.now()).filter(email=account.email).select_related("club"),
    }


def _last(club: Club) -> Night | None:
    return club.nights.filter(status=Night.Status.CLOSED).order_by("-date", "-pk").first()
