"""The laptop's address, watched while it serves a hall: pages with a code on them take the new one by themselves."""

from __future__ import annotations

import logging

from tournament.laptop.running import running_night
from tournament.live.events import tell
from tournament.live.outages import is_outage, log_outage
from tournament.live.own_connection import own_connection
from tournament.models import Night
from tournament.night.locking import write
from tournament.night.phone_check import MOVED
from tournament.web.hall_network import present_site

log = logging.getLogger(__name__)


class AddressWatch:
    """Tells open pages when codes lead elsewhere than the last time that it looked."""

    def __init__(self) -> None:
        self._led_to = ""

    def look(self) -> None:
        """Look once, on a thread of the server. A failure is logged, and what it should have told is told next time."""
        if running_night() is None:
            return
        try:
            site = present_site()
            if self._led_to not in ("", site):
                with own_connection():
                    tell_pages()
            self._led_to = site
        except Exception as error:
            if is_outage(error):
                log_outage(error)
            else:
                log.exception("The laptop's address could not be looked at.")


def tell_pages() -> None:
    """Let the open pages of all nights that are not closed ask for their codes again."""
    with write():
        for night in Night.objects.exclude(status=Night.Status.CLOSED):
            tell(night.pk, MOVED, "room", text="")
