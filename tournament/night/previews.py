"""Previews: try a change, show what it would do, and apply it only if it still does the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction

from tournament.models import Entry, Night
from tournament.movements.seating import RoundSeating
from tournament.night.locking import write
from tournament.night.seating import rung_rounds, shown_rounds, started_rounds
from tournament.people.errors import Refused
from tournament.planning.players import entries_by_number
from tournament.planning.rounds import seatings
from tournament.planning.search_cache import search_before_writing

NamesByNumber = tuple[tuple[int, tuple[str, ...]], ...]


class PreviewOutdated(Refused):
    """The night went on since the preview, so the change would lead to other seats or people than were shown."""

    def __init__(self, since: str = "The night has gone on since.") -> None:
        super().__init__(f"{since} This is how it looks now.")


class _RollBackPreview(Exception):  # noqa: N818 - no error: it ends the transaction of a preview
    """Rolls back what a preview tried."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a night is, as far as a change depends on it: rounds that rang, whose seats are shown, that started."""

    rung: int
    shown: int
    started: int


@dataclass(frozen=True, slots=True)
class Preview:
    """All rounds of a night before and after a change that was only tried.

    `moment` is how far the night is; `names` are the entries after the change, by number; `players` are the names of
    those who have played for each number by then.
    """

    before: tuple[RoundSeating, ...]
    after: tuple[RoundSeating, ...]
    moment: Moment
    names: Mapping[int, Entry]
    players: NamesByNumber

    @property
    def started(self) -> int:
        """How many rounds have started."""
        return self.moment.started

    @property
    def state_token(self) -> str:
        """A token of the outcome: two previews share it only if they lead as far along to the same seats and people."""
        return _state_token(self.moment, self.after, self.players)


@search_before_writing
def preview_change(night: Night, change: Callable[[], object]) -> Preview:
    """Make a change, read the night, and roll everything back.

    A change draws the same rounds again when it is applied, from the same seed.

    :raises Refused: as the change itself.
    """
    with write():
        before, moment = tuple(seatings(night)), _moment(night)
        after, names, players = before, entries_by_number(night), _players(night)
        with suppress(_RollBackPreview), transaction.atomic():
            change()
            after, names, players = tuple(seatings(night)), entries_by_number(night), _players(night)
            raise _RollBackPreview
    return Preview(before, after, moment, names, players)


@search_before_writing
def apply_change(night: Night, change: Callable[[], object], *, expected: str) -> None:
    """Make a change that was previewed.

    :param expected: the `state_token` of the preview that was shown.
    :raises PreviewOutdated: when the change would lead to other seats now, or concern somebody else who has the number,
        or players have been sent on since.
    :raises Refused: as the change itself.
    """
    with write():
        moment = _moment(night)
        rung = _rung_in(expected)
        if rung is not None and rung < moment.rung:
            raise PreviewOutdated("The bell has rung since.")
        change()
        if _state_token(moment, tuple(seatings(night)), _players(night)) != expected:
            raise PreviewOutdated


def _moment(night: Night) -> Moment:
    return Moment(rung_rounds(night), shown_rounds(night), started_rounds(night))


def _players(night: Night) -> NamesByNumber:
    """The names of each number, first those who handed it over: of two substitutes for it only one was shown."""
    return tuple(
        (entry.number or 0, (*(earlier.name for earlier in entry.earlier_players.all()), entry.name))
        for entry in night.entries.numbered().order_by("number").prefetch_related("earlier_players")
    )


def _state_token(moment: Moment, rounds: tuple[RoundSeating, ...], players: NamesByNumber) -> str:
    """A hash of the outcome, after the number of the round that has rung: a later bell is told from other changes."""
    state = sha256(repr((moment.shown, moment.started, rounds, players)).encode()).hexdigest()[:16]
    return f"{moment.rung}_{state}"


def _rung_in(token: str) -> int | None:
    """The round that had rung when a token was made; None for what is no token."""
    found = re.fullmatch(r"([0-9]{1,5})_[0-9a-f]{16}", token)
    return int(found[1]) if found else None
