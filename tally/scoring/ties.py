"""Clearing what was said of a tie that is none any more."""

from __future__ import annotations

from tally.loading.games import load_game
from tally.loading.ties import tie_of
from tournament.models import Game, Night


def clear_tie_winner(game: Game, night: Night, *, even_if_tied: bool = False) -> None:
    """After a change of the points: what was said of a tie stands only while there is one. Call inside the change's
    transaction."""
    if game.tie_to and (even_if_tied or tie_of(load_game(game, night)) is None):
        game.tie_to = ""
        game.save(update_fields=["tie_to"])
