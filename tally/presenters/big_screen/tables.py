"""Panels of the current game: who sits where, and how far each table is."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from math import ceil, sqrt
from statistics import median

from tally.loading.games import LoadedGame, phones_at
from tally.presenters.big_screen.panels import ROWS, Panel, Row, distinct_names, panels_of, wide_panels_of
from tally.scores.progress import State, state_on_board
from tournament.models import Night, SitOut
from tournament.movements.seats import Seat
from tournament.people.names import folded, listed

A_LINE = 6  # tables side by side at most, where the organizer has not said how many
SEATS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
FITS_BESIDE_WORD = 12  # letters of a name beside "North" in one of two columns
STATE_LABELS = {
    State.DONE: "done",
    State.AGREEING: "confirming",
    State.LATE: "late",
    State.OVERDUE: "late",
    State.WAITING_FOR_SLIP: "slip to come",
}


def seat_panels(here: list[LoadedGame]) -> list[Panel]:
    """Everybody's seat by name, and who sits out; the titles of several panels say from which letter to which.

    More than two columns of twelve come as panels as wide as the screen. Its seats are letters, and so they are in two
    columns with a long name.
    """
    found = [
        (entry, str(game.play.table), SEATS[seat])
        for game in here
        for seat, entry in game.players.items()
        if not entry.is_ghost
    ]
    found += [
        (sit_out.entry, "", "sits out")
        for sit_out in SitOut.objects.filter(round=here[0].row.round_id).select_related("entry")
    ]
    found.sort(key=lambda one: (folded(one[0].short_name), one[0].number or 0))
    names = distinct_names([entry for entry, _, _ in found])
    rows = [Row(name, table, seat) for name, (_, table, seat) in zip(names, found, strict=True)]
    if len(rows) <= 2 * ROWS:
        narrow = len(rows) > ROWS and max(len(row.name) for row in rows) > FITS_BESIDE_WORD
        return panels_of("seats", "Where to sit", [_with_letter(row) for row in rows] if narrow else rows)
    panels = wide_panels_of("seats", "Where to sit", _by_letter(rows))
    return [replace(panel, title=_letters(panel)) for panel in panels] if len(panels) > 1 else panels


def _by_letter(rows: list[Row]) -> list[Row]:
    """Rows with short seats, and the mark of those where a letter of the alphabet starts."""
    letters = [folded(row.name)[:1] for row in rows]
    return [
        replace(_with_letter(row), starts=letter if letter != before else "")
        for row, letter, before in zip(rows, letters, ["", *letters[:-1]], strict=True)
    ]


def _with_letter(row: Row) -> Row:
    """A row whose seat is a letter: it leaves more room for the name."""
    return replace(row, small=row.small[:1] if row.large else "out")


def map_panels(night: Night, here: list[LoadedGame]) -> list[Panel]:
    """Where each table stands, if the organizer has said how many stand side by side."""
    if not night.tables_in_row or len(here) <= 1:
        return []
    tables = [Row(large=str(game.play.table)) for game in here]
    return [Panel("map", "Where the tables are", tables, columns=min(night.tables_in_row, len(tables)))]


def _letters(panel: Panel) -> str:
    """The first letters of its first and its last name: "A–K", or "A" where they are the same."""
    return "–".join(dict.fromkeys(row.name[:1].upper() for row in (panel.rows[0], panel.rows[-1])))


def table_panel(night: Night, here: list[LoadedGame], now: datetime) -> Panel:
    """How far each table is, in a word."""
    phones = phones_at(here)
    silent = {game.row.pk for game in here if not game.hands and not phones[game.row.pk]}
    telling = [len(game.hands) for game in here if game.row.pk not in silent]
    middle = median(telling) if telling else 0
    states = {}
    for game in here:
        state = game.progress.state(slip_due=game.progress.rung and not game.hands)
        if game.row.pk not in silent:
            state = state_on_board(state, len(game.hands), middle, game.rung_at, now)
        states[game.play.table] = state
    labels = {table: STATE_LABELS.get(state, "playing") for table, state in states.items()}
    late = [table for table, label in labels.items() if label == "late"]
    playing = sum(label != "done" for label in labels.values())
    title = (
        f"{playing} of {len(here)} tables still {'plays' if playing == 1 else 'play'}"
        if playing < len(here)
        else "Every table plays"
    )
    if late:
        title = f"Late: table{'s' if len(late) > 1 else ''} {listed(late)}"
    return Panel(
        "tables",
        title,
        [Row(large=str(table), small=label) for table, label in labels.items()],
        columns=min(night.tables_in_row or tables_side_by_side(len(labels)), len(labels)),
    )


def tables_side_by_side(tables: int) -> int:
    """How many fill their panel best, which is a little wider than high."""
    return tables if tables <= 3 else min(A_LINE, ceil(sqrt(tables)))
