"""Measures what idle streams cost a server, and whether its memory grows over many events.

    python -m tests.benchmarks.idle_streams [--streams 400] [--seconds 30] [--events 10000]

The server is `manage.py night` in a process of its own; its memory and CPU time are read from Linux's /proc. Events go
through the hall's database and hub as those of real changes do, and every stream reads them.
"""

from __future__ import annotations

import argparse
import os
import selectors
import socket
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.hall import BenchHall
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.streams import count_database_connections, newest_slug

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """Figures of one server: memory in MB at four moments, database connections, percent of one processor."""

    before: float
    opened: float
    warm: float
    after: float
    streams: int
    idle_percent: float
    connections_before: int
    connections: int
    missed: int
    seconds: float

    @property
    def kilobytes_a_stream(self) -> float:
        """Memory that one open stream takes."""
        return 1000 * (self.opened - self.before) / self.streams

    def __str__(self) -> str:
        return (
            f"{self.before:.1f} MB without a stream, {self.opened:.1f} MB with {self.streams}: "
            f"{self.kilobytes_a_stream:.1f} kB a stream\n"
            f"{self.idle_percent:.2f} % of one processor while idle\n"
            f"{self.connections_before} connections to the database without a stream, {self.connections} with\n"
            f"{self.warm:.1f} MB after a tenth of the events, {self.after:.1f} MB after all of them "
            f"({self.seconds:.0f} s); {self.missed} messages did not arrive"
        )


class Streams:
    """Open streams of a night, which count the events that they receive."""

    def __init__(self, port: int, slug: str, count: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.received: dict[int, int] = {}
        for _ in range(count):
            stream = socket.create_connection(("127.0.0.1", port))
            stream.sendall(f"GET /live/{slug}/?after={10**9} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            self.selector.register(stream, selectors.EVENT_READ)
            self.received[stream.fileno()] = 0
        waiting = set(self.received)
        while waiting:
            for key, _ in self.selector.select(10):
                if b"retry: 1000" in key.fileobj.recv(65536):  # type: ignore[union-attr]
                    waiting.discard(key.fd)

    def read(self, seconds: float) -> None:
        """Read events until none has arrived for so many seconds."""
        while ready := self.selector.select(seconds):
            for key, _ in ready:
                chunk = key.fileobj.recv(262144)  # type: ignore[union-attr]
                assert chunk, "a stream was closed"
                self.received[key.fd] += chunk.count(b"event: bench\n")

    def close(self) -> None:
        """Close every stream."""
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def memory(pid: int) -> float:
    """Return the megabytes of memory that a process does not share with others."""
    _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    return (resident - shared) * PAGE / 1e6


def cpu_seconds(pid: int) -> float:
    """Return the CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measure(hall: Hall, streams: int, seconds: float, events: int) -> Figures:
    """Measure idle streams first, then the events, of which each request announces a hundred.

    Memory counts as warm after a tenth of the events, when everything that is made only once is there.
    """
    assert hall.process
    pid, slug = hall.process.pid, newest_slug(hall)
    Visitor(hall, f"/announce/{slug}/100/")
    before, connections_before = memory(pid), count_database_connections(hall)
    opened_streams = Streams(hall.port, slug, streams)
    opened_streams.read(0.5)
    opened, connections = memory(pid), count_database_connections(hall)
    used, start = cpu_seconds(pid), time.monotonic()
    time.sleep(seconds)
    idle = 100 * (cpu_seconds(pid) - used) / (time.monotonic() - start)
    opened_streams.read(0.01)
    warm, start = opened, time.monotonic()
    for announced in range(0, events, 100):
        if announced == events // 1000 * 100:
            warm = memory(pid)
        Visitor(hall, f"/announce/{slug}/100/")
        opened_streams.read(0.02)
    opened_streams.read(1)
    elapsed = time.monotonic() - start
    after, missed = memory(pid), sum(events - count for count in opened_streams.received.values())
    opened_streams.close()
    return Figures(before, opened, warm, after, streams, idle, connections_before, connections, missed, elapsed)


def main() -> None:
    """Measure one hall and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30, help="how long the streams are idle")
    parser.add_argument("--events", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        print(measure(hall, options.streams, options.seconds, options.events))


if __name__ == "__main__":
    main()
