"""A night's row and what was counted of it → its result."""

from __future__ import annotations

from tally.scores.results import Meeting, NightResult, PlayerResult
from tournament.models import Night


def new_result(
    night: Night,
    *,
    games: int,
    players: tuple[PlayerResult, ...],
    meetings: tuple[Meeting, ...] = (),
    totals_only: bool = False,
) -> NightResult:
    """The result of a night, however it was counted; what the row says of the night is taken from it here only."""
    return NightResult(
        night=night.pk,
        slug=night.slug,
        name=night.name,
        date=night.date,
        variant=night.variant,
        games=games,
        status=night.status,
        players=players,
        totals_only=totals_only,
        meetings=meetings,
    )
