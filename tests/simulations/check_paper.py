"""Checks each page of every sheet × paper × type size × players × games.

    python -m tests.simulations.check_paper [--sheets tally-cards rules] [--players 8 100] [--games 4] [--look]
    python -m tests.simulations.check_paper --numbers 200

The nights are made in a temporary database, with names in many scripts and of up to 40 letters, and with every hand
scored. There are nights whose seats are known ahead and, for ten games, nights in which winners move up. All sheets in
`tally.printing.catalog.SHEETS` are checked, each for the nights that have it; `tests.support.sheet_checks` knows where
each is cut and what its QR codes must say. `--numbers` plays so many random nights instead and compares each number on
cards and standings with the export.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from tally.paper.club_look import PLAIN_LOOK, ClubLook
from tally.paper.document import Job
from tally.paper.measures import Paper
from tests.support import printed_numbers
from tests.support.club_looks import LOOK
from tests.support.paper_checks import PaperReport
from tests.support.printed_nights import make_printed_night
from tests.support.sheet_checks import check_sheet
from tests.support.standalone_django import temporary_database

PLAYERS, GAMES = (8, 12, 13, 40, 100), (4, 10, 20)


def jobs(look: ClubLook) -> Iterator[Job]:
    """Yield both papers in both type sizes; Letter in large print and A4 in the usual one have crop marks."""
    for paper, large in product(Paper, (False, True)):
        yield Job(paper, large, crop_marks=large == (paper is Paper.LETTER), look=look)


def run(
    sheets: Sequence[str],
    players: Sequence[int],
    games: Sequence[int],
    folder: Path | None = None,
    look: ClubLook = PLAIN_LOOK,
) -> int:
    """Check every combination, print a line for each sheet, and return how many PDFs failed."""
    from tally.printing.catalog import SHEETS, Tonight, reason_not_printable

    nights = [make_printed_night(*size) for size in product(players, games)]
    nights += [make_printed_night(count, 10, "winners-up") for count in players if 10 in games]
    failed = 0
    for slug in sheets:
        reports: list[PaperReport] = []
        for night, job in product(nights, jobs(look)):
            if reason_not_printable(SHEETS[slug], Tonight(night, job)):
                continue
            try:
                reports.append(check_sheet(night, slug, job, folder))
            except AssertionError as error:
                failed += 1
                print(f"{slug}, {job}, {night.entries.count()} players, {night.games} games: {error}", file=sys.stderr)
        print(summary(slug, reports), flush=True)
    return failed


def summary(slug: str, reports: Sequence[PaperReport]) -> str:
    """Sum up the reports on a sheet in one line."""
    pages, codes = sum(one.pages for one in reports), Counter(code for one in reports for code in one.codes)
    smallest = sorted({one.smallest for one in reports})
    types = " or ".join(f"{size:g}" for size in smallest[:4])
    return (
        f"{slug:14} {len(reports):4} PDFs, {pages:5} pages, type ≥ {types} pt, "
        f"ink ≤ {max((one.ink for one in reports), default=0):.1%}, {codes.total()} codes read"
    )


def main() -> int:
    """Parse the command line and run."""
    from tally.printing.catalog import SHEETS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sheets = [slug for slug, sheet in SHEETS.items() if sheet.progressive]  # a test checks those of every single table
    parser.add_argument("--sheets", nargs="+", choices=sheets, default=sheets)
    parser.add_argument("--players", nargs="+", type=int, default=list(PLAYERS))
    parser.add_argument("--games", nargs="+", type=int, default=list(GAMES))
    parser.add_argument("--look", action="store_true", help="as a club with a motto, a logo and a color")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="save the PDFs there")
    parser.add_argument(
        "--numbers", type=int, metavar="NIGHTS", help="compare the numbers of random nights with the export instead"
    )
    options = parser.parse_args()
    if options.numbers:
        return bool(printed_numbers.check_nights(options.numbers))
    failed = run(options.sheets, options.players, options.games, options.keep, LOOK if options.look else PLAIN_LOOK)
    print("All pages pass every check." if not failed else f"{failed} PDFs fail a check.")
    return bool(failed)


if __name__ == "__main__":
    with temporary_database():
        sys.exit(main())
