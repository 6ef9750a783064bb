"""Measures what it costs to carry events between processes: by PostgreSQL's NOTIFY, by NATS, and not at all.

    DATABASE_URL=postgres://… python -m tests.benchmarks.brokers [--seconds 5] [--rate 200] [--writers 1 4 16]

First the database alone, driven by pgbench: transactions that write an event and nothing else, and those that a broker
needs, as many as it takes and `--rate` a second. NOTIFY holds one lock of the whole database through its commit, so
with many writers each waits for the others' commits. Two processes listen meanwhile.

Then the way of an event through the code: one process announces `--rate` events a second in twenty nights, two others
hear them. It prints how long that takes from before the commit, and how much of a processor a listening process spends.
With NATS a third process follows no night at all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from statistics import median

from tests.benchmarks.idle_streams import cpu_seconds
from tests.benchmarks.load_generator import percentile
from tests.support.full_night import fill_clubs
from tests.support.hall_server import Hall
from tests.support.nats_server import PROGRAM, NatsServer

NIGHTS = 20
WRITES = "BEGIN; INSERT INTO tournament_event (night_id, topics, public_text) VALUES (:night, 'entry-12 entry-13', '');"
ALSO = {
    "nothing": "",
    "NOTIFY": 'SELECT pg_notify(\'euchre_night\', \'{"id": 1, "night_id": 0, "topics": "entry-12 entry-13", '
    '"public_text": ""}\' || txid_current());',
    "NATS": "SELECT id FROM tournament_event WHERE night_id = :night AND id < 1000000000 ORDER BY id DESC LIMIT 1;",
}
SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes")


# ---- The database alone


def pgbench(url: str, way: str, nights: tuple[int, int], writers: int, seconds: float, rate: int = 0) -> list[float]:
    """Return the milliseconds of each transaction of so many writers."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.sql"
        script.write_text(f"\\set night random({nights[0]}, {nights[1]})\n{WRITES}\n{ALSO[way]}\nCOMMIT;\n")
        command = [
            _pgbench(), "--no-vacuum", "--client", str(writers), "--jobs", "1", "--time", str(int(seconds)), "--log",
            "--protocol", "prepared", "--file", str(script), *(["--rate", str(rate)] if rate else []), url,
        ]  # fmt: skip
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        return [
            int(line.split()[2]) / 1000 - (int(line.split()[6]) / 1000 if rate else 0)
            for log in Path(folder).glob("pgbench_log*")
            for line in log.read_text().splitlines()
        ]


def _pgbench() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
    return str(found[-1]) if found else "pgbench"


@contextmanager
def listening(url: str, processes: int = 2) -> Iterator[None]:
    """Let so many connections listen, and read what they hear."""
    import psycopg

    stopped = threading.Event()

    def listen() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("LISTEN euchre_night")
            while not stopped.is_set():
                for _ in connection.notifies(timeout=0.2):
                    pass

    threads = [threading.Thread(target=listen) for _ in range(processes)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def measure_database(url: str, nights: tuple[int, int], writers: list[int], seconds: float, rate: int) -> None:
    """Print how many transactions PostgreSQL commits, and how long one takes, with what each broker needs."""
    import psycopg

    with psycopg.connect(url) as connection:
        shown = [f"{name} {connection.execute(f'SHOW {name}').fetchone()[0]}" for name in SETTINGS]  # type: ignore
    print(f"PostgreSQL: {', '.join(shown)}")
    print("commits a second: p50, p99 ms | " + " | ".join(f"{number} writers" for number in writers) + f" | {rate}/s")
    for way in ALSO:
        cells = []
        with ExitStack() as stack:
            if way == "NOTIFY":
                stack.enter_context(listening(url))
            for number in writers:
                times = pgbench(url, way, nights, number, seconds)
                cells.append(f"{len(times) / seconds:6.0f}: {median(times):5.2f} {percentile(times, 0.99):6.2f}")
            times = pgbench(url, way, nights, 4, seconds, rate)
            cells.append(f"{median(times):5.2f} {percentile(times, 0.99):6.2f}")
        print(f"{way:8} | " + " | ".join(cells), flush=True)


# ---- An event's way through the code


def _hear(nights: list[int]) -> None:
    """Hear events of these nights; when standard input ends, print how long each took and the CPU spent."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from tournament.live.broker import broker
    from tournament.live.messages import messages
    from tournament.models import Event

    took: list[float] = []

    def heard(event: Event) -> None:
        messages([event])  # as the hub encodes it
        took.append((time.monotonic_ns() - int(event.public_text)) / 1e6)

    async def run() -> None:
        connected = asyncio.Event()
        task = asyncio.create_task(broker().listen(heard, lambda hears: connected.set() if hears else None))
        await connected.wait()
        for night in nights:
            await broker().follow(night)
        print("hears", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        took.clear()
        used, start = time.process_time(), time.monotonic()
        await asyncio.to_thread(sys.stdin.readline)
        share = (time.process_time() - used) / (time.monotonic() - start)
        print(json.dumps([took, share]), flush=True)
        task.cancel()

    asyncio.run(run())


def _announce(nights: list[int], rate: int, seconds: float) -> None:
    """Announce events at this rate, each in a transaction of its own."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from django.db import transaction

    from tournament.live.broker import broker
    from tournament.live.events import tell

    def announce() -> None:
        start = time.monotonic()
        for number in range(int(rate * seconds)):
            time.sleep(max(0.0, start + number / rate - time.monotonic()))
            with transaction.atomic():
                tell(nights[number % len(nights)], "test", "entry-1", text=str(time.monotonic_ns()))

    async def run() -> None:
        connected = asyncio.Event()
        task = asyncio.create_task(broker().listen(lambda event: None, lambda hears: connected.set()))
        await connected.wait()
        await asyncio.to_thread(announce)
        await asyncio.sleep(0.5)
        task.cancel()

    asyncio.run(run())


@contextmanager
def process(env: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run this module in another process."""
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.brokers", *arguments],
        env=env,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def measure_code(env: dict[str, str], nights: list[int], rate: int, seconds: float, server: NatsServer | None) -> None:
    """Print how long an event takes from process to process, and what a listening process spends."""
    print(f"{rate} events a second through the code: ms until heard p50, p99 | % of a processor of each listener")
    ways = {"idle": "", "NOTIFY": ""} | ({"NATS": server.address} if server else {})
    for way, address in ways.items():
        with ExitStack() as stack:
            own = env | {"EUCHRE_BROKER": address, "EUCHRE_SECRET_KEY": "k" * 50}
            followed = [nights, nights] + ([[]] if address else [])
            hearing = [stack.enter_context(process(own, "hear", json.dumps(some))) for some in followed]
            for one in hearing:
                assert one.stdout and one.stdout.readline() == "hears\n"
            used = cpu_seconds(server.pid) if server and address else 0.0
            _next_line(hearing)
            if way == "idle":
                time.sleep(seconds)
            else:
                with process(own, "announce", json.dumps(nights), str(rate), str(seconds)) as announcing:
                    announcing.wait()
            _next_line(hearing)
            took, shares = list[float](), list[float]()
            for one in hearing:
                assert one.stdout
                times, share = json.loads(one.stdout.readline())
                took += times
                shares.append(share)
            latency = f"{median(took):6.2f} {percentile(took, 0.99):7.2f} of {len(took)}" if took else f"{'':22}"
            extra = (
                f", nats-server {100 * (cpu_seconds(server.pid) - used) / seconds:.1f}" if server and address else ""
            )
            print(f"{way:8} | {latency} | {', '.join(f'{100 * share:.1f}' for share in shares)}{extra}", flush=True)


def _next_line(processes: list[subprocess.Popen[str]]) -> None:
    for one in processes:
        assert one.stdin
        one.stdin.write("\n")
        one.stdin.flush()


def measure(hall: Hall, writers: list[int], seconds: float, rate: int) -> None:
    """Measure the database, then the code."""
    url = hall.env["DATABASE_URL"]
    fill_clubs(hall, NIGHTS, 1, 4)
    import psycopg

    with psycopg.connect(url) as connection:
        nights = [row[0] for row in connection.execute("SELECT id FROM tournament_night ORDER BY id")]
    measure_database(url, (nights[0], nights[-1]), writers, seconds, rate)
    with NatsServer() if PROGRAM else nullcontext() as server:
        measure_code(hall.env, nights, rate, seconds, server)


def main() -> None:
    """Measure on a database of its own and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="of each figure")
    parser.add_argument("--rate", type=int, default=200, help="events a second")
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 4, 16])
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        parser.error("NOTIFY is PostgreSQL's: set DATABASE_URL")
    with tempfile.TemporaryDirectory() as folder, Hall.database_in(Path(folder)) as env:
        measure(Hall(env=env), options.writers, options.seconds, options.rate)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["hear", nights]:
            _hear(json.loads(nights))
        case ["announce", nights, rate, seconds]:
            _announce(json.loads(nights), int(rate), float(seconds))
        case _:
            main()
