"""Tables that wait for players who are still in an earlier game."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from tally.loading.games import LoadedGame, night_games
from tally.loading.rows import UNSIGNED_BEFORE
from tournament.models import Game, Night
from tournament.people.names import listed


def waiting_for(night: Night, game: Game) -> list[LoadedGame]:
    """Earlier games that one of this game's players is not free to leave: hands to play, not signed, no bell yet."""
    return [other for other in unsigned_before(night, game) if not other.progress.players_are_free]


def unsigned_before(night: Night, game: Game) -> list[LoadedGame]:
    """Earlier games of one of this game's players that are not signed."""
    earlier = {pk for (pk,) in UNSIGNED_BEFORE.rows(game.pk, night.pk, game.round.number)}
    return night_games(night, Q(pk__in=earlier)) if earlier else []


def waiting_sentence(game: LoadedGame, others: Sequence[LoadedGame]) -> str:
    """Where the players of a game still are, by name: "Table 2 is still playing game 1 with Bob S."."""
    mine = {entry.pk for entry in game.players.values()}
    return "; ".join(
        f"{'Table' if first else 'table'} {other.play.table} "
        f"{'is confirming the score of' if other.progress.to_agree else 'is still playing'} game {other.number} with "
        + listed(entry.short_name for entry in other.players.values() if entry.pk in mine)
        for first, other in ((other is others[0], other) for other in others)
    )
