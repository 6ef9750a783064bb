"""Signing in and out: by the organizer's link, by an invitation, and ending any of them. Each is in the club's log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from tournament.access import ORGANIZER, Who
from tournament.club.log import write_club_log
from tournament.club.rights import lock_club_for, require_owner
from tournament.models import Club, Invitation, Membership, Role, SignIn
from tournament.models.clubs import new_club_key
from tournament.models.keys import new_token
from tournament.models.sign_ins import NAME_LENGTH, token_hash
from tournament.night.locking import lock_club, write
from tournament.people.errors import NotAllowed, Refused
from tournament.people.names import clean_name

SEEN_EVERY = timedelta(minutes=10)  # how often a browser's visit is written down
CROWDED_WITHIN = timedelta(minutes=10)
MOST_BROWSERS = 12  # that one invitation signs in within that time
MOST_OPEN = 50  # invitations of a club


class InvitationOver(Refused):
    """An invitation has expired or was withdrawn."""

    def __init__(self) -> None:
        super().__init__("This invitation is over. Ask the organizer for another one.")


def sign_in_by_link(*, club: Club, browser: str) -> str:
    """Sign a browser in as the organizer, and return the token for its cookie.

    :raises NotAllowed: when the link was renewed or turned off meanwhile.
    """
    with write():
        now = lock_club(club.pk)
        if now.key != club.key or not now.has_link:
            raise NotAllowed("This sign-in link is not valid anymore. Ask the organizer for the new one.")
        write_club_log(now, ORGANIZER, f"signed in by the link on {browser}")
        return _sign_in(now, Role.ORGANIZER, browser)


def sign_in_on_laptop(*, club: Club, browser: str) -> str:
    """Sign the laptop's own browser in as the organizer, and return the token for its cookie."""
    with write():
        now = lock_club(club.pk)
        write_club_log(now, ORGANIZER, f"signed in on the laptop with {browser}")
        return _sign_in(now, Role.ORGANIZER, browser)


def accept_invitation(*, invitation: Invitation, browser: str) -> str:
    """Sign a helper's browser in, in place of the one that the invitation signed in before; return the token.

    :raises InvitationOver: when it has expired, or was withdrawn.
    :raises Refused: when it was used many times just now.
    """
    with write():
        now = timezone.now()
        lock_club(invitation.club_id)
        if not Invitation.objects.open(now).filter(pk=invitation.pk).exists():
            raise InvitationOver
        if invitation.sign_ins.filter(signed_in_at__range=(now - CROWDED_WITHIN, now)).count() >= MOST_BROWSERS:
            raise Refused(
                "This invitation was opened many times. Wait ten minutes, or ask the organizer for another one."
            )
        before = invitation.sign_ins.active(now).first()
        invitation.sign_ins.filter(ended_at=None).update(ended_at=now)
        took_over = f", which took over from {before.browser}" if before else ""
        write_club_log(invitation.club, invitation, f"signed in on {browser}{took_over}")
        return _sign_in(invitation.club, Role(invitation.role), browser, invitation)


def _sign_in(club: Club, role: Role, browser: str, invitation: Invitation | None = None) -> str:
    token = new_token()
    SignIn.objects.create(
        club=club,
        role=role,
        invitation=invitation,
        token_hash=token_hash(token),
        browser=browser[:60],
        last_seen_at=timezone.now(),
        expires_at=invitation.expires_at if invitation else None,
    )
    return token


def note_seen(sign_in: SignIn, now: datetime) -> None:
    """Note that a browser was here, if that was not noted just before."""
    if abs(now - sign_in.last_seen_at) < SEEN_EVERY:
        return
    with write():
        SignIn.objects.filter(pk=sign_in.pk).update(last_seen_at=now)


def made_by(who: Who | str) -> dict[str, Any]:
    """Who makes an invitation, as its columns have it: a member, or whoever another invitation let in."""
    if isinstance(who, str):
        return {}
    return {"made_by": who.member, "made_through": who.sign_in.invitation if who.sign_in else None}


def invite(*, club: Club, name: str, role: Role, lasts: timedelta, who: Who) -> Invitation:
    """Make an invitation for one helper. It ends when the member who makes it is no organizer anymore.

    :raises NotAllowed: when they are none already.
    :raises Refused: without a name, with one that is too long, or when too many are open.
    """
    name = clean_name(name)
    if not name:
        raise Refused("Write the helper’s name: the log says it beside what they do.")
    if len(name) > NAME_LENGTH:
        raise Refused(f"A helper’s name has at most {NAME_LENGTH} letters. A first name is enough.")
    with write():
        lock_club_for(who, club.pk)
        now = timezone.now()
        if club.invitations.open(now).count() >= MOST_OPEN:
            raise Refused(f"{MOST_OPEN} invitations are open. Withdraw those that nobody needs.")
        made = Invitation.objects.create(club=club, name=name, role=role, **made_by(who), expires_at=now + lasts)
        write_club_log(club, who, f"invited {made} to help")
        return made


def withdraw_invitation(*, invitation: Invitation, who: Who) -> None:
    """Let an invitation open nothing anymore, and sign out whom it signed in. Twice is once.

    What was made through it is withdrawn, too.

    :raises NotAllowed: when whoever asks may not anymore.
    """
    with write():
        club = lock_club_for(who, invitation.club_id)
        now = timezone.now()
        if Invitation.objects.filter(pk=invitation.pk, withdrawn_at=None).update(withdrawn_at=now):
            write_club_log(club, who, f"withdrew the invitation of {invitation}")
        invitation.sign_ins.filter(ended_at=None).update(ended_at=now)
        _end_what_was_made_through(invitation)


def end_sign_in(*, sign_in: SignIn, who: Who) -> None:
    """Sign another browser out. Twice is once.

    :raises NotAllowed: when whoever asks may not anymore.
    """
    with write():
        club = lock_club_for(who, sign_in.club_id)
        if SignIn.objects.filter(pk=sign_in.pk, ended_at=None).update(ended_at=timezone.now()):
            write_club_log(club, who, f"signed out {sign_in}")


def sign_out_browser(*, sign_in: SignIn) -> None:
    """Sign one's own browser out. Twice is once."""
    with write():
        club = lock_club(sign_in.club_id)
        if SignIn.objects.filter(pk=sign_in.pk, ended_at=None).update(ended_at=timezone.now()):
            write_club_log(club, sign_in.invitation or ORGANIZER, f"signed out on {sign_in.browser}")


def sign_out_everywhere(*, club: Club, who: Who | str, but: SignIn | None = None) -> tuple[int, int]:
    """Sign out every browser of the club but this one, and withdraw all invitations; return how many of each.

    Of the invitations by email, only those end that were made by the link.

    :raises NotAllowed: when whoever asks may not anymore.
    """
    with write():
        lock_club_for(who, club.pk)
        now = timezone.now()
        withdrawn = club.invitations.open(now).count()
        club.invitations.filter(withdrawn_at=None).update(withdrawn_at=now)
        write_club_log(club, who, "signed out everywhere else" if but else "signed everybody out")
        withdrawn += _end_invitations_by_link(club)
        others = club.sign_ins.exclude(pk=but.pk) if but else club.sign_ins.all()
        return others.active(now).update(ended_at=now), withdrawn


def renew_link(*, club: Club, who: Who | str) -> Club:
    """Give the organizer a new link. The old one opens nothing anymore; who is signed in stays so.

    Open invitations by email to organize that were made by the link end.

    :raises NotAllowed: when whoever asks may not anymore, or an account owns the club that is not theirs.
    """
    with write():
        club = lock_club_for(who, club.pk)
        require_owner(club, who)
        club.key, club.has_link = new_club_key(), True
        club.save(update_fields=["key", "has_link"])
        write_club_log(club, who, "made a new sign-in link")
        _end_invitations_by_link(club, role=Role.ORGANIZER)
        return club


def end_invitations_of(*, member: Membership) -> None:
    """Withdraw the invitations that a member made, of either kind, and sign out the helpers who came in by them.

    Call it inside the transaction of a change, with the club locked.
    """
    _end_invitations_to_help(member.club, f"made by {member.name}", made_by=member)
    _end_invitations_to_join(member.club, f"made by {member.name}", made_by=member)


def shut_out_by_link(*, club: Club) -> None:
    """Take away every way in as an organizer that needs no account.

    Whoever is no organizer anymore may know one. Invitations that were made without an account end as well, whatever
    they are for. Call it inside the transaction of that change, with the club locked.
    """
    why = "which could let a former organizer back in"
    _end_invitations_to_help(club, why, role=Role.ORGANIZER)
    _end_invitations_to_help(club, "made by the sign-in link", made_by=None)
    _end_invitations_by_link(club)
    club.sign_ins.filter(role=Role.ORGANIZER, ended_at=None).update(ended_at=timezone.now())
    Club.objects.filter(pk=club.pk).update(key=new_club_key())


def _end_invitations_to_help(club: Club, why: str, **which: object) -> None:
    """End these invitations, and what was made through them, also through those that are over."""
    now = timezone.now()
    for invitation in club.invitations.filter(**which):
        was_open = club.invitations.open(now).filter(pk=invitation.pk).update(withdrawn_at=now)
        # One that is over may have left its browser in: whoever signs out everywhere else stays.
        was_in = invitation.sign_ins.active(now).update(ended_at=now)
        if was_open:
            write_club_log(club, "The site", f"withdrew the invitation of {invitation}, {why}")
        elif was_in:
            write_club_log(club, "The site", f"signed out {invitation}, by an invitation {why}")
        _end_what_was_made_through(invitation)


def _end_what_was_made_through(invitation: Invitation) -> None:
    if invitation.role != Role.ORGANIZER:  # others invite nobody
        return
    _end_invitations_to_help(invitation.club, f"made by {invitation.name}", made_through=invitation)
    _end_invitations_to_join(invitation.club, f"made by {invitation.name}", made_through=invitation)


def _end_invitations_by_link(club: Club, **which: object) -> int:
    """End invitations by email that were made by the link, and return how many.

    Whoever hosts the site made those to own the club.
    """
    return _end_invitations_to_join(club, "made by the sign-in link", made_by=None, to_own=False, **which)


def _end_invitations_to_join(club: Club, why: str, **which: object) -> int:
    now = timezone.now()
    ended = list(club.member_invitations.open(now).filter(**which))
    for invitation in ended:
        invitation.ended_at = now
        invitation.save(update_fields=["ended_at"])
        write_club_log(club, "The site", f"withdrew the invitation of {invitation}, {why}")
    return len(ended)


def turn_link_off(*, club: Club, who: Who) -> None:
    """Let the organizer's link open nothing, and sign out whom it signed in: members sign in with their accounts.

    Open invitations to organize that were made by it end.

    :raises NotAllowed: when whoever asks may not anymore, or an account owns the club that is not theirs.
    :raises Refused: where nobody could get in anymore.
    """
    with write():
        club = lock_club_for(who, club.pk)
        require_owner(club, who)
        if not club.memberships.filter(is_owner=True).exists():
            raise Refused("Nobody owns this club with an account: without the link nobody would get in.")
        club.key, club.has_link = new_club_key(), False
        club.save(update_fields=["key", "has_link"])
        write_club_log(club, who, "turned the sign-in link off")
        by_link = {"made_by": None, "made_through": None, "role": Role.ORGANIZER}
        _end_invitations_to_help(club, "made by the sign-in link", **by_link)
        _end_invitations_by_link(club, role=Role.ORGANIZER, made_through=None)
        club.sign_ins.filter(invitation=None, ended_at=None).update(ended_at=timezone.now())
