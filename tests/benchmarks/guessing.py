"""Measures how many guesses at codes get an answer, and computes how likely one is right.

    python -m tests.benchmarks.guessing [--seconds 10] [--addresses 1000] [--letters 8]

One hall is asked for random codes by sixteen connections: from one address, then from a thousand. What is refused
unread (429) tells nothing, so only what is looked up (404) counts. Codes with made-up seals are refused just as fast;
how many of all a server answers in a second is the most that could hit a code with its seal.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.benchmarks.hall import BenchHall
from tests.benchmarks.load_generator import Phone, drive, request
from tests.support.hall_server import Hall
from tournament.models.keys import ALPHABET, KEY_LETTERS, SEAL_LETTERS, new_key
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.web.guessing import ALTOGETHER, MINUTES, OF_AN_ADDRESS

CONNECTIONS = 16
LIVE = MAX_PLAYERS + 1  # the codes of a full night: everybody's card, and the table's
HOURS = 4  # of a night


class HostedHall(BenchHall):
    """A site that believes a proxy whose address a guesser has, which a hall does not."""

    def server_command(self) -> list[str]:
        return [sys.executable, "-m", "uvicorn", "tournament.asgi:application", "--port", str(self.port)]


@dataclass(frozen=True)
class Figures:
    """What a run of guesses brought: how many were looked up, how many were refused, and how many a second."""

    looked_up: int
    refused: int
    a_second: float


def guess(hall: Hall, addresses: int, seconds: float, letters: int) -> Figures:
    """Guess codes from so many addresses for some seconds."""
    statuses: Counter[int] = Counter()
    until, numbers = time.perf_counter() + seconds, count()

    def guesser() -> Phone:
        while time.perf_counter() < until:
            number = next(numbers) % addresses
            address = f"198.18.{number // 256}.{number % 256}"
            status, _ = yield "guess", request("GET", f"/j/{new_key(letters)}", htmx=False, address=address)
            statuses[status] += 1

    _, elapsed = drive(hall.port, [guesser() for _ in range(CONNECTIONS)])
    assert set(statuses) <= {404, 429}, statuses
    return Figures(statuses[404], statuses[429], statuses.total() / elapsed)


def measure(folder: Path, seconds: float, many: int, letters: int = KEY_LETTERS) -> dict[int, Figures]:
    """Print the figures of one address and of many, each in a hall of its own; return them by number of addresses."""
    found = {}
    for addresses in (1, many):
        (folder / str(addresses)).mkdir()
        with HostedHall.opened(folder / str(addresses)) as hall:
            found[addresses] = figures = guess(hall, addresses, seconds, letters)
        allowed = min(addresses * OF_AN_ADDRESS, ALTOGETHER) * 60 // MINUTES
        print(
            f"{addresses:5} address{'es' if addresses > 1 else '  '}  {figures.looked_up:5} looked up, "
            f"{figures.refused:6} refused, {figures.a_second:5.0f} a second; {allowed} looked up an hour: "
            f"{HOURS} hours hit one of {LIVE} codes with a chance of {chance(allowed * HOURS, KEY_LETTERS):.1e}",
            flush=True,
        )
    fastest = max(figures.a_second for figures in found.values())
    sealed = chance(fastest * 3600 * HOURS, KEY_LETTERS + SEAL_LETTERS)
    unlimited = chance(fastest * 3600 * HOURS, KEY_LETTERS)
    print(f"with a seal, at {fastest:.0f} a second for {HOURS} hours: {sealed:.1e}")
    print(f"without any limit, at that speed: {unlimited:.1e}, {unlimited / sealed:.0f} times as likely")
    return found


def chance(guesses: float, letters: int) -> float:
    """How likely so many random guesses hit one of a full night's codes."""
    return guesses * LIVE / len(ALPHABET) ** letters


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--addresses", type=int, default=1000)
    parser.add_argument("--letters", type=int, default=KEY_LETTERS, help=f"{KEY_LETTERS + SEAL_LETTERS}: with a seal")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options.seconds, options.addresses, options.letters)


if __name__ == "__main__":
    main()
