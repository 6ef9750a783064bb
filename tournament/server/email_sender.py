"""The thread of a serving process that sends email, on a site with accounts.

A thread and not a command by a timer: whoever waits for a code waits for the email, and there is one less thing to set
up. It wakes when this process queues an email, and looks every few seconds for those of other processes and for the
next tries. `manage.py send_email` does one round by hand.
"""

from __future__ import annotations

import logging
from threading import Event, Thread
from time import monotonic

from django.conf import settings

from tournament.club.accounts import forget_expired_sessions, forget_unused
from tournament.email.queueing import something_waits
from tournament.email.sending import forget_old, send_waiting
from tournament.live.outages import is_outage, log_outage
from tournament.live.own_connection import own_connection

LOOK_EVERY = 5.0  # seconds
TIDY_EVERY = 3600.0  # seconds
log = logging.getLogger(__name__)


class EmailSender:
    """Sends what waits until it is stopped."""

    def __init__(self) -> None:
        self._stopped = Event()
        self._tidied = -TIDY_EVERY
        self._thread = Thread(target=self._run, name="email", daemon=True)

    def start(self) -> None:
        """Begin, on a thread of its own: a mail server may take its time."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; email that is under way is still sent, if the mail server takes it in time."""
        self._stopped.set()
        something_waits.set()
        self._thread.join(settings.EMAIL_TIMEOUT)

    def round(self) -> None:
        """Send what is due, and forget what is old once an hour; the next round tries again what failed."""
        with own_connection():
            try:
                send_waiting(stopped=self._stopped.is_set)
                if monotonic() - self._tidied > TIDY_EVERY:
                    tidy()
                    self._tidied = monotonic()
            except Exception as error:
                if is_outage(error):
                    log_outage(error)
                else:
                    log.exception("Email could not be sent.")

    def _run(self) -> None:
        while not self._stopped.is_set():
            something_waits.clear()
            self.round()
            something_waits.wait(LOOK_EVERY)


def tidy() -> None:
    """Forget email, accounts and sessions that are no longer of use."""
    forget_old()
    forget_unused()
    forget_expired_sessions()


def start_email_sender() -> EmailSender | None:
    """Start sending where there are accounts; a hall sends nothing."""
    if not settings.ACCOUNTS:
        return None
    sender = EmailSender()
    sender.start()
    return sender
