"""After a bell, a hundred phones ask for their page at once: how long until the last one has it.

    python -m tests.benchmarks.storm [--bells 5] [--tables 25]

A full hall of 25 tables in the first of ten games. The organizer rings, and cancels; each time every phone asks as htmx
does, and every page is another one. The event itself is written once for all (`python -m tests.benchmarks.live`).
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.bench_hall import BenchHall
from tests.benchmarks.load_generator import Phone, drive, percentile, request
from tests.support.full_night import FullNight, fill
from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor
from tests.support.stream_crowd import events_told


def asking(night: FullNight, number: int, seen: int, pages: set[bytes]) -> Phone:
    """A phone that heard of an event and asks for its page."""
    status, page = yield "page", request("GET", f"/n/{night.slug}/play/?seen={seen}", night.tokens[number - 1])
    assert status == 200 and b'<main id="page"' in page, page
    pages.add(page)


def up_to_date(night: FullNight, number: int, seen: int) -> Phone:
    """A phone that asks although it has everything already."""
    status, _ = yield "nothing", request("GET", f"/n/{night.slug}/play/?seen={seen}", night.tokens[number - 1])
    assert status == 204


def first_hand(night: FullNight, table: int) -> Phone:
    """What a table has played before the bell."""
    status, said = yield (
        "hand",
        request(
            "POST",
            f"/n/{night.slug}/play/hand/",
            night.tokens[4 * table - 4],
            {"game": night.games[0][table - 1], "hand": 1, "result": "NS:3-4", "key": f"hand-of-{table}"},
            htmx=False,
        ),
    )
    assert status == 302, said


def measure(hall: Hall, bells: int, tables: int) -> dict[str, list[float]]:
    """Milliseconds: of a page, of the last page after each bell, and of the answer that there is nothing new."""
    night = fill(hall, tables, 10)
    drive(hall.port, [first_hand(night, table) for table in range(1, tables + 1)])
    organizer = Visitor(hall, f"/o/{night.organizer}/").open(f"/n/{night.slug}/board/")
    took: dict[str, list[float]] = {"page": [], "last": [], "nothing": []}
    everybody = range(1, 4 * tables + 1)
    for number in range(bells):
        seen = events_told(hall, night.slug)[-1][0]
        organizer.press("Cancel the bell of game 1" if number % 2 else "Ring for game 1")
        pages: set[bytes] = set()
        asked, seconds = drive(hall.port, [asking(night, player, seen, pages) for player in everybody])
        assert len(pages) == len(everybody), "a page for each"
        took["page"] += asked["page"]
        took["last"].append(1000 * seconds)
        seen = events_told(hall, night.slug)[-1][0]
        took["nothing"] += drive(hall.port, [up_to_date(night, player, seen) for player in everybody])[0]["nothing"]
        time.sleep(0.2)
    return took


def main() -> None:
    """Print the figures of a hall."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bells", type=int, default=5)
    parser.add_argument("--tables", type=int, default=25)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, BenchHall.opened(Path(folder)) as hall:
        took = measure(hall, asked.bells, asked.tables)
    phones = 4 * asked.tables
    print(
        f"{phones} phones after a bell, {asked.bells} times: the last page after {median(took['last']):.0f} ms "
        f"(worst {max(took['last']):.0f} ms); a page p50 {median(took['page']):.0f} ms"
    )
    print(
        f"{phones} phones that have everything already: p50 {median(took['nothing']):.0f} ms, "
        f"p99 {percentile(took['nothing'], 0.99):.0f} ms"
    )


if __name__ == "__main__":
    main()
