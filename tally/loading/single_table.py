"""A single table's rows → pure values: its games, each with its hands and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tally.loading.rows import rows_of_table
from tally.models import Hand
from tally.rules import (
    VARIANTS,
    GameState,
    HandResult,
    Party,
    Record,
    Score,
    TableSetup,
    fold_game,
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
    """One game of a single table. `dealt` are the deals before it, which the deal went round for."""

    row: Game
    setup: TableSetup
    players: tuple[Entry, ...]
    hands: tuple[TableHand, ...]
    state: GameState
    dealt: int

    @property
    def number(self) -> int:
        """1 is the night's first game."""
        return self.row.round.number

    @property
    def over(self) -> bool:
        """Somebody has won, or the players began another game."""
        return self.state.over or self.row.signed_at is not None

    @property
    def endless(self) -> bool:
        """The game has no target and no number of deals: its players say when it ends."""
        game = self.setup.rulebook.variant.end
        return game.target is None and game.deals is None

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
        """Who deals hand `number`: the deal goes round, through all games; some games deal again after passes."""
        again = self.setup.rulebook.variant.all_pass.same_dealer
        before = sum(not (again and hand.record.passed_out) for hand in self.hands if hand.number < number)
        return self.players[(self.dealt + before) % len(self.players)]


def table_games(night: Night) -> list[LoadedTable]:
    """The games of a single table, in order of play; points that a game hands on are in the next."""
    players, rows = rows_of_table(night)
    setup = TableSetup(VARIANTS[night.variant], len(players), night.house_rules)
    games: list[LoadedTable] = []
    carried: Mapping[Party, int] = {}
    dealt = 0
    for row, recorded in rows:
        hands = tuple(_load_table_hand(hand, setup) for hand in recorded)
        state = fold_game(
            setup.variant,
            [HandResult(h.record.maker_side, h.score) for h in hands],
            setup.house_rules,
            players=setup.players,
            carried=carried,
        )
        games.append(LoadedTable(row, setup, players, hands, state, dealt))
        carried = state.carried
        again = setup.rulebook.variant.all_pass.same_dealer
        dealt += sum(not (again and hand.record.passed_out) for hand in hands)
    return games


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
