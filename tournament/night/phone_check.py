"""Reports of phones that were checked before the night: what each measured, for the desk to show."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Night, PhoneCheck
from tournament.models.activity import PHONE_TEST
from tournament.night.locking import lock_night, write
from tournament.people.errors import Refused

TESTED = "tested"  # the topic of every report; only the desk listens to it
MOST_OF_A_NIGHT = 1000  # reports of the same in a whole night
MOST_REPORTS = 60  # reports a minute of one player's phone, or of all phones without a player together


def report_phone_check(*, night: Night, page_id: str, live_delay: float | None, stores_taps: bool, who: Who) -> None:
    """Record that a phone reached the laptop, and what its page measured.

    :param page_id: identifies the reporting page, which listens for its own report.
    :param live_delay: seconds until the page heard its own report; None when it has not heard one yet.
    :param stores_taps: whether the phone can store taps while the Wi-Fi is down.
    :raises Refused: when the night is closed, for strangers while it is played, or when too many phones report at once.
    """
    with write():
        night = lock_night(night.pk)
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Test a phone when the next one starts.")
        if night.status == Night.Status.PLAYING and who.entry is None and not who.organizer:
            raise Refused("The night is being played. Scan the code on your tally card, then test this phone.")
        name = str(who.entry or "A phone")
        now = timezone.now()
        reports = night.phone_checks.filter(phone_name=name)
        recent = reports.filter(at__range=(now - timedelta(minutes=1), now))
        if recent.count() >= MOST_REPORTS and not who.organizer:
            raise Refused("Many phones are being tested at once. Wait a minute, then try again.")
        if reports.count() >= MOST_OF_A_NIGHT and not who.organizer:
            raise Refused(
                "So many phones were tested tonight that no more tests are kept. This one reaches the laptop."
            )
        text = PHONE_TEST
        if live_delay is not None:
            text += f"; live messages take {live_delay:.1f} s"
            text += f"; {'taps' if stores_taps else 'no taps'} are kept while the Wi-Fi is down"
        PhoneCheck.objects.create(night=night, phone_name=name, result=text)
        announce(night.pk, TESTED, f"test-{page_id}", actor=name, text=text)


def newest_phone_check(night: Night) -> PhoneCheck | None:
    """The report of the last phone that was checked."""
    return night.phone_checks.order_by("-pk").first()
