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
from tournament.night.seating import begun_rounds, rung_rounds, shown_rounds
from tournament.people.errors import Refused
from tournament.planning.players import entries_by_number
from tournament.planning.rounds import seatings
from tournament.planning.search_cache import search_before_writing


class PreviewOutdated(Refused):
    """The night went on since the preview, so the change would lead to other seats than were shown."""

    def __init__(self, since: str = "The night has gone on since.") -> None:
        super().__init__(f"{since} This is how it looks now.")


class _RollBackPreview(Exception):  # noqa: N818 - no error: it ends the transaction of a preview
    """Rolls back what a preview tried."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a night is, as far as a change depends on it: rounds that rang, whose seats are shown, that began."""

    rung: int
    shown: int
    begun: int


@dataclass(frozen=True, slots=True)
class Preview:
    """All rounds of a night before and after a change that was only tried.

    `moment` is how far the night is; `names` are the entries after the change, by number.
    """

    before: tuple[RoundSeating, ...]
    after: tuple[RoundSeating, ...]
    moment: Moment
    names: Mapping[int, Entry]

    @property
    def begun(self) -> int:
        """How many rounds have begun."""
        return self.moment.begun

    @property
    def state_token(self) -> str:
        """A token of the outcome: two previews have the same one only when they lead to the same seats as far along."""
        return _state_token(self.moment, self.after)


@search_before_writing
def preview_change(night: Night, change: Callable[[], object]) -> Preview:
    """Make a change, read the night, and roll everything back.

    A change draws the same rounds again when it is applied, from the same seed.

    :raises Refused: as the change itself.
    """
    with write():
        before, moment = tuple(seatings(night)), _moment(night)
        after, names = before, entries_by_number(night)
        with suppress(_RollBackPreview), transaction.atomic():
            change()
            after, names = tuple(seatings(night)), entries_by_number(night)
            raise _RollBackPreview
    return Preview(before, after, moment, names)


@search_before_writing
def apply_change(night: Night, change: Callable[[], object], *, expected: str) -> None:
    """Make a change that was previewed.

    :param expected: the `state_token` of the preview that was shown.
    :raises PreviewOutdated: when the change would lead to other seats now, or players have been sent on since.
    :raises Refused: as the change itself.
    """
    with write():
        moment = _moment(night)
        rung = _rung_in(expected)
        if rung is not None and rung < moment.rung:
            raise PreviewOutdated("The bell has rung since.")
        change()
        if _state_token(moment, tuple(seatings(night))) != expected:
            raise PreviewOutdated


def _moment(night: Night) -> Moment:
    return Moment(rung_rounds(night), shown_rounds(night), begun_rounds(night))


def _state_token(moment: Moment, rounds: tuple[RoundSeating, ...]) -> str:
    """A hash of the outcome, after the number of the round that has rung: a later bell is told from other changes."""
    state = sha256(repr((moment.shown, moment.begun, rounds)).encode()).hexdigest()[:16]
    return f"{moment.rung}_{state}"


def _rung_in(token: str) -> int | None:
    """The round that had rung when a token was made; None for what is no token."""
    found = re.fullmatch(r"([0-9]{1,5})_[0-9a-f]{16}", token)
    return int(found[1]) if found else None
