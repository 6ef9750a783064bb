"""Measures how long recording a hand takes, with one phone and with fifty, as a ratio to a view that does SELECT 1.

    python -m tests.benchmarks.record_hand [--rounds 5] [--how outbox|htmx|plain]

A hand is a tap as a phone's outbox sends it: the POST with its form, key and CSRF token, the commit on disk (SQLite in
WAL with synchronous=FULL, or PostgreSQL, as DATABASE_URL says), and the answer. The refresh of the phone's page, which
follows the event, is measured separately; with `--how htmx` the answer is the page. The server is `manage.py night`;
all phones are in one other process. Fifty phones are the scorers of fifty tables, who never pause.

One phone requests SELECT 1, a hand and its page in turns, so that other load on the computer slows all three; fifty
phones request SELECT 1, record hands and sign, in short turns.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from itertools import count
from pathlib import Path
from statistics import median

from tests.benchmarks.hall import BenchHall
from tests.benchmarks.idle_streams import cpu_seconds
from tests.benchmarks.load_generator import Phone, drive, percentile, request
from tests.support.full_night import FullNight, fill_hall
from tests.support.hall_server import Hall

HANDS = 8  # in a game
TABLES = 25  # in each of the two nights
SINGLE_PHONE_TABLES = 5  # that the one phone scores in each round
RESULTS = ("NS:3-4", "EW:3-4", "NS:5", "EW:0-2", "EW:5-alone")
ANSWERS = {"outbox": 204, "htmx": 200, "plain": 302}
_keys = count()


def floor(times: int) -> Phone:
    """Request SELECT 1 so many times."""
    for _ in range(times):
        status, body = yield "floor", request("GET", "/select-1/", htmx=False)
        assert (status, body) == (200, b"1")


def record_hands(night: FullNight, table: int, number: int, how: str, pages: bool = False) -> Phone:
    """Record all hands of a game with one phone; `pages` adds SELECT 1 before each hand and the page after it."""
    token, play, game = night.tokens[4 * table - 4], f"/n/{night.slug}/play/", night.games[number - 1][table - 1]
    for hand in range(1, HANDS + 1):
        if pages:
            yield from floor(1)
        status, body = yield (
            "hand",
            request(
                "POST",
                f"{play}hand/",
                token,
                {
                    "game": game,
                    "hand": hand,
                    "result": RESULTS[(table + hand + number) % len(RESULTS)],
                    "key": f"bench-key-{next(_keys)}",
                },
                htmx=how != "plain",
                outbox=how == "outbox",
            ),
        )
        assert status == ANSWERS[how], body
        if pages:
            status, body = yield "page", request("GET", play, token)
            assert status == 200, body


def sign_total(night: FullNight, table: int, number: int) -> Phone:
    """Sign a game's total for both sides, so that the next game may start."""
    token, play = night.tokens[4 * table - 4], f"/n/{night.slug}/play/"
    _, page = yield "refresh", request("GET", play, token)
    for side in ("NS", "EW"):
        seen_hand = re.search(rb'name="upto" value="(\d+)"', page)
        assert seen_hand, page
        status, page = yield (
            "sign",
            request(
                "POST",
                f"{play}agree/",
                token,
                {"game": night.games[number - 1][table - 1], "upto": int(seen_hand[1]), "word": f"{side}:agree"},
            ),
        )
        assert status == 200, page


def main() -> None:
    """Measure one hall and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--how", choices=ANSWERS, default="outbox", help="what sends the taps")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        measure(hall, options.rounds, how=options.how)


def measure(hall: Hall, rounds: int, tables: int = TABLES, how: str = "outbox") -> dict[str, float]:
    """Print the figures and return the ratios by name.

    A round is a game at every table, and a game at each of the five tables that one phone scores.
    """
    nights = [fill_hall(hall, tables, rounds, HANDS) for _ in range(2)]
    single = fill_hall(hall, SINGLE_PHONE_TABLES * rounds + 1, 1, HANDS)
    everybody = [(night, table) for night in nights for table in range(1, tables + 1)]
    drive(hall.port, [floor(20) for _ in range(8)])  # warms up all threads
    drive(hall.port, [record_hands(single, SINGLE_PHONE_TABLES * rounds + 1, 1, how, pages=True)])
    one, many = defaultdict[str, list[list[float]]](list), defaultdict[str, list[list[float]]](list)
    seconds, spent = 0.0, defaultdict[str, float](float)
    for number in range(rounds):
        tables_of_one = range(SINGLE_PHONE_TABLES * number + 1, SINGLE_PHONE_TABLES * (number + 1) + 1)
        times = _drive_one(hall, [record_hands(single, table, 1, how, pages=True) for table in tables_of_one])
        for kind in ("floor", "hand", "page"):
            one[kind].append(times[kind])
        turns = {
            "floor": [floor(40) for _ in everybody],
            "hand": [record_hands(night, table, number + 1, how) for night, table in everybody],
            "sign": [sign_total(night, table, number + 1) for night, table in everybody],
        }
        for kind, phones in turns.items():
            used = _server_cpu(hall)
            times, elapsed = drive(hall.port, phones)
            spent[kind] += _server_cpu(hall) - used
            many[kind].append(times[kind])
            seconds += elapsed * (kind == "hand")
    ratios = {
        "p50, 1 phone": _print_times("1 phone", one, 0.5),
        f"p99, {len(everybody)} phones": _print_times(f"{len(everybody)} phones", many, 0.99),
    }
    recorded = sum(map(len, many["hand"]))
    each = {kind: 1000 * spent[kind] / sum(map(len, many[kind])) for kind in many}
    print(
        f"{recorded / seconds:.0f} hands a second; the server's CPU for a hand {each['hand']:.2f} ms, for SELECT 1 "
        f"{each['floor']:.2f} ms: {each['hand'] / each['floor']:.2f} times"
    )
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.2f} times SELECT 1")
    return ratios


def _drive_one(hall: Hall, games: list[Phone]) -> dict[str, list[float]]:
    """Score these games with one phone, one after the other, and return the milliseconds by kind."""

    def one_phone() -> Phone:
        for game in games:
            yield from game

    return drive(hall.port, [one_phone()])[0]


def _server_cpu(hall: Hall) -> float:
    assert hall.process
    return cpu_seconds(hall.process.pid)


def _print_times(name: str, rounds: dict[str, list[list[float]]], share: float) -> float:
    """Print a line for each kind of request; return the ratio of hands to the floor at this percentile."""
    for kind, times_by_round in rounds.items():
        times = [time for one_round in times_by_round for time in one_round]
        print(
            f"{name:9} {'SELECT 1' if kind == 'floor' else kind:9} p50 {median(times):7.2f} ms   p99 "
            f"{percentile(times, 0.99):7.2f} ms   worst {max(times):7.2f} ms   of {len(times)}",
            flush=True,
        )
    return median(
        percentile(hand, share) / percentile(bare, share)
        for bare, hand in zip(rounds["floor"], rounds["hand"], strict=True)
    )


if __name__ == "__main__":
    main()
