"""People with accounts: their browsers, their mailboxes, and signing in as they do it."""

from __future__ import annotations

import re

from django.core import mail
from django.test import Client
from django.utils import timezone

from tournament.club.accounts import account_for
from tournament.club.members import invite_member
from tournament.email.sending import send_waiting
from tournament.models import Account, Club, MemberInvitation, Membership, Role

ANN, BOB, CARLA = "ann@club.example", "bob@club.example", "carla@club.example"
CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", re.MULTILINE)
LINK = re.compile(r"https?://[^/\s]+(/\S+)")


def inbox(email: str) -> list[mail.EmailMessage]:
    """Send what waits, and return all that this address has got, oldest first."""
    send_waiting()
    return [message for message in mail.outbox if message.to == [email.lower()]]


def newest_code(email: str) -> str:
    """Return the code in the newest email to this address."""
    found = CODE.search(str(inbox(email)[-1].body))
    assert found
    return found[1]


def newest_link(email: str) -> str:
    """Return the path of the link in the newest email to this address."""
    found = LINK.search(str(inbox(email)[-1].body))
    assert found
    return found[1]


def sign_in(client: Client, email: str, *, to: str = "") -> Client:
    """Sign a browser in as a person does: the address, then the code that comes."""
    form = {"email": email} | ({"next": to} if to else {})
    asked = client.post("/sign-in/", form)
    assert asked.status_code == 302, asked.content.decode()
    typed = client.post(asked["Location"], {"code": newest_code(email)} | ({"next": to} if to else {}))
    assert typed.status_code == 302, typed.content.decode()
    if to:
        assert typed["Location"] == to
    return client


def account(email: str) -> Account:
    """Return the account of an address, into which its person has signed in before."""
    made = account_for(email=email)
    made.emailaddress_set.update(verified=True)  # type: ignore[attr-defined]
    Account.objects.filter(pk=made.pk, last_login=None).update(last_login=timezone.now())
    return made


def browser_of(email: str) -> Client:
    """Return a browser that is signed in with the account of this address."""
    client = Client()
    client.force_login(account(email), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def member(email: str) -> Membership:
    """Return the membership of an address that is in one club."""
    return Membership.objects.get(account__email=email)


def join(club: Club, email: str, role: Role = Role.ORGANIZER) -> Membership:
    """Make the account of an address a member, named as the address begins: Bob."""
    return Membership.objects.create(account=account(email), club=club, role=role, name=email.partition("@")[0].title())


def invitation(club: Club, email: str = BOB, role: Role = Role.SCORER) -> MemberInvitation:
    """Invite this address in Ann’s name, with no member as its maker."""
    return invite_member(club=club, email=email, name="Bob", role=role, who="Ann", site="https://euchre.example")


def club_log(club: Club) -> list[str]:
    """Return the lines of the club’s log, oldest first."""
    return [str(line) for line in club.log_entries.order_by("pk")]


def stop_organizing(how: str, bobs: Membership, by: Client) -> None:
    """Let Bob organize no more: an organizer removes him or makes him a scorer, or he leaves or deletes his account."""
    path, form, browser = {
        "removed": (f"/club/members/{bobs.pk}/remove/", {}, by),
        "scorer": (f"/club/members/{bobs.pk}/role/", {"role": "scorer"}, by),
        "left": (f"/account/clubs/{bobs.pk}/leave/", {}, browser_of(BOB)),
        "deleted": ("/account/delete/", {"email": BOB}, browser_of(BOB)),
    }[how]
    assert browser.post(path, form).status_code == 302
