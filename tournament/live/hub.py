"""Fans messages out to the open streams of this process."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tournament.live.broker import Broker
from tournament.live.messages import GONE, GONE_MESSAGE, NOTICE, OTHER_PHONE, messages, players_of
from tournament.models import Event

QUEUE = 64  # messages that may wait for a replay before the stream is dropped; the page reconnects and replays
NO_NOTICES: Mapping[int, bytes | None] = MappingProxyType({})

AsgiMessage = MutableMapping[str, Any]
Send = Callable[[AsgiMessage], Coroutine[Any, Any, None]]


class Part(NamedTuple):
    """A message: what everybody is sent, and what these players, by id, are sent instead; None ends their streams.

    `event_id` is the event it tells of; None where it tells of none, as a heartbeat does.
    """

    everybody: AsgiMessage
    readers: Mapping[int, AsgiMessage | None]
    event_id: int | None = None

    def for_reader(self, reader: int | None) -> AsgiMessage | None:
        """What a stream is sent whose phone plays for this player; None where it ends."""
        return self.everybody if reader is None else self.readers.get(reader, self.everybody)


class Stream:
    """The open stream of one page. `reader` is the player, by id, whose phone listens; None for anybody else.

    Messages that arrive before the replay is written wait for it. After that, each message is one call of `send`.
    """

    def __init__(self, send: Send) -> None:
        self.reader: int | None = None
        self._send = send
        self._early: list[Part] | None = []
        self._ending: asyncio.Task[None] | None = None

    async def catch_up(self, replay: bytes, reader: int | None = None, newest: int = 0) -> None:
        """Write the replay of missed events, then what arrived in the meantime and is news to the page.

        :param newest: the id of the newest event that the page knows with the replay. A message of it, or of an earlier
            one, is not sent again; it still ends the stream of a phone that was replaced while the replay was read.
        """
        self.reader = reader
        if self._ending is not None:
            return
        await self._send(body(replay))
        early, self._early = self._early or [], None
        for part in early:
            is_known = part.event_id is not None and part.event_id <= newest
            if is_known and part.for_reader(reader) is not None:
                continue
            if not self.write(part):
                self.end()
                return

    def write(self, part: Part) -> bool:
        """Write a message now, without a task, and return whether the stream goes on.

        It ends where the phone is too far behind, or no longer plays for its player.
        """
        if self._ending is not None:
            return False
        if self._early is None:
            message = part.for_reader(self.reader)
            return message is not None and (not message["body"] or _at_once(self._send(message)))
        self._early.append(part)
        return len(self._early) <= QUEUE

    def end(self) -> asyncio.Task[None]:
        """Close the stream once the phone has received what was written; the page reconnects and gets a replay."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._send({"type": "http.response.body"}))
        return self._ending

    async def finish(self) -> None:
        """Close the stream, and return once that is sent: a server logs an answer that lacks its end as an error."""
        await self.end()


def _at_once(sending: Coroutine[Any, Any, None]) -> bool:
    """Run a coroutine that need not wait, and return whether it finished.

    A task for each of 400 streams would cost more than the writing itself.
    """
    try:
        sending.send(None)
    except StopIteration:
        return True
    sending.close()
    return False


def body(content: bytes) -> AsgiMessage:
    """Return the ASGI message for a part of a response that goes on."""
    return {"type": "http.response.body", "body": content, "more_body": True}


class Hub:
    """Fans messages out to the open streams of this process: one encoding for all.

    `hears` is whether events arrive here: not while the broker, which carries them, is away.
    """

    def __init__(self) -> None:
        self.hears = True
        self.sent = 0  # messages that were written to streams
        self._streams: defaultdict[int, set[Stream]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._broker: Broker | None = None

    def subscribe(self, night_id: int, stream: Stream) -> None:
        """Send messages of the night to this stream from now on."""
        self._loop = asyncio.get_running_loop()
        self._streams[night_id].add(stream)

    async def follow(self, night_id: int) -> None:
        """Return once every event of a night that has streams is heard: what is read after that has no gap before it.

        :raises ConnectionError: when the broker is away.
        """
        if self._broker is not None and night_id in self._streams:  # where all have ended, nobody would leave it
            await self._broker.follow(night_id)

    def unsubscribe(self, night_id: int, stream: Stream) -> None:
        """Remove a stream; does nothing the second time."""
        streams = self._streams.get(night_id, set())
        if stream in streams:
            streams.remove(stream)
            if not streams:
                del self._streams[night_id]
                if self._broker is not None:
                    self._broker.leave(night_id)

    def publish(
        self,
        night_id: int,
        message: bytes,
        notices: Mapping[int, bytes | None] = NO_NOTICES,
        event_id: int | None = None,
    ) -> None:
        """Send to every stream of a night. Callable from any thread; without open streams it does nothing.

        :param notices: what these players, by id, are sent instead; None ends their streams, which open anew.
        :param event_id: the event that it tells of: a stream whose replay has it is not sent it again.
        """
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, night_id, message, notices, event_id)

    def end_night(self, night_id: int) -> None:
        """Tell the pages of a night that it is gone, and end their streams. Callable from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_gone, night_id)

    def close(self) -> None:
        """End every stream, as the server is stopping. Callable from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end_all)

    async def listen(self, broker: Broker, tried: asyncio.Event) -> None:
        """Forward what the broker carries to this process's streams, without end. Set `tried` after the first try.

        When events may have been lost, every stream is closed, so that no page takes silence for news: it reconnects,
        again and again, and gets a replay as soon as events arrive.
        """

        def set_hears(hears: bool) -> None:
            self.hears = hears
            tried.set()
            if not hears:
                self._end_all()

        self._loop, self._broker = asyncio.get_running_loop(), broker
        self.hears = False
        await broker.listen(self._hear, set_hears)

    def heartbeat(self) -> None:
        """Send a comment line to every stream, so that phones and proxies know that it is open."""
        self._fan_out(list(self._streams), Part(body(b": still here\n\n"), {}))

    def _hear(self, event: Event) -> None:
        """Pass on what another process, or this one, has announced."""
        if event.topics == GONE:
            self._end_gone(event.night_id)
        else:
            self._deliver(event.night_id, messages([event]), notices_of(event), event.pk)

    def _deliver(
        self, night_id: int, message: bytes, notices: Mapping[int, bytes | None], event_id: int | None
    ) -> None:
        streams = self._streams.get(night_id, ())
        told = {reader for reader, notice in notices.items() if notice is not None}
        self.sent += len(streams) if message else sum(stream.reader in told for stream in streams)
        readers = {reader: None if notice is None else body(notice) for reader, notice in notices.items()}
        self._fan_out([night_id], Part(body(message), readers, event_id))

    def _fan_out(self, nights: list[int], part: Part) -> None:
        for night_id in nights:
            for stream in tuple(self._streams.get(night_id, ())):
                if not stream.write(part):
                    self.end(night_id, stream)

    def _end_gone(self, night_id: int) -> None:
        self._deliver(night_id, GONE_MESSAGE, NO_NOTICES, None)
        self._end_all(night_id)

    def _end_all(self, of_night: int | None = None) -> None:
        """End every stream, or those of one night."""
        for night_id, streams in list(self._streams.items()):
            if of_night in (None, night_id):
                for stream in tuple(streams):
                    self.end(night_id, stream)

    def end(self, night_id: int, stream: Stream) -> None:
        """End one stream."""
        self.unsubscribe(night_id, stream)
        stream.end()


def notices_of(event: Event) -> dict[int, bytes | None]:
    """Return what the players whom an event tells something alone are sent, by their ids.

    It is None where a phone no longer plays for one of them: its stream ends, and its page opens one that hears none of
    their notices.
    """
    told = {reader: messages([event], reader) for reader in players_of(event, NOTICE)}
    return told | dict.fromkeys(players_of(event, OTHER_PHONE))


hub = Hub()
