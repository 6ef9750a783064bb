"""The broker of a hall on one laptop, where one process does everything: events go straight to its own hub."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from django.db import transaction

from tournament.live.broker import Broker
from tournament.live.hub import hub, notices_of
from tournament.live.messages import GONE, messages
from tournament.models import Event


class InProcess(Broker):
    """Passes events on within this process. It works without a server, too: then nobody has a stream open."""

    def send(self, event: Event) -> None:
        """Pass an event to the hub when the running transaction commits."""
        if event.topics == GONE:
            transaction.on_commit(lambda: hub.end_night(event.night_id))
        else:
            transaction.on_commit(lambda: hub.publish(event.night_id, messages([event]), notices_of(event), event.pk))

    async def listen(self, heard: Callable[[Event], None], hears: Callable[[bool], None]) -> None:
        """Say once that events arrive: nothing can come between."""
        hears(True)
        await asyncio.Event().wait()
