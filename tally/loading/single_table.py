"""A single table's rows → pure values: its games, each with its hands and its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from tally.loading.rows import current, rows_of_table, time_over_at
from tally.loading.variants import variant_of
from tally.models import Hand
from tally.rules import (
    GameState,
    HandResult,
    Party,
    Record,
    Score,
    TableSetup,
    fold_game,
    plays_rubbers,
    points_of,
    read_record,
    score,
)
from tournament.models import Entry, Game, Night


@dataclass(frozen=True, slots=True)
class TableHand:
    """The current version of a hand at a single table; `points` by side or player."""

    id: int
    number: int
    record: Record
    data: dict[str, Any]
    score: Score
    points: Mapping[Party, int]


@dataclass(frozen=True)
class LoadedTable:
    """One game of a single table.

    - `dealt`: the number of deals before it.
    - `until_a_time`: whether a time ends the game, in place of its own end.
    - `last_hand`: in such a game, the hand that was being played when the time was over; None before that.
    """

    row: Game
    setup: TableSetup
    players: tuple[Entry, ...]
    hands: tuple[TableHand, ...]
    state: GameState
    dealt: int
    until_a_time: bool = False
    last_hand: int | None = None

    @property
    def number(self) -> int:
        """1 is the night's first game."""
        return self.row.round.number

    @property
    def over(self) -> bool:
        """Somebody has won, or the players started another game."""
        return self.state.over or self.row.signed_at is not None

    @property
    def endless(self) -> bool:
        """The game has no target and no number of deals: its players say when it ends."""
        return _is_endless(self.setup)

    @property
    def newest(self) -> int:
        """The row of the last hand that counts, 0 while there is none."""
        return self.hands[-1].id if self.hands else 0

    @cached_property
    def next_hand(self) -> int:
        """The first hand that is not recorded."""
        recorded = {hand.number for hand in self.hands}
        return next(number for number in range(1, len(recorded) + 2) if number not in recorded)

    @cached_property
    def names(self) -> Mapping[Party, tuple[Entry, ...]]:
        """Who scores together, by side or player."""
        return {party: tuple(self.players[seat] for seat in seats) for party, seats in self.setup.parties.items()}

    def hand(self, number: int) -> TableHand | None:
        """The current version of hand `number`, if it is recorded."""
        return next((hand for hand in self.hands if hand.number == number), None)

    def dealer(self, number: int) -> Entry:
        """Who deals hand `number`: the deal passes on through all games; some games deal again after passes."""
        again = self.setup.rulebook.variant.all_pass.same_dealer
        before = sum(not (again and hand.record.passed_out) for hand in self.hands if hand.number < number)
        return self.players[(self.dealt + before) % len(self.players)]


def table_games(night: Night) -> list[LoadedTable]:
    """The games of a single table, in order of play; points that carry over are in the next game."""
    players, rows = rows_of_table(night)
    setup = TableSetup(variant_of(night), len(players), night.house_rules)
    games: list[LoadedTable] = []
    carried: Mapping[Party, int] = {}
    dealt = 0
    rubber = plays_rubbers(setup.variant, setup.house_rules)
    over_at = time_over_at(night) if night.until_a_time else {}
    for row, versions in rows:
        hands = tuple(_load_table_hand(hand, setup) for hand in current(versions))
        last_hand = _last_hand(versions, over_at.get(row.round_id))
        time_over = None
        if night.until_a_time:
            time_over = last_hand is not None and (len(hands) >= last_hand or row.signed_at is not None)
        elif _is_endless(setup) and rubber:  # its players end a game, and it counts for the rubber
            time_over = row.signed_at is not None
        state = fold_game(
            setup.variant,
            [HandResult(h.record.maker_side, h.score) for h in hands],
            setup.house_rules,
            players=setup.players,
            carried=carried,
            time_over=time_over,
        )
        games.append(LoadedTable(row, setup, players, hands, state, dealt, night.until_a_time, last_hand))
        carried = state.carried
        again = setup.rulebook.variant.all_pass.same_dealer
        dealt += sum(not (again and hand.record.passed_out) for hand in hands)
    return games


def _is_endless(setup: TableSetup) -> bool:
    """Whether the game has no end of its own at this table."""
    end = setup.rulebook.variant.end
    return end.target is None and end.deals is None


def _last_hand(versions: Sequence[Hand], over_at: datetime | None) -> int | None:
    """The hand after those that were recorded when the time was over: that one is finished and counts."""
    if over_at is None:
        return None
    return len(current([hand for hand in versions if hand.at < over_at])) + 1


def load_table(night: Night, game: Game) -> LoadedTable:
    """One game of a single table, read now with those before it."""
    return next(table for table in table_games(night) if table.row.pk == game.pk)


def _load_table_hand(row: Hand, setup: TableSetup) -> TableHand:
    record = read_record(row.record)
    points = score(record, setup.house_rules)
    return TableHand(
        id=row.pk,
        number=row.number,
        record=record,
        data=row.record or {},
        score=points,
        points=points_of(setup.rulebook, HandResult(record.maker_side, points)),
    )
