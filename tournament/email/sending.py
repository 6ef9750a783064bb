"""Sends the email that waits in the queue.

Any number of processes may do it: whoever moves a row's next try first has claimed it, and holds no transaction or lock
of the database while the mail server answers. A process that dies meanwhile leaves the row for the next try, with the
same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db.models import F
from django.utils import timezone

from tournament.models import OutgoingEmail
from tournament.models.email import MOST_TRIES

CLAIM = timedelta(minutes=5)  # until another process may try a claimed row; sending one takes at most some 40 s
FORGET_AFTER = timedelta(days=30)
log = logging.getLogger(__name__)


def send_waiting(now: datetime | None = None, stopped: Callable[[], bool] = lambda: False) -> int:
    """Send what is due, each row by one process, and say how many were sent.

    No other is sent once `stopped`. The failures of an email are logged by its number, never with its address or text.
    """
    sent = 0
    for email in _claimed(now or timezone.now(), stopped):
        try:
            _message(email).send()  # by a connection of its own: mostly there is one email, and none breaks another
        except Exception as error:
            _failed(email, error)
        else:
            sent += 1
            _end(email, sent_at=timezone.now())
    return sent


def forget_old(now: datetime | None = None) -> None:
    """Delete the rows of email that was sent or given up long ago."""
    old = (now or timezone.now()) - FORGET_AFTER
    OutgoingEmail.objects.filter(created_at__lt=old).exclude(sent_at=None, gave_up_at=None).delete()


def _claimed(now: datetime, stopped: Callable[[], bool]) -> Iterator[OutgoingEmail]:
    """Each due email, once this process has claimed it; those that are no longer of use are given up."""
    for email in OutgoingEmail.objects.due(now).order_by("next_try_at", "pk")[:100]:
        if stopped():
            return  # the server is ending
        at = max(now, timezone.now())  # those before it may have taken their time
        claim = OutgoingEmail.objects.filter(pk=email.pk, next_try_at=email.next_try_at).waiting()
        if not claim.update(next_try_at=at + CLAIM, tries=F("tries") + 1):
            continue  # another process was quicker
        email.tries += 1
        if email.useful_until and email.useful_until < at:
            _give_up(email, "it came too late")
        else:
            yield email


def _message(email: OutgoingEmail) -> EmailMessage:
    headers = {"Message-ID": email.message_id, "Auto-Submitted": "auto-generated"}
    return EmailMessage(email.subject, email.body, to=[email.to], headers=headers)


def _failed(email: OutgoingEmail, error: Exception) -> None:
    email.problem = type(error).__name__[:100]
    if email.tries >= MOST_TRIES:
        _give_up(email, email.problem)
    else:
        OutgoingEmail.objects.filter(pk=email.pk).update(problem=email.problem, next_try_at=timezone.now() + email.wait)
        log.warning("Email %s was not sent (%s). It is tried again in %s.", email.pk, email.problem, email.wait)


def _give_up(email: OutgoingEmail, why: str) -> None:
    _end(email, gave_up_at=timezone.now(), problem=why)
    log.error("Email %s was given up after %s tries: %s.", email.pk, email.tries, why)


def _end(email: OutgoingEmail, **fields: datetime | str) -> None:
    """Say what became of an email, and erase its text."""
    OutgoingEmail.objects.filter(pk=email.pk).update(body="", **fields)
