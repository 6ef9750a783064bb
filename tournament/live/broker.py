"""What carries events from the process that wrote them to every process with open streams. One setting chooses it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from django.conf import settings
from django.db import connection

from tournament.models import Event
from tournament.people.errors import Refused


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

    async def follow(self, night_id: int) -> None:
        """Return once every event of a night is heard here. Most brokers bring those of all nights.

        :raises ConnectionError: when the broker is away.
        """
        return

    def leave(self, night_id: int) -> None:
        """Stop hearing of a night, because its last stream here has ended."""
        return


@cache
def broker() -> Broker:
    """Return this process's broker: the one that EUCHRE_BROKER names, else what the database needs.

    :raises Refused: when EUCHRE_BROKER names none that there is.
    """
    if settings.BROKER:
        return _named(settings.BROKER)
    if connection.vendor == "postgresql":
        from tournament.live.postgresql import PostgreSQL

        return PostgreSQL()
    from tournament.live.in_process import InProcess

    return InProcess()


def _named(address: str) -> Broker:
    if not address.startswith(("nats://", "tls://")):
        raise Refused("EUCHRE_BROKER is the address of a NATS server, as in nats://127.0.0.1:4222, or is not set.")
    try:
        from tournament.live.nats import Nats
    except ModuleNotFoundError:
        raise Refused("EUCHRE_BROKER needs a library: .venv/bin/pip install -e '.[postgres,nats]'") from None
    return Nats(address)
