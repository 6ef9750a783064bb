"""Tonight's players as rows: who plays on, and who has which number."""

from __future__ import annotations

from tournament.models import Entry, Night


def playing_entries(night: Night) -> list[Entry]:
    """Return the entries that play on, by number.

    The ghost plays only where it completes a table: with 4n + 3 players.
    """
    here = list(night.entries.present().order_by("number", "pk"))
    people = [entry for entry in here if not entry.is_ghost]
    return here if len(people) % 4 == 3 else people


def playing_numbers(night: Night) -> list[int]:
    """Return the numbers of everybody who plays on."""
    return [entry.number for entry in playing_entries(night) if entry.number]


def entries_by_number(night: Night) -> dict[int, Entry]:
    """Return the entries that have a number, also those who left, by number."""
    return {entry.number: entry for entry in night.entries.all() if entry.number}
