"""What a total from paper counts in place of a game's hands."""

from __future__ import annotations

from tally.loading.variants import variant_of
from tally.models import PaperTotal
from tally.rules import result_buttons
from tally.scores.tallies import PaperCount
from tournament.models import Night
from tournament.movements.seats import Side


def paper_count(total: PaperTotal | None, night: Night) -> PaperCount | None:
    """What a total from paper counts; None where there is none, or it was taken back."""
    if total is None or total.ns is None or total.ew is None:
        return None
    loners = {int(number): count for number, count in total.loners.items()}
    return PaperCount({Side.NS: total.ns, Side.EW: total.ew}, loners, lone_extra(night) if loners else 0)


def lone_extra(night: Night) -> int:
    """What a player who made a hand alone counts beyond the partner's points, by a house rule; usually 0."""
    return max(
        (
            choice.score.lone_player - choice.score.makers
            for choice in result_buttons(variant_of(night), night.house_rules)
            if choice.score.lone_player is not None
        ),
        default=0,
    )
