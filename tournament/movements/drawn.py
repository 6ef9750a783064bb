"""Drawn each game: fresh seats by lot, the best of some draws. Pure; the lots are passed in.

Source: clubs that let everybody draw a card before each game. That a draw avoids old partners is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random

from tournament.movements.full_tables import with_sitting_out
from tournament.movements.pairs import Pair, as_pair, count_opponents, count_partners, opponent_pairs, partner_pairs
from tournament.movements.seating import RoundSeating, as_table
from tournament.movements.seats import Side, Table
from tournament.movements.sitting_out import next_sit_outs, players_present, waiting_players

SAYS = "Everybody draws a new seat before each game; nobody gets an old partner back while that can be helped."
DRAWS = 40  # measured over ten games: from 14 players on ten draws leave no old partners; more draws part opponents


def next_round(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random,
) -> RoundSeating:
    """Who sits where next, by lot. Rests go by fair rotation.

    :raises Refused: when fewer than four players are present.
    """
    here = players_present(played, present)
    queue, resting = waiting_players(played, here), next_sit_outs(played, here)
    playing = sorted(here.difference(resting))
    partners, opponents = count_partners(played), count_opponents(played)
    draws = (_draw(playing, partners, chance) for _ in range(DRAWS))
    return with_sitting_out(min(draws, key=lambda tables: _cost(tables, partners, opponents)), queue, resting)


def _draw(playing: Sequence[int], partners: Counter[Pair], chance: Random) -> list[Table]:
    """Seats by lot: each plays with the first one drawn after who was no partner yet, if there is one."""
    lots = list(playing)
    chance.shuffle(lots)
    pairs: list[Pair] = []
    while lots:
        one = lots.pop()
        other = next((p for p in lots if not partners[as_pair(one, p)]), lots[0])
        lots.remove(other)
        pairs.append((one, other))
    chance.shuffle(pairs)
    return [as_table((*pairs[at], *pairs[at + 1])) for at in range(0, len(pairs), 2)]


def _cost(tables: Sequence[Table], partners: Counter[Pair], opponents: Counter[Pair]) -> tuple[int, int]:
    """How often partners come back, then how often opponents do."""
    return (
        sum(partners[two] for table in tables for two in partner_pairs(table)),
        sum(opponents[two] for table in tables for two in opponent_pairs(table)),
    )
