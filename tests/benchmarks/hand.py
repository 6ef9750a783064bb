"""How long recording a hand takes, next to a view that does SELECT 1 in the same server, with one phone and with fifty.

    python -m tests.benchmarks.hand [--rounds 5] [--how outbox|htmx|plain]

A hand is a tap as a phone's outbox sends it: the POST with its form, key and CSRF token, and the commit on disk
(SQLite in WAL with synchronous=FULL, or PostgreSQL, as DATABASE_URL says), until the phone knows that it is kept. The
phone's new page, which the event brings, is measured beside it; `--how htmx` has it in the answer itself. The server is
`manage.py night`; the phones are one other process. Fifty phones are the scorers of fifty tables, who never pause.

One phone asks for SELECT 1, a hand and its page by turns, so that whatever else the computer does slows all three;
fifty phones ask for SELECT 1, record hands, and agree, in short turns.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from itertools import count
from pathlib import Path
from statistics import median

from tests.benchmarks.bench_hall import BenchHall
from tests.benchmarks.idle import cpu
from tests.benchmarks.load_generator import Phone, drive, percentile, request
from tests.support.full_night import FullNight, fill
from tests.support.hall_server import Hall

HANDS = 8  # a game
TABLES = 25  # a night; there are two of them
ALONE = 5  # tables that the one phone scores, each round
RESULTS = ("NS:3-4", "EW:3-4", "NS:5", "EW:0-2", "EW:5-alone")
ANSWERS = {"outbox": 204, "htmx": 200, "plain": 302}
_keys = count()


def floor(times: int) -> Phone:
    """A phone that asks for SELECT 1."""
    for _ in range(times):
        status, said = yield "floor", request("GET", "/select-1/", htmx=False)
        assert (status, said) == (200, b"1")


def hands(night: FullNight, table: int, number: int, how: str, pages: bool = False) -> Phone:
    """All hands of a game, told by one phone; with SELECT 1 before each, and the page after it, if `pages`."""
    token, play, game = night.tokens[4 * table - 4], f"/n/{night.slug}/play/", night.games[number - 1][table - 1]
    for hand in range(1, HANDS + 1):
        if pages:
            yield from floor(1)
        status, said = yield (
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
        assert status == ANSWERS[how], said
        if pages:
            status, said = yield "page", request("GET", play, token)
            assert status == 200, said


def agreeing(night: FullNight, table: int, number: int) -> Phone:
    """Both sides' word on a game's total, so that the next one may begin."""
    token, play = night.tokens[4 * table - 4], f"/n/{night.slug}/play/"
    _, page = yield "look", request("GET", play, token)
    for side in ("NS", "EW"):
        upto = re.search(rb'name="upto" value="(\d+)"', page)
        assert upto, page
        status, page = yield (
            "agree",
            request(
                "POST",
                f"{play}agree/",
                token,
                {"game": night.games[number - 1][table - 1], "upto": int(upto[1]), "word": f"{side}:agree"},
            ),
        )
        assert status == 200, page


def main() -> None:
    """Floor and hands in turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--how", choices=ANSWERS, default="outbox", help="what sends the taps")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        measure(hall, asked.rounds, how=asked.how)


def measure(hall: Hall, rounds: int, tables: int = TABLES, how: str = "outbox") -> dict[str, float]:
    """Print the figures; the ratios by name. A round is a game at every table, and five tables for one phone."""
    nights = [fill(hall, tables, rounds, HANDS) for _ in range(2)]
    alone = fill(hall, ALONE * rounds + 1, 1, HANDS)
    everybody = [(night, table) for night in nights for table in range(1, tables + 1)]
    drive(hall.port, [floor(20) for _ in range(8)])  # warm, in all threads
    drive(hall.port, [hands(alone, ALONE * rounds + 1, 1, how, pages=True)])
    one, many = defaultdict[str, list[list[float]]](list), defaultdict[str, list[list[float]]](list)
    seconds, spent = 0.0, defaultdict[str, float](float)
    for number in range(rounds):
        took, _ = _alone(hall, [hands(alone, ALONE * number + n, 1, how, pages=True) for n in range(1, ALONE + 1)])
        for kind in ("floor", "hand", "page"):
            one[kind].append(took[kind])
        turn = {
            "floor": [floor(40) for _ in everybody],
            "hand": [hands(night, table, number + 1, how) for night, table in everybody],
            "agree": [agreeing(night, table, number + 1) for night, table in everybody],
        }
        for kind, phones in turn.items():
            used = _cpu(hall)
            took, lasted = drive(hall.port, phones)
            spent[kind] += _cpu(hall) - used
            many[kind].append(took[kind])
            seconds += lasted * (kind == "hand")
    ratios = {
        "p50, 1 phone": _told("1 phone", one, 0.5),
        f"p99, {len(everybody)} phones": _told(f"{len(everybody)} phones", many, 0.99),
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


def _alone(hall: Hall, games: list[Phone]) -> tuple[dict[str, list[float]], float]:
    """One phone that scores these games, one after the other."""

    def one_phone() -> Phone:
        for game in games:
            yield from game

    return drive(hall.port, [one_phone()])


def _cpu(hall: Hall) -> float:
    assert hall.process
    return cpu(hall.process.pid)


def _told(name: str, rounds: dict[str, list[list[float]]], share: float) -> float:
    for kind, every in rounds.items():
        took = [time for one in every for time in one]
        print(
            f"{name:9} {'SELECT 1' if kind == 'floor' else kind:9} p50 {median(took):7.2f} ms   p99 "
            f"{percentile(took, 0.99):7.2f} ms   worst {max(took):7.2f} ms   of {len(took)}",
            flush=True,
        )
    return median(
        percentile(hand, share) / percentile(bare, share)
        for bare, hand in zip(rounds["floor"], rounds["hand"], strict=True)
    )


if __name__ == "__main__":
    main()
