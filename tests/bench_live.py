"""How long the bell takes from its commit to the last of many open streams, next to a bare socket server's time.

    python -m tests.bench_live [--streams 100 400 1000] [--rings 30]

Floor: an asyncio server that does nothing but write 256 bytes to as many sockets. Both run here in turns, each in a
process of its own, read by the same reader in another; times are of the clock that all processes of a computer share.
The night's server is the real one, `manage.py night`, on the kind of database that DATABASE_URL names.
"""

from __future__ import annotations

import argparse
import asyncio
import os
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

SIZE = 256  # bytes of an event, as measured for the floor
WARM = 5  # rings before those that count
TIMES = "EUCHRE_BENCH_TIMES"  # the file in which the server notes when it was about to tell the streams, in ns


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


def _night(arguments: list[str]) -> None:
    """`manage.py night`, which also notes when a change was committed and is about to be told."""
    from django.core.management import execute_from_command_line
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django
    django.setup()
    from tournament import live
    publish: Callable[[int, bytes], None] = live.hub.publish

    def noted(night_id: int, message: bytes) -> None:
        began = time.monotonic_ns()
        publish(night_id, message)
        with Path(os.environ[TIMES]).open("a") as file:
            file.write(f"{began}\n")

    live.hub.publish = noted  # type: ignore[method-assign]
    execute_from_command_line(["manage.py", "night", *arguments])


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
def process(*arguments: object, **env: str) -> Iterator[subprocess.Popen[str]]:
    """This module in another process."""
    running = subprocess.Popen([sys.executable, "-m", "tests.bench_live", *map(str, arguments)], text=True,
                               stdout=subprocess.PIPE, stdin=subprocess.PIPE, env=os.environ | env)
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


def floor(streams: int, rings: int) -> list[float]:
    """Milliseconds from the first write to the last arrival, ring by ring."""
    from tests.hall import free_port
    port, took = free_port(), []
    with process("floor", port):
        for _ in range(200):
            with suppress(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.05)
        with reader(port, "/", streams) as last, socket.create_connection(("127.0.0.1", port)) as bell:
            bell.sendall(b"bell\n")
            for _ in range(WARM + rings):
                bell.sendall(b"!")
                began = int.from_bytes(bell.recv(8), "big")
                took.append((last() - began) / 1e6)
                time.sleep(0.03)
    return took[WARM:]


def night(streams: int, rings: int) -> list[float]:
    """Milliseconds from the commit of a bell, or of its cancelling, to the last arrival, ring by ring."""
    from tests.hall import Hall
    from tests.visitor import one_table

    class NotedHall(Hall):
        command = [sys.executable, "-m", "tests.bench_live"]

    took = []
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times"
        os.environ[TIMES] = str(times)
        with NotedHall.opened(Path(folder)) as hall:
            organizer, _ = one_table(hall, ("Ann", "Bob", "Carla", "Dan"))
            slug = organizer.url.split("/n/")[1].split("/")[0]
            with reader(hall.port, f"/live/{slug}/?after={10**9}", streams) as last:
                for number in range(WARM + rings):
                    organizer.press("Cancel the bell of game 1" if number % 2 else "Ring for game 1")
                    arrived = last()
                    took.append((arrived - int(times.read_text().split()[-1])) / 1e6)
    return took[WARM:]


def main() -> None:
    """Floor and night in turns; the ratio of their medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, nargs="+", default=[100, 400, 1000])
    parser.add_argument("--rings", type=int, default=30)
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django
    django.setup()
    print("streams | floor, ms: median, worst | night, ms: median, worst | ratio of the medians")
    for streams in asked.streams:
        bare, real = [], []
        for _ in range(2):
            bare += floor(streams, asked.rings // 2)
            real += night(streams, asked.rings // 2)
        print(f"{streams:7} | {median(bare):10.1f} {max(bare):10.1f}    | {median(real):10.1f} {max(real):10.1f}    | "
              f"{median(real) / median(bare):.2f}", flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["floor", port]:
            asyncio.run(_floor(int(port)))
        case ["night", *arguments]:
            _night(arguments)
        case ["read", port, path, streams]:
            _read(int(port), path, int(streams))
        case _:
            main()
