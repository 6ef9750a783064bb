"""The buttons of a scoring screen, made from a variant's own contracts.

Results that pay the same and follow each other are one button ("3 or 4 tricks"); a made hand and a
euchre never are, nor a march with a partner and a march alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tally.rules.records import Record
from tally.rules.scoring import Score, score
from tally.rules.variants import Contract, Variant


@dataclass(frozen=True, slots=True)
class Choice:
    """One result that a table can tap: `tricks` is (fewest, most) of the makers, `alone` None when not said."""

    slug: str
    bid: int | str | None
    alone: bool | None
    tricks: tuple[int, int]
    made: bool
    march: bool
    score: Score

    def record(self, variant: Variant, maker_side: str) -> dict[str, object]:
        """The record, as JSON data, of this result for makers "A" or "B"."""
        low, high = self.tricks
        total = variant.tricks
        return {"variant": variant.slug, "players": variant.players, "maker_side": maker_side, "bid": self.bid,
                "alone": self.alone, "exchange": 0, "trump": None,
                "maker_tricks": low if low == high else [low, high],
                "defender_tricks": total - low if low == high else [total - high, total - low],
                "extras": {}}


def choices(variant: Variant) -> tuple[Choice, ...]:
    """Every result of every contract, fewest points for the makers first, the euchre last."""
    return tuple(choice for contract in variant.contracts for choice in _contract_choices(variant, contract))


def passed_out(variant: Variant) -> dict[str, object]:
    """The record, as JSON data, of a deal that everybody passed."""
    return {"variant": variant.slug, "players": variant.players, "maker_side": None, "bid": None, "alone": False,
            "exchange": 0, "trump": None, "maker_tricks": None, "defender_tricks": None,
            "extras": {"passed_out": True}}


def _contract_choices(variant: Variant, contract: Contract) -> list[Choice]:
    def worth(alone: bool, tricks: int) -> Score:
        return score(Record(variant, "A", contract.bid, alone, 0, None,
                            (tricks, tricks), (variant.tricks - tricks, variant.tricks - tricks)))

    found: list[Choice] = []
    for alone in (False, True) if contract.made_alone is not None else (False,):
        for points, run in groupby(range(variant.tricks + 1), key=lambda t, alone=alone: worth(alone, t)):  # type: ignore[misc]
            tricks = list(run)
            found.append(_choice(variant, contract, alone, (tricks[0], tricks[-1]), points))
    together = {(c.tricks, c.score): c for c in found if not c.alone}
    merged = [_either_way(c) if (c.tricks, c.score) in together and contract.made_alone is not None and any(
        o.alone and o.tricks == c.tricks and o.score == c.score for o in found) else c
        for c in found if not (c.alone and (c.tricks, c.score) in together)]
    return sorted(merged, key=lambda c: (not c.made, c.score.makers))


def _choice(variant: Variant, contract: Contract, alone: bool, tricks: tuple[int, int], points: Score) -> Choice:
    span = str(tricks[0]) if tricks[0] == tricks[1] else f"{tricks[0]}-{tricks[1]}"
    return Choice(slug=span + ("-alone" if alone else ""), bid=contract.bid, alone=alone, tricks=tricks,
                  made=tricks[0] >= contract.needs, march=tricks[0] == variant.tricks, score=points)


def _either_way(choice: Choice) -> Choice:
    return Choice(choice.slug, choice.bid, None, choice.tricks, choice.made, choice.march, choice.score)
