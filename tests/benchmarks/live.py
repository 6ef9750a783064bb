"""How long the bell takes from its commit to the last of many open streams, next to a bare socket server's time.

    python -m tests.benchmarks.live [--streams 100 400 1000] [--rounds 5] [--rings 15]

Floor: an asyncio server that does nothing but write 256 bytes to as many sockets. Both are open here and ring in turns,
each in a process of its own, read by the same reader in another; times are of the clock that all processes share.
The night's server is the real one, `manage.py night`, on the kind of database that DATABASE_URL names.
"""

from __future__ import annotations

import argparse
import asyncio
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

from tests.benchmarks.bench_hall import NotingHall, committed_at
from tests.support.hall_server import Hall, free_port
from tests.support.http_visitor import one_table

SIZE = 256  # bytes of an event, as measured for the floor
WARM = 5  # rings before those that count


# ---- The servers and the reader, each a process of its own


async def _floor(port: int) -> None:
    """Write to every other connection whenever the first one sends a byte; answer that one with the time."""
    writers: list[asyncio.StreamWriter] = []
    message = b"x" * SIZE

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if b"GET" in await reader.readline():
            writers.append(writer)
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            return
        while await reader.read(1):
            began = time.monotonic_ns()
            for other in writers:
                other.write(message)
            writer.write(began.to_bytes(8, "big"))

    async with await asyncio.start_server(connected, "127.0.0.1", port, backlog=4096) as server:
        await server.serve_forever()


def _read(port: int, path: str, streams: int) -> None:
    """Open streams; whenever the last of them has got another message, print when that was, in ns."""
    selector = selectors.DefaultSelector()
    for _ in range(streams):
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        selector.register(stream, selectors.EVENT_READ)
    greeted: set[int] = set()
    waiting = set(selector.get_map())
    while True:
        for key, _ in selector.select():
            message = key.fileobj.recv(65536)  # type: ignore[union-attr]
            assert message, "a stream was closed"
            if key.fd not in greeted and message.startswith(b"HTTP/1.1 200"):
                greeted.add(key.fd)
                if len(greeted) == streams:
                    time.sleep(0.5)  # whatever else belongs to the greeting
                    _drain(selector)
                    print("open", flush=True)
            elif len(greeted) == streams and b": still here" not in message:
                waiting.discard(key.fd)
                if not waiting:
                    print(time.monotonic_ns(), flush=True)
                    waiting = set(selector.get_map())


def _drain(selector: selectors.BaseSelector) -> None:
    for key, _ in selector.select(0):
        with suppress(BlockingIOError):
            key.fileobj.recv(65536, socket.MSG_DONTWAIT)  # type: ignore[union-attr]


# ---- Measuring


@contextmanager
def process(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """This module in another process."""
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.live", *map(str, arguments)], text=True, stdout=subprocess.PIPE
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@contextmanager
def reader(port: int, path: str, streams: int) -> Iterator[Callable[[], int]]:
    """Open streams; the function waits for the next message to reach the last of them and says when, in ns."""
    with process("read", port, path, streams) as running:
        assert running.stdout is not None
        read = running.stdout.readline
        assert read() == "open\n"
        yield lambda: int(read())


@contextmanager
def floor(streams: int) -> Iterator[Callable[[], float]]:
    """A bare server with open streams; the function rings: milliseconds from the first write to the last arrival."""
    port = free_port()
    with process("floor", port):
        for _ in range(200):
            with suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.05)
        with reader(port, "/", streams) as last, socket.create_connection(("127.0.0.1", port)) as bell:
            bell.sendall(b"bell\n")

            def ring() -> float:
                bell.sendall(b"!")
                began = int.from_bytes(bell.recv(8), "big")
                return (last() - began) / 1e6

            yield ring


@contextmanager
def night(hall: Hall, streams: int) -> Iterator[Callable[[], float]]:
    """A night with open streams; the function rings, or cancels: milliseconds from the commit to the last arrival."""
    organizer, _ = one_table(hall, ("Ann", "Bob", "Carla", "Dan"))
    slug = organizer.url.split("/n/")[1].split("/")[0]
    with reader(hall.port, f"/live/{slug}/?after={10**9}", streams) as last:

        def ring() -> float:
            rung = "Cancel the bell of game 1" in organizer.page.text
            organizer.press("Cancel the bell of game 1" if rung else "Ring for game 1")
            arrived = last()
            return (arrived - committed_at(hall)) / 1e6

        yield ring


def measure(hall: Hall, streams: int, rounds: int, rings: int) -> tuple[list[float], list[float], list[float]]:
    """Both open at once, ringing in turns: the floor's and the night's milliseconds, and the ratio of the medians of
    each round, so that whatever else the computer does meets both."""
    bare: list[float] = []
    real: list[float] = []
    ratios = []
    with floor(streams) as one, night(hall, streams) as other:
        for _ in range(WARM):
            one(), other()
        for _ in range(rounds):
            took = [(one(), other()) for _ in range(rings)]
            ratios.append(median(n for _, n in took) / median(f for f, _ in took))
            bare += [f for f, _ in took]
            real += [n for _, n in took]
    return bare, real, ratios


def main() -> None:
    """Floor and night in turns; the ratio of their medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, nargs="+", default=[100, 400, 1000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rings", type=int, default=15, help="in each round")
    asked = parser.parse_args()
    print("streams | floor, ms: median, worst | night, ms: median, worst | ratio: median of rounds (least to most)")
    for streams in asked.streams:
        with tempfile.TemporaryDirectory() as folder, NotingHall.opened(Path(folder)) as hall:
            bare, real, ratios = measure(hall, streams, asked.rounds, asked.rings)
        print(
            f"{streams:7} | {median(bare):10.1f} {max(bare):10.1f}    | {median(real):10.1f} {max(real):10.1f}    | "
            f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})",
            flush=True,
        )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["floor", port]:
            asyncio.run(_floor(int(port)))
        case ["read", port, path, streams]:
            _read(int(port), path, int(streams))
        case _:
            main()
