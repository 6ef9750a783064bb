"""What a correction of a game does to the seats of the next one, where winners move."""

from __future__ import annotations

from tally.loading.games import LoadedGame
from tournament.models import Night
from tournament.night.seating import started_rounds
from tournament.planning.rounds import decides_seats


def next_seats_context(night: Night, loaded: LoadedGame) -> dict[str, object]:
    """The number of the next game, where its seats follow from this one, and whether they stay; else nothing."""
    following = night.rounds.filter(number=loaded.number + 1).first() if decides_seats(night, loaded.number) else None
    return {
        "next_game": following and following.number,
        "next_seats_stay": following is not None and started_rounds(night) >= following.number,
    }
