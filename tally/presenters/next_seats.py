"""What a correction of a game does to the seats of the next one, where winners move."""

from __future__ import annotations

from tally.loading.games import LoadedGame
from tally.scoring.paper_total_checks import Total
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.night.seating import started_rounds
from tournament.planning.rounds import decides_seats


def next_seats_context(night: Night, loaded: LoadedGame, total: Total | None = None) -> dict[str, object]:
    """The number of the next game, where its seats follow from this one, and whether they stay; else nothing.

    :param total: the total that is asked for, with which the page knows whether another side won.
    """
    following = night.rounds.filter(number=loaded.number + 1).first() if decides_seats(night, loaded.number) else None
    winner = _winner(total) if total else None
    return {
        "next_game": following and following.number,
        "next_seats_stay": following is not None and started_rounds(night) >= following.number,
        "changes_winner": winner is not None and winner != loaded.row.winner,
        "winner_is_sure": winner is not None,
    }


def _winner(total: Total) -> Side | None:
    """Who won by a total; None for a tie of which nobody has said who won it."""
    if total.ns == total.ew:
        return total.winner
    return Side.NS if total.ns > total.ew else Side.EW
