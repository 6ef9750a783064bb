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
from collections.abc import Callable, Coroutine, MutableMapping
from html import escape
from typing import Any

from django.db import close_old_connections, connection, transaction

from tournament.models import Event, Night
from tournament.notices import listen, notify
from tournament.queries import KeptValues

MOST_REPLAYED = 500  # events; who missed more is told once that everything changed
SHOWN = ("bell", "unbell", "warning", "told", "test", "desk")  # topics whose words all may read, as "bell", "bell-12"
QUEUE = 64  # messages that may wait for a replay before the stream is dropped; the page reconnects and replays
_newest = KeptValues(lambda night: Event.objects.filter(night=night).order_by("-id").values_list("id")[:1])

Said = MutableMapping[str, Any]  # a message of ASGI
Send = Callable[[Said], Coroutine[Any, Any, None]]


def announce(night_id: int, *topics: str, who: str, text: str) -> None:
    """Record that `who` did something, and tell all who listen to `topics`. Call inside the change's transaction."""
    event = Event.objects.create(night_id=night_id, topics=" ".join(topics), who=who, text=" ".join(text.split())[:300])
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
    return next((newest for (newest,) in _newest.rows(night_id)), 0)


def messages(events: list[Event]) -> bytes:
    """Server-sent events, one a topic; each topic once, with the words of its newest event if all may read them.

    Anybody may listen: what else was written down, as totals and reasons, is for the organizer's log alone.
    """
    newest = {topic: event for event in events for topic in event.topics.split()}
    return b"".join(
        f"id: {event.pk}\nevent: {topic}\ndata: {told(topic, event.text)}\n\n".encode()
        for topic, event in sorted(newest.items(), key=lambda item: item[1].pk)
    )


def told(topic: str, text: str) -> str:
    """What whoever listens to a topic is told of an event with these words."""
    return f"<p>{escape(text)}</p>" if topic.partition("-")[0] in SHOWN else "news"


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


class Stream:
    """A page's open line. What is told before its replay is through waits for it; after that, writing is one call."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._early: list[Said] | None = []
        self._ending: asyncio.Task[None] | None = None

    async def catch_up(self, replay: bytes) -> None:
        """Write what was missed, then what has been told meanwhile."""
        if self._ending is not None:
            return None
        await self._send(body(replay))
        early, self._early = self._early or [], None
        for said in early:
            if not self.tell(said):
                return self.end()
        return None

    def tell(self, said: Said) -> bool:
        """Write now, without a task; False when the phone is so far behind that this would have to wait."""
        if self._early is None:
            return _at_once(self._send(said))
        self._early.append(said)
        return len(self._early) <= QUEUE

    def end(self) -> None:
        """Close the line as soon as the phone has taken what was written; the page reconnects and replays."""
        self._ending = self._ending or asyncio.ensure_future(self._send({"type": "http.response.body"}))


def _at_once(sending: Coroutine[Any, Any, None]) -> bool:
    """Run a coroutine that has no need to wait: a task for each of 400 streams would cost more than the writing."""
    try:
        sending.send(None)
    except StopIteration:
        return True
    sending.close()
    return False


def body(content: bytes) -> Said:
    """A part of an answer that goes on, as the server takes it."""
    return {"type": "http.response.body", "body": content, "more_body": True}


class Hub:
    """Fans messages out to the open streams of this process: one encoding for all."""

    def __init__(self) -> None:
        self._streams: defaultdict[int, set[Stream]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    def subscribe(self, night_id: int, stream: Stream) -> None:
        """Tell this stream, too, from now on."""
        self._loop = asyncio.get_running_loop()
        self._streams[night_id].add(stream)

    def unsubscribe(self, night_id: int, stream: Stream) -> None:
        """Forget a stream; does nothing the second time."""
        self._streams[night_id].discard(stream)
        if not self._streams[night_id]:
            del self._streams[night_id]

    def publish(self, night_id: int, message: bytes) -> None:
        """Send to every stream of a night. Callable from any thread; without open streams it does nothing."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._fan_out, [night_id], message)

    def close(self) -> None:
        """End every stream, as the server is stopping. Callable from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    async def listen(self) -> None:
        """Tell this process's streams what any process did, for ever. After a break they all begin anew, and replay."""
        self._loop = asyncio.get_running_loop()
        await listen(lambda event: self._fan_out([event.night_id], messages([event])), self._end_all)

    def heartbeat(self) -> None:
        """One comment line to everybody, so that phones and proxies know that the line is open."""
        self._fan_out(list(self._streams), b": still here\n\n")

    def _fan_out(self, nights: list[int], message: bytes) -> None:
        said = body(message)
        for night_id in nights:
            for stream in tuple(self._streams.get(night_id, ())):
                if not stream.tell(said):
                    self._end(night_id, stream)

    def _end_all(self) -> None:
        for night_id, streams in list(self._streams.items()):
            for stream in tuple(streams):
                self._end(night_id, stream)

    def _end(self, night_id: int, stream: Stream) -> None:
        self.unsubscribe(night_id, stream)
        stream.end()


hub = Hub()
