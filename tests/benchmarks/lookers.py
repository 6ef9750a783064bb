"""Measures how long hands take beside thirty connections that reload a public page, as a ratio to hands alone.

    python -m tests.benchmarks.lookers [--rounds 3] [--tables 33] [--pages "" standings/ screen/]

A full hall of 33 tables plays a night of eleven games. Sixteen phones record a game of four hands each: first alone,
then beside thirty connections without a cookie, each of which asks for a public page again and again. So the two halves
of the ratio are of one run. The server is `manage.py night`; phones and lookers are in one other process.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import median

from tests.benchmarks.hall import BenchHall
from tests.benchmarks.load_generator import Phone, drive, percentile, request
from tests.support.full_night import FullNight, fill_hall
from tests.support.hall_server import Hall

GAMES = 11
HANDS = 4  # in a game
TABLES = 33
SCORERS, LOOKERS = 16, 30
PAGES = ("", "standings/", "screen/")  # below the night's address: seats, standings, the big screen
_keys = count()


class Looking:
    """Connections that reload public pages until every phone has recorded its game."""

    def __init__(self, night: FullNight, scorers: Sequence[Phone], pages: Sequence[str]) -> None:
        self.waiting = len(scorers)
        self.phones = [self._until_done(scorer) for scorer in scorers]
        self.phones += [self._look(f"/n/{night.slug}/{pages[at % len(pages)]}") for at in range(LOOKERS)]

    def _until_done(self, scorer: Phone) -> Phone:
        yield from scorer
        self.waiting -= 1

    def _look(self, address: str) -> Phone:
        while self.waiting:
            status, page = yield "look", request("GET", address, htmx=False)
            assert status == 200, page


def record_game(night: FullNight, table: int, game: int) -> Phone:
    """Record the hands of a game with one phone."""
    for hand in range(1, HANDS + 1):
        form = {
            "game": night.games[game - 1][table - 1],
            "hand": hand,
            "result": "NS:3-4" if hand % 2 else "EW:5",
            "key": f"looked-at-{next(_keys)}",
        }
        tapped = request("POST", f"/n/{night.slug}/play/hand/", night.tokens[4 * table - 4], form, outbox=True)
        status, body = yield "hand", tapped
        assert status == 204, body


def measure(hall: Hall, rounds: int, tables: int = TABLES, pages: Sequence[str] = PAGES) -> float:
    """Print the figures; return how many times as long as alone the slowest hundredth of hands takes beside lookers."""
    alone, beside = list[list[float]](), defaultdict[str, list[list[float]]](list)
    seconds = 0.0
    scorers = range(1, min(SCORERS, tables) + 1)
    for _ in range(rounds):
        night = fill_hall(hall, tables, GAMES, HANDS)
        drive(hall.port, Looking(night, [record_game(night, tables, 1)], pages).phones)  # warms up
        for_others = fill_hall(hall, tables, GAMES, HANDS)
        times, _ = drive(hall.port, [record_game(for_others, table, 1) for table in scorers])
        alone.append(times["hand"])
        looking = Looking(night, [record_game(night, table, 1) for table in scorers if table < tables], pages)
        times, elapsed = drive(hall.port, looking.phones)
        seconds += elapsed
        for kind in ("hand", "look"):
            beside[kind].append(times[kind])
    _print("hands alone", alone)
    _print("hands beside", beside["hand"])
    _print("looks", beside["look"])
    print(f"{sum(map(len, beside['look'])) / seconds:.0f} looks a second")
    ratio = median(
        percentile(hands, 0.99) / percentile(bare, 0.99) for bare, hands in zip(alone, beside["hand"], strict=True)
    )
    print(f"p99 of hands beside {LOOKERS} lookers: {ratio:.1f} times p99 alone")
    return ratio


def _print(name: str, rounds: list[list[float]]) -> None:
    times = [time for one_round in rounds for time in one_round]
    print(
        f"{name:12} p50 {median(times):7.1f} ms   p99 {percentile(times, 0.99):7.1f} ms   worst {max(times):7.1f} ms   "
        f"of {len(times)}",
        flush=True,
    )


def main() -> None:
    """Measure one hall and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--pages", nargs="+", default=PAGES, help='below the night\'s address; "" is the seats')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        measure(hall, options.rounds, options.tables, options.pages)


if __name__ == "__main__":
    main()
