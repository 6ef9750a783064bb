"""Sheets for the hall: table tents and mats, score slips, name tags, the wall board, the Wi-Fi poster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from django.urls import reverse

from tally.paper.board_tiles import draw_board_tiles
from tally.paper.document import Drawing
from tally.paper.label_stock import check_nudge, own_paper_first, stock_named
from tally.paper.labels import draw_badges, draw_labels
from tally.paper.name_tags import draw_name_tags
from tally.paper.score_slips import draw_score_slips, slips_on_page
from tally.paper.table_mats import draw_table_mats
from tally.paper.table_tents import Scan, draw_table_tents
from tally.paper.wall_board import RESTS, BoardRow, draw_wall_board
from tally.paper.wifi_poster import draw_wifi_poster
from tally.printing.cards import games_planned, movement_note
from tally.printing.tonight import Tonight, ghost_deals, tables
from tournament.reach.wifi_code import wifi_code
from tournament.web.addresses import code_address, is_laptop_address, join_address

BADGES, LABELS = ("5392", "5395", "L4785"), ("5160", "L7160")
IN_EACH_BOX = "Each box shows your table; write your running total below it."


def table_tents(tonight: Tonight) -> Drawing:
    """A tent for every table with two QR codes: to join, and for the Wi-Fi if it is known, else for the standings.

    It tells the Wi-Fi's password, too, to those who cannot scan. Without codes that lead to this site, that of the
    Wi-Fi is left.

    :raises Refused: when the movement does not seat this many players.
    """
    night = tonight.night
    join, high = join_address(night, tonight.site), tonight.site + reverse("standings", args=[night.slug])
    words = f"Scan, or type {night.printed_join_key} at {code_address(tonight.site)}"  # a full stop would be typed, too
    joins = Scan(join, "Play by phone", words, join)
    to_site = [joins, Scan(high, "Standings", "Scan to see who leads.", high)] if tonight.job.codes else []
    if night.wifi_name:
        code, words = wifi_code(night.wifi_name, night.wifi_password), f"Scan, or choose {night.wifi_name}"
        wifi = Scan(code, "Wi-Fi", words, password=night.wifi_password)
        scans = [wifi, *to_site[:1]]
    else:
        scans = to_site
    return partial(draw_table_tents, heading=tonight.heading, tables=_tables(tonight), scans=scans)


def table_mats(tonight: Tonight) -> Drawing:
    """A mat for every table, with its seats; it says who deals for a ghost.

    :raises Refused: when the movement does not seat this many players.
    """
    return partial(draw_table_mats, heading=tonight.heading, tables=_tables(tonight), note=ghost_deals(tonight))


def _tables(tonight: Tonight) -> range:
    """The numbers of all tables at which somebody sits in some game."""
    return range(1, max(len(seating.tables) for seating in tonight.rounds) + 1)


def score_slips(tonight: Tonight) -> Drawing:
    """A page of empty slips for tonight's number of hands, to copy."""
    return partial(draw_score_slips, heading=tonight.heading, hands=tonight.night.deals_at(2))


def slips_to_copy(tonight: Tonight) -> int:
    """How many pages of slips every table needs for every game."""
    slips = slips_on_page(tonight.job, tonight.night.deals_at(2))
    return ceil(tables(tonight) * games_planned(tonight) / slips)


def name_tags(tonight: Tonight) -> Drawing:
    """A name tag for every player."""
    return partial(draw_name_tags, heading=tonight.heading, tags=tonight.tags)


def badges(tonight: Tonight) -> Drawing:
    """A badge for every player, on the product that was chosen, or on the first one of the night's paper.

    :raises Refused: for a product that is none of `BADGES`, or a print moved too far.
    """
    return _labels(tonight, draw_badges, BADGES)


def labels(tonight: Tonight) -> Drawing:
    """A label for every player, on the product that was chosen, or on the one of the night's paper.

    :raises Refused: for a product that is none of `LABELS`, or a print moved too far.
    """
    return _labels(tonight, draw_labels, LABELS)


def _labels(tonight: Tonight, drawing: Callable[..., None], products: Sequence[str]) -> Drawing:
    stock = stock_named(tonight.job.product, own_paper_first(products, tonight.job.paper))
    check_nudge(tonight.job.nudge)
    return partial(drawing, heading=tonight.heading, tags=tonight.tags, stock=stock)


def wall_board(tonight: Tonight) -> Drawing:
    """Everybody's tables, with boxes for their totals, on pages to put side by side.

    :raises Refused: when the movement does not seat this many players.
    """
    rows, note = _board(tonight)
    return partial(draw_board_tiles, heading=tonight.heading, rows=rows, note=note)


def wall_board_large(tonight: Tonight) -> Drawing:
    """The wall board on one large sheet.

    :raises Refused: when the movement does not seat this many players.
    """
    rows, note = _board(tonight)
    return partial(draw_wall_board, heading=tonight.heading, rows=rows, note=note)


def _board(tonight: Tonight) -> tuple[list[BoardRow], str]:
    places = [seating.seats_by_player() for seating in tonight.rounds]
    benches = [seating.sitting_out for seating in tonight.rounds]
    unknown = ("",) * (tonight.length - len(places))
    rows = [
        BoardRow(
            number,
            tonight.names_at_tables[number],
            tuple(
                str(seats[number][0]) if number in seats else RESTS if number in bench else ""
                for seats, bench in zip(places, benches, strict=True)
            )
            + unknown,
        )
        for entry in tonight.players
        for number in [entry.number or 0]
    ]
    return rows, f"{IN_EACH_BOX} {movement_note(tonight.night)}".strip()


def wifi_poster(tonight: Tonight) -> Drawing:
    """The network, its password, and then the night's page: by its QR code or a short address.

    What is not known here has a line to write it on: a Wi-Fi that nobody has named, and, without codes, the address of
    a laptop. A site on the Internet needs no Wi-Fi of the hall.
    """
    night, site = tonight.night, tonight.site
    join, is_laptop = join_address(night, site), is_laptop_address(site)
    return partial(
        draw_wifi_poster,
        heading=tonight.heading,
        name=night.wifi_name if night.wifi_name or is_laptop else None,
        password=night.wifi_password,
        address=join if tonight.job.codes else "",
        typed=site.split("://", 1)[-1] if is_laptop else join,
    )
