"""Draws one printed sheet of a night and checks it; knows where each sheet is cut and what its QR codes must say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from math import ceil
from pathlib import Path
from typing import Any

from tally.paper.document import Job
from tally.paper.wifi_poster import wifi_code
from tests.support.paper_checks import Cuts, PaperReport, check_pdf
from tests.support.printed_nights import SITE, WIFI
from tests.support.tag_checks import check_tags


def card_cuts(job: Job) -> Cuts:
    """Return the cuts of cards: four to a page, or two in large print."""
    paper = job.paper
    return ([paper.height / 2], []) if job.large else ([paper.width / 2], [paper.height / 2])


def tent_cuts(job: Job) -> Cuts:
    """Return the fold of a tent, across the middle of the page."""
    return [], [job.paper.height / 2]


def slip_cuts(job: Job) -> Cuts:
    """Return the cuts of slips: six to a page, or three in large print, for games of one hand."""
    return [] if job.large else [job.paper.width / 2], [job.paper.height / 3 * row for row in (1, 2)]


def tag_cuts(job: Job) -> Cuts:
    """Return the cuts of name tags: ten to a page."""
    return [job.paper.width / 2], [job.paper.height / 5 * row for row in range(1, 5)]


def program_cuts(job: Job) -> Cuts:
    """Return the fold of a program, up the middle of a landscape page."""
    return [job.paper.height / 2], []


def keepsake_cuts(job: Job) -> Cuts:
    """Return the cut of keepsakes: two to a page, or one in large print."""
    return ([], []) if job.large else ([job.paper.height / 2], [])


def prize_tag_cuts(job: Job) -> Cuts:
    """Return the cuts of prize tags: eight to a page."""
    return [job.paper.width / 2], [job.paper.height / 4 * row for row in range(1, 4)]


def ticket_cuts(job: Job) -> Cuts:
    """Return the cuts of tickets: seven to a page, or five in large print, each in two halves."""
    rows = 5 if job.large else 7
    return [job.paper.width / 2], [job.paper.height / rows * row for row in range(1, rows)]


def board_sizes(job: Job) -> Sequence[tuple[float, float]]:
    """Return the sizes of a wall board's large paper, upright and on its side."""
    wide, high = job.paper.board
    return (wide, high), (high, wide)


ALPHABET = "abcdefghijklmnopqrstuvwxyz" * 2
CUTS: dict[str, Callable[[Job], Cuts]] = {
    "tally-cards": card_cuts,
    "tally-cards-with-movement": card_cuts,
    "blank-cards": card_cuts,
    "filled-cards": card_cuts,
    "table-tents": tent_cuts,
    "score-slips": slip_cuts,
    "named-slips": card_cuts,
    "name-tags": tag_cuts,
    "program": program_cuts,
    "keepsakes": keepsake_cuts,
    "prize-tags": prize_tag_cuts,
    "door-tickets": ticket_cuts,
}


SIZES: dict[str, Callable[[Job], Sequence[tuple[float, float]]]] = {
    "wall-board-large": board_sizes,
}


def no_codes(night: Any, job: Job) -> list[str]:
    """Return the texts of a sheet without QR codes."""
    return []


def card_codes(night: Any, job: Job) -> list[str]:
    """Return each player's own address."""
    return [f"{SITE}/J/{entry.sealed_key}".upper() for entry in night.entries.all() if not entry.is_ghost]


def poster_codes(night: Any, job: Job) -> list[str]:
    """Return the Wi-Fi network and the address of the sign-up page."""
    return [wifi_code(*WIFI), f"{SITE}/J/{night.sealed_join_key}".upper()]


def slip_codes(night: Any, job: Job) -> list[str]:
    """Return the table's code for every table in every game, and for blank slips to the end of the last page."""
    from tournament.models import Game

    each = 2 if job.large else 4
    return poster_codes(night, job)[1:] * (ceil(Game.objects.filter(round__night=night).count() / each) * each)


def tent_codes(night: Any, job: Job) -> list[str]:
    """Return the poster's codes for both sides of each tent."""
    from tournament.models import Game

    return poster_codes(night, job) * 2 * max(game.table for game in Game.objects.filter(round__night=night))


CODES: dict[str, Callable[[Any, Job], list[str]]] = {
    "tally-cards": card_codes,
    "tally-cards-with-movement": card_codes,
    "wifi-poster": poster_codes,
    "table-tents": tent_codes,
    "named-slips": slip_codes,
}


def texts_of(night: Any, job: Job) -> Iterator[str]:
    """Yield what people wrote that stands on sheets: names, titles, prizes, the club's look, the Wi-Fi network."""
    yield from (night.name, night.club.name, night.wifi_name, job.look.club, job.look.motto)
    for entry in night.entries.select_related("player"):
        yield from (entry.name, entry.player.paper_name)
    for prize in (night.prizes or {}).get("list", ()):
        yield from map(str, prize.values())


def check_sheet(night: Any, slug: str, job: Job, folder: Path | None = None) -> PaperReport:
    """Draw and check one sheet of a night with its tags, and save it in `folder` if there is one."""
    from tally.printing.catalog import SHEETS, When, draw

    if SHEETS[slug].when == When.AFTER:
        night = copy(night)
        night.status = "closed"
    pdf = draw(night, slug, job, SITE)
    if folder:
        size = ("large" if job.large else "normal") + "-backs" * job.backs
        kind = night.variant if night.single_table else night.movement
        name = f"{slug}-{job.paper}-{size}-{night.entries.count()}x{night.games}-{kind}.pdf"
        (folder / name).write_bytes(pdf)
    report = check_pdf(
        pdf,
        job,
        codes=CODES.get(slug, no_codes)(night, job),
        cuts=CUTS.get(slug, lambda job: ((), ()))(job),
        sizes=SIZES[slug](job) if slug in SIZES else None,
        texts=texts_of(night, job),
    )
    check_tags(pdf)
    shortened = [word for word in report.shortened if not _is_unbroken(word.strip("…"))]
    assert not shortened, f"{shortened} are shortened, but only a word of forty letters may be"
    return report


def _is_unbroken(word: str) -> bool:
    """Tell whether a word is of one of the two names of forty letters that no space and no hyphen breaks."""
    return set(word) == {"W"} or word.lower() in ALPHABET
