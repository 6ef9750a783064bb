"""Progressive Bid Euchre, the game of the tournament itself (seed 000)."""

from __future__ import annotations

from typing import Any

from tally.rules.entries.questions import rule
from tally.rules.entries.shared import PACK_24
from tally.rules.language import (
    ALL,
    FOR_THE_BEST,
    CardPlay,
    Contract,
    Deal,
    GameEnd,
    Variant,
    alone,
    numbers,
    pay,
)

# "one point for 3 or 4 tricks, 2 points for all 5 tricks, 4 points for a loner. A team
# failing receives no points and 2 points goes to other partners." Six are dealt: "all 5" needs a reading.
#
# P1, the usual answer: 3 or 4 tricks pay 1 point, 5 or 6 pay 2. A bid of 1 or 2 that is made with just those tricks
# earns nothing, and only the makers score. The other readings each differ in one thing:
# P2: five cards are dealt, so that there are five tricks.
# P3: "all" is all six, and 5 tricks pay 1.
# P4: a pepper pays 4, as a loner does.
# P5: 1 or 2 tricks, if bid, pay 1.
# P6: both sides are "teams": the defenders too score for 3 tricks and more.

P1 = {3: 1, 4: 1, 5: 2, 6: 2}


def _reading(others: Any, **answers: Any) -> Any:
    """Return a value that differs under the named readings, and is `others` under the rest."""
    return rule("reading", {name: answers.get(name, others) for name in ("P1", "P2", "P3", "P4", "P5", "P6")})


PROGRESSIVE = Variant(
    slug="progressive",
    name="Progressive Bid Euchre",
    about="Bid euchre made for progressive nights: a hand scores 1, 2 or 4.",
    source="000",
    deals=_reading(others=(Deal(players=4, pack=PACK_24, tricks=6),), P2=(Deal(players=4, pack=PACK_24, tricks=5),)),
    contracts=(
        Contract(
            bids=numbers(1),
            set=pay(0, 2),
            made=_reading(
                others=pay(P1, 0),
                P3=pay({3: 1, 4: 1, 5: 1, 6: 2}, 0),
                P5=pay({1: 1, 2: 1, **P1}, 0),
                P6=pay(P1, P1),
            ),
        ),
        Contract(bids=("pepper",), needs=ALL, play=alone(1), made=pay(_reading(others=2, P4=4), 0), set=pay(0, 2)),
        Contract(bids=("loner",), needs=ALL, play=alone(), made=pay(4, 0), set=pay(0, 2)),
    ),
    card_play=CardPlay(exchange=FOR_THE_BEST),
    end=GameEnd(
        deals=8,
        notes=("The head table plays eight hands and rings the bell; the others finish their hand. Ten games.",),
    ),
    notes=(
        "One round of bidding. Pepper: every trick, after one card from the partner, who sits out.",
        "Loner: every trick, unaided.",
    ),
)
