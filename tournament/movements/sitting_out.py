"""Which players sit out when they do not fill their tables, and which of them have waited longest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from tournament.movements.seating import RoundSeating, count_tables


def night_sit_outs(players: int, games: int) -> tuple[tuple[int, ...], ...]:
    """Return the players without a seat in each of a night's `games` rounds, for players 1 … `players`.

    Of v players k = v mod 4 sit out: arms point at ⌊i·v/k⌋, and in round r the players (r + arm) mod v sit out. So
    counts differ by at most one, and nobody sits out twice within ⌊v/k⌋ rounds. Source: counted for all v from 5 to
    133 in `tests/movements/test_rotation_search.py`.
    """
    count = players % 4
    arms = [arm * players // count for arm in range(count)]
    return tuple(tuple(sorted((game + arm) % players + 1 for arm in arms)) for game in range(games))


def next_sit_outs(played: Sequence[RoundSeating], present: Collection[int]) -> list[int]:
    """Return the players who sit out in the next round, by fair rotation.

    The fewest sit-outs come first, then the longest time since the last one, then the lowest number. While nobody
    arrives or leaves, the players' counts of sit-outs differ by at most one.
    """
    counts = count_sit_outs(played, present)

    def rounds_since(player: int) -> int:
        return next((ago for ago, seating in enumerate(reversed(played)) if player in seating.sitting_out), len(played))

    order = sorted(present, key=lambda player: (counts[player], -rounds_since(player), player))
    return order[: len(present) % 4]


def remaining_sit_outs(
    missed: Mapping[int, Iterable[int]], started: int, games: int, chance: Random | None = None
) -> list[tuple[int, ...]]:
    """Return the players without a seat in each of `games` rounds to come, after `started` rounds.

    The player who missed the fewest rounds is next; among equals, the one who has played longest without a break; then
    the lowest number. With `chance`, a draw decides among those who missed the fewest and did not just sit out.

    :param missed: by player present, the rounds (from 0) without a seat, including those before a late arrival.
    """
    counts = {player: len(set(rounds)) for player, rounds in missed.items()}
    last = {player: max(rounds, default=-1) for player, rounds in missed.items()}
    result = []
    for game in range(started, started + games):
        ties = {
            player: (float(last[player]), 0.0) if chance is None else (float(last[player] == game - 1), chance.random())
            for player in counts
        }
        sitting_out = sorted(counts, key=lambda player: (counts[player], ties[player], player))[: len(counts) % 4]
        for player in sitting_out:
            counts[player] += 1
            last[player] = game
        result.append(tuple(sorted(sitting_out)))
    return result


def players_present(played: Sequence[RoundSeating], present: Collection[int] | None) -> frozenset[int]:
    """Return the players of the next round: those of the last one, unless `present` lists others.

    :raises Refused: when they fill no table, or too many.
    """
    players = played[-1].everybody if present is None else frozenset(present)
    count_tables(players)
    return players


def count_sit_outs(played: Sequence[RoundSeating], players: Collection[int]) -> Counter[int]:
    """Count each player's rounds without a seat, including rounds missed before a late arrival."""
    games = Counter(player for seating in played for table in seating.tables for player in table)
    return Counter({player: len(played) - games[player] for player in players})


def waiting_players(played: Sequence[RoundSeating], present: Collection[int]) -> list[int]:
    """Return those present without a seat in the last round: the longest wait first, new arrivals last."""
    sat_out = [player for player in played[-1].sitting_out if player in present]
    sat_out.sort(key=lambda player: -_rounds_waited(played, player))
    return sat_out + sorted(frozenset(present) - played[-1].everybody)


def _rounds_waited(played: Sequence[RoundSeating], player: int) -> int:
    """Count the rounds in a row that a player has sat out, up to the last one."""
    return next((ago for ago, seating in enumerate(reversed(played)) if player not in seating.sitting_out), len(played))
