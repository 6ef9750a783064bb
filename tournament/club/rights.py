"""Whether whoever asks for a change of a club still may: asked once nobody else can change its members and sign-ins."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from tournament.access import ORGANIZER, Who
from tournament.models import Club
from tournament.night.locking import lock_club
from tournament.people.errors import NotAllowed

WITH_LINK = "whoever signed in by the club’s link, or owns the club,"
FOR_MEMBERS = "organizers who signed in with their account, or by the club’s link,"


def lock_club_for(who: Who | str, club_id: int) -> Club:
    """Lock a club for a change that somebody asks for, and who waited for the lock may still make.

    :param who: who asks; in words, or as `ORGANIZER`, whoever has the database itself, as by a command.
    :raises NotAllowed: when they were removed, their role was changed, or they were signed out, in the meantime.
    :raises Gone: when the club was erased in the meantime.
    """
    club = lock_club(club_id)
    if not _is_unchanged(club, who):
        raise NotAllowed("What you may do in this club has just changed. Load the page again.")
    return club


def may_as_owner(club: Club, who: Who | str) -> bool:
    """Whether this organizer owns the club, or, where nobody does who has an account, was not just invited to help.

    The database is asked each time: within a lock the answer may be another one.
    """
    if isinstance(who, str) or who == ORGANIZER:
        return True
    if who.invited or not settings.ACCOUNTS:
        return not who.invited
    owner = club.memberships.filter(is_owner=True).first()
    return owner is None or owner == who.member


def require_owner(club: Club, who: Who | str) -> None:
    """Let through the owner of a club, and in a club that nobody owns with an account, organizers who were not invited.

    :raises NotAllowed: for other organizers.
    """
    require_not_invited(who, WITH_LINK)
    if not may_as_owner(club, who):
        raise NotAllowed("Only the club’s owner can do this, signed in with their account. Members says who that is.")


def require_not_invited(who: Who | str, others: str) -> None:
    """Let through whoever was not just invited to help: nothing they may do outlasts their invitation.

    :param others: who else can do it, in words.
    :raises NotAllowed: for whoever was.
    """
    if isinstance(who, Who) and who.invited:
        raise NotAllowed(f"You were invited to help. Only {others} can do this.")


def _is_unchanged(club: Club, who: Who | str) -> bool:
    if isinstance(who, str) or who == ORGANIZER:
        return True
    if who.member:
        return club.memberships.filter(pk=who.member.pk, role=who.role).exists()
    return who.sign_in is not None and club.sign_ins.active(timezone.now()).filter(pk=who.sign_in.pk).exists()
