"""Who named trump and how it ended, hand by hand, counted for one player as far as the records say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CalledHand:
    """A hand in which somebody named trump or won the bid, as one player saw it.

    - `ours`: the player's side did.
    - `made`: whether the makers made it; None where the record does not say.
    - `went_alone`: this player played it alone; False, too, where nobody said who did.
    - `took_all`: the makers took every trick.
    """

    ours: bool
    made: bool | None
    went_alone: bool = False
    took_all: bool = False


@dataclass(frozen=True, slots=True)
class CalledHands:
    """So many hands, of which the player's side called some.

    - `suffered`, `given`: euchres of the player's side, and of the other side.
    - `went_alone`, `loners_made`: hands that the player is known to have played alone, and those with every trick.
    """

    recorded: int
    called: int
    suffered: int
    given: int
    went_alone: int
    loners_made: int

    @property
    def made(self) -> int:
        """Hands that the player's side called and was not euchred in."""
        return self.called - self.suffered


def count_called(hands: Iterable[CalledHand]) -> CalledHands:
    """Count a player's hands by who called and how they ended."""
    every = list(hands)
    alone = [hand for hand in every if hand.ours and hand.went_alone]
    return CalledHands(
        recorded=len(every),
        called=sum(hand.ours for hand in every),
        suffered=sum(hand.ours and hand.made is False for hand in every),
        given=sum(not hand.ours and hand.made is False for hand in every),
        went_alone=len(alone),
        loners_made=sum(hand.took_all for hand in alone),
    )
