"""The page of helpers and sign-ins."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Prefetch
from django.utils import timezone

from tournament.access import Who
from tournament.club.sign_ins import SEEN_EVERY
from tournament.models import Club, Invitation, SignIn
from tournament.presenters.members import club_log_page
from tournament.web.addresses import qr_svg


def invitation_address(invitation: Invitation, site: str) -> str:
    """The address in the code of an invitation."""
    return f"{site}/h/{invitation.key}/"


def _shows_code(who: Who, invitation: Invitation) -> bool:
    """Whether somebody may see how to accept an invitation: whoever was invited, their own and those they made."""
    if not who.invited or who.sign_in is None:
        return True
    return who.sign_in.invitation_id in (invitation.pk, invitation.made_through_id)


def helpers_context(club: Club, site: str, who: Who, mine: SignIn | None, log_page: str) -> dict[str, object]:
    """Open invitations with their codes, every browser that is signed in, and a page of the club's log.

    When a browser was here is noted every few minutes, so nothing is said more exactly than that.

    :param who: who looks; of an invitation whose code they may not see the address and the code are empty.
    :param mine: the sign-in of the browser that looks.
    """
    now = timezone.now()
    newest_first = Prefetch("sign_ins", SignIn.objects.order_by("-pk"))
    addresses = [
        (one, invitation_address(one, site) if _shows_code(who, one) else "")
        for one in club.invitations.open(now).prefetch_related(newest_first)
    ]
    return {
        "club": club,
        "invitations": [(one, address, qr_svg(address) if address else "") for one, address in addresses],
        "sign_ins": club.sign_ins.active(now).select_related("invitation"),
        "recently": now - SEEN_EVERY,
        "recent_minutes": SEEN_EVERY // timedelta(minutes=1),
        "mine": mine,
        "log": club_log_page(club, log_page),
        "has_accounts": settings.ACCOUNTS,
        "owned": settings.ACCOUNTS and club.memberships.filter(is_owner=True).exists(),
    }
