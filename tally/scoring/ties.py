"""Equal points where winners move: who won the extra hand or the cut."""

from __future__ import annotations

from tally.loading.games import LoadedGame, load_game
from tally.loading.ties import may_be_decided, tie_of, tie_result
from tally.models import Signature
from tally.scoring.checks import SCORE_CHANGED, lock_and_load, total_text
from tally.scoring.versions import require_few
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.night.games import table_topics
from tournament.night.locking import write
from tournament.people.errors import Refused

SUPERSEDED = -1  # the newest hand of a signature that counts no more


def settle_tie(*, game: Game, winner: Side, seen_hand: int, who: Who) -> None:
    """Record who won the extra hand or the cut; `seen_hand` is the newest hand row that the person saw.

    The table may change its answer until both sides have signed; signatures from before the change do not count.

    :raises Refused: when the score changed or is no tie, hands are still to be played, or the house settles it itself.
    :raises NotAllowed: for strangers.
    """
    with write():
        game, night, loaded = lock_and_load(game, who)
        if game.tie_to == winner:
            return
        if loaded.play.signed:
            raise Refused(f"This score is confirmed, {total_text(loaded)}. Ask the organizer if it must be changed.")
        if seen_hand != loaded.newest:
            raise Refused(SCORE_CHANGED)
        if not may_be_decided(loaded):
            raise Refused("The points of this game say who wins, or its hands are not played yet.")
        if not who.keeps_scores and (night.tie_by == Night.TieBy.LAST or not loaded.hands):
            raise Refused("Only the organizer can say who wins here. Ask at the desk.")
        require_few(_changes_of_mind(loaded), who)
        set_tie_winner(loaded, winner, who)


def _changes_of_mind(loaded: LoadedGame) -> int:
    """How often the log says who won this tie."""
    said = _said_of(loaded)
    return loaded.night.log_entries.filter(text__startswith=said).count()


def _said_of(loaded: LoadedGame) -> str:
    return f"said of game {loaded.row.round.number} at table {loaded.row.table}: "


def set_tie_winner(loaded: LoadedGame, winner: Side, who: Who) -> None:
    """Write who won a tie, and void the signatures on it. Call inside the change's transaction."""
    game, before = loaded.row, loaded.row.tie_to
    game.tie_to = winner
    game.save(update_fields=["tie_to"])
    Signature.objects.filter(game=game, seen_hand=loaded.newest).update(seen_hand=SUPERSEDED)
    announce(
        game.round.night_id,
        *table_topics(game),
        actor=str(who),
        text=f"{_said_of(loaded)}{tie_result(loaded, winner)}"
        + (f" (before: {tie_result(loaded, Side(before))})" if before else ""),
    )


def clear_tie_winner(game: Game, night: Night, *, even_if_tied: bool = False) -> None:
    """Clear a tie's winner after the points changed, unless it is a tie still. Call inside the change's transaction."""
    if game.tie_to and (even_if_tied or tie_of(load_game(game, night)) is None):
        game.tie_to = ""
        game.save(update_fields=["tie_to"])
