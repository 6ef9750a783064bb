"""What the page of a game's total from paper shows: its form, and what the total would change."""

from __future__ import annotations

from uuid import uuid4

from tally.forms import TotalForm
from tally.loading.games import LoadedGame
from tally.loading.tallies import night_tallies
from tally.presenters.next_seats import next_seats_context
from tally.scoring.paper_total_checks import Doubtful, Total, WhoWon, check_total
from tally.scoring.paper_totals import state_token
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.night.seating import started_rounds


def total_context(loaded: LoadedGame, form: TotalForm | None = None) -> dict[str, object]:
    """What the form needs: what it said before, who sits where, a fresh key, the token of the game as it is now."""
    return {
        "game": loaded,
        "form": form or TotalForm(initial=_recorded(loaded)),
        "asks_loners": loaded.night.count_loners or bool(loaded.by_paper and loaded.by_paper.loners),
        "key": uuid4().hex,
        "state_token": state_token(loaded),
        "pairs": {side.lower(): [loaded.players[seat] for seat in side.seats] for side in Side},
    }


def _recorded(loaded: LoadedGame) -> dict[str, object]:
    """The total from paper that counts now, as it is typed; nothing where none does."""
    paper = loaded.by_paper
    if paper is None:
        return {}
    alone = [str(number) for number, times in sorted(paper.loners.items()) for _ in range(times)]
    return {"ns": paper.points[Side.NS], "ew": paper.points[Side.EW], "loners": " ".join(alone)}


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
    tallies = night_tallies(night, [loaded])
    touched = [
        {
            "entry": entry,
            "old": loaded.play.total(seat.side) if loaded.play.played else None,
            "new": new[seat.side],
            "more": new[seat.side] - loaded.play.total(seat.side),
            "loners": total.loners.get(entry.number or 0, 0),
            "loners_before": tallies[entry.number or 0].loners if entry.number in tallies else 0,
        }
        for seat, entry in loaded.players.items()
        if not entry.is_ghost
    ]
    return {
        "preview": True,
        "doubt": doubt,
        "tie": tie,
        "touched": touched,
        "later_game_started": started_rounds(night) > loaded.number,
        **next_seats_context(night, loaded, total),
    }
