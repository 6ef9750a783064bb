"""The broker of several processes that share one PostgreSQL: LISTEN and NOTIFY.

A notification is sent inside the event's transaction. PostgreSQL delivers it on commit, in the order of the commits. It
carries the whole event, so that no process has to read the database for its streams.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, LiteralString

from django.db import connection

from tournament.live.broker import Broker
from tournament.live.outages import log_outage
from tournament.models import Event

if TYPE_CHECKING:
    from psycopg import AsyncConnection

CHANNEL = "euchre_night"
RETRY = 1.0  # seconds until a lost connection is opened again
CHECK = 15.0  # seconds between two questions whether PostgreSQL is still there
LIMIT = 10.0  # seconds for its answer


class PostgreSQL(Broker):
    """Carries events by the database itself."""

    def send(self, event: Event) -> None:
        """Send an event within the running transaction: PostgreSQL keeps it until the commit."""
        payload = json.dumps(
            {"id": event.pk, "night_id": event.night_id, "topics": event.topics, "public_text": event.public_text}
        )
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])

    async def listen(self, heard: Callable[[Event], None], hears: Callable[[bool], None]) -> None:
        """Pass every event to `heard`, without end, and tell `hears` at each change whether events arrive.

        A connection that only listens is not told that the other end is gone, or that a router has forgotten it. So it
        asks now and then.
        """
        import psycopg

        parameters = connection.get_connection_params()
        for only_in_django in ("cursor_factory", "context", "prepare_threshold"):
            parameters.pop(only_in_django, None)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as listening:
                    await _ask(listening, f"LISTEN {CHANNEL}")
                    hears(True)
                    while True:
                        async for notice in listening.notifies(timeout=CHECK):
                            heard(Event(**json.loads(notice.payload)))
                        await _ask(listening, "SELECT 1")
            except psycopg.Error as error:
                log_outage(error)
            finally:
                hears(False)
            await asyncio.sleep(RETRY)


async def _ask(listening: AsyncConnection, query: LiteralString) -> None:
    """Run a query on the connection, and hang up when no answer comes: then it fails as on any lost connection.

    A query that is canceled would first be canceled on the server too, and that takes ten seconds more where the server
    is silent.
    """
    late = asyncio.get_running_loop().call_later(LIMIT, _hang_up, listening.fileno())
    try:
        await listening.execute(query)
    finally:
        late.cancel()


def _hang_up(file: int) -> None:
    with suppress(OSError), socket.socket(fileno=os.dup(file)) as line:
        line.shutdown(socket.SHUT_RDWR)
