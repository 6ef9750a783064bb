"""What the page of all printed sheets shows: each sheet with its picture, and why it cannot be printed yet."""

from __future__ import annotations

from django.templatetags.static import static

from tally.paper.fonts import lacks_letters
from tally.paper.label_stock import STOCKS, own_paper_first
from tally.paper.themes import theme_of
from tally.printing.catalog import SHEETS, Option, Tonight, for_tonight, is_of, job_for, reason_not_printable
from tally.printing.prizes_and_certificates import most_tied
from tournament.models import Night
from tournament.night.bell import round_to_ring
from tournament.web.addresses import is_laptop_address


def shelf_context(night: Night, site: str) -> dict[str, object]:
    """Every sheet of the night; codes on sheets lead to the address `site`."""
    to_ring = round_to_ring(night)
    tonight, everything = Tonight(night, job_for(night), site), for_tonight(night)
    sheets = [
        {
            "sheet": sheet,
            "why_not": why_not,
            "tonight": sheet in everything,
            "both_sides": not why_not and sheet.both_sides(tonight),
            "picture": static(f"tally/sheets/{sheet.slug}.png"),
            "alone": Option.ONLY in sheet.options,
            "by_game": Option.GAME in sheet.options,
            "stocks": [STOCKS[code] for code in own_paper_first(sheet.products, tonight.job.paper)],
            "lines": Option.LINES in sheet.options,
            "photograph": Option.PHOTOGRAPH in sheet.options,
            "tied": most_tied(tonight) if sheet.slug == "certificates" and not why_not else 0,
        }
        for sheet in SHEETS.values()
        if is_of(sheet, night) and (night.money or not sheet.of_money)
        for why_not in [reason_not_printable(sheet, tonight)]
    ]
    suits = theme_of(night.date)
    return {
        "night": night,
        "suits": Night.Theme(suits).label if suits != night.theme else "",
        "laptop_address": site if is_laptop_address(site) else "",
        "sheets": sheets,
        "people": tonight.players,
        "seasons": [] if night.single_table else [one for one in night.club.seasons.all() if one.has_day(night.date)],
        "game": to_ring.number if to_ring else 1,
        "to_spell": [entry for entry in tonight.entries if not entry.is_ghost and lacks_letters(entry.name)],
        "everything": sum(1 for each in sheets if each["tonight"] and not each["why_not"]),
    }
