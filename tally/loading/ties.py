"""Ties where the next seats follow the winners: who counts as the winners by the night's house rule."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tally.loading.games import LoadedGame
from tournament.models import Night
from tournament.movements.seats import Side
from tournament.people.names import isolated
from tournament.planning.rounds import decides_seats


@dataclass(frozen=True, slots=True)
class Tie:
    """Who counts as the winner of equal points; None until the four say so.

    `decided`: the four or the organizer named the winner. `by_lot`: nobody scored, so a draw decides.
    """

    winner: Side | None
    decided: bool = False
    by_lot: bool = False


def tie_of(loaded: LoadedGame) -> Tie | None:
    """The tie of a game, if there is one and the next seats depend on it.

    It goes to the side that the table named; else by the house rule to the side that scored last, by lot when nobody
    scored, or to nobody before the four have played an extra hand or cut the cards.
    """
    if loaded.play.total(Side.NS) != loaded.play.total(Side.EW):
        return None
    night = loaded.night
    if not decides_seats(night, loaded.number):
        return None
    if loaded.row.tie_to:
        return Tie(Side(loaded.row.tie_to), decided=True)
    if night.tie_by != Night.TieBy.LAST:
        return Tie(None)
    for hand in reversed(loaded.hands):
        ns, ew = (hand.scored.points.get(side, 0) for side in Side)
        only_lost = hand.record.reneged is not None and max(ns, ew) <= 0  # the other side has not scored by that
        if ns != ew and not only_lost:
            return Tie(Side.NS if ns > ew else Side.EW)
    return Tie(Random(f"{night.seed} {loaded.number} {loaded.play.table}").choice(list(Side)), by_lot=True)


def may_be_decided(loaded: LoadedGame) -> bool:
    """Whether somebody may name the winners: equal points, or no hand at all, and no hand to come."""
    return tie_of(loaded) is not None and not loaded.play.signed and (loaded.progress.complete or loaded.progress.rung)


def open_tie(loaded: LoadedGame) -> bool:
    """Whether the points are equal and nobody has named the winner of the extra hand or the cut."""
    tie = tie_of(loaded)
    return tie is not None and tie.winner is None


def winner_of(loaded: LoadedGame) -> str:
    """The side with more points, or the side a tie goes to; empty for a tie that moves nobody."""
    tie = tie_of(loaded)
    if tie is not None:
        return tie.winner or ""
    ns, ew = loaded.play.total(Side.NS), loaded.play.total(Side.EW)
    return "" if ns == ew else Side.NS if ns > ew else Side.EW


def tie_result(loaded: LoadedGame, side: Side) -> str:
    """How a tie was decided, for the end of a sentence: "the cut went to Ann M. & Bob S."."""
    names = " & ".join(isolated(loaded.players[seat].short_name) for seat in side.seats)
    night = loaded.night
    how = {Night.TieBy.EXTRA: "the extra hand", Night.TieBy.CUT: "the cut"}.get(Night.TieBy(night.tie_by), "the tie")
    return f"{how} went to {names.rstrip('.')}."


def tie_went(loaded: LoadedGame) -> str:
    """To whom a tie went, once that stands: "the cut went to Ann M. & Bob S."; empty without one."""
    tie = tie_of(loaded)
    stands = tie and tie.winner and (tie.decided or loaded.play.signed)
    return tie_result(loaded, tie.winner) if stands and tie and tie.winner else ""
