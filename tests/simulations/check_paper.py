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
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from tally.paper.document import Job
from tally.paper.measures import Paper
from tests.support import printed_numbers
from tests.support.paper_checks import Checked
from tests.support.printed_nights import a_night
from tests.support.sheet_checks import check_sheet
from tests.support.standalone_django import a_database

PLAYERS, GAMES = (8, 12, 13, 40, 100), (4, 10, 20)

# --- What the checker must know of each sheet -------------------------------------------------------------


# --- Nights -----------------------------------------------------------------------------------------------


# --- The matrix -------------------------------------------------------------------------------------------


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
                seen.append(check_sheet(night, slug, job, keep))
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
