"""The catalog of printed sheets: from a night to the pure values that `tally.paper` draws.

`SHEETS` lists them all, in the order in which they are printed. A new sheet is a module in `tally/paper` that draws
it, a function in this package that prepares it, and an entry in the list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tally.paper.club_look import Theme
from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.printing.cards import (
    blank_cards,
    cards_with_movement,
    has_backs,
    movement_fits,
    movement_on_backs,
    tally_cards,
)
from tally.printing.club_looks import look_of
from tally.printing.final_results import filled_cards, has_played, keepsakes, standings
from tally.printing.flyer import flyer
from tally.printing.hall_sheets import (
    BADGES,
    LABELS,
    badges,
    labels,
    name_tags,
    score_slips,
    slips_to_copy,
    table_mats,
    table_tents,
    wall_board,
    wall_board_large,
    wifi_poster,
)
from tally.printing.named_slips import named_slips
from tally.printing.options import last_options, with_options
from tally.printing.print_jobs import Work
from tally.printing.prizes_and_certificates import (
    certificates,
    door_tickets,
    has_list,
    has_prizes,
    has_winners,
    prize_tags,
    prizes,
    prizes_to_read_out,
)
from tally.printing.program import programs, programs_to_copy
from tally.printing.rules_and_fairness import fairness, rules_sheet
from tally.printing.score_sheet import score_sheet
from tally.printing.seat_lists import (
    later_seats_known,
    later_seats_numbered,
    rotation,
    table_charts,
    where_you_start,
)
from tally.printing.sheet_spec import Option, SheetSpec, When
from tally.printing.shelf_groups import is_afterward
from tally.printing.sign_in import sign_in
from tally.printing.tonight import Tonight, always, numbered, started, tables
from tally.printing.treasurer import has_money, treasurer
from tournament.models import Night
from tournament.night.print_choices import sheets_printed_last_time
from tournament.people.errors import Refused

__all__ = [
    "EVERYTHING",
    "LAST_TIME",
    "SHEETS",
    "Option",
    "SheetSpec",
    "Tonight",
    "When",
    "draw",
    "for_tonight",
    "is_of",
    "job_for",
    "prepare",
    "reason_not_printable",
    "sheets_to_print",
    "was_alone",
]

EVERYTHING, LAST_TIME = "everything", "last-time"
TITLES = {EVERYTHING: "Everything for tonight", LAST_TIME: "What was printed last time"}
NOTHING_YET = "Nothing can be printed yet. Sign players up and draw the numbers first."
NOTHING_LAST_TIME = "Nothing that was printed last time can be printed in one file now. Choose sheets on Printables."
CARDS, CUT = frozenset({Option.CROP_MARKS, Option.ONLY}), frozenset({Option.CROP_MARKS})
SHEETS: dict[str, SheetSpec] = {
    sheet.slug: sheet
    for sheet in (
        SheetSpec(
            "rules",
            "Rules",
            "Tonight’s game for every table: what a hand scores, how to play, a sample hand.",
            always,
            rules_sheet,
            single_table=True,
            both_sides=lambda tonight: True,
            copies=tables,
        ),
        SheetSpec(
            "score-sheet",
            "Score sheet",
            "Boxes for this table’s games, hand by hand, and what each call pays.",
            always,
            score_sheet,
            options=frozenset({Option.LINES}),
            single_table=True,
            progressive=False,
            both_sides=lambda tonight: True,
        ),
        SheetSpec(
            "flyer",
            "Flyer",
            "Announces the night, for a wall in town: what is known, and lines for the rest.",
            always,
            flyer,
            When.ASKED,
        ),
        SheetSpec(
            "sign-in",
            "Sign-in sheet",
            "Everybody expected tonight, with boxes for fee and number, and lines for guests.",
            always,
            sign_in,
            When.ASKED,
        ),
        SheetSpec(
            "tally-cards",
            "Tally cards",
            "Everybody’s night on a card: where to sit, with boxes for the points.",
            numbered,
            tally_cards,
            options=CARDS | {Option.BACKS},
            both_sides=has_backs,
            with_codes=True,
        ),
        SheetSpec(
            "tally-cards-with-movement",
            "Tally cards with the movement",
            "The same with everybody’s seats at every table: for up to twelve players.",
            movement_fits,
            cards_with_movement,
            When.ASKED,
            options=CARDS,
            both_sides=movement_on_backs,
            with_codes=True,
            own_paper=True,
        ),
        SheetSpec(
            "program",
            "Program",
            "A sheet to fold: cover, what calls pay, a player’s seats and score, prizes.",
            always,
            programs,
            When.ASKED,
            options=frozenset({Option.ONLY}),
            both_sides=lambda tonight: True,
            short_edge=True,
            copies=programs_to_copy,
            own_paper=True,
        ),
        SheetSpec(
            "blank-cards",
            "Blank cards",
            "Cards without a name or seats: for a guest, or to fill in as you go.",
            always,
            blank_cards,
            options=CUT | {Option.BACKS},
            both_sides=has_backs,
        ),
        SheetSpec(
            "where-you-start",
            "Where you start",
            "Everybody by name, with the first table and seat: for the door.",
            numbered,
            where_you_start,
        ),
        SheetSpec(
            "table-tents",
            "Table tents",
            "A page to fold for every table: its number, large, and codes for phones.",
            numbered,
            table_tents,
            options=CUT,
            with_codes=True,
        ),
        SheetSpec(
            "table-mats",
            "Table mats",
            "A page for the middle of every table: which seat is North, who deals first.",
            numbered,
            table_mats,
        ),
        SheetSpec(
            "table-charts",
            "Table charts",
            "A chart for each table: who sits there in each game, who deals.",
            later_seats_numbered,
            table_charts,
            options=CUT,
        ),
        SheetSpec(
            "score-slips",
            "Score slips",
            "Blank slips for the hands of a game, for tables without phones: to copy.",
            always,
            score_slips,
            options=CUT,
            copies=slips_to_copy,
        ),
        SheetSpec(
            "named-slips",
            "Score slips with names",
            "A slip for each table and game: who sits there, what calls pay, a code for phones.",
            numbered,
            named_slips,
            When.ASKED,
            frozenset({Option.CROP_MARKS, Option.GAME}),
            with_codes=True,
        ),
        SheetSpec("name-tags", "Name tags", "A tag for everybody to wear.", numbered, name_tags, options=CARDS),
        SheetSpec(
            "badges",
            "Badges",
            "Name tags on sheets of Avery badges: 5392 or 5395 (Letter), L4785 (A4).",
            numbered,
            badges,
            When.ASKED,
            products=BADGES,
            own_paper=True,
        ),
        SheetSpec(
            "labels",
            "Labels",
            "Number and name on sheets of Avery labels: 5160 (Letter) or L7160 (A4).",
            numbered,
            labels,
            When.ASKED,
            products=LABELS,
            own_paper=True,
        ),
        SheetSpec(
            "wifi-poster",
            "Wi-Fi poster",
            "How to get a phone onto the Wi-Fi and into the night.",
            always,
            wifi_poster,
            with_codes=True,
        ),
        SheetSpec(
            "rotation", "The rotation", "All games at all tables, for the organizer.", later_seats_numbered, rotation
        ),
        SheetSpec(
            "wall-board",
            "Wall board",
            "Everybody’s tables, with boxes for the totals: pages to put side by side.",
            numbered,
            wall_board,
        ),
        SheetSpec(
            "wall-board-large",
            "Large wall board",
            "The same on one large sheet: tabloid or A3, at a copy shop.",
            numbered,
            wall_board_large,
            When.ASKED,
            own_paper=True,
        ),
        SheetSpec(
            "fairness",
            "How fair",
            "Who meets whom, and how often, in sentences and as a picture.",
            later_seats_known,
            fairness,
            When.ASKED,
        ),
        SheetSpec(
            "standings",
            "Standings",
            "Prizes, then everybody in order, game by game; on large nights totals alone.",
            started,
            standings,
            When.AFTER,
        ),
        SheetSpec(
            "standings-with-games",
            "Standings with all games",
            "The same with every game of everybody, on as many pages as that takes.",
            started,
            partial(standings, with_games=True),
            When.ASKED,
        ),
        SheetSpec(
            "prizes",
            "Prizes",
            "What can be won tonight, and at the end who won it: to hang up.",
            has_prizes,
            prizes,
            When.AFTER,
        ),
        SheetSpec(
            "prizes-to-read-out",
            "Prizes to read out",
            "The same for who announces them: the first place last.",
            has_prizes,
            prizes_to_read_out,
            When.ASKED,
        ),
        SheetSpec(
            "prize-tags",
            "Prize tags",
            "A tag to tie or tape to each prize: what it is for, and what it is.",
            has_list,
            prize_tags,
            When.ASKED,
            options=CUT,
        ),
        SheetSpec(
            "door-tickets",
            "Door-prize tickets",
            "Numbers in pairs, with names once they are drawn: a half for the bowl, one to keep.",
            always,
            door_tickets,
            When.ASKED,
            options=CARDS,
        ),
        SheetSpec(
            "certificates",
            "Certificates",
            "A page to frame for every prize winner.",
            has_winners,
            certificates,
            When.AFTER,
            options=frozenset({Option.PHOTOGRAPH, Option.TOGETHER}),
        ),
        SheetSpec(
            "filled-cards",
            "Filled cards",
            "Everybody’s card with what was scored, to take home.",
            started,
            filled_cards,
            When.AFTER,
            CARDS | {Option.BACKS},
            both_sides=has_backs,
        ),
        SheetSpec(
            "keepsakes",
            "Keepsakes",
            "Everybody’s night on a card to keep: place or points, each game’s partner and score.",
            has_played,
            keepsakes,
            When.ASKED,
            options=CARDS,
        ),
        SheetSpec(
            "treasurer",
            "Treasurer’s sheet",
            "Tonight’s cash: in, out, counted, who still owes, and every line.",
            has_money,
            treasurer,
            When.ASKED,
            of_money=True,
        ),
    )
}


def job_for(night: Night) -> Job:
    """Return how this night is printed: paper, size of type and crop marks as its organizer chose, the club's look."""
    look = replace(look_of(night.club, night.name), theme=Theme(night.theme))
    return Job(Paper.named(night.paper), night.large_print, night.crop_marks, look=look)


def reason_not_printable(sheet: SheetSpec, tonight: Tonight) -> str:
    """Return why this sheet cannot be printed now, as a sentence; "" when it can."""
    try:
        _check(sheet, tonight)
    except Refused as refusal:
        return str(refusal)
    return ""


def is_of(sheet: SheetSpec, night: Night) -> bool:
    """Whether nights of this kind have the sheet: a single table, or one where players move."""
    return sheet.single_table if night.single_table else sheet.progressive


def _check(sheet: SheetSpec, tonight: Tonight) -> None:
    if not is_of(sheet, tonight.night):
        raise Refused(
            "A single table prints its rules and a score sheet; cards and standings are for nights where players move."
            if tonight.night.single_table
            else "A score sheet is for a single table; nights where players move have tally cards and score slips."
        )
    sheet.possible(tonight)


def for_tonight(night: Night) -> list[SheetSpec]:
    """Return the sheets of "Print everything for tonight", in printing order, printable or not."""
    when = When.AFTER if night.status == Night.Status.CLOSED else When.BEFORE
    return [sheet for sheet in SHEETS.values() if sheet.when == when and is_of(sheet, night)]


def last_times_sheets(night: Night) -> list[SheetSpec]:
    """Return what was printed for the club's last night of this kind, before its end or after it, as tonight is now."""
    printed, closed = sheets_printed_last_time(night), night.status == Night.Status.CLOSED
    return [
        sheet
        for sheet in SHEETS.values()
        if sheet.slug in printed and is_of(sheet, night) and is_afterward(sheet) == closed
    ]


def was_alone(sheet: SheetSpec, night: Night) -> bool:
    """Whether the sheet was last printed by itself: on paper of its own, or with backs."""
    return sheet.own_paper or "backs" in last_options(night, sheet)


def sheets_to_print(tonight: Tonight, slug: str) -> list[SheetSpec]:
    """Return the sheet, or those of `EVERYTHING` or `LAST_TIME` that can be printed now, in one file.

    :raises Refused: when there is none.
    """
    match slug:
        case _ if slug in SHEETS:
            _check(SHEETS[slug], tonight)
            return [SHEETS[slug]]
        case "everything":
            sheets = for_tonight(tonight.night)
        case _:
            sheets = [sheet for sheet in last_times_sheets(tonight.night) if not was_alone(sheet, tonight.night)]
    printable = [sheet for sheet in sheets if not reason_not_printable(sheet, tonight)]
    if not printable:
        raise Refused(NOTHING_YET if slug == EVERYTHING else NOTHING_LAST_TIME)
    return printable


def prepare(night: Night, slug: str, job: Job, site: str) -> Work:
    """Return what `compose` needs to draw a sheet, or `EVERYTHING`, or what was printed `LAST_TIME`.

    In a file of several sheets each is as it was last printed alone. All queries happen here.

    :raises Refused: when the night has nothing for it.
    """
    tonight = Tonight(night, job, site)
    sheets = sheets_to_print(tonight, slug)
    if slug in SHEETS:
        (sheet,) = sheets
        both_sides = sheet.both_sides(tonight)
        job = replace(job, both_sides=both_sides, short_edge=both_sides and sheet.short_edge)
        drawings = [(sheet.title, sheet.prepare(tonight))]
    else:
        job = replace(job, upright=len(sheets) > 1)
        drawings = [(sheet.title, sheet.prepare(as_last_printed(tonight, sheet))) for sheet in sheets]
    title = SHEETS[slug].title if slug in SHEETS else TITLES[slug]
    return f"{title}: {tonight.heading.both}", job, drawings


def as_last_printed(tonight: Tonight, sheet: SheetSpec) -> Tonight:
    """The night as the sheet was last printed, by its own options, but on one side of the paper, as many sheets are."""
    job = with_options(tonight.job, last_options(tonight.night, sheet))
    return tonight.printed(replace(job, backs=False))


def draw(night: Night, slug: str, job: Job, site: str, progress: Callable[[int], None] | None = None) -> bytes:
    """Draw one of `SHEETS`, or `EVERYTHING`, as a PDF. `progress` is called with the number of pages drawn.

    :raises Refused: when the night has nothing for it.
    """
    return compose(*prepare(night, slug, job, site), progress)
