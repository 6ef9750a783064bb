"""A night's cash as a table: every line, corrections as lines of their own."""

from __future__ import annotations

from django.utils import timezone

from tournament.models import Night
from tournament.spreadsheets.tables import Table, amount

COLUMNS = ("Line", "Time", "What", "About", "Player", "Amount", "Corrects line", "By")


def cash_table(night: Night) -> Table:
    """Every line of the night's cash, in the order in which they were written."""
    return Table(
        "Cash",
        COLUMNS,
        tuple(
            (
                row.pk,
                timezone.localtime(row.at).replace(tzinfo=None, microsecond=0),
                row.get_kind_display(),
                row.what,
                row.entry.name if row.entry else "",
                amount(row.cents),
                row.reverses_id,
                row.by,
            )
            for row in night.cash_lines.select_related("entry")
        ),
    )
