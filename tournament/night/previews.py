"""Previews: try a change, show what it would do, and apply it only if it still does the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction

from tournament.models import Entry, Night
from tournament.movements.seating import RoundSeating
from tournament.night.locking import write
from tournament.night.seating import begun_rounds
from tournament.people.errors import Refused
from tournament.planning.players import entries_by_number
from tournament.planning.rounds import seatings
from tournament.planning.search_cache import search_before_writing


class PreviewOutdated(Refused):
    """The night went on since the preview, so the change would lead to other seats than were shown."""

    def __init__(self) -> None:
        super().__init__(
            "The night went on in the meantime, and this change would turn out differently now. Check it again."
        )


class _RollBackPreview(Exception):  # noqa: N818 - no error: it ends the transaction of a preview
    """Rolls back what a preview tried."""


@dataclass(frozen=True, slots=True)
class Preview:
    """All rounds of a night before and after a change that was only tried.

    `begun` of the rounds have begun; `names` are the entries after the change, by number.
    """

    before: tuple[RoundSeating, ...]
    after: tuple[RoundSeating, ...]
    begun: int
    names: Mapping[int, Entry]

    @property
    def state_token(self) -> str:
        """A token of the outcome: two previews have the same one only when they lead to the same seats."""
        return _state_token(self.begun, self.after)


@search_before_writing
def preview_change(night: Night, change: Callable[[], object]) -> Preview:
    """Make a change, read the night, and roll everything back.

    A change draws the same rounds again when it is applied, from the same seed.

    :raises Refused: as the change itself.
    """
    with write():
        before, begun = tuple(seatings(night)), begun_rounds(night)
        after, names = before, entries_by_number(night)
        with suppress(_RollBackPreview), transaction.atomic():
            change()
            after, names = tuple(seatings(night)), entries_by_number(night)
            raise _RollBackPreview
    return Preview(before, after, begun, names)


@search_before_writing
def apply_change(night: Night, change: Callable[[], object], *, expected: str) -> None:
    """Make a change that was previewed.

    :param expected: the `state_token` of the preview that was shown.
    :raises PreviewOutdated: when the change would lead to other seats now.
    :raises Refused: as the change itself.
    """
    with write():
        begun = begun_rounds(night)
        change()
        if _state_token(begun, tuple(seatings(night))) != expected:
            raise PreviewOutdated


def _state_token(begun: int, rounds: tuple[RoundSeating, ...]) -> str:
    return sha256(repr((begun, rounds)).encode()).hexdigest()[:16]
