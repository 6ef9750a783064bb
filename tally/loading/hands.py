"""Hands as they count now, from the newest versions of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tally.models import Dispute, Hand
from tally.rules import HandResult, Record, Score, hickeys_of, read_record, score
from tally.scores.tallies import HandPoints
from tournament.models import Entry, Night
from tournament.movements.seats import Side

SIDE_OF_LETTER = {"A": Side.NS, "B": Side.EW}  # the sides of a record


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The current version of a hand: the row's id, its record and points, and who recorded it when."""

    id: int
    record: Record
    data: dict[str, Any]
    scored: HandPoints
    by: Entry | None
    at: datetime
    key: str
    made: bool | None = None  # whether the makers did what they promised; None where nobody did

    @property
    def number(self) -> int:
        """1 is the game's first hand."""
        return self.scored.number

    @property
    def loner_made(self) -> bool:
        """Whether the maker went alone and took every trick."""
        return is_loner_made(self.record)

    def matches(self, record: dict[str, Any], alone_by: Entry | None) -> bool:
        """Whether the hand has this record, with the same player alone."""
        return self.data == record and self.scored.loner == (alone_by.number if alone_by else None)


def is_loner_made(record: Record) -> bool:
    """Whether a maker went alone in this hand and took every trick."""
    return record.alone is True and str(record.maker_side) in SIDE_OF_LETTER and record.defender_tricks == (0, 0)


def load_hand(row: Hand, night: Night) -> PlayedHand:
    """The current version of a hand with its points by tonight's rules."""
    record = read_record(row.record)
    points = score(record, night.house_rules)
    scored = HandPoints(
        number=row.number,
        loner=row.alone_by.number if row.alone_by else None,
        points=points_by_side(record, points),
        lone_points=points.lone_player,
        hickeys={
            SIDE_OF_LETTER[str(side)]: taken
            for side, taken in hickeys_of(HandResult(record.maker_side, points), SIDE_OF_LETTER).items()
        },
    )
    return PlayedHand(
        id=row.pk,
        record=record,
        data=row.record or {},
        scored=scored,
        by=row.entry,
        at=row.at,
        key=row.key,
        made=points.made,
    )


def points_by_side(record: Record, points: Score) -> dict[Side, int]:
    """What a hand brings each side; nothing to either when everybody passed."""
    if points.by_side is not None:  # somebody reneged
        return dict(zip(Side, points.by_side, strict=True))
    maker = SIDE_OF_LETTER.get(str(record.maker_side), Side.NS)
    return {maker: points.makers, maker.other: points.defenders}


def confirmed_by_both(
    hands: Sequence[PlayedHand], disputes: Iterable[Dispute], sides: Mapping[int, Side]
) -> frozenset[int]:
    """The hands for which phones of both sides gave the result that counts.

    `sides` has the side of each player at the table, by the id of the entry.
    """
    found = set()
    for hand in hands:
        same = [
            dispute.entry
            for dispute in disputes
            if dispute.number == hand.number
            and hand.matches(dispute.record, dispute.alone_by)
            and (dispute.at >= hand.at or dispute.key == hand.key)
        ]
        if {sides.get(entry.pk) for entry in (hand.by, *same) if entry} >= set(Side):
            found.add(hand.number)
    return frozenset(found)
