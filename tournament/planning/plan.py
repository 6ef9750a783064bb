"""What is planned for a night: its movement, drawn up for tonight's players. Rows in, seatings out; nothing is written.

Numbers are tonight's player numbers. A `Seating` is one round: the tables from the head table on, and who sits out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from tournament.models import Chart, Entry, Night, Place, SitOut
from tournament.movements.charts import Rotation, read_chart
from tournament.movements.history import from_rotation
from tournament.movements.replan import BUDGET, replan
from tournament.movements.rotation_search import USUAL_GAMES
from tournament.movements.seating import Seating, as_table, draw_seats
from tournament.movements.seats import Seat, Table
from tournament.movements.whist import perfect
from tournament.movements.winner_movements import MOVEMENTS, draw_up, go_on
from tournament.people.errors import Refused
from tournament.people.names import listed
from tournament.planning.searches import found
from tournament.planning.shipped import best_night

SEARCHED = (Night.Movement.AUTOMATIC, Night.Movement.NIGHT)  # drawn up by a search, if no chart is played
IN_TABLE = (Seat.N, Seat.S, Seat.E, Seat.W)  # the order of a written table: partners first


@dataclass(frozen=True, slots=True)
class Plan:
    """A night drawn up: what it is called, all rounds that are known, how many games there will be, and its chart."""

    name: str
    rounds: tuple[Seating, ...]
    games: int
    chart: str = ""


def charts_for(night: Night) -> list[Chart]:
    """The charts that this night's club may play, the club's own first, then those that came with the program."""
    charts = Chart.objects.filter(club_id=night.club_id) | Chart.objects.filter(club=None)
    return sorted(charts, key=lambda chart: (chart.club_id is None, chart.players, chart.name))


def fitting_chart(night: Night, players: int) -> Chart | None:
    """The chart for so many players: the one that was chosen for tonight if it fits, else the printed one.

    A chart of the club's own is played when it is chosen, never by itself.
    """
    fitting = [
        chart
        for chart in charts_for(night)
        if chart.players == players and (chart.club_id is None or chart.pk == night.chosen_chart_id)
    ]
    return min(fitting, key=lambda chart: chart.pk != night.chosen_chart_id, default=None)


def what_is_possible(players: int, sizes: list[int]) -> str:
    """A sentence for a number of players that no chart seats."""
    count = "1 player is" if players == 1 else f"{players} players are"
    return (
        f"{count} signed up; the charts seat {listed(sizes, 'or') or 'nobody yet'}. Choose another movement, which "
        "seats any number, or paste a chart of your own."
    )


def _chart_of(night: Night, count: int) -> Chart | None:
    """The chart that so many play tonight, if they play one.

    :raises Refused: when they fill no table, or are to play a chart and none seats them; the sentence says what to do.
    """
    if count < 4:
        here = "Nobody is" if not count else "1 player is" if count == 1 else f"{count} players are"
        raise Refused(f"{here} signed up; a table needs four.")
    if night.movement == Night.Movement.AUTOMATIC and not night.games:
        return fitting_chart(night, count)
    if night.movement != Night.Movement.CHART:
        return None
    if chart := fitting_chart(night, count):
        return chart
    charts = charts_for(night)
    if own := [chart.name for chart in charts if chart.players == count]:
        raise Refused(f"No chart is chosen for {count} players. Choose {listed(own, 'or')} on the desk, under Charts.")
    raise Refused(what_is_possible(count, sorted({chart.players for chart in charts})))


def describe(night: Night, count: int) -> str:
    """What so many players would play tonight, without drawing it up.

    :raises Refused: when the movement cannot seat so many; the sentence says what can be done.
    """
    chart = _chart_of(night, count)
    if chart is None:
        return _described(night, count)
    rows = len(read_chart(chart.notation).rounds)
    return f"{chart.name}, {night.games} of its {rows} games" if 0 < night.games < rows else chart.name


def _described(night: Night, count: int) -> str:
    """The same where no chart is played."""
    kind = Night.Movement(night.movement)
    if kind is Night.Movement.PERFECT:
        return f"everybody partners everybody, {len(perfect(count).rounds)} games if you play them all"
    games = night.games or USUAL_GAMES
    rest = f", {count % 4} sit{'s' if count % 4 == 1 else ''} out in turn" if count % 4 else ""
    name = "a fair rotation" if kind in SEARCHED else MOVEMENTS[kind].name
    return f"{name}, {games} games{rest}"


def plan(night: Night, numbers: Sequence[int]) -> Plan:
    """The night for these players, drawn up from its first game.

    :raises Refused: when the movement cannot seat so many; the sentence says what can be done.
    """
    count, kind = len(numbers), Night.Movement(night.movement)
    if chart := _chart_of(night, count):
        rounds = _renumbered(read_chart(chart.notation), numbers)[: night.games or None]
        return Plan(chart.name, rounds, len(rounds), chart.notation)
    name, games = _described(night, count), night.games or USUAL_GAMES
    if kind is Night.Movement.PERFECT:
        rounds = _renumbered(perfect(count), numbers)[: night.games or None]
        return Plan(name, rounds, len(rounds))
    if kind in SEARCHED:
        return Plan(name, _renumbered(fair_rotation(night, count), numbers), games)
    movement, chance = MOVEMENTS[kind], Random(night.seed)
    if movement.follows_winners:
        return Plan(name, (draw_seats(numbers, chance=chance),), games)
    return Plan(name, draw_up(movement, numbers, games, chance=chance), games)


def is_searched(night: Night, count: int) -> bool:
    """Whether so many players would play a rotation that a search has found."""
    return count >= 4 and night.movement in SEARCHED and _chart_of(night, count) is None


def fair_rotation(night: Night, count: int) -> Rotation:
    """The rotation of 1 to `count` for tonight: the one that was searched for longer if it fits, else the usual one."""
    games = night.games or USUAL_GAMES
    if night.drawn:
        better = read_chart(night.drawn)
        if (better.players, len(better.rounds)) == (count, games):
            return better
    return found(_drawn, count, games, night.seed, night.even_head_table)


def _drawn(count: int, games: int, seed: int, even_head_table: bool) -> Rotation:
    """A night's rotation. The same seed finds the same: cards printed before the start are those of the night."""
    return best_night(count, games, seed=seed, head_table=even_head_table)


def _renumbered(rotation: Rotation, numbers: Sequence[int]) -> tuple[Seating, ...]:
    """A rotation for 1 to v with the numbers of those who are here."""
    order = sorted(numbers)
    return tuple(
        Seating(
            tuple(as_table([order[n - 1] for n in table]) for table in seating.tables),
            tuple(order[n - 1] for n in seating.bench),
        )
        for seating in from_rotation(rotation)
    )


def seatings(night: Night) -> list[Seating]:
    """The night's rounds as they are seated, in order. Two queries."""
    tables: dict[int, dict[int, dict[str, int]]] = {}
    places = Place.objects.filter(game__round__night=night).values_list(
        "game__round__number", "game__table", "seat", "entry__number"
    )
    for number, table, seat, player in places:
        tables.setdefault(number, {}).setdefault(table, {})[seat] = player or 0
    benches: dict[int, list[int]] = {}
    rests = SitOut.objects.filter(round__night=night).order_by("position").values_list("round__number", "entry__number")
    for number, player in rests:
        benches.setdefault(number, []).append(player or 0)
    return [
        Seating(
            tuple(as_table([seats[seat] for seat in IN_TABLE]) for _, seats in sorted(tables[number].items())),
            tuple(benches.get(number, ())),
        )
        for number in sorted(tables)
    ]


def playing(night: Night) -> list[Entry]:
    """Everybody who plays on, by number. A ghost does only where it completes a table: beside 4n + 3 players."""
    here = list(night.entries.filter(left_at=None).order_by("number", "pk"))
    people = [entry for entry in here if not entry.is_ghost]
    return here if len(people) % 4 == 3 else people


def present(night: Night) -> list[int]:
    """The numbers of everybody who plays on."""
    return [entry.number for entry in playing(night) if entry.number]


def length(night: Night) -> int:
    """How many games the night has in all, of which those that follow winners are not seated yet."""
    return (night.games or USUAL_GAMES) if follows_winners(night) else night.rounds.count()


def follows_winners(night: Night) -> bool:
    """Whether the next seats depend on who wins."""
    movement = MOVEMENTS.get(night.movement)
    return movement is not None and movement.follows_winners


def decides_seats(night: Night, number: int) -> bool:
    """Whether who wins game `number` decides who sits where next. Nothing follows the last game."""
    return follows_winners(night) and number < length(night)


def rest_of_night(
    night: Night, begun: Sequence[Seating], here: Collection[int], games: int, seed: int
) -> tuple[Seating, ...]:
    """The rounds still to come, drawn up anew for those who are here, after the rounds that have begun: at least one.

    `games` is the night's length. A movement that goes from game to game goes on from the seats of the last one; of one
    that follows winners nothing can be said beforehand. A chart or a rotation gives way to a fair rest of the night.

    :raises Refused: when nothing is left to play, or too few are here.
    """
    if games <= len(begun):
        raise Refused("The last game has begun, so there is nothing left to draw up.")
    if follows_winners(night):
        return ()
    if begun and night.movement in MOVEMENTS:
        return go_on(MOVEMENTS[night.movement], begun, games, present=here, chance=Random(seed))[len(begun) :]
    return found(
        _rest,
        tuple(seating.tables for seating in begun),
        tuple(sorted(here)),
        games - len(begun),
        seed,
        night.even_head_table,
    )


def _rest(
    played: tuple[tuple[Table, ...], ...], here: tuple[int, ...], games: int, seed: int, even_head_table: bool
) -> tuple[Seating, ...]:
    return replan(played, here, games, seed=seed, budget=BUDGET, head_table=even_head_table)


def by_number(night: Night) -> dict[int, Entry]:
    """Everybody with a number."""
    return {entry.number: entry for entry in night.entries.all() if entry.number}
