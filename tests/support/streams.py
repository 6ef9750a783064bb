"""Open event streams of a hall, and questions about its server that the tests of streams ask."""

from __future__ import annotations

import http.client
import http.cookiejar
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from urllib.parse import urlencode

import pytest

from tests.support.hall_server import FROM_A_PROXY, Hall


def events_in(stream: bytes) -> list[tuple[int, str, str]]:
    """List (id, topic, data) of every server-sent event in these bytes."""
    found = re.findall(rb"id: (\d+)\nevent: (\S+)\ndata: ([^\n]*)\n\n", stream)
    return [(int(number), topic.decode(), data.decode()) for number, topic, data in found]


class Listener:
    """A page's open event stream, read by a thread of its own."""

    def __init__(self, hall: Hall, path: str, **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=30)
        self.connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        self.response = self.connection.getresponse()
        self.received, self.ended = b"", Flag()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            while chunk := self.response.read1(65536):
                self.received += chunk
        self.ended.set()

    def wait_for(self, condition: Callable[[list[tuple[int, str, str]]], object]) -> list[tuple[int, str, str]]:
        """Wait until the events so far satisfy a condition, and return them."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if condition(events_in(self.received)):
                return events_in(self.received)
            time.sleep(0.005)
        raise AssertionError(f"The awaited event did not arrive: {self.received!r}")

    def close(self) -> None:
        """Close the stream."""
        with suppress(OSError):
            if self.connection.sock:
                self.connection.sock.shutdown(2)
        self.connection.close()


@contextmanager
def listening(hall: Hall, path: str, **headers: str) -> Iterator[Listener]:
    """Keep a stream open inside the block."""
    stream = Listener(hall, path, **headers)
    try:
        yield stream
    finally:
        stream.close()


def wait_over_reconnects(
    hall: Hall, path: str, condition: Callable[[list[tuple[int, str, str]]], object], after: int = 0
) -> list[tuple[int, str, str]]:
    """Read a stream as a browser does, which opens it again after the newest event, until a condition holds."""
    events: list[tuple[int, str, str]] = []
    until = time.monotonic() + 60
    while time.monotonic() < until:
        newest = max((number for number, _, _ in events), default=after)
        with listening(hall, path, Last_Event_ID=str(newest)) as stream:
            while not stream.ended.wait(0.02) and not condition(events + events_in(stream.received)):
                assert time.monotonic() < until, f"The awaited event did not arrive: {events}, {stream.received!r}"
        events += events_in(stream.received)
        if condition(events):
            return events
    raise AssertionError(f"The awaited event did not arrive: {events}")


def join_as(hall: Hall, name: str) -> None:
    """Sign up as a phone would, which sends an event to the desk."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := http.cookiejar.CookieJar()))
    address = f"{hall.url}/n/{newest_slug(hall)}/join/"
    browser.open(address, timeout=30).close()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken") or ""
    browser.open(address, urlencode({"name": name, "csrfmiddlewaretoken": token}).encode(), timeout=30).close()


def newest_slug(hall: Hall) -> str:
    """Read the newest night's slug from the home page."""
    asked = urllib.request.Request(hall.url, headers=FROM_A_PROXY)
    with urllib.request.urlopen(asked, timeout=30, context=hall.trusting) as page:
        found = re.search(r'"/n/(\w+)/join/"', page.read().decode())
    assert found
    return found[1]


def count_database_connections(hall: Hall) -> int:
    """Count the connections to its database that the server has open now."""
    if hall.env["DATABASE_URL"].startswith("postgres"):
        import psycopg

        with psycopg.connect(hall.env["DATABASE_URL"]) as own:
            row = own.execute(
                "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            ).fetchone()
            return int(row[0]) if row else 0
    assert hall.process
    folder = Path(f"/proc/{hall.process.pid}/fd")
    if not folder.exists():
        pytest.skip("open files can be counted on Linux only")
    opened = []
    for file in folder.iterdir():
        with suppress(OSError):
            opened.append(str(file.readlink()))
    return sum(name.endswith(".sqlite3") for name in opened)
