"""Tells every open screen that something changed.

A change writes an `Event` row in its own transaction; once that is committed, the row's topics go to
every open stream of the night. A stream subscribes first and then replays what it missed from the rows, so
nothing is lost between the two, nor while a phone or the server was away. No stream holds a database connection.

One process tells its own streams. Over PostgreSQL there may be several: the database tells them all of a committed
event (LISTEN/NOTIFY), on one connection a process.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from html import escape

from django.db import close_old_connections, connection, transaction

from tournament.models import Event, Night
from tournament.notices import listen, notify

MOST_REPLAYED = 500  # events; who missed more is told once that everything changed
QUEUE = 64  # messages that a stalled phone may be behind before it is dropped; it reconnects and replays


def announce(night_id: int, *topics: str, who: str, text: str) -> None:
    """Record that `who` did something, and tell all who listen to `topics`. Call inside the change's transaction."""
    event = Event.objects.create(night_id=night_id, topics=" ".join(topics), who=who,
                                 text=" ".join(text.split())[:300])
    if connection.vendor == "postgresql":
        notify(event)
    else:
        transaction.on_commit(lambda: hub.publish(night_id, messages([event])))


def because(text: str, why: str) -> str:
    """What was done, and why, if somebody said so: the words of an event."""
    reason = " ".join(why.split())
    return f"{text}. Why: {reason}" if reason else text


def last_event(night_id: int) -> int:
    """The id of the night's newest event, 0 when there is none: what a page is up to date with."""
    newest = Event.objects.filter(night_id=night_id).order_by("-id").values_list("id", flat=True).first()
    return newest or 0


def messages(events: list[Event]) -> bytes:
    """Server-sent events, one a topic; each topic once, with the words of its newest event."""
    newest = {topic: event for event in events for topic in event.topics.split()}
    return b"".join(
        f"id: {event.pk}\nevent: {topic}\ndata: <p>{escape(event.text)}</p>\n\n".encode()
        for topic, event in sorted(newest.items(), key=lambda item: item[1].pk))


def missed(slug: str, after: int) -> tuple[int, bytes] | None:
    """The night's id and everything after event `after`; None when there is no such night. Runs in a thread."""
    close_old_connections()
    try:
        night_id = Night.objects.filter(slug=slug).values_list("id", flat=True).first()
        if night_id is None:
            return None
        events = list(Event.objects.filter(night_id=night_id, id__gt=after).order_by("-id")[:MOST_REPLAYED])[::-1]
        if len(events) == MOST_REPLAYED:
            events[-1].topics += " room"
        return night_id, messages(events)
    finally:
        if not connection.in_atomic_block:
            connection.close()


class Hub:
    """Fans messages out to the open streams of this process: one queue a stream, one encoding for all."""

    def __init__(self) -> None:
        self._streams: defaultdict[int, set[asyncio.Queue[bytes | None]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def subscribe(self, night_id: int) -> asyncio.Queue[bytes | None]:
        """A queue of messages; None in it means: close this stream."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self._streams[night_id].add(queue)
        return queue

    def unsubscribe(self, night_id: int, queue: asyncio.Queue[bytes | None]) -> None:
        """Forget a stream; does nothing the second time."""
        self._streams[night_id].discard(queue)
        if not self._streams[night_id]:
            del self._streams[night_id]

    def publish(self, night_id: int, message: bytes) -> None:
        """Send to every stream of a night. Callable from any thread; without open streams it does nothing."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._fan_out, [night_id], message)

    async def listen(self) -> None:
        """Tell this process's streams what any process did, for ever. After a break they all begin anew, and replay."""
        self._loop = asyncio.get_running_loop()
        await listen(lambda event: self._fan_out([event.night_id], messages([event])), self._close_all)

    def _close_all(self) -> None:
        for night_id, queues in list(self._streams.items()):
            for queue in tuple(queues):
                self._close(night_id, queue)

    def heartbeat(self) -> None:
        """One comment line to everybody, so that phones and proxies know that the line is open."""
        self._fan_out(list(self._streams), b": still here\n\n")

    def _fan_out(self, nights: list[int], message: bytes) -> None:
        for night_id in nights:
            for queue in tuple(self._streams.get(night_id, ())):
                if queue.full():
                    self._close(night_id, queue)
                else:
                    queue.put_nowait(message)

    def _close(self, night_id: int, queue: asyncio.Queue[bytes | None]) -> None:
        """End a stream; the page reconnects and replays."""
        self.unsubscribe(night_id, queue)
        if queue.full():
            queue.get_nowait()
        queue.put_nowait(None)


hub = Hub()
