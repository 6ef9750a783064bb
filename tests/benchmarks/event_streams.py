"""Measures how soon after its commit a bell reaches the last of many open streams, as a ratio to a bare server.

    python -m tests.benchmarks.event_streams [--streams 100 400 1000] [--rounds 5] [--rings 15]

The floor is an asyncio server that only writes 256 bytes to as many sockets. Both servers run in processes of their
own and ring in turns; the same reader, in another process, reads both. Times are of the monotonic clock that all
processes share. The night's server is `manage.py night`, on the kind of database that DATABASE_URL names.
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

from tests.benchmarks.hall import CommitLogHall, committed_at
from tests.support.hall_server import Hall, free_port
from tests.support.http_visitor import open_one_table

EVENT_BYTES = 256
WARM_UP_RINGS = 5


# ---- The floor's server and the reader, each a process of its own


async def _floor(port: int) -> None:
    """Write to every stream whenever the ringing connection sends a byte, and answer that one with the time."""
    writers: list[asyncio.StreamWriter] = []
    message = b"x" * EVENT_BYTES

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if b"GET" in await reader.readline():
            writers.append(writer)
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            return
        while await reader.read(1):
            start = time.monotonic_ns()
            for other in writers:
                other.write(message)
            writer.write(start.to_bytes(8, "big"))

    async with await asyncio.start_server(connected, "127.0.0.1", port, backlog=4096) as server:
        await server.serve_forever()


def _read(port: int, path: str, streams: int) -> None:
    """Open streams; whenever a message has reached the last of them, print the time in ns."""
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
                    time.sleep(0.5)  # for the rest of the greeting
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
    """Run this module in another process with these arguments."""
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.event_streams", *map(str, arguments)],
        text=True,
        stdout=subprocess.PIPE,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@contextmanager
def reader(port: int, path: str, streams: int) -> Iterator[Callable[[], int]]:
    """Open streams; the function returns when the next message has reached all of them, with the time in ns."""
    with process("read", port, path, streams) as running:
        assert running.stdout is not None
        read = running.stdout.readline
        assert read() == "open\n"
        yield lambda: int(read())


@contextmanager
def floor(streams: int) -> Iterator[Callable[[], float]]:
    """Open streams of a bare server; the function rings, and returns milliseconds from first write to last arrival."""
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
                start = int.from_bytes(bell.recv(8), "big")
                return (last() - start) / 1e6

            yield ring


@contextmanager
def night(hall: Hall, streams: int) -> Iterator[Callable[[], float]]:
    """Open streams of a night; the function rings or cancels, and returns milliseconds from commit to last arrival."""
    organizer, _ = open_one_table(hall, ("Ann", "Bob", "Carla", "Dan"))
    slug = organizer.url.split("/n/")[1].split("/")[0]
    with reader(hall.port, f"/live/{slug}/?after={10**9}", streams) as last:

        def ring() -> float:
            rung = "Cancel the bell of game 1" in organizer.page.text
            organizer.press("Cancel the bell of game 1" if rung else "End game 1 (ring the bell)")
            arrived = last()
            return (arrived - committed_at(hall)) / 1e6

        yield ring


def measure(hall: Hall, streams: int, rounds: int, rings: int) -> tuple[list[float], list[float], list[float]]:
    """Ring both servers in turns, so that other load on the computer slows both.

    Return the floor's milliseconds, the night's, and the ratio of the medians of each round.
    """
    bare: list[float] = []
    real: list[float] = []
    ratios = []
    with floor(streams) as one, night(hall, streams) as other:
        for _ in range(WARM_UP_RINGS):
            one(), other()
        for _ in range(rounds):
            times = [(one(), other()) for _ in range(rings)]
            ratios.append(median(n for _, n in times) / median(f for f, _ in times))
            bare += [f for f, _ in times]
            real += [n for _, n in times]
    return bare, real, ratios


def main() -> None:
    """Measure floor and night in turns and print a line for each number of streams."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, nargs="+", default=[100, 400, 1000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rings", type=int, default=15, help="in each round")
    options = parser.parse_args()
    print("streams | floor, ms: median, worst | night, ms: median, worst | ratio: median of rounds (least to most)")
    for streams in options.streams:
        with tempfile.TemporaryDirectory() as folder, CommitLogHall.opened(Path(folder)) as hall:
            bare, real, ratios = measure(hall, streams, options.rounds, options.rings)
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
