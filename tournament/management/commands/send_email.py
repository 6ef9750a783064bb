"""`manage.py send_email`: send the email that waits, once."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tournament.email.sending import send_waiting
from tournament.management.plain_command import PlainCommand
from tournament.models import OutgoingEmail


class Command(PlainCommand):
    """Sends what waits and says what is left. A serving process does it by itself; this is for looking into a fault."""

    help = "On a hosted site: send the email that waits. It says how much is left. A serving process does it by itself."

    def handle(self, *args: Any, **options: Any) -> None:
        """Send one round."""
        sent, left = send_waiting(), OutgoingEmail.objects.waiting()
        self.stdout.write(f"{sent} sent, {left.count()} waiting.")
        for email in left.exclude(problem="").order_by("next_try_at"):
            at = timezone.localtime(email.next_try_at)
            self.stdout.write(f"Email {email.pk}: {email.problem}; try {email.tries + 1} at {at:%H:%M}.")
