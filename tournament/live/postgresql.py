"""Events between several processes that share one PostgreSQL, by LISTEN and NOTIFY.

A notification is sent inside the event's transaction. PostgreSQL delivers it on commit, in the order of the commits. It
carries the whole event, so that no process has to read the database for its streams.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

from django.db import connection

from tournament.live.outages import log_outage
from tournament.models import Event

CHANNEL = "euchre_night"
RETRY = 1.0  # seconds until a lost connection is opened again


def notify(event: Event) -> None:
    """Send this event to every process when the running transaction commits."""
    payload = json.dumps(
        {"id": event.pk, "night_id": event.night_id, "topics": event.topics, "public_text": event.public_text}
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


async def listen(heard: Callable[[Event], None], missed: Callable[[], None]) -> None:
    """Pass every event to `heard`, without end. Call `missed` when a connection, and perhaps an event, was lost."""
    import psycopg

    parameters = connection.get_connection_params()
    for only_in_django in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(only_in_django, None)
    lost = False
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                if lost:
                    missed()
                async for notice in listening.notifies():
                    heard(Event(**json.loads(notice.payload)))
        except psycopg.OperationalError as error:
            log_outage(error)
        lost = True
        await asyncio.sleep(RETRY)
