"""What open streams cost a server that has nothing to tell, and whether telling much makes it grow.

    python -m tests.benchmarks.idle [--streams 400] [--seconds 30] [--events 10000]

The server is `manage.py night` in a process of its own; Linux tells its memory and CPU time. An event is announced as a
change announces it, through the database of the hall and its hub, and every stream reads it.
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

from tests.benchmarks.bench_hall import BenchHall
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.streams import connections_of, slug_of

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """Of one server: megabytes of memory, connections to its database, percent of one processor."""

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
        """Memory of one open stream."""
        return 1000 * (self.opened - self.before) / self.streams

    def __str__(self) -> str:
        return (
            f"{self.before:.1f} MB without a stream, {self.opened:.1f} MB with {self.streams}: "
            f"{self.kilobytes_a_stream:.1f} kB a stream\n"
            f"{self.idle_percent:.2f} % of one processor while idle\n"
            f"{self.connections_before} connections to the database without a stream, {self.connections} with\n"
            f"{self.warm:.1f} MB after a tenth of the events, {self.after:.1f} MB after all of them "
            f"({self.seconds:.0f} s); {self.missed} of the messages did not come"
        )


class Streams:
    """Open streams of a night, and what they have got."""

    def __init__(self, port: int, slug: str, count: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.got: dict[int, int] = {}
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(f"GET /live/{slug}/?after={10**9} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            self.selector.register(line, selectors.EVENT_READ)
            self.got[line.fileno()] = 0
        waiting = set(self.got)
        while waiting:
            for key, _ in self.selector.select(10):
                if b"retry: 1000" in key.fileobj.recv(65536):  # type: ignore[union-attr]
                    waiting.discard(key.fd)

    def read(self, seconds: float) -> None:
        """Take what comes until nothing has come for so long."""
        while ready := self.selector.select(seconds):
            for key, _ in ready:
                received = key.fileobj.recv(262144)  # type: ignore[union-attr]
                assert received, "a stream was closed"
                self.got[key.fd] += received.count(b"event: bench\n")

    def close(self) -> None:
        """Hang up."""
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def memory(pid: int) -> float:
    """Megabytes of memory that are the process's own."""
    _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    return (resident - shared) * PAGE / 1e6


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measure(hall: Hall, streams: int, seconds: float, events: int) -> Figures:
    """Idle first, then the events, a hundred by each request; a tenth of them first, for whatever is made once."""
    assert hall.process
    pid, slug = hall.process.pid, slug_of(hall)
    Visitor(hall, f"/announce/{slug}/100/")
    before, connections_before = memory(pid), connections_of(hall)
    lines = Streams(hall.port, slug, streams)
    lines.read(0.5)
    opened, connections = memory(pid), connections_of(hall)
    used, began = cpu(pid), time.monotonic()
    time.sleep(seconds)
    idle = 100 * (cpu(pid) - used) / (time.monotonic() - began)
    lines.read(0.01)
    warm, began = opened, time.monotonic()
    for told in range(0, events, 100):
        if told == events // 1000 * 100:
            warm = memory(pid)
        Visitor(hall, f"/announce/{slug}/100/")
        lines.read(0.02)
    lines.read(1)
    took = time.monotonic() - began
    after, missed = memory(pid), sum(events - got for got in lines.got.values())
    lines.close()
    return Figures(before, opened, warm, after, streams, idle, connections_before, connections, missed, took)


def main() -> None:
    """Print the figures of a hall."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30, help="of being idle")
    parser.add_argument("--events", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        print(measure(hall, asked.streams, asked.seconds, asked.events))


if __name__ == "__main__":
    main()
