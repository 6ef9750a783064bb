"""Checks of whole rows of a file.

An edited one may have values that no form and no night writes, though each column allows them. A check may put a value
in that is stored instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from tally.archive.values import WrongValueError
from tally.loading.stored_results import YEARS
from tally.paper.club_look import accent_of
from tally.pictures.logos import PNG_START
from tally.printing.own_process import BusyError
from tally.printing.uploaded_logo import checked_logo
from tournament.club.seasons import require_possible
from tournament.models import Season
from tournament.models.activity import PART_OF_ACT
from tournament.movements.seats import Side
from tournament.night.round_clocks import KEPT_FIELDS
from tournament.people.errors import Refused
from tournament.people.names import clean_name

RowCheck: TypeAlias = Callable[[dict[str, Any]], None]
Possible: TypeAlias = Callable[[Any], bool]  # whether a value can be one of ours
TABLE = re.compile("[1-9][0-9]{0,3}")
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


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_id(value: Any) -> bool:
    return type(value) is int


def _is_moment(value: Any) -> bool:
    """Whether this is a moment in ISO format, with its time zone."""
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return at.tzinfo is not None and at.year in YEARS


def _is_clock(value: Any) -> bool:
    """Whether `tournament.night.round_clocks` can restore this clock."""
    return isinstance(value, dict) and all(
        (name in KEPT_FIELDS or TABLE.fullmatch(name)) and _is_moment(at) for name, at in value.items()
    )


def _is_tie(value: Any) -> bool:
    return value in ("", *Side)


OF_VERSIONS: dict[str, Possible] = {
    "id": _is_id,
    "game": _is_id,
    "before": lambda value: value is None or _is_id(value),
    "signed": lambda value: isinstance(value, bool),
    "tie": _is_tie,
}
PARTS_OF_ACTS: dict[str, dict[str, Possible]] = {  # what takes an act of each kind back
    "bell": {"id": _is_id},
    "hand": OF_VERSIONS,
    "total": OF_VERSIONS,
    "signature": {"id": _is_id, "tie": _is_tie, "at": _is_moment},
    "clock": {"id": _is_id, "was": _is_clock, "now": _is_clock},
    "extra": {"id": _is_id, "was": lambda value: value is None or _is_moment(value), "now": _is_moment},
}


def _is_undo(value: Any) -> bool:
    """Whether `tally.scoring.undo_last` can take an act back with this. Kinds of a later version it leaves alone."""
    if value == PART_OF_ACT:
        return True
    try:
        parts = {"kind": _is_text, "what": _is_text} | PARTS_OF_ACTS.get(value["kind"], {})
        return all(possible(value[name]) for name, possible in parts.items())
    except (KeyError, TypeError):
        return False


def _check_column(row: Mapping[str, Any], column: str, possible: Possible) -> None:
    """Let through an empty column, or what the program could have written.

    :raises WrongValueError: otherwise.
    """
    if row[column] is not None and not possible(row[column]):
        raise WrongValueError(f"“{column}” is not as this program writes it")


def _check_round(row: Mapping[str, Any]) -> None:
    """Let through a round whose withdrawn seats, and their clock, can come back.

    :raises WrongValueError: otherwise.
    """
    _check_column(row, "next_clock", _is_clock)
    _check_column(row, "next_seats", lambda seats: isinstance(seats, dict) and all(map(_is_text, seats.values())))


def _check_paper_look(row: dict[str, Any]) -> None:
    """Let through a color that could be chosen here; the logo is drawn anew as if it were uploaded.

    :raises WrongValueError: otherwise.
    :raises BusyError: while others’ logos are looked at.
    """
    logo = row["logo"]
    try:
        accent_of(row["accent"])
        if logo and not logo.startswith(PNG_START):
            raise WrongValueError("the logo is no PNG")
        row["logo"] = logo and checked_logo(logo)
    except BusyError:  # which says nothing of the file
        raise
    except Refused as refused:
        raise WrongValueError(str(refused).rstrip(".")) from None


ROW_CHECKS: dict[str, RowCheck] = {
    "tournament.player": _check_names,
    "tournament.entry": _check_names,
    "tournament.earlierplayer": _check_names,
    "tournament.season": _check_season,
    "tournament.paperlook": _check_paper_look,
    "tournament.round": _check_round,
    "tournament.bell": lambda row: _check_column(row, "clock", _is_clock),
    "tournament.logentry": lambda row: _check_column(row, "undo", _is_undo),
}
