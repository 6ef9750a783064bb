"""Puts email into the queue."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Event

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.models import OutgoingEmail

something_waits = Event()  # wakes this process's sender; those of others look every few seconds


def queue_email(
    *, to: str, subject: str, body: str, useful_for: timedelta | None = None, sender: str = ""
) -> OutgoingEmail:
    """Queue a plain text email, which is sent if the transaction it is in is committed.

    :param useful_for: how long it is worth sending.
    :param sender: the address of the account that it is counted for, if it is.
    """
    until = timezone.now() + useful_for if useful_for else None
    email = OutgoingEmail.objects.create(
        to=to, subject=subject[:200], body=body, useful_until=until, sender=_mark(sender)
    )
    transaction.on_commit(something_waits.set)
    return email


def count_sent_for(sender: str, *, since: datetime) -> int:
    """Count the email that is counted for an account's address, also for clubs that were erased since."""
    return OutgoingEmail.objects.filter(sender=_mark(sender), created_at__gt=since).count()


def _mark(sender: str) -> str:
    """Return what stands for an address: the same after its account was deleted, and nobody reads it back."""
    return salted_hmac("email sender", sender, algorithm="sha256").hexdigest() if sender else ""
