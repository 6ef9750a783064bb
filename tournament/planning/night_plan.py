"""Plans a night's rounds for tonight's players: before the first game, and again after somebody arrives or leaves.

Players are tonight's numbers. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from tournament.models import Night
from tournament.movements.catalog import MOVEMENTS, continue_rounds, draw_rounds
from tournament.movements.charts import read_chart
from tournament.movements.replan import REPLAN_SECONDS, replan
from tournament.movements.rotation import Rotation
from tournament.movements.rotation_search import DEFAULT_GAMES
from tournament.movements.seating import RoundSeating, as_table, draw_seats
from tournament.movements.seats import Table
from tournament.movements.whist import perfect_rotation
from tournament.people.errors import Refused
from tournament.planning.chart_choice import chart_to_play
from tournament.planning.rounds import follows_winners
from tournament.planning.search_cache import cached_search
from tournament.planning.shipped import best_rotation

SEARCHED = (Night.Movement.AUTOMATIC, Night.Movement.NIGHT)  # movements that need a search unless a chart is played


@dataclass(frozen=True, slots=True)
class Plan:
    """A planned night: its name, the rounds known so far, the number of games in all, and its chart's notation."""

    name: str
    rounds: tuple[RoundSeating, ...]
    games: int
    chart: str = ""


def describe_plan(night: Night, count: int) -> str:
    """Describe what `count` players would play tonight, without searching for it.

    :raises Refused: when the movement cannot seat so many; the sentence says what can be done.
    """
    chart = chart_to_play(night, count)
    if chart is None:
        return _describe_movement(night, count)
    rows = len(read_chart(chart.notation).rounds)
    return f"{chart.name}, {night.games} of its {rows} games" if 0 < night.games < rows else chart.name


def _describe_movement(night: Night, count: int) -> str:
    """Describe what `count` players would play where no chart is played."""
    kind = Night.Movement(night.movement)
    if kind is Night.Movement.PERFECT:
        games = len(perfect_rotation(count).rounds)
        return f"everybody partners everybody, {games} games if you play them all"
    games = night.games or DEFAULT_GAMES
    last_table = kind is Night.Movement.WINNERS_UP and night.sit_out_rule == Night.SitOutRule.LAST_TABLE
    how = ", losers at the last table" if last_table else " in turn"
    sitting_out = f", {count % 4} sit{'s' if count % 4 == 1 else ''} out{how}" if count % 4 else ""
    name = "a fair rotation" if kind in SEARCHED else MOVEMENTS[kind].name
    return f"{name}, {games} games{sitting_out}"


def plan_night(night: Night, numbers: Sequence[int]) -> Plan:
    """Plan the night for these players from its first game.

    :raises Refused: when the movement cannot seat so many; the sentence says what can be done.
    """
    count, kind = len(numbers), Night.Movement(night.movement)
    if chart := chart_to_play(night, count):
        rounds = _renumber(read_chart(chart.notation), numbers)[: night.games or None]
        return Plan(chart.name, rounds, len(rounds), chart.notation)
    name, games = _describe_movement(night, count), night.games or DEFAULT_GAMES
    if kind is Night.Movement.PERFECT:
        rounds = _renumber(perfect_rotation(count), numbers)[: night.games or None]
        return Plan(name, rounds, len(rounds))
    if kind in SEARCHED:
        return Plan(name, _renumber(fair_rotation(night, count), numbers), games)
    movement, chance = MOVEMENTS[kind], Random(night.seed)
    if movement.follows_winners:
        return Plan(name, (draw_seats(numbers, chance=chance),), games)
    return Plan(name, draw_rounds(movement, numbers, games, chance=chance), games)


def is_searched(night: Night, count: int) -> bool:
    """Return whether `count` players would play a rotation that a search finds."""
    return count >= 4 and night.movement in SEARCHED and chart_to_play(night, count) is None


def fair_rotation(night: Night, count: int) -> Rotation:
    """Return tonight's rotation for players 1 to `count`.

    That is the stored result of a longer search where it fits, else the result of a short one.
    """
    games = night.games or DEFAULT_GAMES
    if night.drawn:
        better = read_chart(night.drawn)
        if (better.players, len(better.rounds)) == (count, games):
            return better
    return cached_search(_search_rotation, count, games, night.seed, night.even_head_table)


def _search_rotation(count: int, games: int, seed: int, even_head_table: bool) -> Rotation:
    """Search for a night's rotation.

    The same seed finds the same rotation, so cards printed before the start match the night.
    """
    return best_rotation(count, games, seed=seed, head_table=even_head_table)


def _renumber(rotation: Rotation, numbers: Sequence[int]) -> tuple[RoundSeating, ...]:
    """Return the rounds of a rotation for 1 to v with the numbers of tonight's v players."""
    order = sorted(numbers)
    return tuple(
        RoundSeating(
            tuple(as_table([order[n - 1] for n in table]) for table in seating.tables),
            tuple(order[n - 1] for n in seating.sitting_out),
        )
        for seating in rotation.seatings()
    )


def plan_remaining_rounds(
    night: Night, started: Sequence[RoundSeating], here: Collection[int], games: int, seed: int
) -> tuple[RoundSeating, ...]:
    """Plan the rounds to come for the players who are here, after at least one round has started.

    A movement that goes from game to game continues from the last seats; one that follows winners gives no rounds, as
    they cannot be known yet. A chart or a rotation is replaced by a fair search for the remaining rounds.

    :param games: the night's length, including the rounds started.
    :raises Refused: when no round is left to plan, or too few players are here.
    """
    if games <= len(started):
        raise Refused("The last game has started, so there is nothing left to draw up.")
    if follows_winners(night):
        return ()
    if started and night.movement in MOVEMENTS:
        rounds = continue_rounds(MOVEMENTS[night.movement], started, games, present=here, chance=Random(seed))
        return rounds[len(started) :]
    return cached_search(
        _search_remaining_rounds,
        tuple(seating.tables for seating in started),
        tuple(sorted(here)),
        games - len(started),
        seed,
        night.even_head_table,
    )


def _search_remaining_rounds(
    played: tuple[tuple[Table, ...], ...], here: tuple[int, ...], games: int, seed: int, even_head_table: bool
) -> tuple[RoundSeating, ...]:
    return replan(played, here, games, seed=seed, budget=REPLAN_SECONDS, head_table=even_head_table)
