"""Puts email into the queue."""

from __future__ import annotations

from datetime import timedelta
from threading import Event

from django.db import transaction
from django.utils import timezone

from tournament.models import OutgoingEmail

something_waits = Event()  # wakes this process's sender; those of others look every few seconds


def queue_email(*, to: str, subject: str, body: str, useful_for: timedelta | None = None) -> OutgoingEmail:
    """Queue a plain text email, which is sent if the transaction it is in is committed.

    :param useful_for: how long it is worth sending.
    """
    until = timezone.now() + useful_for if useful_for else None
    email = OutgoingEmail.objects.create(to=to, subject=subject[:200], body=body, useful_until=until)
    transaction.on_commit(something_waits.set)
    return email
