"""What the page of a game's total from paper shows: its form, and what the total would change."""

from __future__ import annotations

from uuid import uuid4

from tally.forms import TotalForm
from tally.loading.games import LoadedGame
from tally.scoring.paper_total_checks import Doubtful, Total, WhoWon, check_total
from tally.scoring.paper_totals import state_token
from tournament.models import Night
from tournament.movements.seats import Side


def total_context(loaded: LoadedGame, form: TotalForm | None = None) -> dict[str, object]:
    """What the form needs: who sits where, a fresh key, and the token of the game as it is now."""
    return {
        "game": loaded,
        "form": form or TotalForm(),
        "key": uuid4().hex,
        "state_token": state_token(loaded),
        "pairs": {side.lower(): [loaded.players[seat] for seat in side.seats] for side in Side},
    }


def total_preview_context(night: Night, loaded: LoadedGame, total: Total) -> dict[str, object]:
    """Whom a total touches, and what is doubtful about it.

    :raises Impossible: when no card can say that.
    """
    doubt, tie = "", False
    try:
        check_total(night, loaded, total)
    except Doubtful as doubtful:
        doubt = str(doubtful)
    except WhoWon:
        tie = True
    new = {Side.NS: total.ns, Side.EW: total.ew}
    touched = [
        {
            "entry": entry,
            "old": loaded.play.total(seat.side) if loaded.play.played else None,
            "new": new[seat.side],
            "more": new[seat.side] - loaded.play.total(seat.side),
        }
        for seat, entry in loaded.players.items()
        if not entry.is_ghost
    ]
    return {"preview": True, "doubt": doubt, "tie": tie, "touched": touched}
