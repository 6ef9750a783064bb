"""Games with scores: paper totals to write, and what the rows add up to."""

from __future__ import annotations

from uuid import uuid4

from tally.loading.games import load_game, night_games, night_tallies
from tally.models import Hand
from tally.scoring.paper_totals import Total, record_total, state_token
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
    shown: str = "",
    **loners: int,
) -> str:
    """Record a total as the organizer, who sees the game as it is; loners as `n5=2`. Gives the key."""
    key = key or uuid4().hex
    alone = {int(name[1:]): count for name, count in loners.items()}
    record_total(
        game=game,
        total=Total(ns, ew, alone, winner),
        key=key,
        who=ORGANIZER,
        why=why,
        sure=sure,
        expected=shown or state_token(load_game(game, game.round.night)),
    )
    return key


def totals(night: Night) -> dict[int, int]:
    """Everybody's total by number."""
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}


def hand_versions(game: Game) -> list[tuple[int, str, bool]]:
    """Every version of every hand: number, tricks of the makers, and whether it stands."""
    return [
        (hand.number, str(hand.record and hand.record["maker_tricks"]), hand.record is not None)
        for hand in Hand.objects.filter(game=game)
    ]
