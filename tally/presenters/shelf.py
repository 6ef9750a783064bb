"""What the page of all printed sheets shows: each with picture, paper needed, and why it cannot be printed."""

from __future__ import annotations

from dataclasses import dataclass

from django.templatetags.static import static

from tally.paper.fonts import lacks_letters
from tally.paper.themes import theme_of
from tally.presenters.paper_needed import Needed, papers_needed, papers_of_file
from tally.printing.catalog import (
    SHEETS,
    Option,
    SheetSpec,
    Tonight,
    for_tonight,
    is_of,
    job_for,
    last_times_sheets,
    reason_not_printable,
    was_alone,
)
from tally.printing.options import OptionsForm, last_options
from tally.printing.page_images import MOST_PAGES
from tally.printing.prizes_and_certificates import most_tied
from tally.printing.shelf_groups import GROUPS, GROUPS_AT_THE_END
from tournament.models import Night
from tournament.night.print_choices import sheets_printed_last_time
from tournament.web.addresses import is_laptop_address


@dataclass
class Shelved:
    """A sheet on the shelf."""

    sheet: SheetSpec
    why_not: str
    in_everything: bool
    printed_last_time: bool
    tied: int  # how many share a prize that each of them would have a certificate for
    form: OptionsForm
    with_backs: bool  # whether its cards were last printed with their backs
    needed: Needed | None = None

    @property
    def pictures(self) -> int:
        """How many pictures it is as PNG, with the options that it shows; 0 while that is not known."""
        return self.needed.pages * (2 if self.with_backs else 1) if self.needed else 0

    @property
    def too_many_pictures(self) -> bool:
        """Whether it has too many pages for pictures."""
        return self.pictures > MOST_PAGES

    @property
    def picture(self) -> str:
        """The address of its small picture."""
        return static(f"tally/sheets/{self.sheet.slug}.webp")


def shelf_context(night: Night, site: str) -> dict[str, object]:
    """Every sheet of the night, by group; codes on sheets lead to the address `site`."""
    tonight = Tonight(night, job_for(night), site)
    shelved = _shelved(tonight)
    printable = [one.sheet for one in shelved.values() if not one.why_not]
    needed, counting = papers_needed(tonight, printable)
    for slug, one in needed.items():
        shelved[slug].needed = one
    everything = [sheet for sheet in for_tonight(night) if sheet in printable]
    of_last_time = [sheet for sheet in last_times_sheets(night) if sheet in printable]
    last_time = [sheet for sheet in of_last_time if not was_alone(sheet, night)]
    groups = GROUPS_AT_THE_END if night.status == Night.Status.CLOSED else GROUPS
    suits = theme_of(night.date)
    return {
        "night": night,
        "suits": Night.Theme(suits).label if suits != night.theme else "",
        "laptop_address": site if is_laptop_address(site) else "",
        "groups": [
            (group, sheets)
            for group in groups
            for sheets in [[shelved[slug] for slug in group.sheets if slug in shelved]]
            if sheets
        ],
        "counting": counting,
        "with_codes": [sheet for sheet in printable if sheet.with_codes],
        "seasons": [] if night.single_table else [one for one in night.club.seasons.all() if one.has_day(night.date)],
        "to_spell": [entry for entry in tonight.entries if not entry.is_ghost and lacks_letters(entry.name)],
        "everything": everything,
        "paper_for_everything": papers_of_file(needed, everything) if needed else "",
        "last_time": last_time if last_time != everything else [],
        "paper_for_last_time": papers_of_file(needed, last_time) if needed else "",
        "last_time_alone": [sheet for sheet in of_last_time if was_alone(sheet, night)],
    }


def _shelved(tonight: Tonight) -> dict[str, Shelved]:
    """The sheets that nights of this kind have, by slug, without the paper they need."""
    night, printed = tonight.night, sheets_printed_last_time(tonight.night)
    everything = for_tonight(night)
    people = [(entry.number or 0, "" if entry.is_nameless else entry.name) for entry in tonight.players]
    shelved = {
        sheet.slug: Shelved(
            sheet=sheet,
            why_not=why_not,
            in_everything=sheet in everything,
            printed_last_time=sheet.slug in printed,
            tied=most_tied(tonight) if Option.TOGETHER in sheet.options and not why_not else 0,
            form=OptionsForm(sheet, last=last, paper=tonight.job.paper, people=people),
            with_backs="backs" in last,
        )
        for sheet in SHEETS.values()
        if is_of(sheet, night) and (night.money or not sheet.of_money)
        for why_not, last in [(reason_not_printable(sheet, tonight), last_options(night, sheet))]
    }
    for one in shelved.values():
        if one.tied < 2:
            one.form.fields.pop("together", None)
    return shelved
