"""Writes about accounts: made, their sessions ended, forgotten."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from tournament.models import Account

UNUSED = timedelta(days=1)  # until an account into which nobody ever signed in is forgotten


@transaction.atomic
def account_for(*, email: str) -> Account:
    """Return the account of an address, and make it where there is none: nobody is signed in to it yet.

    One that nobody ever signed in to stays another while: a code for it is on its way.
    """
    email = email.lower()
    account, is_new = Account.objects.get_or_create(email=email, defaults={"password": make_password(None)})
    if is_new:
        EmailAddress.objects.create(user=account, email=email, primary=True, verified=False)
    elif account.last_login is None:
        Account.objects.filter(pk=account.pk).update(joined_at=timezone.now())
    return account


@transaction.atomic
def end_all_sessions(*, account: Account) -> None:
    """End all of an account's sessions, also those that nothing lists."""
    account.set_unusable_password()  # a new value, and no session's signature fits anymore
    account.save(update_fields=["password"])
    for session in UserSession.objects.filter(user=account):
        session.end()


def forget_unused(now: datetime | None = None) -> None:
    """Delete accounts that somebody asked a code for and never signed in to."""
    old = (now or timezone.now()) - UNUSED
    Account.objects.filter(last_login=None, joined_at__lt=old).delete()


def forget_expired_sessions() -> None:
    """Delete sessions that have expired, and what allauth noted about them: the browser and its address."""
    SessionStore.clear_expired()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
