"""Awards of a night from its records, each with the figures that prove it. An award without a basis is left out.

Where several are equal they share an award; one that more than `MOST_SHARED` would share is no award. Whoever played
under a number that several people had, because a substitute took it over, has none of them, nor has a pair or a table
with such a number. An empty chair is nobody. Players who went home early keep what they did while they were there, but
win nothing that needs the end of the night.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from tally.rules.wording import counted
from tally.scores.called_hands import CalledHand, CallKind, count_called
from tally.scores.place_lines import places_by_game
from tally.scores.point_labels import against
from tally.scores.tallies import Line, TableGame, Tally
from tournament.movements.seats import Side
from tournament.people.names import listed

MOST_SHARED = 4  # holders of one award
LEAST_GAMES = 3  # of a night that is long enough for a comeback and a lantern
LEAST_CLIMB = 3  # places
LEAST_STAY = 3  # games in a row at the last table
LEAST_CALLS = 5  # hands


class AwardKind(StrEnum):
    """What an award is for, in the order in which awards are shown.

    - `LONERS`: most hands made alone, where that was recorded.
    - `NEVER_EUCHRED`: most hands called by a player's side, none of them euchred, in games that were recorded hand by
      hand; at least `LEAST_CALLS`.
    - `TAIL_TABLE`: most games in a row at the last table, at least `LEAST_STAY`; a sit-out between them does not count.
      Only where the winners' seats follow from the games: elsewhere the rotation sends people there.
    - `PAIR`: most points of a side in one game.
    - `CLOSEST`: the smallest margin of a finished game; of equal margins, the one with the most points.
    - `COMEBACK`: most places climbed from the lowest place after any game to the end, at least `LEAST_CLIMB`, by
      somebody who was there from the first game to the last of at least `LEAST_GAMES`.
    - `LANTERN`: the fewest points of those who were there from the first game to the last of at least `LEAST_GAMES`.
    """

    LONERS = "loners"
    NEVER_EUCHRED = "never-euchred"
    TAIL_TABLE = "tail-table"
    PAIR = "pair"
    CLOSEST = "closest"
    COMEBACK = "comeback"
    LANTERN = "lantern"


TELL_PLACES = {AwardKind.COMEBACK, AwardKind.LANTERN}  # so they come after these places in a reveal


@dataclass(frozen=True, slots=True)
class NightRecords:
    """What a night's records hold, by tonight's numbers.

    - `tallies`: of everybody but an empty chair.
    - `finished`: the games that were played to their end, by their hands or by a total from paper.
    - `called`: the hands that somebody called at a player's tables; only of players all of whose games were recorded
      hand by hand.
    - `left`: who went home early; `several`: the numbers that more than one person had.
    - `winners_move`: whether seats follow from who wins.
    """

    tallies: Mapping[int, Tally]
    finished: Sequence[TableGame] = ()
    called: Mapping[int, Sequence[CalledHand]] = field(default_factory=dict)
    left: Collection[int] = ()
    several: Collection[int] = ()
    winners_move: bool = False

    @property
    def single(self) -> list[Tally]:
        """The tallies of numbers that one person had all night."""
        return [tally for number, tally in sorted(self.tallies.items()) if number not in self.several]

    @property
    def whole(self) -> list[Tally]:
        """Of these, those of players who were there from the first game to the last; none in a short night."""
        games = max((tally.took_part for tally in self.tallies.values()), default=0)
        if games < LEAST_GAMES:
            return []
        return [tally for tally in self.single if tally.took_part == games and tally.number not in self.left]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds an award: a player, or those at a table side by side. `games` proves it, by round and table."""

    numbers: tuple[int, ...]
    proof: str
    games: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class NightAward:
    """An award and who holds it; several holders share it."""

    kind: AwardKind
    holders: tuple[Holder, ...]

    @property
    def numbers(self) -> frozenset[int]:
        """Everybody who has won it."""
        return frozenset(number for holder in self.holders for number in holder.numbers)


def night_awards(records: NightRecords) -> tuple[NightAward, ...]:
    """Return every award that has a basis in the records, in the order of `AwardKind`."""
    tries = {
        AwardKind.LONERS: _loners(records),
        AwardKind.NEVER_EUCHRED: _never_euchred(records),
        AwardKind.TAIL_TABLE: _tail_table(records),
        AwardKind.PAIR: _pairs(records),
        AwardKind.CLOSEST: _closest(records),
        AwardKind.COMEBACK: _comebacks(records),
        AwardKind.LANTERN: _lantern(records),
    }
    found = {kind: _best(each) for kind, each in tries.items()}
    return tuple(NightAward(kind, holders) for kind, holders in found.items() if 0 < len(holders) <= MOST_SHARED)


Try: TypeAlias = tuple[tuple[int, ...], Holder]  # what is compared, the highest wins; and who would hold it


def _best(tries: Iterable[Try]) -> tuple[Holder, ...]:
    """Return those who share the highest value."""
    every = list(tries)
    best = max((value for value, _ in every), default=())
    return tuple(holder for value, holder in every if value == best)


def _loners(records: NightRecords) -> Iterator[Try]:
    for tally in records.single:
        games = [line for line in tally.lines for _ in range(line.loners)]
        if games:
            proof = f"{counted(len(games), 'loner')}: {_in_games(line.game for line in games)}"
            yield (len(games),), Holder((tally.number,), proof, _tables(games))


def _in_games(numbers: Iterable[int]) -> str:
    """Where each of several things happened: "game 3", "both in game 3", "games 1, 3 (twice) and 4"."""
    often = Counter(numbers)
    if len(often) == 1:
        ((game, times),) = often.items()
        return {1: "", 2: "both in "}.get(times, "all in ") + f"game {game}"
    repeated = {1: "", 2: " (twice)"}
    return "games " + listed(f"{game}{repeated.get(times, f' ({times} times)')}" for game, times in often.items())


def _never_euchred(records: NightRecords) -> Iterator[Try]:
    for tally in records.single:
        hands = [hand for hand in records.called.get(tally.number, ()) if hand.ours]
        counts = count_called(hands)
        certain = all(hand.made is not None for hand in hands)
        if certain and len(hands) >= LEAST_CALLS and not counts[CallKind.EUCHRED] and tally.number not in records.left:
            games = tuple(dict.fromkeys((hand.round, hand.table) for hand in hands))
            yield (len(hands),), Holder((tally.number,), f"{len(hands)} calls with partners, all made", games)


def _tail_table(records: NightRecords) -> Iterator[Try]:
    if not records.winners_move:
        return
    last: dict[int, int] = {}
    for tally in records.tallies.values():
        for line in tally.lines:
            last[line.game] = max(line.table, last.get(line.game, 0))
    for tally in records.single:
        stay = max(_runs(tally, last), key=len, default=[])
        if len(stay) >= LEAST_STAY:
            games = listed(line.game for line in stay)
            proof = f"{len(stay)} games in a row at the last table ({games})"
            yield (len(stay),), Holder((tally.number,), proof, _tables(stay))


def _runs(tally: Tally, last: Mapping[int, int]) -> Iterator[list[Line]]:
    """Yield the games in a row that a player played at the last table, where there was more than one table."""
    row: list[Line] = []
    for line in tally.lines:
        if line.ours is None:
            continue
        if line.table == last[line.game] > 1:
            row.append(line)
        else:
            yield row
            row = []
    yield row


def _pairs(records: NightRecords) -> Iterator[Try]:
    for game in records.finished:
        for side in Side:
            pair = tuple(game.seats[seat] for seat in side.seats if seat in game.seats)
            points = game.total(side)
            if len(pair) == len(side.seats) and _are_single(records, pair) and points > 0:
                score = against(points, game.total(side.other))
                proof = f"{counted(points, 'point')} together in game {game.round} at table {game.table} ({score})"
                yield (points,), Holder(pair, proof, ((game.round, game.table),))


def _closest(records: NightRecords) -> Iterator[Try]:
    for game in records.finished:
        four = tuple(game.seats[seat] for side in Side for seat in side.seats if seat in game.seats)
        here = tuple(number for number in four if number in records.tallies)
        points = sorted((game.total(side) for side in Side), reverse=True)
        if here and _are_single(records, here) and sum(points) > 0:
            level = ", level to the end" if points[0] == points[1] else ""
            proof = f"{against(*points)} in game {game.round} at table {game.table}{level}"
            yield (points[1] - points[0], sum(points)), Holder(here, proof, ((game.round, game.table),))


def _comebacks(records: NightRecords) -> Iterator[Try]:
    places = places_by_game(records.tallies.values())
    for tally in records.whole:
        after = [place or 0 for place in places[tally.number]]
        lowest, last = max(after), after[-1]
        if (climb := lowest - last) >= LEAST_CLIMB:
            game = len(after) - after[::-1].index(lowest)
            proof = f"up {climb} places, from place {lowest} after game {game} to place {last}"
            yield (climb,), Holder((tally.number,), proof, _tables(tally.lines))


def _lantern(records: NightRecords) -> Iterator[Try]:
    top = max((tally.total for tally in records.tallies.values()), default=0)
    for tally in records.whole:
        if tally.has_played and tally.total < top:
            proof = f"{counted(tally.total, 'point')} in {counted(tally.played, 'game')}, played to the very end"
            yield (-tally.total,), Holder((tally.number,), proof, _tables(tally.lines))


def _are_single(records: NightRecords, numbers: Iterable[int]) -> bool:
    """Whether each of these is a player whose number nobody else had."""
    return all(number in records.tallies and number not in records.several for number in numbers)


def _tables(lines: Iterable[Line]) -> tuple[tuple[int, int], ...]:
    """Return the games of these lines, each once."""
    return tuple(dict.fromkeys((line.game, line.table) for line in lines if line.ours is not None))
