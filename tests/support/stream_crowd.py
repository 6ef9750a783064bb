"""As many open streams as there are players, read all the time by one thread; what they got, and what was to be got."""

from __future__ import annotations

import selectors
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread
from typing import Any

from tests.support.hall_server import Hall
from tests.support.streams import events_in
from tournament.live.messages import public_text

Told = list[tuple[int, str, str]]  # (id, topic, data) of messages in the order of the wire


class Crowd:
    """Streams of one night's pages."""

    def __init__(self, hall: Hall, slug: str, count: int) -> None:
        self.hall, self.slug = hall, slug
        self.after = max((number for number, _, _ in events_told(hall, slug)), default=0)
        self._selector = selectors.DefaultSelector()
        self._got: dict[int, bytes] = {}
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", hall.port))
            line.sendall(f"GET /live/{slug}/?after={self.after} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            self._got[line.fileno()] = b""
            self._selector.register(line, selectors.EVENT_READ)
        self._open = True
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()
        self._until(lambda got: b"retry: 1000\n\n" in got)

    def _read(self) -> None:
        while self._open:
            for key, _ in self._selector.select(0.1):
                line: Any = key.fileobj
                received = line.recv(262144)
                self._got[key.fd] += received
                if not received:
                    self._selector.unregister(line)

    def _until(self, has: Any) -> None:
        until = time.monotonic() + 20
        while not all(has(got) for got in tuple(self._got.values())):
            assert time.monotonic() < until, "a stream did not get it"
            time.sleep(0.01)

    def got(self) -> list[Told]:
        """What every stream got, once the newest event has reached all of them."""
        newest = max((number for number, _, _ in events_told(self.hall, self.slug)), default=0)
        if newest > self.after:
            self._until(lambda got: f"id: {newest}\n".encode() in got and got.endswith(b"\n\n\r\n"))
        return [events_in(got) for got in self._got.values()]

    def hang_up(self) -> None:
        """Close every stream."""
        self._open = False
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


@contextmanager
def crowd(hall: Hall, slug: str, count: int) -> Iterator[Crowd]:
    """Streams that are open inside the block, and up to date with the night as it is now."""
    opened = Crowd(hall, slug, count)
    try:
        yield opened
    finally:
        opened.hang_up()


def events_told(hall: Hall, slug: str) -> Told:
    """Every message of a night, as the rows of its events say: each topic of each event once, in order."""
    asked = (
        "SELECT e.id, e.topics, e.public_text FROM tournament_event e JOIN tournament_night n ON n.id = e.night_id "
        f"WHERE n.slug = '{slug}' ORDER BY e.id"
    )
    url = hall.env["DATABASE_URL"]
    if url.startswith("postgres"):
        import psycopg

        with psycopg.connect(url) as connection:
            rows = connection.execute(asked).fetchall()
    else:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            rows = file.execute(asked).fetchall()
    return [
        (pk, topic, public_text(topic, text)) for pk, topics, text in rows for topic in dict.fromkeys(topics.split())
    ]


def nothing_was_missed(streams: Crowd, bells: int) -> Told:
    """Every stream got every message of its night exactly once and in order, and among them so many bells."""
    expected = [told for told in events_told(streams.hall, streams.slug) if told[0] > streams.after]
    for got in streams.got():
        assert got == expected
    assert sum(topic == "bell" for _, topic, _ in expected) == bells
    return expected
