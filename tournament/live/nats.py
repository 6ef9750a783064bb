"""The broker of many processes: a NATS server, with a subject for each night.

PostgreSQL lets transactions that notify commit one at a time, and every process hears every event. A NATS server does
the work outside the database, and a process hears only the nights that have streams there. Its messages are sent after
the commit and may be lost, which `InOrder` makes good: the promise is the same as PostgreSQL's.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from hashlib import sha256
from typing import TYPE_CHECKING

import nats
from django.conf import settings
from django.db import Error, transaction
from nats.errors import Error as NatsError

from tournament.live.broker import Broker
from tournament.live.in_order import InOrder
from tournament.live.outages import BROKER_AWAY, is_outage, log_outage
from tournament.live.stored_events import event_before
from tournament.models import Event

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

RETRY = 1.0  # seconds until a lost connection is opened again
LIMIT = 5  # seconds for a connection
CHECK = 5  # seconds between two questions whether the server is still there; two without an answer mean no
UNANSWERED = 2
AWAY = "the broker is away"
log = logging.getLogger(__name__)


class Nats(Broker):
    """Carries events by a NATS server at an address such as `nats://user:password@host:4222`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: Client | None = None
        self._outgoing: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()
        self._order: InOrder  # of the newest connection
        self._followed: dict[int, asyncio.Task[Subscription]] = {}
        self._ending: set[asyncio.Task[None]] = set()  # the event loop holds its tasks weakly

    def send(self, event: Event) -> None:
        """Send an event when the running transaction commits, without waiting for the server.

        Where the server is away, or this is a command's process, other processes find the event in the database.
        """
        fields = {"id": event.pk, "night_id": event.night_id, "topics": event.topics, "public_text": event.public_text}
        content = json.dumps([event_before(event), fields]).encode()
        transaction.on_commit(partial(self._hand_over, event.night_id, content))

    def _hand_over(self, night_id: int, content: bytes) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the server is stopping, and its loop is closed
                self._loop.call_soon_threadsafe(self._put, night_id, content)

    def _put(self, night_id: int, content: bytes) -> None:
        if self._client is not None:
            self._outgoing.put_nowait((night_id, content))

    async def listen(self, heard: Callable[[Event], None], hears: Callable[[bool], None]) -> None:
        """Pass every event to `heard`, without end, and tell `hears` at each change whether events arrive."""
        self._loop = asyncio.get_running_loop()
        while True:
            try:
                await self._serve(heard, hears)
            except (OSError, NatsError) as error:
                log_outage(error, BROKER_AWAY)
            await asyncio.sleep(RETRY)

    async def _serve(self, heard: Callable[[Event], None], hears: Callable[[bool], None]) -> None:
        """Serve over one connection until it is lost."""
        lost = asyncio.Event()

        async def closed() -> None:
            lost.set()

        try:
            client = await nats.connect(
                self._address,
                name="Euchre Night",
                allow_reconnect=False,  # it would go on without what was sent in the meantime
                connect_timeout=LIMIT,
                reconnect_time_wait=0,
                max_reconnect_attempts=1,  # of the first connection; 0 would mean without end
                ping_interval=CHECK,
                max_outstanding_pings=UNANSWERED,
                closed_cb=closed,
                error_cb=_ignore,
            )
        except BaseException:
            hears(False)
            raise
        self._client, self._order, self._outgoing = client, InOrder(heard), asyncio.Queue()
        tasks = [
            asyncio.create_task(work) for work in (self._send_all(client), self._keep_up(self._order), lost.wait())
        ]
        try:
            hears(True)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done() and (error := task.exception()):
                    raise error
            raise ConnectionError("the connection was closed")
        finally:
            self._client = None
            hears(False)
            for task in tasks:
                task.cancel()
            self._order.close()
            with suppress(OSError, NatsError):
                await client.close()

    async def _send_all(self, client: Client) -> None:
        while True:
            night_id, content = await self._outgoing.get()
            await client.publish(self._subject(night_id), content)

    async def _keep_up(self, order: InOrder) -> None:
        while True:
            try:
                await order.keep_up()
            except Error as error:
                if is_outage(error):
                    log_outage(error)
                else:
                    log.exception("Events could not be read.")
                await asyncio.sleep(RETRY)

    async def follow(self, night_id: int) -> None:
        """Return once every event of a night is heard here.

        :raises ConnectionError: when the server is away.
        :raises django.db.Error: when the database is; the next stream of the night tries again.
        """
        if self._client is None:
            raise ConnectionError(AWAY)
        task = self._followed.get(night_id)
        if task is None:
            task = self._followed[night_id] = asyncio.create_task(self._begin(night_id))
        try:
            await asyncio.shield(task)
        except (OSError, NatsError, Error) as error:
            if self._followed.get(night_id) is task:
                self.leave(night_id)
            if isinstance(error, NatsError):
                raise ConnectionError(str(error)) from error
            raise

    async def _begin(self, night_id: int) -> Subscription:
        """Hear of a night first, then ask for its newest event: none can come in between."""
        if self._client is None:
            raise ConnectionError(AWAY)
        subscription = await self._client.subscribe(self._subject(night_id), cb=self._arrived)
        try:
            await self._order.follow(night_id)
        except Error:
            await subscription.unsubscribe()
            raise
        return subscription

    def leave(self, night_id: int) -> None:
        """Stop hearing of a night."""
        if task := self._followed.pop(night_id, None):
            self._order.leave(night_id)
            ending = asyncio.ensure_future(_end(task))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def _arrived(self, message: Msg) -> None:
        before, fields = json.loads(message.data)
        self._order.arrived(Event(**fields), before)

    def _subject(self, night_id: int) -> str:
        return f"euchre.{self._site}.{night_id}"

    @cached_property
    def _site(self) -> str:
        """What only this site's processes have in common: another site may use the same server."""
        return sha256(settings.SECRET_KEY.encode()).hexdigest()[:12]


async def _ignore(error: Exception) -> None:
    """Say nothing of an error that ends the connection, or of a message that cannot be read."""


async def _end(following: asyncio.Task[Subscription]) -> None:
    with suppress(OSError, NatsError, Error):
        await (await following).unsubscribe()
