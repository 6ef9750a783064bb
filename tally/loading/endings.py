"""How each game of a night ends, and who has won a tie: in sentences, for the printed rules and the rules page."""

from __future__ import annotations

from tally.rules.wording import counted
from tournament.models import Night
from tournament.planning.rounds import follows_winners

AS_MANY = "Until then every table plays as many hands as it can, and finishes the one that it is playing."
ONCE, TWICE = 4, 8  # hands, of four players


def endings(night: Night) -> tuple[str, ...]:
    """What rings tonight's bell, and what decides equal points; nothing for a single table, which has no bell."""
    return () if night.single_table else (_bell(night), _tie(night))


def _bell(night: Night) -> str:
    hands = counted(night.deals, "hand")
    match night.bell_by:
        case Night.BellBy.HEAD_TABLE:
            return f"It ends when the head table has played {hands}: then the bell rings. {AS_MANY}"
        case Night.BellBy.CLOCK:
            return f"It ends after {counted(night.minutes, 'minute')}: then the bell rings. {AS_MANY}"
        case Night.BellBy.ORGANIZER:
            return f"It ends when the organizer rings the bell. {AS_MANY}"
    each = {ONCE: ", so that each player deals once", TWICE: ", so that each player deals twice"}.get(night.deals, "")
    return f"Every table plays {hands}{each}. Where one lags, the bell ends its game after the hand that it is playing."


def _tie(night: Night) -> str:
    if not follows_winners(night):
        return "Equal points stay a tie; everybody keeps theirs."
    how = {
        Night.TieBy.EXTRA: "one extra hand, which nobody counts, decides who has won.",
        Night.TieBy.CUT: "the table cuts the cards, and the higher card has won.",
    }
    won = how.get(Night.TieBy(night.tie_by), "whoever scored last has won.")
    return f"When the points are equal, {won} In the last game a tie stays a tie."
