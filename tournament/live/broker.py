"""What carries events from the process that wrote them to every process with open streams. One setting chooses it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from django.db import connection

from tournament.models import Event


class Broker(Protocol):
    """Carries events between processes, or within the only one.

    Each promises the same: an event arrives after its transaction has committed, and never if it has not. A night's
    events arrive in the order of their ids, each once. Where one may have been lost, `hears` is told, and every page
    gets a replay.
    """

    def send(self, event: Event) -> None:
        """Send an event to every process as soon as the running transaction commits. Called in any thread."""

    async def listen(self, heard: Callable[[Event], None], hears: Callable[[bool], None]) -> None:
        """Pass every event to `heard`, without end, and tell `hears` at each change whether events arrive."""


@cache
def broker() -> Broker:
    """Return this process's broker: PostgreSQL where it has the data, nothing where one process does everything."""
    if connection.vendor == "postgresql":
        from tournament.live.postgresql import PostgreSQL

        return PostgreSQL()
    from tournament.live.in_process import InProcess

    return InProcess()
