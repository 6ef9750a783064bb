"""Who named trump and how it ended, hand by hand, for one player and as far as the records say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class CallKind(StrEnum):
    """Which of a player's hands: called by the player's side, or by the other side, and how it ended."""

    CALLED = "called"
    MADE = "made"
    EUCHRED = "euchred"
    EUCHRES = "euchres"
    ALONE = "alone"
    LONERS = "loners"


@dataclass(frozen=True, slots=True)
class CalledHand:
    """A hand in which somebody named trump or won the bid, as one player saw it.

    - `night`, `game`: their ids; `round`, `table`, `number`: where the hand was played, counted from 1.
    - `ours`: the player's side called.
    - `made`: whether the makers made it; None where the record does not say.
    - `went_alone`: this player played it alone; False, too, where nobody said who did.
    - `took_all`: the makers took every trick.
    """

    night: int
    game: int
    round: int
    table: int
    number: int
    ours: bool
    made: bool | None
    went_alone: bool = False
    took_all: bool = False

    @property
    def kinds(self) -> tuple[CallKind, ...]:
        """Everything that this hand counts as."""
        if not self.ours:
            return (CallKind.EUCHRES,) if self.made is False else ()
        ended = CallKind.EUCHRED if self.made is False else CallKind.MADE
        if not self.went_alone:
            return (CallKind.CALLED, ended)
        return (CallKind.CALLED, ended, CallKind.ALONE, *((CallKind.LONERS,) if self.took_all else ()))


def count_called(hands: Iterable[CalledHand]) -> dict[CallKind, int]:
    """Count a player's hands of each kind."""
    counted = Counter(kind for hand in hands for kind in hand.kinds)
    return {kind: counted[kind] for kind in CallKind}
