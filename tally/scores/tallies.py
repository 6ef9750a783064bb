"""Hands and sit-outs → one player's tally, by folding. Nothing here is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tally.scores.point_labels import signed
from tournament.movements.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class HandPoints:
    """One hand in points for each side; `loner` is the number of the player who made it alone, if that was entered.

    `lone_points` is what that player counts instead of the side's points, by a house rule (5, and 4 for the partner).
    `hickeys` are those that each side takes; empty in games that count none.
    """

    number: int
    points: Mapping[Side, int]
    loner: int | None = None
    lone_points: int | None = None
    hickeys: Mapping[Side, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PaperCount:
    """A game's total as a paper card has it: points by side, and the hands that each number played alone.

    `each` is what such a hand brought its player beyond the side's points, by a house rule.
    """

    points: Mapping[Side, int]
    loners: Mapping[int, int]
    each: int = 0


@dataclass(frozen=True, slots=True)
class TableGame:
    """One table in one round: who sat where (numbers by seat) and what was scored there so far.

    It counts by `paper`, where there is a total from paper, instead of by its hands.
    """

    round: int
    table: int
    seats: Mapping[Seat, int]
    hands: tuple[HandPoints, ...]
    signed: bool = False
    paper: PaperCount | None = None

    @property
    def played(self) -> bool:
        """Something counts: a hand, or a total from paper."""
        return bool(self.hands) or self.paper is not None

    def total(self, side: Side) -> int:
        """Points of a side in this game."""
        return self.paper.points[side] if self.paper else sum(hand.points[side] for hand in self.hands)

    @property
    def hickeys(self) -> dict[Side, int]:
        """The hickeys that each side has taken in this game; empty in games that count none, and on paper."""
        counted = [hand.hickeys for hand in self.hands if hand.hickeys and not self.paper]
        return {side: sum(hand[side] for hand in counted) for side in Side} if counted else {}

    def loners(self, number: int) -> int:
        """Hands that a player made alone in this game."""
        return self.paper.loners.get(number, 0) if self.paper else sum(hand.loner == number for hand in self.hands)


@dataclass(frozen=True, slots=True)
class SatOut:
    """A player (`number`) without a seat in a round; `credit` is None until the round has started, then points."""

    round: int
    number: int
    credit: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """A tally's line: one game as one player saw it. `running` is the player's total after this game.

    `ours` and `theirs` are None while the game has no hand yet.
    """

    game: int
    table: int
    seat: Seat
    partner: int
    opponents: tuple[int, int]
    ours: int | None
    theirs: int | None
    running: int
    loners: int
    signed: bool
    hickeys: int = 0


@dataclass(frozen=True, slots=True)
class SitOutLine:
    """A tally's line for a game without a seat. `credit` is what the house gives for it, None before it has started."""

    game: int
    credit: int | None
    running: int

    @property
    def text(self) -> str:
        """What a tally says: "sits out" before the game, then "sat out" or "sat out +7"."""
        if self.credit is None:
            return "sits out"
        return f"sat out {signed(self.credit)}" if self.credit else "sat out"


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's running account: a line for each game and each sit-out, in the order of play."""

    number: int
    lines: tuple[Line, ...]
    sit_outs: tuple[SitOutLine, ...] = ()

    @property
    def account(self) -> tuple[Line | SitOutLine, ...]:
        """Games and sit-outs together, in the order of play."""
        return tuple(sorted((*self.lines, *self.sit_outs), key=lambda one: one.game))

    @property
    def total(self) -> int:
        """Points of the whole night so far, credits included."""
        account = self.account
        return account[-1].running if account else 0

    @property
    def has_played(self) -> bool:
        """Whether this player has played a game."""
        return self.played > 0

    @property
    def took_part(self) -> int:
        """Games that this player has played or sat out so far."""
        return self.played + sum(out.credit is not None for out in self.sit_outs)

    @property
    def played(self) -> int:
        """Games that this player has played so far."""
        return sum(line.ours is not None for line in self.lines)

    @property
    def sit_out_points(self) -> int:
        """What games without a seat have brought this player."""
        return sum(out.credit or 0 for out in self.sit_outs)

    @property
    def loners(self) -> int:
        """Hands that this player made alone, where the night counts them."""
        return sum(line.loners for line in self.lines)

    @property
    def hickeys(self) -> int:
        """Hickeys that this player's sides have taken, in games that count them."""
        return sum(line.hickeys for line in self.lines)


def fold_tallies(games: Iterable[TableGame], sitouts: Iterable[SatOut] = ()) -> dict[int, Tally]:
    """Everybody's tally, by number, from all games and sit-outs of a night in any order."""
    nights: defaultdict[int, list[tuple[TableGame, Seat] | SatOut]] = defaultdict(list)
    for game in games:
        for seat, number in game.seats.items():
            nights[number].append((game, seat))
    for sat_out in sitouts:
        nights[sat_out.number].append(sat_out)
    return {number: _fold(number, night) for number, night in sorted(nights.items())}


def _fold(number: int, night: Iterable[tuple[TableGame, Seat] | SatOut]) -> Tally:
    """One player's tally from the rounds of the night, each with or without a seat."""
    lines, sit_outs, running = [], [], 0
    for step in sorted(night, key=lambda step: step.round if isinstance(step, SatOut) else step[0].round):
        if isinstance(step, SatOut):
            running += step.credit or 0
            sit_outs.append(SitOutLine(step.round, step.credit, running))
        else:
            lines.append(_line(*step, number, running))
            running = lines[-1].running
    return Tally(number, tuple(lines), tuple(sit_outs))


def _line(game: TableGame, seat: Seat, number: int, before: int) -> Line:
    ours, theirs = game.total(seat.side) + _lone_extra(game, seat, number), game.total(seat.side.other)
    across, beside = seat.side.other.seats
    return Line(
        game=game.round,
        table=game.table,
        seat=seat,
        partner=game.seats[seat.partner],
        opponents=(game.seats[across], game.seats[beside]),
        ours=ours if game.played else None,
        theirs=theirs if game.played else None,
        running=before + ours,
        loners=game.loners(number),
        signed=game.signed,
        hickeys=game.hickeys.get(seat.side, 0),
    )


def _lone_extra(game: TableGame, seat: Seat, number: int) -> int:
    """What a player counts beyond the side's points, for hands played alone."""
    if game.paper:
        return game.paper.each * game.loners(number)
    return sum(
        hand.lone_points - hand.points[seat.side]
        for hand in game.hands
        if hand.loner == number and hand.lone_points is not None
    )


def credit_given(tallies: Iterable[Tally]) -> int:
    """What a game without a seat has brought so far: 0 while nobody has sat out, or where it brings nothing."""
    return max((rest.credit or 0 for tally in tallies for rest in tally.sit_outs), default=0)


@dataclass(frozen=True, slots=True)
class UnevenGames:
    """Sit-outs that score nothing though some have more than others: games played by these and those, a usual credit.

    `usual` is what a player makes in one game on average.
    """

    fewest: int
    most: int
    usual: int


def uneven_games(tallies: Iterable[Tally]) -> UnevenGames | None:
    """How unequal sit-outs make the totals of those who were there all night; None where they are equal or credited."""
    everybody = list(tallies)
    rounds = max((tally.took_part for tally in everybody), default=0)
    played = [tally.played for tally in everybody if tally.took_part == rounds]
    if not played or min(played) == max(played) or credit_given(everybody):
        return None
    usual = round(sum(tally.total for tally in everybody) / sum(tally.played for tally in everybody))
    return UnevenGames(min(played), max(played), max(usual, 1))
