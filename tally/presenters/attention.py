"""What needs the organizer, beside the tables: each in a few words, with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from tally.loading.games import LoadedGame
from tally.loading.ties import open_tie
from tally.scores.point_labels import against
from tally.scores.progress import State
from tournament.access import Who
from tournament.copies.keeper import keeper
from tournament.laptop.own_club import laptop_serves
from tournament.laptop.phone_problems import OTHER_PORT, phone_problems
from tournament.models import Night, PhoneRequest
from tournament.movements.seats import Side
from tournament.people.names import listed
from tournament.web.dates import time_of_day
from tournament.web.hall_network import lost_phones_problem, network_problem, printed_problem


class Remedy(StrEnum):
    """What a button does: it opens the table, confirms its score, or gives it three more minutes."""

    OPEN = "open"
    CONFIRM = "confirm"
    EXTRA = "extra"


class Table(Protocol):
    """A table of the board: the game it is at, and its state."""

    @property
    def game(self) -> LoadedGame:
        """The game it is at."""

    @property
    def state(self) -> State:
        """How far it is."""


@dataclass(frozen=True, slots=True)
class Need:
    """A game that needs the organizer: why, and the button. `earlier`: the table is at a later game by now."""

    game: LoadedGame
    why: str
    remedy: Remedy
    label: str
    earlier: bool = False

    @property
    def where(self) -> str:
        """The table, and the game if it is not the one that its table is at."""
        return f"Table {self.game.row.table}" + (f", game {self.game.number}" if self.earlier else "")


def needs_context(
    night: Night, shown: Iterable[Table], left_unsigned: Sequence[LoadedGame], now: datetime, who: Who
) -> dict[str, object]:
    """What needs the organizer: laptop, tables, and phones that ask for a name that is taken; and how many they are.

    A scorer sees the tables alone, and of one that is late that it is.
    """
    tables = needs(shown, left_unsigned, now)
    if not who.organizer:
        return {"needs": tables, "needing": len(tables)}
    moved = network_problem() or lost_phones_problem(night)
    network = moved or printed_problem(night.codes_address) or phone_problems.about(OTHER_PORT)
    copies = keeper()
    asking = list(PhoneRequest.objects.open().filter(entry__night=night).select_related("entry"))
    return {
        "needs": tables,
        "asking": asking,
        "copies": copies,
        "network": network,
        "moved": moved,
        "on_laptop": laptop_serves(night.club),
        "needing": len(tables) + len(asking) + (len(copies.all_problems) if copies else 0) + bool(network),
    }


def needs(shown: Iterable[Table], left_unsigned: Sequence[LoadedGame], now: datetime) -> list[Need]:
    """Everything that needs the organizer, by table."""
    found = [need for table in shown if (need := _need_of(table, now))]
    found += [_left_behind(game) for game in left_unsigned]
    return sorted(found, key=lambda need: (need.game.row.table, need.game.number))


def _need_of(table: Table, now: datetime) -> Need | None:
    """Why a table needs the organizer in the game it is at; None when it does not."""
    game, state = table.game, table.state
    if game.play.signed:
        return None
    if game.dispute is not None:
        return Need(game, f"two answers for hand {game.dispute.number}", Remedy.OPEN, "Settle")
    if game.progress.disputed:
        return Need(game, "they say the score is wrong", Remedy.OPEN, "Look")
    if not game.progress.players_are_free and (gone := [one for one in game.players.values() if one.left_at]):
        return Need(game, f"{listed([one.short_name for one in gone])} left in this game", Remedy.OPEN, "Look")
    if state is State.OVERDUE and game.rung_at is not None:
        return _confirm_or_enter(game, _waits_for(game) or f"no score {_minutes(now - game.rung_at)} after the bell")
    if state is State.AGREEING and game.rung_at is not None and (waits := _waits_for(game)):
        return _confirm_or_enter(game, waits)
    return _late(game, now) if state is State.LATE else None


def _waits_for(game: LoadedGame) -> str:
    """Who is still to confirm the score, where one side has: "waiting for Opal P. or Norm T. to confirm"."""
    silent = [side for side in Side if side not in game.signatures]
    if len(silent) != 1 or not game.progress.may_agree:
        return ""
    people = [game.players[seat] for seat in silent[0].seats]
    return f"waiting for {listed([each.short_name for each in people if not each.is_ghost], 'or')} to confirm"


def _left_behind(game: LoadedGame) -> Need:
    """A game that nobody has signed, although its table is at a later one."""
    if game.dispute is not None:
        return Need(game, f"two answers for hand {game.dispute.number}", Remedy.OPEN, "Settle", earlier=True)
    return _confirm_or_enter(game, "not confirmed, and the players have moved on", earlier=True)


def _confirm_or_enter(game: LoadedGame, why: str, *, earlier: bool = False) -> Need:
    """The remedy of a missing score: one tap where there is one to confirm."""
    if game.progress.may_agree and not game.progress.disputed and not open_tie(game):
        score = against(*(game.totals[side] for side in Side))
        return Need(game, why, Remedy.CONFIRM, f"Confirm {score}", earlier)
    return Need(game, why, Remedy.OPEN, "Enter score", earlier)


def _late(game: LoadedGame, now: datetime) -> Need:
    """A table that is behind the others; where a clock rings, it can have more minutes."""
    last_at = game.rows.versions[-1].at if game.rows.versions else now
    is_silent = now - last_at >= timedelta(minutes=1)
    why = f"nothing entered since {time_of_day(last_at)}" if is_silent else "behind the other tables"
    if game.rung_at or game.rings_at:
        return Need(game, why, Remedy.EXTRA, "+3 min")
    return Need(game, why, Remedy.OPEN, "Look")


def _minutes(time: timedelta) -> str:
    many = time // timedelta(minutes=1)
    return f"{many} minute{'' if many == 1 else 's'}"
