"""The tiles of the control room: how many fit side by side, and what each says besides its state and its score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, sqrt
from typing import TYPE_CHECKING

from tally.loading.games import LoadedGame
from tally.scores.progress import State
from tournament.models import Entry, Night, SitOut

if TYPE_CHECKING:
    from tally.presenters.board import Tile

FEW, SOME, MANY = 6, 12, 30  # tiles: with full names, with large type, with dense type
MOST_DOTS = 12


@dataclass(frozen=True, slots=True)
class RoomTile:
    """One table in the room.

    `dots` has "full" for each hand that is recorded, "half" for one with two answers, "empty" for one to come.
    `last_at` is when its last hand was recorded, while that tells how long the next one takes.
    """

    tile: Tile
    dots: list[str]
    last_at: datetime | None
    last_hand: int


@dataclass(frozen=True, slots=True)
class SittingOut:
    """Somebody without a seat in this game, and the table in the next, where it is known."""

    entry: Entry
    next_table: int | None


@dataclass(frozen=True, slots=True)
class BetweenTables:
    """Somebody who has finished at one table, and plays next where others still play; `table` 0: no seat yet."""

    entry: Entry
    table: int = 0
    game: int = 0


def density(count: int) -> str:
    """Return the style of this many tiles: the fewer, the larger."""
    return "few" if count <= FEW else "some" if count <= SOME else "many" if count <= MANY else "most"


def columns(count: int) -> int:
    """Return how many tiles stand side by side on a laptop, so that all have about the same shape."""
    return count if count <= 3 else ceil(sqrt(count))


def room_context(night: Night, shown: Sequence[Tile], games: Sequence[LoadedGame], number: int) -> dict[str, object]:
    """All tiles, with those who sit out of game `number`, unless a tile has them: at a table of the next game already.

    Each player is in one place.
    """
    seated = {entry.pk for tile in shown for pair in tile.pairs for entry in pair}
    sitting_out = [out for out in _sitting_out(night, games, number) if out.entry.pk not in seated]
    seen = seated | {out.entry.pk for out in sitting_out}
    count = len(shown) + bool(sitting_out)
    return {
        "room_tiles": [_room_tile(tile) for tile in shown],
        "sitting_out": sitting_out,
        "between": _between_tables(games, seen),
        "density": density(count),
        "columns": columns(count),
        "rows": ceil(count / max(1, columns(count))),
    }


def _room_tile(tile: Tile) -> RoomTile:
    game = tile.game
    plays = tile.state in (State.PLAYING, State.LAST_HAND, State.LATE, State.OVERDUE)
    recorded = game.rows.recorded_at
    return RoomTile(
        tile,
        dots=_dots(game),
        last_at=max(recorded) if plays and recorded else None,
        last_hand=max(game.recorded, default=0),
    )


def _dots(game: LoadedGame) -> list[str]:
    """A dot for each hand, or where games have no number of hands for each recorded one; none when there are many."""
    disputed = game.dispute.number if game.dispute else 0
    length = game.progress.deals or max({*game.recorded, disputed}, default=0)
    if length > MOST_DOTS or game.by_paper:
        return []
    return [
        "half" if hand == disputed else "full" if hand in game.recorded else "empty" for hand in range(1, length + 1)
    ]


def _sitting_out(night: Night, games: Sequence[LoadedGame], number: int) -> list[SittingOut]:
    """Everybody without a seat in game `number`, those first who have sat out longest."""
    next_table = {
        entry.pk: game.play.table for game in games if game.number == number + 1 for entry in game.players.values()
    }
    sit_outs = SitOut.objects.filter(round__night=night, round__number=number).select_related("entry")
    return [SittingOut(each.entry, next_table.get(each.entry_id)) for each in sit_outs.order_by("position")]


def _between_tables(games: Sequence[LoadedGame], seen: set[int]) -> list[BetweenTables]:
    """Every player of a game who is here and whom no tile shows (`seen`), with their next table."""
    everybody = {entry.pk: entry for game in games for entry in game.players.values()}
    following: dict[int, LoadedGame] = {}
    for game in games:
        for entry in game.players.values() if not game.play.signed else ():
            following.setdefault(entry.pk, game)
    between = []
    for pk, entry in sorted(everybody.items(), key=lambda item: item[1].number or 0):
        coming = following.get(pk)
        if pk not in seen and not entry.is_ghost and entry.left_at is None:
            between.append(BetweenTables(entry, coming.play.table, coming.number) if coming else BetweenTables(entry))
    return between
