"""Who is signed in to a club: browsers with the organizer's rights, and those of helpers with a part of them."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q

from tournament.models.clubs import Club
from tournament.models.keys import new_key

MOST_IDLE = timedelta(days=180)  # a browser that was not seen for so long is signed in no more
NAME_LENGTH = 24  # letters of a helper's or a member's name


class Role(models.TextChoices):
    """What somebody may do in a club."""

    ORGANIZER = "organizer", "Organizer"
    SCORER = "scorer", "Scorer"
    CHECK_IN = "check-in", "Check-in"
    ANNOUNCER = "announcer", "Announcer"

    @property
    def in_a_sentence(self) -> str:
        """How somebody with it helps: "as scorer", "at check-in"."""
        return "at check-in" if self is Role.CHECK_IN else f"as {self.label.lower()}"


def new_invitation_key() -> str:
    """A random key for an invitation's link, 99 bits."""
    return new_key(20)


def token_hash(token: str) -> str:
    """What the database keeps of a browser's token, so that nobody can sign in with what a copy of it holds."""
    return hashlib.sha256(token.encode()).hexdigest()


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Links that sign helpers in."""

    def open(self, now: datetime) -> Self:
        """Those that still work."""
        return self.filter(withdrawn_at=None, expires_at__gt=now)


class Invitation(models.Model):
    """A link that signs one helper in, until it expires. Another browser that opens it takes over from the first."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    name = models.CharField(max_length=NAME_LENGTH)  # the helper's, as the log says it
    key = models.CharField(max_length=40, unique=True, default=new_invitation_key)
    made_by = models.ForeignKey(
        "tournament.Membership", on_delete=models.SET_NULL, null=True, blank=True, related_name="helper_invitations"
    )  # None: without an account, as by the organizer's link
    made_through = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="helper_invitations"
    )  # the invitation by which its maker was signed in; None: by the link, or with an account
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.name} ({self.get_role_display().lower()})"

    def is_open(self, now: datetime) -> bool:
        """Whether it still signs somebody in."""
        return self.withdrawn_at is None and self.expires_at > now


class SignInQuerySet(models.QuerySet["SignIn"]):
    """Browsers that were signed in to a club."""

    def active(self, now: datetime) -> Self:
        """Those that still are."""
        lasting = Q(expires_at=None) | Q(expires_at__gt=now)
        return self.filter(lasting, ended_at=None, last_seen_at__gt=now - MOST_IDLE)


class SignIn(models.Model):
    """A browser that is signed in to a club. Only the browser has the token; here is its hash."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sign_ins")
    role = models.CharField(max_length=10, choices=Role.choices)
    invitation = models.ForeignKey(
        Invitation, on_delete=models.CASCADE, null=True, blank=True, related_name="sign_ins"
    )  # None: by the organizer's link
    token_hash = models.CharField(max_length=64, unique=True)
    browser = models.CharField(max_length=60)  # "Chrome on Windows"
    signed_in_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SignInQuerySet.as_manager()

    class Meta:
        ordering = ("-last_seen_at", "-pk")

    def __str__(self) -> str:
        return f"{self.invitation or 'The organizer'}, {self.browser}"

    def is_active(self, now: datetime) -> bool:
        """Whether this browser is still signed in."""
        lasts = self.expires_at is None or self.expires_at > now
        return lasts and self.ended_at is None and self.last_seen_at > now - MOST_IDLE
