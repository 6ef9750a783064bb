"""Measures what a club notices of other clubs on the same site: twenty of its own size, and one that never pauses.

    DATABASE_URL=postgres://… python -m tests.benchmarks.many_clubs [--clubs 20] [--tables 12] [--broker nats]

Two server processes share one PostgreSQL. A real table takes about 150 seconds for a hand. Here the tables of the club
that is measured take `--pace` seconds, so that a short run has enough of them, and all others `--others-pace`. When a
hand is in, the four phones of its table ask for their page, as they do when they hear the event. Every phone has an
open stream. Half of the phones are on each process.

One club, the quiet one, is measured four times in each round, so that all figures are of one run: alone; beside all
other clubs; beside a crowd, one club of `--crowd` phones that reload their pages and the seats and send taps without a
pause; and alone while as many processes as the crowd keeps busy only compute. The last is the floor for the crowd: what
a computer with nothing to spare costs, whoever uses it.

The quiet club's organizer rings the bell and cancels it: the bell is measured from the press of the button until its
event is on the last of the club's streams. Each club's phones are in a process of their own, all other clubs' phones in
another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from uuid import uuid4

from tests.benchmarks.hall import BenchHall
from tests.benchmarks.idle_streams import cpu_seconds, memory
from tests.benchmarks.load_generator import percentile, request
from tests.support.full_night import FullNight, fill_clubs
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.nats_server import NatsServer
from tests.support.streams import count_database_connections

HANDS = 400  # in the only game of a night: more than anybody plays in a run
RESULTS = ("NS:3-4", "EW:3-4", "NS:5", "EW:0-2", "EW:5-alone")
READY, DONE = "ready", "done"


# ---- The phones of a club, in a process of their own


@dataclass
class Phones:
    """What the phones of some clubs do, and how long they wait for it."""

    ports: list[int]
    milliseconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    hands: defaultdict[tuple[str, int], Iterator[int]] = field(default_factory=lambda: defaultdict(lambda: count(1)))

    def port_of(self, number: int) -> int:
        """The process that a phone is connected with."""
        return self.ports[number % len(self.ports)]

    async def ask(self, kind: str, number: int, content: bytes) -> bytes:
        """Send a request on a connection of its own, as after a pause, and return the whole answer's content."""
        start = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port_of(number))
        try:
            writer.write(content)
            head = await reader.readuntil(b"\r\n\r\n")
            length = head.lower().partition(b"\r\ncontent-length: ")[2].partition(b"\r\n")[0]
            body = await reader.readexactly(int(length or 0))
        finally:
            writer.close()
        self.milliseconds[kind].append(1000 * (time.perf_counter() - start))
        self.statuses[int(head[9:12])] += 1
        return body

    async def record_hand(self, night: FullNight, table: int, kind: str = "hand") -> None:
        """Send a tap as a phone's outbox does."""
        hand = next(self.hands[night.slug, table])
        form: dict[str, object] = {
            "game": night.games[0][table - 1],
            "hand": hand,
            "result": RESULTS[(table + hand) % len(RESULTS)],
            "key": f"many-{uuid4().hex[:16]}",
        }
        tap = request("POST", f"/n/{night.slug}/play/hand/", night.tokens[4 * table - 4], form, outbox=True)
        await self.ask(kind, 4 * table - 4, tap)

    async def refresh(self, night: FullNight, number: int, kind: str = "page") -> None:
        """Ask for a phone's page, as htmx does after an event."""
        await self.ask(kind, number, request("GET", f"/n/{night.slug}/play/?seen=1", night.tokens[number]))

    async def play(self, night: FullNight, table: int, pace: float, until: float) -> None:
        """Play at a table at a steady pace, its first hand at a moment of its own."""
        following = time.monotonic() + pace * Random(f"{night.slug} {table}").random()
        while following < until:
            await asyncio.sleep(max(0.0, following - time.monotonic()))
            following += pace
            await self.record_hand(night, table)
            await asyncio.gather(*(self.refresh(night, number) for number in range(4 * table - 4, 4 * table)))

    async def never_pause(self, night: FullNight, number: int, until: float) -> None:
        """Reload the phone's page and the seats and send a tap, again and again."""
        while time.monotonic() < until:
            await self.refresh(night, number, "crowd")
            await self.ask("crowd", number, request("GET", f"/n/{night.slug}/", night.tokens[number], htmx=False))
            await self.record_hand(night, number // 4 + 1, "crowd")

    async def listen(self, night: FullNight, number: int, opened: asyncio.Semaphore, bell: _Bell | None) -> None:
        """Keep a phone's stream open, and tell `bell` when it hears one."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port_of(number))
        writer.write(f"GET /live/{night.slug}/?after={10**9} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        unfinished = b""  # a line may come in two parts
        try:
            await reader.readuntil(b"retry: 1000")
            opened.release()
            while chunk := await reader.read(65536):
                heard = unfinished + chunk
                if bell and (b"event: bell\n" in heard or b"event: unbell\n" in heard):
                    bell.heard()
                unfinished = heard.rpartition(b"\n")[2]
        finally:
            writer.close()


class _Bell:
    """When a bell was heard by the last stream of its club."""

    def __init__(self, streams: int) -> None:
        self.streams, self._waiting, self.all_heard = streams, streams, asyncio.Event()

    def reset(self) -> None:
        self._waiting = self.streams
        self.all_heard.clear()

    def heard(self) -> None:
        self._waiting -= 1
        if self._waiting <= 0:
            self.all_heard.set()


async def _ring(organizer: Visitor, bell: _Bell, phones: Phones, until: float, between: float) -> None:
    """Ring the bell and cancel it until the time is over."""
    while time.monotonic() < until - 1:
        await asyncio.sleep(between)
        rung = "Cancel the bell of game 1" in organizer.page.text
        bell.reset()
        start = time.perf_counter()
        pressing = asyncio.create_task(
            asyncio.to_thread(organizer.press, "Cancel the bell of game 1" if rung else "End game 1 (ring the bell)")
        )
        async with asyncio.timeout(60):
            await bell.all_heard.wait()
        phones.milliseconds["bell"].append(1000 * (time.perf_counter() - start))
        await pressing


async def _be_phones(task: dict) -> None:
    """Open the streams of these nights; then, each time a line says for how long, play, and print the figures."""
    nights = [FullNight(**night) for night in task["nights"]]
    opened = asyncio.Semaphore(0)
    measured = task["rings"]
    bell = _Bell(len(nights[0].tokens)) if measured else None
    forever = Phones(task["ports"])
    streams = [
        asyncio.create_task(forever.listen(night, number, opened, bell))
        for night in nights
        for number in range(len(night.tokens))
    ]
    for _ in streams:
        await opened.acquire()
    organizer = None
    if measured:
        organizer = Visitor(Hall(env={}, port=task["ports"][0]), f"/o/{nights[0].organizer}/")
        organizer.open(f"/n/{nights[0].slug}/board/")
    print(READY, flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        until = time.monotonic() + float(line)
        phones = Phones(task["ports"], hands=forever.hands)
        if task["crowd"]:
            (night,) = nights
            doing = [phones.never_pause(night, number, until) for number in range(len(night.tokens))]
        else:
            doing = [
                phones.play(night, table, task["pace"], until)
                for night in nights
                for table in range(1, len(night.games[0]) + 1)
            ]
        if organizer and bell:
            doing.append(_ring(organizer, bell, phones, until, task["pace"] / 4))
        await asyncio.gather(*doing)
        lost = sum(stream.done() for stream in streams)
        print(json.dumps({"ms": phones.milliseconds, "statuses": phones.statuses, "lost": lost}), flush=True)
    for stream in streams:
        stream.cancel()


@dataclass
class Crowd:
    """Another process that is the phones of some nights."""

    process: subprocess.Popen[str]

    @classmethod
    @contextmanager
    def of(
        cls, nights: list[FullNight], ports: list[int], pace: float, rings: bool = False, crowd: bool = False
    ) -> Iterator[Crowd]:
        """Open the streams of these nights inside the block."""
        task = {
            "nights": [night.__dict__ for night in nights],
            "ports": ports,
            "pace": pace,
            "rings": rings,
            "crowd": crowd,
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.many_clubs", "phones"],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            assert process.stdin and process.stdout
            process.stdin.write(json.dumps(task) + "\n")
            process.stdin.flush()
            assert process.stdout.readline().strip() == READY
            yield cls(process)
        finally:
            process.kill()
            process.wait()

    def begin(self, seconds: float) -> None:
        """Let the phones play for so long."""
        assert self.process.stdin
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()

    def figures(self) -> dict:
        """Wait until they are done."""
        assert self.process.stdout
        found: dict = json.loads(self.process.stdout.readline())
        return found


class Computing:
    """Processes that compute without a pause, as busy as the crowd makes servers, PostgreSQL and itself."""

    processes = 4

    def begin(self, seconds: float) -> None:
        """Compute for so long."""
        work = f"import time\nuntil = time.monotonic() + {seconds}\nwhile time.monotonic() < until: sum(range(1000))"
        self._running = [subprocess.Popen([sys.executable, "-c", work]) for _ in range(self.processes)]

    def figures(self) -> dict:
        """Wait until they are done."""
        for process in self._running:
            process.wait()
        return {"ms": {}, "statuses": {}, "lost": 0}


# ---- Measuring


@dataclass
class Part:
    """What was measured of the quiet club in one kind of company, in all rounds."""

    hands: list[float] = field(default_factory=list)
    bells: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    others: int = 0
    requests: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    connections: int = 0
    lost: int = 0
    refused: int = 0

    def __str__(self) -> str:
        def both(values: list[float]) -> str:
            return f"{median(values):6.1f} {percentile(values, 0.99):7.1f}"

        return (
            f"{both(self.hands)} | {both(self.pages)} | {median(self.bells):6.1f} {max(self.bells):7.1f} | "
            f"{self.others / self.seconds:6.1f} | {100 * self.cpu / self.seconds:5.0f} % | {self.connections:3} | "
            f"{self.lost} {self.refused}"
        )


def measure(
    halls: Sequence[Hall],
    clubs: int,
    tables: int,
    crowd: int,
    pace: float,
    others_pace: float,
    seconds: float,
    rounds: int,
) -> dict[str, Part]:
    """Print a line for each kind of company and return what was measured."""
    quiet, *others = fill_clubs(halls[0], clubs, tables, HANDS)
    (noisy,) = fill_clubs(halls[0], 1, crowd // 4, HANDS)
    ports = [hall.port for hall in halls]
    bare = sum(memory(_pid(hall)) for hall in halls)
    names = ("alone", f"beside {clubs - 1} clubs", f"beside a crowd of {crowd}", "a busy computer")
    parts = {name: Part() for name in names}
    with (
        Crowd.of([quiet], ports, pace, rings=True) as us,
        Crowd.of(others, ports, others_pace) as them,
        Crowd.of([noisy], ports, pace, crowd=True) as them_all,
    ):
        streams = sum(len(night.tokens) for night in (quiet, noisy, *others))
        opened = sum(memory(_pid(hall)) for hall in halls)
        us.begin(3)  # warms up
        us.figures()
        for _ in range(rounds):
            for part, company in zip(parts.values(), (None, them, them_all, Computing()), strict=True):
                _measure_part(part, halls, us, company, seconds)
    alone = parts["alone"]
    print(
        f"{'':22} | hands: p50, p99 | pages: p50, p99 | bell: p50, most | others/s | CPU | connections | lost, refused"
    )
    for name, part in parts.items():
        print(f"{name:22} | {part}")
    for name, part in list(parts.items())[1:]:
        print(
            f"{name}: hands p99 {percentile(part.hands, 0.99) / percentile(alone.hands, 0.99):.1f} times alone, "
            f"bell p50 {median(part.bells) / median(alone.bells):.1f} times"
        )
    crowded, busy = parts[names[2]], parts[names[3]]
    print(
        f"beside the crowd, to a busy computer: hands p50 {median(crowded.hands) / median(busy.hands):.1f} times, p99 "
        f"{percentile(crowded.hands, 0.99) / percentile(busy.hands, 0.99):.1f} times"
    )
    for name, part in parts.items():
        print(f"{name}: {1000 * part.cpu / part.requests:.1f} ms of the servers' CPU for a request, on average")
    memories = ", ".join(f"{memory(_pid(hall)):.0f}" for hall in halls)
    print(
        f"memory of a process, MB: {memories}; {1000 * (opened - bare) / streams:.0f} kB for each of {streams} streams"
    )
    return parts


def _measure_part(
    part: Part, halls: Sequence[Hall], us: Crowd, company: Crowd | Computing | None, seconds: float
) -> None:
    if company:
        company.begin(seconds + 2)
        time.sleep(1)
    used, start = sum(cpu_seconds(_pid(hall)) for hall in halls), time.monotonic()
    us.begin(seconds)
    time.sleep(seconds / 2)
    part.connections = max(part.connections, count_database_connections(halls[0]))
    found = us.figures()
    part.seconds += time.monotonic() - start
    part.cpu += sum(cpu_seconds(_pid(hall)) for hall in halls) - used
    part.hands += found["ms"]["hand"]
    part.pages += found["ms"]["page"]
    part.bells += found["ms"]["bell"]
    reports = [found] + ([company.figures()] if company else [])
    part.lost = max(part.lost, *(report["lost"] for report in reports))
    part.refused += sum(times for status, times in found["statuses"].items() if int(status) >= 400)
    part.others += sum(map(len, reports[-1]["ms"].values())) if company else 0
    part.requests += sum(sum(map(len, report["ms"].values())) for report in reports)


def _pid(hall: Hall) -> int:
    assert hall.process
    return hall.process.pid


def main() -> None:
    """Measure a site of two processes and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clubs", type=int, default=20)
    parser.add_argument("--tables", type=int, default=12, help="of each club")
    parser.add_argument("--crowd", type=int, default=100, help="phones of the club that never pauses")
    parser.add_argument(
        "--pace", type=float, default=15, help="seconds between two hands of a table of the measured club"
    )
    parser.add_argument("--others-pace", type=float, default=60, help="the same, of all other clubs")
    parser.add_argument("--seconds", type=float, default=20, help="of each part")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--broker", choices=("postgresql", "nats"), default="postgresql", help="what carries events")
    options = parser.parse_args()
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        parser.error("several processes need PostgreSQL: set DATABASE_URL")
    with ExitStack() as stack:
        broker = stack.enter_context(NatsServer()).address if options.broker == "nats" else ""
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        halls = stack.enter_context(BenchHall.several(folder, 2, EUCHRE_BROKER=broker))
        measure(
            halls,
            options.clubs,
            options.tables,
            options.crowd,
            options.pace,
            options.others_pace,
            options.seconds,
            options.rounds,
        )


if __name__ == "__main__":
    if sys.argv[1:] == ["phones"]:
        asyncio.run(_be_phones(json.loads(sys.stdin.readline())))
    else:
        main()
