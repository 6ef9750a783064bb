"""One printed sheet of a night, drawn and checked: where it is cut, and what its codes must say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from tally.paper.document import Job
from tally.paper.wifi_poster import wifi_code
from tests.support.paper_checks import Checked, Cuts, check
from tests.support.printed_nights import SITE, WIFI


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


def check_sheet(night: Any, slug: str, job: Job, keep: Path | None = None) -> Checked:
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
