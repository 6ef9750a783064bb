"""Test one phone before the night: it reached the laptop, it hears live messages, it keeps taps. The desk is told."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Event, Night
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused

TESTED = "tested"  # topic of what a phone reports, for the desk alone: no phone looks again
AT_MOST = 60  # reports a minute of one player, or of all phones together that are nobody's


def report_phone_check(*, night: Night, mark: str, live: float | None, keeps: bool, who: Who) -> None:
    """A phone reports, with the `mark` of its page, which hears it; `live`: seconds until it heard its own report.

    :raises Refused: when the night is over, to strangers while it is played, or when everybody tests at once.
    """
    with write():
        night = lock_night(night.pk)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Test a phone when the next one begins.")
        if night.status == Night.Status.PLAYING and who.entry is None and not who.organizer:
            raise Refused("The night is being played. Scan the code on your tally card, then test this phone.")
        name = str(who.entry or "A phone")
        before = night.events.filter(topics__contains=TESTED, who=name, at__gt=timezone.now() - timedelta(minutes=1))
        if before.count() >= AT_MOST and not who.organizer:
            raise Refused("Many phones are being tested at once. Wait a minute, then try again.")
        words = "has reached this laptop"
        if live is not None:
            words += f"; live messages arrive in {live:.1f} s"
            words += f"; {'taps' if keeps else 'no taps'} are kept while the Wi-Fi is away"
        announce(night.pk, TESTED, f"test-{mark}", who=name, text=words)


def newest_phone_check(night: Night) -> Event | None:
    """What the last phone that was tested reported."""
    return night.events.filter(topics__contains=TESTED).order_by("-pk").first()
