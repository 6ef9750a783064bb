"""The club's regulars as a table, which the import of a list reads again."""

from __future__ import annotations

from tournament.models import Club
from tournament.presenters.people import people_rows
from tournament.spreadsheets.tables import Table

COLUMNS = ("Name", "Name on paper", "Guest", "Active", "Nights", "Last night")


def roster_table(club: Club) -> Table:
    """Everybody whom the club knows, by name, those who are gone at the end; nobody whose name was erased."""
    return Table(
        "Regulars",
        COLUMNS,
        tuple(
            (
                row.player.name,
                row.player.paper_name,
                "yes" if row.player.is_guest else "no",
                "yes" if row.player.is_active else "no",
                row.nights,
                row.last,
            )
            for row in people_rows(club)
            if row.player.erased_at is None
        ),
    )
