"""Who belongs to a club of a hosted site, with an account: members, invitations, and the log of any club."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q

from tournament.models.accounts import Account
from tournament.models.clubs import Club
from tournament.models.sign_ins import NAME_LENGTH, Invitation, Role


class Membership(models.Model):
    """An account in a club, with what it may do there. One member owns the club and is always an organizer."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    name = models.CharField(max_length=NAME_LENGTH)  # as the log says it
    is_owner = models.BooleanField(default=False)
    offered_at = models.DateTimeField(null=True, blank=True)  # when the owner offered them the club
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-is_owner", "pk")
        constraints = (
            models.UniqueConstraint(fields=("account", "club"), name="one_membership_a_club"),
            models.UniqueConstraint(fields=("club",), condition=Q(is_owner=True), name="one_owner_a_club"),
            models.CheckConstraint(
                condition=Q(is_owner=False) | Q(role=Role.ORGANIZER, offered_at=None), name="owners_organize"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.get_role_display().lower()})"


class MemberInvitationQuerySet(models.QuerySet["MemberInvitation"]):
    """Invitations of any state."""

    def open(self, now: datetime) -> Self:
        """Those that can still be accepted."""
        return self.filter(ended_at=None, expires_at__gt=now)


class MemberInvitation(models.Model):
    """Invites the account of one address into a club. There is no secret link: whoever signs in with it may accept."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_invitations")
    email = models.EmailField()  # in lower case
    name = models.CharField(max_length=NAME_LENGTH)
    role = models.CharField(max_length=10, choices=Role.choices)
    to_own = models.BooleanField(default=False)  # whoever accepts owns the club, which has no owner yet
    made_by = models.ForeignKey(
        Membership, on_delete=models.SET_NULL, null=True, blank=True, related_name="invitations"
    )  # None: without an account, by the organizer's link or by whoever hosts the site
    made_through = models.ForeignKey(
        Invitation, on_delete=models.SET_NULL, null=True, blank=True, related_name="member_invitations"
    )  # the invitation by which its maker was signed in; None: by the link, or with an account
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)  # accepted, declined or withdrawn

    objects = MemberInvitationQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("email",), condition=Q(ended_at=None), name="invitations_of_address"),)

    def __str__(self) -> str:
        return f"{self.name} ({self.get_role_display().lower()})"


class ClubLogEntry(models.Model):
    """A line of the club's log: who let whom in, signed in or out, or changed the link, a role or the name.

    There are no addresses in it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=60)
    text = models.CharField(max_length=300)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("club", "id"), name="log_of_a_club"),)

    def __str__(self) -> str:
        return f"{self.actor} {self.text}"
