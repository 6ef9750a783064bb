"""What an account's page shows, and what is stored about its person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet
from django.http import HttpRequest

from tournament.models import Account, Invitation, MemberInvitation, Membership, OutgoingEmail
from tournament.web.browsers import browser_of


def account_context(request: HttpRequest, account: Account) -> dict[str, object]:
    """The passkeys, and the sign-ins with this browser's own first."""
    sign_ins = UserSession.objects.purge_and_list(account)
    here = request.session.session_key
    return {
        "account": account,
        "passkeys": Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).order_by("pk"),
        "sign_ins": [
            {"id": one.pk, "is_here": one.session_key == here, "browser": browser_of(one.user_agent), "row": one}
            for one in sorted(sign_ins, key=lambda one: (one.session_key != here, -one.pk))
        ],
    }


def stored_about(account: Account) -> Mapping[str, Any]:
    """Everything that the site stores about an account's person, as they may take it out."""
    return {
        "email": account.email,
        "account since": account.joined_at,
        "last sign-in": account.last_login,
        "clubs": [
            {
                "club": member.club.name,
                "name": member.name,
                "role": member.get_role_display(),
                "owner": member.is_owner,
                "since": member.joined_at,
            }
            for member in Membership.objects.filter(account=account).select_related("club").order_by("pk")
        ],
        "invitations": _invited(MemberInvitation.objects.filter(email=account.email)),
        "invited by you, as members": _invited(MemberInvitation.objects.filter(made_by__account=account)),
        "invited by you, as helpers": _invited(Invitation.objects.filter(made_by__account=account)),
        "passkeys": [
            {"name": key.wrap().name, "added": key.created_at, "last used": key.last_used_at}
            for key in Authenticator.objects.filter(user=account).order_by("pk")
        ],
        "signed in": [
            {"since": one.created_at, "address": one.ip, "browser": one.user_agent}
            for one in UserSession.objects.filter(user=account).order_by("pk")
        ],
        "email sent in the last 30 days": [
            {"subject": email.subject, "when": email.created_at}
            for email in OutgoingEmail.objects.filter(to=account.email).order_by("pk")
        ],
    }


def _invited(invitations: QuerySet[Invitation] | QuerySet[MemberInvitation]) -> list[dict[str, Any]]:
    """Who was invited to which club, as what and when."""
    return [
        {"club": one.club.name, "name": one.name, "role": one.get_role_display(), "when": one.made_at}
        for one in invitations.select_related("club").order_by("pk")
    ]
