"""Names as results show them: of everybody who played under a number, and whether they have left."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import Entry
from tournament.people.names import isolated


def result_names(entries: Iterable[Entry]) -> dict[int, str]:
    """Names by number as others see them, such as "Dave M. / Norm S." or "Pat J. (left)"."""
    return {entry.number or 0: _with_left(isolated(entry.short_names), entry) for entry in entries}


def printed_result_names(entries: Iterable[Entry]) -> dict[int, str]:
    """Whole names by number, as results on paper have them."""
    return {entry.number or 0: _with_left(entry.names, entry) for entry in entries}


def _with_left(names: str, entry: Entry) -> str:
    return f"{names} (left)" if entry.left_at else names
