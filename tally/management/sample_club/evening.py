"""One night of the sample club as it was played: who sat where, what each table scored, who came late and who left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from tally.management.sample_club.hands import draw_hand, hand_points, is_lone_march
from tally.management.sample_club.people import Person
from tally.rules import ResultButton
from tournament.models import Night
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.replan import replan
from tournament.movements.rotation import Rotation
from tournament.movements.seating import RoundSeating, draw_seats
from tournament.movements.seats import Side, Table
from tournament.planning.shipped import best_rotation

SEARCH_SECONDS = 0.02  # a club's three years need many rotations, and none must be the fairest
LATE, LEAVES, SUBSTITUTE = 0.2, 0.2, 0.08  # of a night: somebody comes late, leaves early, is replaced
PAPER_TABLE, CORRECTED = 0.04, 0.006  # of tables, of hands


@dataclass(frozen=True, slots=True)
class Style:
    """How a night was played: the settings that differ from night to night."""

    movement: Night.Movement
    variant: str
    bell_by: Night.BellBy
    deals: int
    games: int

    @property
    def follows_winners(self) -> bool:
        """Whether the winners of a game decide the next seats."""
        return self.movement in MOVEMENTS and MOVEMENTS[self.movement].follows_winners


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A hand, who made it alone, and what was tapped first where that was wrong."""

    makers: Side
    result: ResultButton
    loner: int | None = None
    wrong_first: bool = False


@dataclass(slots=True)
class TablePlayed:
    """A table's game, by its hands or, where `paper` is true, by its total only; `winner` is empty after a tie."""

    table: Table
    hands: list[HandPlayed]
    paper: bool = False
    winner: str = ""
    tie_to: str = ""

    @property
    def points(self) -> dict[Side, int]:
        """Both sides' points."""
        each = [hand_points(hand.makers, hand.result) for hand in self.hands]
        return {side: sum(points[side] for points in each) for side in Side}


@dataclass(frozen=True, slots=True)
class Change:
    """After so many games somebody came (`late`), left, or was replaced; `person` is who plays from then on."""

    after: int
    kind: str
    number: int
    person: int


@dataclass(slots=True)
class Evening:
    """A night: who had which number at the start, what changed, and every round; `seed` is of the night's draws."""

    style: Style
    seed: int
    at_start: list[int]
    changes: list[Change] = field(default_factory=list)
    rounds: list[tuple[RoundSeating, list[TablePlayed]]] = field(default_factory=list)


def play_evening(people: Sequence[Person], comers: list[int], style: Style, chance: Random) -> Evening:
    """Play a night of these people, by their positions in `people`."""
    evening = Evening(style, chance.randrange(2**31), list(comers))
    coming = _changes(evening, people, chance)
    holder = dict(enumerate(evening.at_start, 1))
    present, played = set(holder), list[RoundSeating]()
    rest = _drawn_before(style, len(holder), chance)
    for number in range(1, style.games + 1):
        changed = [change for change in coming if change.after == number - 1]
        for change in changed:
            holder[change.number] = change.person
            present = present - {change.number} if change.kind == "left" else present | {change.number}
        if any(change.kind != "substitute" for change in changed) and style.movement not in MOVEMENTS:
            before = [seating.tables for seating in played]
            left = style.games - number + 1
            rest = list(replan(before, present, left, seed=evening.seed, budget=SEARCH_SECONDS))
        seating = rest.pop(0) if rest else _next(evening, played, present, chance)
        skills = {at: people[holder[at]].skill for at in present}
        tables = [
            _play_table(evening, number, nth, table, skills, chance) for nth, table in enumerate(seating.tables, 1)
        ]
        played.append(seating)
        evening.rounds.append((seating, tables))
    return evening


def _changes(evening: Evening, people: Sequence[Person], chance: Random) -> list[Change]:
    """Draw who comes late, leaves or is replaced; who comes late is not there at the start."""
    found: list[Change] = []
    games, start = evening.style.games, evening.at_start
    if len(start) >= 13 and chance.random() < LATE:
        found.append(Change(chance.randint(1, 2), "late", len(start), start.pop()))
    if len(start) >= 13 and chance.random() < LEAVES:
        number = chance.randint(1, len(start))
        found.append(Change(chance.randint(3, games - 1), "left", number, start[number - 1]))
    outside = sorted(set(range(len(people))) - set(start) - {change.person for change in found})
    if outside and chance.random() < SUBSTITUTE:
        number = chance.choice([n for n in range(1, len(start) + 1) if all(n != one.number for one in found)])
        found.append(Change(chance.randint(2, games - 2), "substitute", number, chance.choice(outside)))
    evening.changes = sorted(found, key=lambda change: change.after)
    return evening.changes


def _drawn_before(style: Style, players: int, chance: Random) -> list[RoundSeating]:
    """Return the rounds that are known before the first game."""
    if style.movement in MOVEMENTS:
        return [draw_seats(range(1, players + 1), chance=chance)]
    return list(_rotation(players, style.games).seatings())


@cache
def _rotation(players: int, games: int) -> Rotation:
    return best_rotation(players, games, budget=SEARCH_SECONDS)


def _next(evening: Evening, played: list[RoundSeating], present: set[int], chance: Random) -> RoundSeating:
    winners = [Side(table.winner) if table.winner else None for table in evening.rounds[-1][1]]
    return MOVEMENTS[evening.style.movement].next_round(played, winners, present=present, chance=chance)


def _play_table(
    evening: Evening, game: int, number: int, table: Table, skills: dict[int, float], chance: Random
) -> TablePlayed:
    """Play one table's game to the bell."""
    style = evening.style
    counted = style.bell_by == Night.BellBy.DEALS or (style.bell_by == Night.BellBy.HEAD_TABLE and number == 1)
    hands = style.deals if counted else style.deals + chance.choice((-2, -1, -1, 0, 0, 0, 1))
    edge = sum(skills[player] for player in table[:2]) / 2 - sum(skills[player] for player in table[2:]) / 2
    played = TablePlayed(table, [_play_hand(style, table, edge, chance) for _ in range(max(2, hands))])
    played.paper = chance.random() < PAPER_TABLE
    ns, ew = (played.points[side] for side in Side)
    decides = style.follows_winners and game < style.games
    if ns == ew and decides and played.paper:
        played.tie_to = chance.choice(list(Side))
    tie = played.tie_to or (_last_scorer(played, f"{evening.seed} {game} {number}") if decides else "")
    played.winner = tie if ns == ew else Side.NS if ns > ew else Side.EW
    return played


def _play_hand(style: Style, table: Table, edge: float, chance: Random) -> HandPlayed:
    makers, result = draw_hand(style.variant, edge, chance)
    lone = chance.choice(table[:2] if makers is Side.NS else table[2:]) if is_lone_march(result) else None
    return HandPlayed(makers, result, lone, wrong_first=chance.random() < CORRECTED)


def _last_scorer(played: TablePlayed, lot: str) -> Side:
    """Return the side to which a tie goes by the house rule: it scored last, or else wins the night's lot."""
    for hand in reversed(played.hands):
        points = hand_points(hand.makers, hand.result)
        if points[Side.NS] != points[Side.EW]:
            return max(Side, key=lambda side: points[side])
    return Random(lot).choice(list(Side))
