"""Entry fees: who has paid, and how the cash box counts up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.club.cash import cash_lines
from tournament.models import Entry, Night
from tournament.money.box import Kind, Line, by_entry, total_of


@dataclass(frozen=True, slots=True)
class Fee:
    """A player's entry fee: what was paid, and what is missing of it, in cents."""

    entry: Entry
    paid: int
    missing: int


@dataclass(frozen=True, slots=True)
class Fees:
    """All entry fees of a night; `total` is what they brought, in cents."""

    rows: Sequence[Fee]
    total: int

    @property
    def paid(self) -> int:
        """How many players owe nothing of their fee."""
        return sum(row.missing == 0 for row in self.rows)

    @property
    def missing(self) -> dict[int, int]:
        """What is missing, by the id of the entry, of those who have not paid everything."""
        return {row.entry.pk: row.missing for row in self.rows if row.missing}


def night_fees(night: Night, entries: Iterable[Entry], lines: Sequence[Line] | None = None) -> Fees | None:
    """Who has paid; None where the night's money is not kept here, or there is no fee."""
    if not (night.money and night.entry_fee):
        return None
    lines = cash_lines(night) if lines is None else lines
    paid = by_entry(lines, Kind.ENTRY)
    rows = [
        Fee(entry, paid.get(entry.pk, 0), max(night.entry_fee - paid.get(entry.pk, 0), 0))
        for entry in entries
        if not entry.is_ghost
    ]
    return Fees(rows, total_of(lines, Kind.ENTRY))
