"""Many open event streams, read by one thread, to compare what they receive with what was stored."""

from __future__ import annotations

import selectors
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from threading import Thread
from typing import Any

from tests.support.hall_server import Hall
from tests.support.streams import events_in
from tournament.live.messages import NOTICE, public_text

Messages = list[tuple[int, str, str]]  # (id, topic, data) of events, in the order in which they are sent


class Crowd:
    """Open streams of one night's pages."""

    def __init__(self, hall: Hall, slug: str, count: int) -> None:
        self.hall, self.slug = hall, slug
        self.after = max((number for number, _, _ in stored_messages(hall, slug)), default=0)
        self._selector = selectors.DefaultSelector()
        self._received: dict[int, bytes] = {}
        for _ in range(count):
            stream = socket.create_connection(("127.0.0.1", hall.port))
            stream.sendall(f"GET /live/{slug}/?after={self.after} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            self._received[stream.fileno()] = b""
            self._selector.register(stream, selectors.EVENT_READ)
        self._open = True
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()
        self._wait_until_all(lambda received: b"retry: 1000\n\n" in received)

    def _read(self) -> None:
        while self._open:
            for key, _ in self._selector.select(0.1):
                stream: Any = key.fileobj
                chunk = stream.recv(262144)
                self._received[key.fd] += chunk
                if not chunk:
                    self._selector.unregister(stream)

    def _wait_until_all(self, condition: Callable[[bytes], bool]) -> None:
        until = time.monotonic() + 60
        while not all(condition(received) for received in tuple(self._received.values())):
            assert time.monotonic() < until, "a stream did not receive the event"
            time.sleep(0.01)

    def received(self) -> list[Messages]:
        """Wait until the newest event has reached every stream, and return the messages of each."""
        newest = max((number for number, _, _ in stored_messages(self.hall, self.slug)), default=0)
        if newest > self.after:
            self._wait_until_all(
                lambda received: f"id: {newest}\n".encode() in received and received.endswith(b"\n\n\r\n")
            )
        return [events_in(received) for received in self._received.values()]

    def close(self) -> None:
        """Close every stream."""
        self._open = False
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


@contextmanager
def open_crowd(hall: Hall, slug: str, count: int) -> Iterator[Crowd]:
    """Keep so many streams open inside the block, which start with the night's next event."""
    opened = Crowd(hall, slug, count)
    try:
        yield opened
    finally:
        opened.close()


def stored_messages(hall: Hall, slug: str) -> Messages:
    """List a night's messages for a stranger by the rows of its events: each topic of each event once, in order."""
    query = (
        "SELECT e.id, e.topics, e.public_text FROM tournament_event e JOIN tournament_night n ON n.id = e.night_id "
        f"WHERE n.slug = '{slug}' ORDER BY e.id"
    )
    url = hall.env["DATABASE_URL"]
    if url.startswith("postgres"):
        import psycopg

        with psycopg.connect(url) as connection:
            rows = connection.execute(query).fetchall()
    else:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            rows = file.execute(query).fetchall()
    return [
        (pk, topic, public_text(topic, text))
        for pk, topics, text in rows
        for topic in dict.fromkeys(topics.split())
        if topic.partition("-")[0] != NOTICE
    ]


def check_nothing_missed(streams: Crowd, bells: int) -> Messages:
    """Check that every stream received each message of its night once and in order, with so many bells among them."""
    expected = [message for message in stored_messages(streams.hall, streams.slug) if message[0] > streams.after]
    for received in streams.received():
        assert received == expected
    assert sum(topic == "bell" for _, topic, _ in expected) == bells
    return expected
