"""python -m tests.simulations.check_paper: every sheet × paper × size of type × players × games, each page checked.

    python -m tests.simulations.check_paper [--sheets tally-cards rules] [--players 8 100] [--games 4] [--keep FOLDER]
    python -m tests.simulations.check_paper --numbers 200

The nights are made in a database of their own, with names of all scripts and up to 40 letters, and every hand of the
night scored; once with the seats known ahead, and with winners who move up where the sheet has seats. A sheet that is
registered in `tally.printing.catalog.SHEETS` is in the matrix. Where it is cut and what its codes must say stands here.
`--numbers` plays so many nights by chance instead, and compares each number on cards and standings with the export.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tally.paper.document import Job
from tally.paper.drawing import Paper
from tally.paper.wifi_poster import wifi_code
from tests.benchmarks.changes import a_database
from tests.support import printed_numbers
from tests.support.paper_checks import Checked, Cuts, check

PRIZES = {
    "list": [
        {"kind": kind, "what": what, "money": "$20"}
        for kind, what in (
            ("high", "A ham of 王"),
            ("second", "W" * 60),
            ("low", ""),
            ("loners", "Ж" * 60),
            ("door", "A cake"),
        )
    ]
}
PLAYERS, GAMES = (8, 12, 13, 40, 100), (4, 10, 20)
SITE = "http://192.168.1.50:8000"
WIFI = ("Гости; Saal 2", 'bower,bell:"7"\\')
NAMES = (
    "Ann Miller",
    "Erzsébet Őrsi",
    "Łukasz Żółć",
    "Женя Ильина",
    "王小明",
    "😀 Bob",
    "Ωμέγα Ν.",
    "Nguyễn Thị Ánh",
    "Margaret-Anne Featherstonehaugh-Worthing",
    "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn",
    "W" * 40,
    "I",
    "김철수",
    "さくら",
    "أحمد",
    "O'Hara, Dan",
)

# --- What the checker must know of each sheet -------------------------------------------------------------


def four_up(job: Job) -> Cuts:
    """Cards: four to a page, two in large print on the paper's long side."""
    paper = job.paper
    return ([paper.height / 2], []) if job.large else ([paper.width / 2], [paper.height / 2])


def folded(job: Job) -> Cuts:
    """Tents: a page across its middle."""
    return [], [job.paper.height / 2]


def slips(job: Job) -> Cuts:
    """Six to a page, three in large print: the nights here have games of one hand, and more hands take more room."""
    return [] if job.large else [job.paper.width / 2], [job.paper.height / 3 * row for row in (1, 2)]


def tags(job: Job) -> Cuts:
    """Ten to a page."""
    return [job.paper.width / 2], [job.paper.height / 5 * row for row in range(1, 5)]


def boards(job: Job) -> Sequence[tuple[float, float]]:
    """The large paper, either way."""
    wide, high = job.paper.board
    return (wide, high), (high, wide)


CUTS: dict[str, Callable[[Job], Cuts]] = {
    "tally-cards": four_up,
    "blank-cards": four_up,
    "filled-cards": four_up,
    "table-tents": folded,
    "score-slips": slips,
    "name-tags": tags,
}
SIZES: dict[str, Callable[[Job], Sequence[tuple[float, float]]]] = {"wall-board": boards}


def no_codes(night: Any) -> list[str]:
    """A sheet without QR codes."""
    return []


def cards_codes(night: Any) -> list[str]:
    """Everybody's own address."""
    return [f"{SITE}/J/{entry.key}".upper() for entry in night.entries.all() if not entry.is_ghost]


def poster_codes(night: Any) -> list[str]:
    """The network, the page where one joins."""
    return [wifi_code(*WIFI), f"{SITE}/n/{night.slug}/join/"]


def tents_codes(night: Any) -> list[str]:
    """The same on both sides of each tent."""
    from tournament.models import Game

    return poster_codes(night) * 2 * max(game.table for game in Game.objects.filter(round__night=night))


CODES: dict[str, Callable[[Any], list[str]]] = {
    "tally-cards": cards_codes,
    "wifi-poster": poster_codes,
    "table-tents": tents_codes,
}


# --- Nights -----------------------------------------------------------------------------------------------


def a_night(players: int, games: int, movement: str = "night", name: str = "Summer Euchre Night") -> Any:
    """A night with all its hands, one a game, all but one agreed, and names of every kind."""
    from django.utils import timezone

    from tally.forms import read_result
    from tally.models import Hand
    from tests.support.movement_nights import open_with
    from tournament.models import Club, Entry, Game, Night
    from tournament.planning import plan, shipped

    club = Club.objects.create(name=f"Club {movement} {players} {games}")
    empty = Night.objects.create(
        club=club,
        name=name,
        date=date(2026, 6, 12),
        count_loners=True,
        wifi_name=WIFI[0],
        wifi_password=WIFI[1],
        prizes=PRIZES,
    )
    with patch.object(shipped, "LIVE", 0.03), patch.object(plan, "BUDGET", 0.03):
        night = open_with(empty, players, movement, games=games)
    entries = list(night.entries.order_by("number"))
    for entry in entries:
        entry.name = NAMES[(entry.number - 1) % len(NAMES)]
    Entry.objects.bulk_update(entries, ["name"])
    results = [read_result(night, result) for result in ("NS:3-4", "EW:5-alone", "NS:5", "EW:3-4")]
    rows = Game.objects.filter(round__night=night).order_by("pk")
    Hand.objects.bulk_create(
        Hand(game=game, number=1, version=1, record=results[at % 4], key=f"{game.pk}") for at, game in enumerate(rows)
    )
    Game.objects.filter(round__night=night).exclude(round__number=2, table=1).update(signed_at=timezone.now())
    return night


# --- The matrix -------------------------------------------------------------------------------------------


def look(night: Any, slug: str, job: Job, keep: Path | None = None) -> Checked:
    """One sheet of one night, drawn and checked."""
    from tally.printing.catalog import SHEETS, When, draw

    if SHEETS[slug].when == When.AFTER:
        night = copy(night)
        night.status = "closed"
    pdf = draw(night, slug, job, SITE)
    if keep:
        size = "large" if job.large else "normal"
        (keep / f"{slug}-{job.paper}-{size}-{night.entries.count()}x{night.games}.pdf").write_bytes(pdf)
    seen = check(
        pdf,
        job,
        codes=CODES.get(slug, no_codes)(night),
        cuts=CUTS.get(slug, lambda job: ((), ()))(job),
        sizes=SIZES[slug](job) if slug in SIZES else None,
    )
    lost = [word for word in seen.cut if set(word) != set("W…")]
    assert not lost, f"{lost} are cut, and nothing but forty W may be"
    return seen


def jobs() -> Iterator[Job]:
    """Both papers, both sizes of type; marks to cut at on every other."""
    for index, (paper, large) in enumerate(product(Paper, (False, True))):
        yield Job(paper, large, crop_marks=index % 2 == 1)


def run(sheets: Sequence[str], players: Sequence[int], games: Sequence[int], keep: Path | None = None) -> int:
    """The whole matrix, a line a sheet; how many PDFs broke a law."""
    nights = [a_night(*size) for size in product(players, games)]
    nights += [a_night(count, 10, "winners-up") for count in players if 10 in games]
    broken = 0
    for slug in sheets:
        seen: list[Checked] = []
        for night, job in product(nights, jobs()):
            try:
                seen.append(look(night, slug, job, keep))
            except AssertionError as wrong:
                broken += 1
                print(f"{slug}, {job}, {night.entries.count()} players, {night.games} games: {wrong}", file=sys.stderr)
        print(told(slug, seen), flush=True)
    return broken


def told(slug: str, seen: Sequence[Checked]) -> str:
    """What was seen of a sheet, on a line."""
    pages, codes = sum(one.pages for one in seen), Counter(code for one in seen for code in one.codes)
    smallest = sorted({one.smallest for one in seen})
    types = " or ".join(f"{size:g}" for size in smallest[:4])
    return (
        f"{slug:14} {len(seen):4} PDFs, {pages:5} pages, type ≥ {types} pt, "
        f"ink ≤ {max((one.ink for one in seen), default=0):.1%}, {codes.total()} codes read"
    )


def main() -> int:
    """Parse the command line and run."""
    from tally.printing.catalog import SHEETS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", nargs="+", choices=list(SHEETS), default=list(SHEETS))
    parser.add_argument("--players", nargs="+", type=int, default=list(PLAYERS))
    parser.add_argument("--games", nargs="+", type=int, default=list(GAMES))
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the PDFs there")
    parser.add_argument("--numbers", type=int, metavar="NIGHTS", help="compare numbers with the export instead")
    options = parser.parse_args()
    if options.numbers:
        return bool(printed_numbers.run(options.numbers))
    broken = run(options.sheets, options.players, options.games, options.keep)
    print("All pages keep every law." if not broken else f"{broken} PDFs break a law.")
    return bool(broken)


if __name__ == "__main__":
    with a_database():
        sys.exit(main())
