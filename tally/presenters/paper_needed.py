"""How much paper a night needs: copies, pages and sheets of paper of what can be printed, and of several in one file.

A page counts as often as it is needed, so that somebody can put the paper into the printer. The pages are counted by
drawing each sheet without a canvas; the counts of a night stay known until it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import ceil

from django.core.cache import caches
from django.template.defaultfilters import pluralize

from tally.paper.measures import BETWEEN
from tally.paper.page_count import page_counts
from tally.printing.catalog import SheetSpec, Tonight, as_last_printed
from tally.printing.print_jobs import AT_ONCE, Output, run_print_job
from tournament.live.events import last_event
from tournament.people.errors import Refused

KNOWN_FOR = 600  # seconds; a change of the club alone, as of a name on paper, is no event of the night
PATIENCE = 0.3  # seconds that the shelf waits for another process to count


@dataclass(frozen=True, slots=True)
class Needed:
    """What a night needs of a sheet: so many copies, each with so many pages."""

    copies: int
    pages: int
    both_sides: bool
    on: str  # what it is printed on: "paper" or "labels"

    @property
    def papers(self) -> int:
        """The sheets of paper of one copy."""
        return ceil(self.pages / 2) if self.both_sides else self.pages

    @property
    def words(self) -> str:
        """As in "25 copies · 1 page · 25 sheets of paper"; of pages that are printed once, the sheets alone."""
        parts = [_counted(self.copies, "copies", "copy")] if self.copies > 1 else []
        if self.copies > 1 or self.papers != self.pages:
            parts.append(_counted(self.pages, "pages", "page"))
        parts.append(_counted(self.copies * self.papers, f"sheets of {self.on}", f"sheet of {self.on}"))
        return BETWEEN.join(parts)


def papers_needed(tonight: Tonight, sheets: Sequence[SheetSpec]) -> dict[str, Needed] | None:
    """What the night needs of each of these sheets, which can be printed now; None while that is being counted.

    A sheet that is refused as it is drawn is left out.
    """
    counts = _page_counts(tonight, sheets)
    if counts is None:
        return None
    return {
        sheet.slug: Needed(
            copies=sheet.copies(tonight),
            pages=counts[sheet.slug],
            both_sides=sheet.both_sides(tonight),
            on="labels" if sheet.products else "paper",
        )
        for sheet in sheets
        if counts.get(sheet.slug)
    }


def papers_of_file(needed: Mapping[str, Needed], sheets: Iterable[SheetSpec]) -> str:
    """What one file of several sheets needs, which is printed on one side; and what of it is copied besides."""
    inside = [(sheet.title, needed[sheet.slug]) for sheet in sheets if sheet.slug in needed]
    pages = sum(one.pages for _, one in inside)
    words = _counted(pages, "sheets of paper", "sheet of paper")
    copied = [(title, one) for title, one in inside if one.copies > 1]
    if not copied:
        return f"{words}."
    in_all = pages + sum((one.copies - 1) * one.papers for _, one in copied)
    of_each = ", ".join(f"{title} × {one.copies}" for title, one in copied)
    return f"{words}, or {in_all} with all copies: {of_each}."


def _page_counts(tonight: Tonight, sheets: Sequence[SheetSpec]) -> dict[str, int] | None:
    """The pages of each sheet by slug, drawn for the first time after each change of the night.

    A large night is counted in another process, as ReportLab would hold this one.
    """
    night, job = tonight.night, tonight.job
    depends = (job, night.print_options, night.club.own_rules, tonight.site, [sheet.slug for sheet in sheets])
    key = f"pages-{night.pk}-{last_event(night.pk)}-{sha256(repr(depends).encode()).hexdigest()}"
    counts: dict[str, int] | None = caches["pages"].get(key)
    if counts is None:
        counts = _count(tonight, sheets)
        if counts is not None:
            caches["pages"].set(key, counts, KNOWN_FOR)
    return counts


def _count(tonight: Tonight, sheets: Sequence[SheetSpec]) -> dict[str, int] | None:
    drawings = []
    for sheet in sheets:
        try:
            drawings.append((sheet.slug, sheet.prepare(as_last_printed(tonight, sheet))))
        except Refused:
            continue
    if len(tonight.entries) <= AT_ONCE:
        found = page_counts(tonight.job, [drawing for _, drawing in drawings])
    else:
        counted = run_print_job(("", tonight.job, drawings), Output.COUNTS, PATIENCE).content
        if counted is None:
            return None
        found = [int(count) for count in counted.split()]
    return dict(zip([slug for slug, _ in drawings], found, strict=True))


def _counted(number: int, many: str, one: str) -> str:
    return f"{number} {pluralize(number, f'{one},{many}')}"
