"""How much paper a night needs: copies, pages and sheets of paper of what can be printed, and of several in one file.

A page counts as often as it is needed, so that somebody can put the paper into the printer. The pages are counted by
drawing each sheet without a canvas, in another process; what was counted last is shown until that is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from math import ceil

from django.db.models import Count
from django.template.defaultfilters import pluralize

from tally.paper.document import Drawing
from tally.paper.measures import BETWEEN
from tally.printing.catalog import SheetSpec, Tonight, as_last_printed
from tally.printing.print_jobs import count_pages
from tournament.live.events import last_event
from tournament.models import Night, NightSettings
from tournament.people.errors import Refused


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
    def uses_backs(self) -> bool:
        """Whether a sheet of paper has something on its back."""
        return self.papers != self.pages

    @property
    def words(self) -> str:
        """As in "25 copies · 1 page · 25 sheets of paper"; of pages that are printed once, the sheets alone."""
        parts = [_counted(self.copies, "copies", "copy")] if self.copies > 1 else []
        if self.copies > 1 or self.uses_backs:
            parts.append(_counted(self.pages, "pages", "page"))
        parts.append(_counted(self.copies * self.papers, f"sheets of {self.on}", f"sheet of {self.on}"))
        return BETWEEN.join(parts)


def papers_needed(tonight: Tonight, sheets: Sequence[SheetSpec]) -> tuple[dict[str, Needed], bool]:
    """What the night needs of each of these sheets, which can be printed now, and whether that is being counted anew.

    A sheet that was not counted yet, or is refused as it is drawn, is left out.
    """
    counted = count_pages(
        f"night-{tonight.night.pk}", _decisive(tonight, sheets), tonight.job, lambda: _drawings(tonight, sheets)
    )
    needed = {
        sheet.slug: Needed(
            copies=sheet.copies(tonight),
            pages=counted.pages[sheet.slug],
            both_sides=sheet.both_sides(tonight),
            on="labels" if sheet.products else "paper",
        )
        for sheet in sheets
        if counted.pages.get(sheet.slug)
    }
    return needed, not counted.is_current


def papers_of_file(needed: Mapping[str, Needed], sheets: Iterable[SheetSpec]) -> str:
    """What one file of several sheets needs, and what of it is copied besides: all of it is printed on one side."""
    inside = [(sheet.title, needed[sheet.slug]) for sheet in sheets if sheet.slug in needed]
    pages = sum(one.pages for _, one in inside)
    words = _counted(pages, "sheets of paper", "sheet of paper")
    copied = [(title, one) for title, one in inside if one.copies > 1]
    if not copied:
        return f"{words}."
    in_all = pages + sum((one.copies - 1) * one.pages for _, one in copied)
    of_each = ", ".join(f"{title}\u00a0×\u00a0{one.copies}" for title, one in copied)
    return f"{words}, or {in_all} with all copies: {of_each}."


def _decisive(tonight: Tonight, sheets: Sequence[SheetSpec]) -> str:
    """What decides how many pages the sheets have, in few letters.

    That is not every hand: a count would always be behind a night that is played. Once it is closed, all counts.
    """
    night = tonight.night
    settings = [getattr(night, field.attname) for field in NightSettings._meta.fields]
    players = [(one.number, one.names, one.is_ghost, one.left_at) for one in tonight.entries]
    tables = list(night.rounds.order_by("number").annotate(tables=Count("games")).values_list("number", "tables"))
    played = sum(tally.has_played for tally in tonight.tallies.values())
    newest = last_event(night.pk) if night.status == Night.Status.CLOSED else 0
    rules = night.club.own_rules, night.own_rules
    slugs = [sheet.slug for sheet in sheets]
    decides = (tonight.job, tonight.site, slugs, night.status, settings, players, tables, played, newest, rules)
    return sha256(repr(decides).encode()).hexdigest()


def _drawings(tonight: Tonight, sheets: Sequence[SheetSpec]) -> list[tuple[str, Drawing]]:
    drawings = []
    for sheet in sheets:
        with suppress(Refused):
            drawings.append((sheet.slug, sheet.prepare(as_last_printed(tonight, sheet))))
    return drawings


def _counted(number: int, many: str, one: str) -> str:
    return f"{number} {pluralize(number, f'{one},{many}')}"
