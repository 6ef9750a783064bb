"""Totals of games: write one from paper, and add up what the rows hold."""

from __future__ import annotations

from uuid import uuid4

from tally.loading.games import load_game, night_games
from tally.loading.tallies import night_tallies
from tally.models import Hand
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tests.support.night import ORGANIZER
from tournament.models import Game, Night
from tournament.movements.seats import Side


def write_total(
    game: Game,
    ns: int,
    ew: int,
    *,
    key: str = "",
    why: str = "",
    sure: bool = False,
    winner: Side | None = None,
    expected: str = "",
    **loners: int,
) -> str:
    """Record a paper total as the organizer and return its key.

    `loners` are counts by player, as in `n5=2`. `expected` is the state token that the page showed, by default the
    current one.
    """
    key = key or uuid4().hex
    alone = {int(name[1:]): count for name, count in loners.items()}
    record_total(
        game=game,
        total=Total(ns, ew, alone, winner),
        key=key,
        who=ORGANIZER,
        why=why,
        sure=sure,
        expected=expected or state_token(load_game(game, game.round.night)),
    )
    return key


def totals(night: Night) -> dict[int, int]:
    """Map each player's number to the player's total."""
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}


def hand_versions(game: Game) -> list[tuple[int, str, bool]]:
    """List every version of every hand: its number, the makers' tricks, and whether it has not been undone."""
    return [
        (hand.number, str(hand.record and hand.record["maker_tricks"]), hand.record is not None)
        for hand in Hand.objects.filter(game=game)
    ]
