"""Measures how soon the last of a hundred phones has its new page after a bell.

    python -m tests.benchmarks.bell_refresh [--bells 5] [--tables 25]

A full hall of 25 tables plays the first of ten games. The organizer rings the bell and cancels it in turns; each time
every phone requests its page as htmx does, all at once, and every page is a different one. Then every phone requests
its page alone, one after the other: with all processors at work and nothing in the way, the last of all at once would
come after the median of these × phones ÷ processors. The second line says by how much it misses that. The event itself
is measured by `python -m tests.benchmarks.event_streams`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.hall import BenchHall
from tests.benchmarks.load_generator import Phone, drive, percentile, request
from tests.support.full_night import FullNight, fill_hall
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.stream_crowd import stored_messages

GOAL = 400  # ms


def refresh_page(night: FullNight, number: int, seen: int, pages: set[bytes]) -> Phone:
    """Request the page of a phone that has heard of a new event."""
    status, page = yield "page", request("GET", f"/n/{night.slug}/play/?seen={seen}", night.tokens[number - 1])
    assert status == 200 and b'<main id="page"' in page, page
    pages.add(page)


def refresh_nothing(night: FullNight, number: int, seen: int) -> Phone:
    """Request the page of a phone that is already up to date."""
    status, _ = yield "nothing", request("GET", f"/n/{night.slug}/play/?seen={seen}", night.tokens[number - 1])
    assert status == 204


def record_first_hand(night: FullNight, table: int) -> Phone:
    """Record a table's first hand, before the bell."""
    status, body = yield (
        "hand",
        request(
            "POST",
            f"/n/{night.slug}/play/hand/",
            night.tokens[4 * table - 4],
            {"game": night.games[0][table - 1], "hand": 1, "result": "NS:3-4", "key": f"hand-of-{table}"},
            htmx=False,
        ),
    )
    assert status == 302, body


def measure(hall: Hall, bells: int, tables: int) -> dict[str, list[float]]:
    """Return the milliseconds of a page, of the last page after each bell, of a page alone, and of "nothing new"."""
    night = fill_hall(hall, tables, 10)
    drive(hall.port, [record_first_hand(night, table) for table in range(1, tables + 1)])
    organizer = Visitor(hall, f"/o/{night.organizer}/").open(f"/n/{night.slug}/board/")
    took: dict[str, list[float]] = {"page": [], "last": [], "alone": [], "nothing": []}
    everybody = range(1, 4 * tables + 1)
    for number in range(bells):
        seen = stored_messages(hall, night.slug)[-1][0]
        organizer.press("Cancel the bell of game 1" if number % 2 else "End game 1 (ring the bell)")
        pages: set[bytes] = set()
        answered, seconds = drive(hall.port, [refresh_page(night, player, seen, pages) for player in everybody])
        assert len(pages) == len(everybody), "each phone has a page of its own"
        took["page"] += answered["page"]
        took["last"].append(1000 * seconds)
        for player in everybody:
            took["alone"] += drive(hall.port, [refresh_page(night, player, seen, set())])[0]["page"]
        seen = stored_messages(hall, night.slug)[-1][0]
        took["nothing"] += drive(hall.port, [refresh_nothing(night, player, seen) for player in everybody])[0][
            "nothing"
        ]
        time.sleep(0.2)
    return took


def main() -> None:
    """Measure one hall and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bells", type=int, default=5)
    parser.add_argument("--tables", type=int, default=25)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        took = measure(hall, options.bells, options.tables)
    phones = 4 * options.tables
    print(
        f"{phones} phones after a bell, {options.bells} times: the last page after {median(took['last']):.0f} ms "
        f"(worst {max(took['last']):.0f} ms); a page p50 {median(took['page']):.0f} ms"
    )
    alone, processors = median(took["alone"]), len(os.sched_getaffinity(0))
    bound = alone * phones / processors
    missed = median(took["last"]) - bound
    print(
        f"a page alone p50 {alone:.1f} ms; × {phones} ÷ {processors} processors = {bound:.0f} ms. "
        f"The last comes {missed:+.0f} ms from that (goal: at most {GOAL:+d})."
    )
    print(
        f"{phones} phones that have everything already: p50 {median(took['nothing']):.0f} ms, "
        f"p99 {percentile(took['nothing'], 0.99):.0f} ms"
    )


if __name__ == "__main__":
    main()
