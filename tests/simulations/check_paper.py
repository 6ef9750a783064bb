"""Checks each page of every sheet × paper × type size × players × games, of cards with their backs, too.

    python -m tests.simulations.check_paper [--sheets tally-cards rules] [--players 8 100] [--games 4] [--look]
    python -m tests.simulations.check_paper --part 1 2 --processes 1
    python -m tests.simulations.check_paper --numbers 200

The nights are made in temporary databases, with names in many scripts and of up to 40 letters, and with every hand
scored. There are nights whose seats are known ahead and nights in which winners move up, of 4 to 133 players, and a
single table of every game for each number of players that it has. All sheets in `tally.printing.catalog.SHEETS` are
checked, each for the nights that have it; `tests.support.sheet_checks` knows where each is cut and what its QR codes
must say. Each process draws a night at a time; of large nights, half of the ways to print are drawn, in turn, and
unless `--games` says how many games, a night has one of 4, 10 and 20, in turn. Half of the files have the full look of
a club, with the themes in turn; with `--look` all have it. The command `qpdf` checks every file once more where it is
installed, and two readers must be there for codes. At the end stands a table of what was measured. `--part 1 2` checks
the first of two equal parts. `--numbers` plays so many random nights instead and compares the numbers on their sheets
with the export.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, product
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tally.paper.club_look import PLAIN_LOOK, Theme
from tally.paper.document import Job
from tally.paper.measures import MM, Paper
from tests.support import code_checks, printed_numbers
from tests.support.club_looks import LOOK
from tests.support.paper_checks import PaperReport
from tests.support.printed_nights import make_printed_night
from tests.support.sheet_checks import check_sheet
from tests.support.standalone_django import temporary_database

PLAYERS = (4, 5, 6, 7, 8, 9, 12, 13, 16, 20, 25, 31, 40, 57, 64, 99, 100, 120, 133)
GAMES = (4, 10, 20)
MANY = 25  # more players than this print half of the ways
WINNERS_UP, SINGLE_TABLE = "winners-up", "single-table"
_process = ExitStack()  # the database of a process, open until it ends


@dataclass(frozen=True, slots=True)
class Plan:
    """A night to print, of so many players and games or with a single table of a game, and the ways to print it."""

    players: int
    games: int
    movement: str
    jobs: tuple[Job, ...]
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.variant or self.movement}, {self.players} players, {self.games} games"

    def make(self) -> Any:
        """Make the night."""
        if not self.variant:
            return make_printed_night(self.players, self.games, self.movement)
        from tests.support.single_table import open_table
        from tournament.models import Club

        club = Club.objects.create(name=f"Table of {self.variant} {self.players}")
        return open_table(club, self.variant, self.players)


class Found(NamedTuple):
    """What a check of one file found: a report, or why it failed; `sheet` tells cards with backs from those without."""

    sheet: str
    job: Job
    report: PaperReport | None
    failure: str = ""


def jobs(turn: int, *, always: bool) -> tuple[Job, ...]:
    """Return both papers in both type sizes; Letter in large print and A4 in the usual one have crop marks.

    Two of them, in turn the ones and the others, have the look of a club and a theme, or `always` all.
    """
    look = replace(LOOK, theme=list(Theme)[turn % len(Theme)])
    return tuple(
        Job(
            paper,
            large,
            crop_marks=large == (paper is Paper.LETTER),
            look=look if always or (large == (paper is Paper.LETTER)) == turn % 2 else PLAIN_LOOK,
        )
        for paper, large in product(Paper, (False, True))
    )


def plans(players: Sequence[int], games: Sequence[int], *, look: bool) -> Iterator[Plan]:
    """Yield the nights in which players move; without `games`, each has one number of games, in turn."""
    turns = count()
    for index, people in enumerate(players):
        half = (slice(0, None, 3), slice(1, 3))[index % 2] if people > MANY else slice(None)
        for number in games or (GAMES[index % len(GAMES)],):
            yield Plan(people, number, "night", jobs(next(turns), always=look)[half])
        if 10 in games or (not games and index % 2 == 0):
            yield Plan(people, 10, WINNERS_UP, jobs(next(turns), always=look)[half])


def single_tables(*, look: bool) -> Iterator[Plan]:
    """Yield a single table of every game for each number of players that it has."""
    from tests.support.single_table import TABLES

    for turn, (slug, players) in enumerate(TABLES):
        yield Plan(players, 1, SINGLE_TABLE, jobs(turn, always=look), slug)


def open_database() -> None:
    """Give this process a database of its own."""
    _process.enter_context(temporary_database())
    os.nice(1)


def check_night(plan: Plan, sheets: Sequence[str], folder: Path | None) -> list[Found]:
    """Draw and check the sheets that a night has, in its ways to print."""
    from tally.printing.catalog import SHEETS, Tonight, reason_not_printable
    from tournament.people.errors import Refused

    found = []
    try:
        night = plan.make()
    except Refused as refusal:  # no movement for so few players
        return [Found("", Job(), None, f"{plan}: {refusal}")]
    for slug, job in ((sheet, job) for sheet in sheets for job in ways(sheet, plan.jobs)):
        if reason_not_printable(SHEETS[slug], Tonight(night, job)):
            continue
        sheet = f"{slug} with backs" if job.backs else slug
        try:
            with TemporaryDirectory() as empty:
                report = check_sheet(night, slug, job, folder or Path(empty))
                qpdf(folder or Path(empty))
            found.append(Found(sheet, job, report))
        except (AssertionError, Refused) as error:
            way = f"{job.paper}{', large' * job.large}{', ' + job.look.theme if job.look.club else ''}"
            found.append(Found(sheet, job, None, f"{sheet}, {way}, {plan}: {error}"))
    return found


def ways(slug: str, jobs: Sequence[Job]) -> Iterator[Job]:
    """Yield the ways to print a sheet: cards without backs, and with them."""
    from tally.printing.cards import has_backs
    from tally.printing.catalog import SHEETS

    yield from jobs
    if SHEETS[slug].both_sides is has_backs:
        yield from (replace(job, backs=True) for job in jobs)


def qpdf(folder: Path) -> None:
    """Check the newest file in a folder with the command `qpdf`, where there is one.

    :raises AssertionError: with what it says.
    """
    if command := shutil.which("qpdf"):
        newest = max(folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        done = subprocess.run([command, "--check", newest], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"qpdf: {done.stdout} {done.stderr}"


def run(every: Sequence[Plan], sheets: Sequence[str], folder: Path | None, processes: int) -> int:
    """Check every night, print a table of what was measured, and return how many PDFs failed."""
    found: list[Found] = []
    largest_first = sorted(every, key=lambda plan: -plan.players * len(plan.jobs))
    with ProcessPoolExecutor(processes, get_context("spawn"), open_database) as pool:
        work = partial(check_night, sheets=sheets, folder=folder)
        for done in as_completed([pool.submit(work, plan) for plan in largest_first]):
            for one in done.result():
                found.append(one)
                if one.failure:
                    print(one.failure, file=sys.stderr, flush=True)
    print("\n".join(table([one for one in found if one.report], sheets)))
    return sum(bool(one.sheet and one.failure) for one in found)


ROW = "{:32}{:>7}{:>8}{:>8}{:>11}{:>13}{:>8}{:>12}"


def table(found: Sequence[Found], sheets: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table of what was measured: one for each sheet, and one for all."""
    yield ROW.format("", "files", "pages", "codes*", "type ≥ pt", "large ≥ pt", "ink ≤", "margin ≥ mm")
    for sheet in dict.fromkeys(sorted((one.sheet for one in found), key=lambda sheet: sheets.index(sheet.split()[0]))):
        yield measured(sheet, [one for one in found if one.sheet == sheet])
    if found:
        yield measured("all", found)
    yield f"* each read by zxing-cpp and by zbar at {code_checks.POOR} and at {code_checks.FINE} dots an inch"
    yield f"margins are measured to a dot of {25.4 / code_checks.FINE:.2f} mm"
    yield f"qpdf --check: {f'no error in {len(found)} files' if shutil.which('qpdf') else 'qpdf is not here'}"


def measured(name: str, found: Sequence[Found]) -> str:
    """Sum up what was measured of some files in one line."""
    reports = [one.report for one in found if one.report]
    sizes = [
        min((one.report.smallest for one in found if one.report and one.job.large == large), default=None)
        for large in (False, True)
    ]
    return ROW.format(
        name,
        len(reports),
        sum(one.pages for one in reports),
        sum(len(one.codes) for one in reports),
        *("" if size is None else f"{size:g}" for size in sizes),
        f"{max(one.ink for one in reports):.2%}",
        f"{min(one.margin for one in reports) / MM:.1f}",
    )


def main() -> int:
    """Parse the command line and run."""
    from tally.printing.catalog import SHEETS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", nargs="+", choices=list(SHEETS), default=list(SHEETS))
    parser.add_argument("--players", nargs="+", type=int, help="without it: 4 to 133, and every single table")
    parser.add_argument("--games", nargs="+", type=int, default=[])
    parser.add_argument("--look", action="store_true", help="every file with a motto, a logo, a color, a theme")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="save the PDFs there")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--part", nargs=2, type=int, metavar=("NUMBER", "OF"), default=(1, 1), help="of all nights")
    parser.add_argument(
        "--numbers", type=int, metavar="NIGHTS", help="compare the numbers of random nights with the export instead"
    )
    options = parser.parse_args()
    if options.numbers:
        return bool(printed_numbers.check_nights(options.numbers))
    if not code_checks.TWO_READERS:
        parser.error(f"two readers must read the codes, but {code_checks.ONE_READER}")
    every = [*plans(options.players or PLAYERS, options.games, look=options.look)]
    if not options.players:
        every += single_tables(look=options.look)
    part, parts = options.part
    every = every[part - 1 :: parts]
    failed = run(every, options.sheets, options.keep, 1 if options.keep else options.processes)
    print("All pages pass every check." if not failed else f"{failed} PDFs fail a check.")
    return bool(failed)


if __name__ == "__main__":
    with temporary_database():
        sys.exit(main())
