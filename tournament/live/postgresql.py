"""Several processes over one PostgreSQL: a committed event reaches all of them, through LISTEN and NOTIFY.

A notice is sent inside the event's transaction, so PostgreSQL delivers it when that is committed, in the order of the
commits. It carries the event whole: no process reads the database to tell its streams.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

from django.db import connection

from tournament.models import Event

CHANNEL = "euchre_night"
AGAIN = 1.0  # seconds until a lost connection is tried again
log = logging.getLogger(__name__)


def notify(event: Event) -> None:
    """Tell every process of this event once the running transaction is committed."""
    payload = json.dumps(
        {"id": event.pk, "night_id": event.night_id, "topics": event.topics, "public_text": event.public_text}
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


async def listen(heard: Callable[[Event], None], missed: Callable[[], None]) -> None:
    """Hear every event, for ever. `missed` is called when events may have been, after a connection was lost."""
    import psycopg

    terms = connection.get_connection_params()
    for only_in_django in ("cursor_factory", "context", "prepare_threshold"):
        terms.pop(only_in_django, None)
    lost = False
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**terms, autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                if lost:
                    missed()
                async for notice in listening.notifies():
                    heard(Event(**json.loads(notice.payload)))
        except psycopg.OperationalError as error:
            log.warning("The database does not tell of changes (%s); trying again.", error)
        lost = True
        await asyncio.sleep(AGAIN)
