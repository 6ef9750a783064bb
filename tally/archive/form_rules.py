"""What no form lets through, and an edited file may have nevertheless: rows that are possible column by column."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tally.archive.values import WrongValueError
from tournament.club.seasons import require_possible
from tournament.models import Season
from tournament.people.errors import Refused
from tournament.people.names import clean_name

RowCheck: TypeAlias = Callable[[Mapping[str, Any]], None]
NAMES = ("name", "paper_name")


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


ROW_CHECKS: dict[str, RowCheck] = {
    "tournament.player": _check_names,
    "tournament.entry": _check_names,
    "tournament.earlierplayer": _check_names,
    "tournament.season": _check_season,
}
