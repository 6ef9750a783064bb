"""Starting a club, and its members: invited, changed, handed over, gone. Each leaves a line in the club's log."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournament.access import Who
from tournament.club.club_names import possible_club_name
from tournament.club.log import write_club_log
from tournament.club.rights import FOR_MEMBERS, lock_club_for, require_not_invited, require_owner
from tournament.club.sign_ins import end_invitations_of, made_by, shut_out_by_link
from tournament.email.queueing import count_sent_for, queue_email
from tournament.models import Account, Club, MemberInvitation, Membership, OutgoingEmail, Role
from tournament.models.sign_ins import NAME_LENGTH
from tournament.night.locking import lock_club, lock_clubs, write
from tournament.people.errors import Gone, NotAllowed, Refused
from tournament.people.names import clean_name, listed

LASTS = timedelta(days=7)  # an invitation
MOST_CLUBS = 20  # that one account may own
MOST_MEMBERS = 50  # of a club, with those who are invited
# Invitations of a club, and of all clubs of one owner: this site's email is not for sending to strangers.
MOST_A_DAY = 30
MOST_OFFERS_A_DAY = 5  # of a club to its members, each with an email
OFFERED = "offered the club to"  # as the log says it
OVER = "This invitation is over. Ask the club’s organizer for another one."


def start_club(*, account: Account, name: str, own_name: str) -> Club:
    """Start a club that this account owns.

    :raises Refused: without names, with names that are too long, or when the account owns many already.
    :raises Gone: when the account was deleted in the meantime.
    """
    name, own_name = possible_club_name(name), _member_name(own_name, "your name")
    with write():
        if not _lock_account(account):
            raise Gone("This account was deleted in the meantime. Nothing was changed by you.")
        if Membership.objects.filter(account=account, is_owner=True).count() >= MOST_CLUBS:
            raise Refused(f"You own {MOST_CLUBS} clubs. Hand one over before you start another.")
        club = Club.objects.create(name=name, has_link=False)
        owner = Membership.objects.create(account=account, club=club, role=Role.ORGANIZER, name=own_name, is_owner=True)
        write_club_log(club, owner, "started the club")
        return club


def invite_member(
    *,
    club: Club,
    email: str,
    name: str,
    role: Role,
    who: Who | str,
    site: str,
    to_own: bool = False,
) -> MemberInvitation:
    """Invite the account of an address, and send it an email that says how to accept.

    Another invitation to the same address, or another one to own the club, takes the place of the first. It ends when
    the member who makes it is no organizer anymore.

    :raises NotAllowed: when they are none already, or were invited to help themselves.
    :raises Refused: without a name, or when many are invited; with `to_own`, when there is an owner already; without
        it, for a member's address, or one that is invited to own the club.
    """
    email, name = email.lower(), _member_name(name, "their name")
    with write():
        lock_club_for(who, club.pk)
        require_not_invited(who, FOR_MEMBERS)
        now = timezone.now()
        if to_own and club.memberships.filter(is_owner=True).exists():
            raise Refused("This club has an owner, who can hand it over.")
        if not to_own and club.memberships.filter(account__email=email).exists():
            raise Refused("A member already has this address.")
        if not to_own and club.member_invitations.open(now).filter(email=email, to_own=True).exists():
            raise Refused("This address is invited to own the club already.")
        earlier = Q(email=email) | Q(to_own=True) if to_own else Q(email=email)
        club.member_invitations.open(now).filter(earlier).update(ended_at=now)
        waiting = club.member_invitations.open(now).count()
        if club.memberships.count() + waiting >= MOST_MEMBERS:
            raise Refused(f"A club has at most {MOST_MEMBERS} members. Remove somebody who no longer helps.")
        owner = _lock_account_of_owner(club)
        _require_few_invitations(club, owner, now - timedelta(days=1))
        made = MemberInvitation.objects.create(
            club=club,
            email=email,
            name=name,
            role=role,
            to_own=to_own,
            **made_by(who),
            expires_at=now + LASTS,
        )
        queue_email(
            to=email,
            subject=f"{club.name} invites you",
            body=_invitation(made, who, site),
            useful_for=LASTS,
            sender=owner.email if owner else "",
        )
        write_club_log(club, who, f"invited {made}")
        return made


def withdraw_member_invitation(*, invitation: MemberInvitation, who: Who) -> None:
    """Take an invitation back. Twice is once.

    :raises NotAllowed: when whoever asks may not anymore.
    """
    with write():
        club = lock_club_for(who, invitation.club_id)
        if club.member_invitations.filter(pk=invitation.pk, ended_at=None).update(ended_at=timezone.now()):
            write_club_log(club, who, f"withdrew the invitation of {invitation}")


def accept_member_invitation(*, invitation: MemberInvitation, account: Account) -> Membership:
    """Let an account into a club.

    :raises NotAllowed: for the account of another address.
    :raises Refused: when the invitation has expired, or was withdrawn, declined or accepted.
    """
    with write():
        club = lock_club(invitation.club_id)
        _end_own_invitation(invitation, account)
        if invitation.to_own and club.memberships.filter(is_owner=True).exists():
            raise Refused("This club has an owner now, who can invite you.")
        member, is_new = Membership.objects.get_or_create(
            account=account,
            club=club,
            defaults={"role": invitation.role, "name": invitation.name, "is_owner": invitation.to_own},
        )
        if is_new:
            write_club_log(club, member, "joined as the owner" if member.is_owner else "joined")
        elif invitation.to_own:
            _make_owner(member)
            write_club_log(club, member, "owns the club now")
        return member


def decline_member_invitation(*, invitation: MemberInvitation, account: Account) -> None:
    """Say no to an invitation.

    :raises NotAllowed: for the account of another address.
    :raises Refused: when it is over.
    """
    with write():
        club = lock_club(invitation.club_id)
        _end_own_invitation(invitation, account)
        write_club_log(club, invitation.name, "declined the invitation")


def change_role(*, member: Membership, role: Role, who: Who) -> None:
    """Let a member do something else from now on.

    :raises NotAllowed: when whoever asks may not anymore, or was invited to help.
    :raises Refused: for the owner.
    """
    with write():
        member = _lock_for(who, member)
        require_not_invited(who, FOR_MEMBERS)
        if member.is_owner:
            raise Refused("The owner is always an organizer.")
        if member.role == role:
            return
        write_club_log(member.club, who, f"made {member.name} {_a_role(role)}, who was {_a_role(Role(member.role))}")
        _end_links_of(member)
        member.role = role
        member.save(update_fields=["role"])


def remove_member(*, member: Membership, who: Who) -> None:
    """Take a member out of the club.

    :raises NotAllowed: when whoever asks may not anymore, or was invited to help.
    :raises Refused: for the owner.
    """
    with write():
        member = _lock_for(who, member)
        require_not_invited(who, FOR_MEMBERS)
        if member.is_owner:
            raise Refused("The owner cannot be removed, only hand the club over.")
        write_club_log(member.club, who, f"removed {member}")
        _end_links_of(member)
        member.delete()


def _end_links_of(member: Membership) -> None:
    """End what could bring a former organizer back: the invitations they made, and the ways in that they know.

    The ways in are the club's link and what was made with it. These stay where no other organizer has an account, for
    nobody else could get in; the member's own invitations end in any case.
    """
    end_invitations_of(member=member)
    others = member.club.memberships.filter(role=Role.ORGANIZER).exclude(pk=member.pk)
    if member.role == Role.ORGANIZER and others.exists():
        shut_out_by_link(club=member.club)
        if member.club.has_link:
            write_club_log(member.club, "The site", "made a new sign-in link")


def leave_club(*, member: Membership) -> None:
    """Leave a club of one's own accord.

    :raises Refused: for its owner.
    """
    with write():
        member = _lock(member)
        if member.is_owner:
            raise Refused("You own this club. Hand it over to another member before you leave.")
        write_club_log(member.club, member, "left the club")
        _end_links_of(member)
        member.delete()


def offer_club(*, owner: Membership, to: Membership, site: str) -> None:
    """Offer the club to another member, who owns it once they accept. An earlier offer ends. Twice is once.

    :raises NotAllowed: for a member who does not own it.
    :raises Refused: for the owner's own membership, or when it was offered many times within a day.
    """
    with write():
        owner, to = _lock_owner(owner), _lock(to)
        if to.pk == owner.pk:
            raise Refused("You already own this club.")
        if to.offered_at is not None:
            return
        a_day_ago = timezone.now() - timedelta(days=1)
        offers = owner.club.log_entries.filter(at__gt=a_day_ago, text__startswith=OFFERED)
        if offers.count() >= MOST_OFFERS_A_DAY:
            raise Refused(f"The club was offered {MOST_OFFERS_A_DAY} times in one day. Try again tomorrow.")
        owner.club.memberships.exclude(offered_at=None).update(offered_at=None)
        to.offered_at = timezone.now()
        to.save(update_fields=["offered_at"])
        queue_email(to=to.account.email, subject=f"{owner.club.name} is offered to you", body=_offer(owner, site))
        write_club_log(owner.club, owner, f"{OFFERED} {to.name}")


def end_offer(*, member: Membership, who: Who) -> None:
    """Take an offer of the club back, as its owner. Twice is once.

    :raises NotAllowed: when whoever asks does not own it, or not anymore.
    """
    with write():
        member = _lock_for(who, member)
        require_owner(member.club, who)
        _end_offer(member, who)


def decline_club(*, member: Membership) -> None:
    """Decline a club that was offered. Twice is once."""
    with write():
        member = _lock(member)
        _end_offer(member, member)


def _end_offer(member: Membership, who: Who | Membership) -> None:
    if member.offered_at is not None:
        member.offered_at = None
        member.save(update_fields=["offered_at"])
        write_club_log(member.club, who, f"ended the offer of the club to {member.name}")


def accept_club(*, member: Membership) -> None:
    """Take over a club that was offered. The one who owned it stays an organizer.

    :raises Refused: when it is no longer offered.
    """
    with write():
        member = _lock(member)
        if member.offered_at is None:
            raise Refused("The club is not offered to you anymore. Talk to its owner.")
        before = member.club.memberships.filter(is_owner=True).first()
        member.club.memberships.filter(is_owner=True).update(is_owner=False)
        _make_owner(member)
        whose = f" from {before.name}" if before else ""
        write_club_log(member.club, member, f"took the club over{whose}")


def _make_owner(member: Membership) -> None:
    member.is_owner, member.role, member.offered_at = True, Role.ORGANIZER, None
    member.save(update_fields=["is_owner", "role", "offered_at"])


def delete_account(*, account: Account) -> None:
    """Delete an account with its memberships and all that is stored about its person. Nothing in a night changes.

    Its clubs are locked first, as for every change of members, so none is handed over to it meanwhile. Twice is once.

    :raises Refused: while it owns clubs, with their names; when it joined one at this moment.
    """
    with write():
        locked = lock_clubs(Membership.objects.filter(account=account).values_list("club_id", flat=True))
        if not _lock_account(account):
            return
        members = list(Membership.objects.filter(account=account).select_related("club"))
        owned = [member.club.name for member in members if member.is_owner]
        if owned:
            them = "it" if len(owned) == 1 else "them"
            raise Refused(f"You own {listed(owned)}. Hand {them} over to another member first.")
        if not {member.club for member in members} <= set(locked):
            raise Refused("You have just joined a club. Look at your clubs, then try again to delete your account.")
        for member in members:
            write_club_log(member.club, member, "left the club, and deleted their account")
            _end_links_of(member)
        forget_address_of(account)
        account.delete()


def forget_address_of(account: Account) -> None:
    """Delete the email and the invitations that went to an account's address."""
    OutgoingEmail.objects.filter(to=account.email).delete()
    MemberInvitation.objects.filter(email=account.email).delete()


def _lock(member: Membership) -> Membership:
    """Read a member again with their club locked.

    :raises Refused: when they are no longer a member.
    """
    lock_club(member.club_id)
    return _again(member)


def _lock_for(who: Who, member: Membership) -> Membership:
    """Read a member again with their club locked, for somebody who may still change them.

    :raises NotAllowed: for whoever may not.
    :raises Refused: when they are no longer a member.
    """
    lock_club_for(who, member.club_id)
    return _again(member)


def _again(member: Membership) -> Membership:
    found = Membership.objects.select_related("club", "account").filter(pk=member.pk).first()
    if found is None:
        raise Refused("They are not a member anymore.")
    return found


def _lock_owner(member: Membership) -> Membership:
    found = _lock(member)
    if not found.is_owner:
        raise NotAllowed("Only the owner can hand the club over.")
    return found


def _lock_account(account: Account) -> bool:
    """Lock an account, and say whether it is still there."""
    return Account.objects.select_for_update().filter(pk=account.pk).first() is not None


def _lock_account_of_owner(club: Club) -> Account | None:
    """Read the account that owns a locked club, and lock it: its other clubs invite nobody meanwhile."""
    owner = club.memberships.filter(is_owner=True).first()
    return Account.objects.select_for_update().get(pk=owner.account_id) if owner else None


def _require_few_invitations(club: Club, owner: Account | None, since: datetime) -> None:
    """Refuse one too many of a club, or of its owner, who could erase the club and start another.

    :raises Refused: when there were as many as there may be.
    """
    if club.member_invitations.filter(made_at__gt=since).count() >= MOST_A_DAY:
        raise Refused(f"{MOST_A_DAY} people were invited in one day. Try again tomorrow.")
    if owner and count_sent_for(owner.email, since=since) >= MOST_A_DAY:
        raise Refused(f"{MOST_A_DAY} people were invited in one day to this owner’s clubs. Try again tomorrow.")


def _end_own_invitation(invitation: MemberInvitation, account: Account) -> None:
    if invitation.email != account.email:
        raise NotAllowed("This invitation went to another address. Sign in with that one to accept it.")
    now = timezone.now()
    if not MemberInvitation.objects.open(now).filter(pk=invitation.pk).update(ended_at=now):
        raise Refused(OVER)


def _member_name(name: str, whose: str) -> str:
    name = clean_name(name)
    if not name:
        raise Refused(f"Write {whose}: the log says who did what.")
    if len(name) > NAME_LENGTH:
        raise Refused(f"A member’s name has at most {NAME_LENGTH} letters. A first name is enough.")
    return name


def _a_role(role: Role) -> str:
    article = "an" if role.label[0] in "AEIOU" else "a"
    return f"{article} {role.label.lower()}" if role != Role.CHECK_IN else "check-in"


def _invitation(invitation: MemberInvitation, who: Who | str, site: str) -> str:
    role = "its owner" if invitation.to_own else _a_role(Role(invitation.role))
    return (
        f"Hello {invitation.name},\n\n"
        f"{who} invites you to help run {invitation.club.name} at Euchre Night, as\n{role}.\n\n"
        f"Sign in with this address, {invitation.email}, and accept there:\n\n"
        f"{site}/account/clubs/\n\n"
        f"The invitation lasts {LASTS.days} days. If you know nothing about it, do nothing.\n"
    )


def _offer(owner: Membership, site: str) -> str:
    return (
        f"{owner.name} wants to hand {owner.club.name} at Euchre Night over to you. You own it\n"
        "once you accept: you can then invite and remove its organizers, and hand it\nover yourself.\n\n"
        f"{site}/account/clubs/\n"
    )
