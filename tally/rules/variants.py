"""The games, one entry each, as a card player would write them down.

A contract says what its makers must take and what it pays. Points by tricks stand in small tables:
`{3: 1, 4: 1, 5: 2}` reads "three or four tricks one point, all five two".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SUITS = ("S", "H", "D", "C")


@dataclass(frozen=True, slots=True)
class Contract:
    """One thing that makers may promise, and what it pays.

    `bid` is None where no number is bid. `made` gives the makers' points by tricks taken when both play,
    `made_alone` when the maker plays alone (None: nobody may); `euchred` is what defenders get when the
    makers fall short of `needs`.
    """

    bid: int | str | None
    needs: int
    made: Mapping[int, int]
    made_alone: Mapping[int, int] | None
    euchred: int
    trumps: tuple[str, ...] = SUITS


@dataclass(frozen=True, slots=True)
class Variant:
    """A game. `tricks` and `players` are per hand and per table, `deck` counts cards, `source` is the seed's number."""

    slug: str
    name: str
    source: str
    deck: int
    tricks: int
    contracts: tuple[Contract, ...]
    players: int = 4
    may_pass_out: bool = True

    def contract(self, bid: int | str | None) -> Contract | None:
        """The contract of a bid, or None if this game has no such bid."""
        return next((c for c in self.contracts if c.bid == bid and type(c.bid) is type(bid)), None)


# Three or four tricks one point; all five (a march) two, four when the maker went alone; fewer than
# three is a euchre, two points to the other side, alone or not. All pass: thrown in, no score.
TURN_UP = Contract(bid=None, needs=3, made={3: 1, 4: 1, 5: 2}, made_alone={3: 1, 4: 1, 5: 4}, euchred=2)

VARIANTS: dict[str, Variant] = {variant.slug: variant for variant in (
    Variant("standard", "Euchre", source="003", deck=32, tricks=5, contracts=(TURN_UP,)),
    # Left bower stays a card of its own suit; the score is the same.
    Variant("bald", "Bald euchre", source="003", deck=32, tricks=5, contracts=(TURN_UP,)),
    # Four deals a game, each player deals once; no limit to the points; highest total of the night wins.
    Variant("progressive-cats", "Progressive euchre", source="003", deck=32, tricks=5, contracts=(TURN_UP,)),
)}


def find_variant(slug: str) -> Variant | None:
    """The entry of a slug, or None."""
    return VARIANTS.get(slug)
