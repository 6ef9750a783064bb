"""A night's cash as a table: every line, corrections as lines of their own."""

from __future__ import annotations

from tournament.models import Night
from tournament.spreadsheets.tables import Table, amount, hall_time

COLUMNS = ("Line", "Time", "What", "About", "Player", "Amount", "Corrects line", "By")


def cash_table(night: Night) -> Table:
    """Every line of the night's cash, in the order in which they were written."""
    return Table(
        "Cash",
        COLUMNS,
        tuple(
            (
                row.pk,
                hall_time(row.at),
                row.get_kind_display(),
                row.what,
                row.entry.whole_name if row.entry else "",
                amount(row.cents),
                row.reverses_id,
                row.by,
            )
            for row in night.cash_lines.select_related("entry")
        ),
    )
