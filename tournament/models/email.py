"""Email that waits to be sent, and what became of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import make_msgid
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

MOST_TRIES = 8
FIRST_WAIT = timedelta(seconds=30)  # before the second try; each wait is three times as long as the one before


def new_message_id() -> str:
    """A Message-ID of this site, the same at every try, so that a mailbox shows a repeated email once."""
    address = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ")
    return make_msgid(domain=address or "localhost")


class OutgoingEmailQuerySet(models.QuerySet["OutgoingEmail"]):
    """Email of any state."""

    def waiting(self) -> Self:
        """Those that are still to be sent."""
        return self.filter(sent_at=None, gave_up_at=None)

    def due(self, now: datetime) -> Self:
        """Those that are to be sent, or tried again, by now."""
        return self.waiting().filter(next_try_at__lte=now)


class OutgoingEmail(models.Model):
    """One email to one address. Its text may hold a code or a link that signs somebody in: it is erased at the end."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField(blank=True)  # empty once it was sent or given up
    sender = models.CharField(max_length=64, blank=True)  # a mark of the address it is sent for, where that is counted
    message_id = models.CharField(max_length=255, default=new_message_id)
    created_at = models.DateTimeField(default=timezone.now)
    useful_until = models.DateTimeField(null=True, blank=True)  # a code that has expired is not sent anymore
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)
    gave_up_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=100, blank=True)  # the kind of the last failure, never its text

    objects = OutgoingEmailQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("next_try_at",), condition=Q(sent_at=None, gave_up_at=None), name="email_waiting"),
            models.Index(fields=("sender", "created_at"), condition=~Q(sender=""), name="email_of_sender"),
        )

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"

    @property
    def wait(self) -> timedelta:
        """How long to wait before the next try, after this many."""
        return FIRST_WAIT * float(3 ** max(0, self.tries - 1))
