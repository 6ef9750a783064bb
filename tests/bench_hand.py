"""How long recording a hand takes, next to a view that does SELECT 1 in the same server, with one phone and with fifty.

    python -m tests.bench_hand [--rounds 5] [--no-htmx]

A hand is the whole answer to a tap: the POST with its form, key and CSRF token, the commit on disk (SQLite in WAL with
synchronous=FULL, or PostgreSQL, as DATABASE_URL says), and the phone's new page. The server is `manage.py night`; the
phones are one other process. Fifty phones are the scorers of fifty tables, who never pause. Both kinds take turns.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median

from tests.bench_hall import BenchHall
from tests.full_hall import FullNight, fill
from tests.hall import Hall
from tests.load import Phone, drive, percentile, request

HANDS = 8  # a game
TABLES = 25  # a night; there are two of them
RESULTS = ("NS:3-4", "EW:3-4", "NS:5", "EW:0-2", "EW:5-alone")
_keys = count()


def floor(times: int) -> Phone:
    """A phone that asks for SELECT 1."""
    for _ in range(times):
        status, said = yield "floor", request("GET", "/select-1/", htmx=False)
        assert (status, said) == (200, b"1")


def scorer(night: FullNight, table: int, games: Iterator[int], htmx: bool = True) -> Phone:
    """A phone that scores games at its table; of each, all hands and both sides' word."""
    token, play = night.tokens[4 * table - 4], f"/n/{night.slug}/play/"
    for number in games:
        game = night.games[number - 1][table - 1]
        for hand in range(1, HANDS + 1):
            status, page = yield "hand", request("POST", f"{play}hand/", token, {
                "game": game, "hand": hand, "result": RESULTS[(table + hand + number) % len(RESULTS)],
                "key": f"bench-key-{next(_keys)}"}, htmx)
            assert status == (200 if htmx else 302), page
        if not htmx:
            _, page = yield "look", request("GET", play, token)
        for side in ("NS", "EW"):
            upto = re.search(rb'name="upto" value="(\d+)"', page)
            assert upto, page
            status, page = yield "agree", request("POST", f"{play}agree/", token, {
                "game": game, "upto": int(upto[1]), "word": f"{side}:agree"})
            assert status == 200, page


def chain(phones: list[Phone]) -> Phone:
    """One phone that does what these would do, one after the other."""
    for phone in phones:
        yield from phone


def main() -> None:
    """Floor and hands in turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-htmx", action="store_true", help="answer with a redirect, as without JavaScript")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        measure(hall, asked.rounds, htmx=not asked.no_htmx)


def measure(hall: Hall, rounds: int, tables: int = TABLES, htmx: bool = True) -> dict[str, float]:
    """Print the figures; the ratios by name. A round is two games at every table, and three tables for one phone."""
    nights = [fill(hall, tables, 2 * rounds, HANDS) for _ in range(2)]
    alone = fill(hall, 3 * rounds, 1, HANDS)
    everybody = [(night, table) for night in nights for table in range(1, tables + 1)]
    drive(hall.port, [floor(20) for _ in range(8)])  # warm, in all threads
    one: list[tuple[list[float], list[float]]] = []
    many: list[tuple[list[float], list[float]]] = []
    seconds = hands = 0.0
    for number in range(rounds):
        bare, _ = drive(hall.port, [floor(100)])
        real, _ = drive(hall.port, [chain([scorer(alone, 3 * number + n, iter([1]), htmx) for n in (1, 2, 3)])])
        one.append((bare["floor"], real["hand"]))
        bare, _ = drive(hall.port, [floor(40) for _ in everybody])
        real, took = drive(hall.port, [scorer(night, table, iter([2 * number + 1, 2 * number + 2]), htmx)
                                       for night, table in everybody])
        many.append((bare["floor"], real["hand"]))
        seconds, hands = seconds + took, hands + len(real["hand"])
    ratios = {"p50, 1 phone": _told("1 phone", one, 0.5), f"p99, {len(everybody)} phones": _told(
        f"{len(everybody)} phones", many, 0.99)}
    print(f"{hands / seconds:.0f} hands a second, each eight with two words on the total")
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.2f} times SELECT 1")
    return ratios


def _told(name: str, rounds: list[tuple[list[float], list[float]]], share: float) -> float:
    for kind, at in (("SELECT 1", 0), ("hand", 1)):
        every = [took for pair in rounds for took in pair[at]]
        print(f"{name:9} {kind:9} p50 {median(every):7.2f} ms   p99 {percentile(every, 0.99):7.2f} ms   "
              f"worst {max(every):7.2f} ms   of {len(every)}", flush=True)
    return median(percentile(hand, share) / percentile(bare, share) for bare, hand in rounds)


if __name__ == "__main__":
    main()
