"""The results of closed nights in files, so that a server that has just started need not add up every hand.

Django's file cache has a file for each year of a club, so that a season reads one or two. Files have ids and figures in
them, never a name, and only the server's own user can read them. They can be deleted at any time: a missing or damaged
one costs the time of adding up again. What is stored counts for the same state of the night and the same program only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from django.core.cache import caches
from django.db import transaction

from tally.loading.new_result import new_result
from tally.scores.results import Meeting, NightResult, PlayerResult
from tournament.file_versions import program_version
from tournament.models import Night

YEARS = range(1900, 2200)  # of nights
State: TypeAlias = tuple[object, ...]


class StoredResult(NamedTuple):
    """What is stored of a night's result; the rest is in the night's row. `state` is a hash."""

    state: str
    games: int
    players: tuple[PlayerResult, ...]
    meetings: tuple[Meeting, ...]


def load(nights: Iterable[Night], states: Mapping[int, State]) -> dict[int, NightResult]:
    """The results stored of these nights in these states, by the night's id."""
    found = {}
    for name, of_file in _by_file(nights).items():
        stored = _read(name)
        for night in of_file:
            one = stored.get(night.pk)
            if isinstance(one, StoredResult) and one.state == _hash(states[night.pk]):
                found[night.pk] = _result(night, one)
    return found


def store(nights: Iterable[Night], states: Mapping[int, State], results: Mapping[int, NightResult]) -> None:
    """Store the results of these nights, which are in these states, once the transaction is committed."""
    for name, of_file in _by_file(nights).items():
        fresh = {night.pk: _stored(states[night.pk], results[night.pk]) for night in of_file}
        transaction.on_commit(partial(_add, name, fresh), robust=True)


def forget_stored(*, club_id: int | None = None, **_: object) -> None:
    """Remove what is stored of a club whose nights were erased. One that was moved to another year may be in any file.

    Where only names were erased, nothing goes: there are none in it.
    """
    if club_id is not None:
        caches["results"].delete_many([_file(club_id, year) for year in YEARS])


def _file(club_id: int, year: int) -> str:
    return f"club-{club_id}-{year}"


def _by_file(nights: Iterable[Night]) -> Mapping[str, list[Night]]:
    """Nights by the file that they belong to."""
    files: defaultdict[str, list[Night]] = defaultdict(list)
    for night in nights:
        files[_file(night.club_id, night.date.year)].append(night)
    return files


def _read(name: str) -> dict[int, StoredResult]:
    """What is in a file; nothing where it is missing or cannot be read."""
    try:
        found = caches["results"].get(name)
    except Exception:  # whatever unpacking makes of a damaged file
        return {}
    return found if isinstance(found, dict) else {}


def _add(name: str, fresh: dict[int, StoredResult]) -> None:
    """Add results to a file; a disk that is full or cannot be written to has none."""
    with suppress(OSError):
        caches["results"].set(name, _read(name) | fresh)


def _hash(state: State) -> str:
    return sha256(repr((program_version(), state)).encode()).hexdigest()


def _stored(state: State, result: NightResult) -> StoredResult:
    return StoredResult(_hash(state), result.games, result.players, result.meetings)


def _result(night: Night, stored: StoredResult) -> NightResult:
    return new_result(night, games=stored.games, players=stored.players, meetings=stored.meetings)
