"""Drawn each game: new seats by a random draw, the best of several.

Source: clubs where everybody draws a card before each game. Avoiding old partners is our own addition.
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

DESCRIPTION = "Everybody draws a new seat before each game; nobody gets an old partner back while that can be helped."
DRAWS = 40  # measured over ten games: with 14 players or more, ten draws avoid old partners, further ones old opponents


def next_round(
    played: Sequence[RoundSeating],
    winners: Sequence[Side | None] = (),
    *,
    present: Collection[int] | None = None,
    chance: Random,
) -> RoundSeating:
    """Seat the next round by a random draw; sit-outs follow a fair rotation.

    :raises Refused: when fewer than four players are present.
    """
    here = players_present(played, present)
    waiting, sitting_out = waiting_players(played, here), next_sit_outs(played, here)
    playing = sorted(here.difference(sitting_out))
    partners, opponents = count_partners(played), count_opponents(played)
    draws = (_draw(playing, partners, chance) for _ in range(DRAWS))
    return with_sitting_out(min(draws, key=lambda tables: _cost(tables, partners, opponents)), waiting, sitting_out)


def _draw(playing: Sequence[int], partners: Counter[Pair], chance: Random) -> list[Table]:
    """Draw seats once: each player gets the next new partner in a random order, or the next player if none is new."""
    order = list(playing)
    chance.shuffle(order)
    pairs: list[Pair] = []
    while order:
        one = order.pop()
        other = next((p for p in order if not partners[as_pair(one, p)]), order[0])
        order.remove(other)
        pairs.append((one, other))
    chance.shuffle(pairs)
    return [as_table((*pairs[at], *pairs[at + 1])) for at in range(0, len(pairs), 2)]


def _cost(tables: Sequence[Table], partners: Counter[Pair], opponents: Counter[Pair]) -> tuple[int, int]:
    """Count the partners who come back, then the opponents who do."""
    return (
        sum(partners[two] for table in tables for two in partner_pairs(table)),
        sum(opponents[two] for table in tables for two in opponent_pairs(table)),
    )
