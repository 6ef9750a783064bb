"""Checks of whole rows of a file.

An edited one may have values that no form and no night writes, though each column allows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from tally.archive.values import WrongValueError
from tally.loading.stored_results import YEARS
from tournament.club.seasons import require_possible
from tournament.models import Season
from tournament.night.round_clocks import KEPT_FIELDS
from tournament.people.errors import Refused
from tournament.people.names import clean_name

RowCheck: TypeAlias = Callable[[Mapping[str, Any]], None]
NAMES = ("name", "paper_name")
NOT_OURS = "“{column}” is not as this program writes it"


def _check_names(row: Mapping[str, Any]) -> None:
    """Let through names as people can type them.

    :raises WrongValueError: for a line break, or a character that nobody sees.
    """
    for name in filter(None, map(row.get, NAMES)):
        if clean_name(name) != name:
            raise WrongValueError(f"the name “{clean_name(name)}” has spaces, line breaks or signs that no form takes")


def _check_season(row: Mapping[str, Any]) -> None:
    """Let through a season that can be saved.

    :raises WrongValueError: otherwise.
    """
    try:
        require_possible(Season(**row))
    except Refused as refused:
        raise WrongValueError(f"“{row['name']}”: {str(refused).rstrip('.')}") from None


def _check_round(row: Mapping[str, Any]) -> None:
    """Let through a round whose withdrawn seats, and their clock, can come back.

    :raises WrongValueError: otherwise.
    """
    _check_clock(row, "next_clock")
    seats = row["next_seats"]
    if seats is not None and not (isinstance(seats, dict) and all(isinstance(seat, str) for seat in seats.values())):
        raise WrongValueError(NOT_OURS.format(column="next_seats"))


def _check_clock(row: Mapping[str, Any], column: str = "clock") -> None:
    """Let through a clock that `tournament.night.round_clocks` can restore, or none.

    :raises WrongValueError: otherwise.
    """
    clock = row[column]
    try:
        possible = clock is None or all(
            (name in KEPT_FIELDS or int(name) > 0) and (at := datetime.fromisoformat(text)).tzinfo and at.year in YEARS
            for name, text in clock.items()
        )
    except (AttributeError, TypeError, ValueError):
        possible = False
    if not possible:
        raise WrongValueError(NOT_OURS.format(column=column))


ROW_CHECKS: dict[str, RowCheck] = {
    "tournament.player": _check_names,
    "tournament.entry": _check_names,
    "tournament.earlierplayer": _check_names,
    "tournament.season": _check_season,
    "tournament.round": _check_round,
    "tournament.bell": _check_clock,
}
