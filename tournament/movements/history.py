"""Reads, checks and writes a night's history as JSON: the games played, their winners, and who plays on.

    {"players": 9, "rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]]], "sitouts": [[9]], "here": [1, 2, 3, 4, 5, 6, 7, 9]}

These and more keys, where they apply, are listed in Help (Rotations).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tournament.movements.rotation import Rotation
from tournament.movements.seating import RoundSeating, as_table
from tournament.movements.seats import Side
from tournament.people.errors import Refused

HIGHEST = 999  # player's number; a night counts people who left, too
EXAMPLE = '{"players": 8, "rounds": [[[1, 2, 3, 4], [5, 6, 7, 8]]]}'

Winners: TypeAlias = tuple[tuple[Side | None, ...], ...]


class HistoryError(Refused):
    """A history that cannot be continued; the sentence says what to change."""


@dataclass(frozen=True, slots=True)
class NightHistory:
    """Games of a night, of players 1 to `players`, some of whom may have come late or left.

    `here` are the numbers of those who play on, in order. `winners[r][t]` won at table t + 1 in game r + 1; it is empty
    where winners do not matter.
    """

    players: int
    rounds: tuple[RoundSeating, ...]
    here: tuple[int, ...]
    winners: Winners = ()

    @property
    def rotation(self) -> Rotation:
        """The games as a rotation; a player who was absent neither sits nor sits out in a game."""
        sit_outs = tuple(seating.sitting_out for seating in self.rounds)
        return Rotation(
            self.players, tuple(seating.tables for seating in self.rounds), sit_outs if any(sit_outs) else ()
        )

    @property
    def active(self) -> tuple[tuple[int, ...], ...]:
        """Game by game the players present, seated or not; empty when everybody always was."""
        active = tuple(tuple(sorted(seating.everybody)) for seating in self.rounds)
        return active if any(len(numbers) < self.players for numbers in active) else ()


def history_data(night: NightHistory) -> dict[str, object]:
    """Return the JSON object: `"players"` and `"rounds"`; `"sitouts"`, `"active"`, `"winners"` where they apply."""
    rotation = night.rotation
    more = {"sitouts": rotation.sitting_out, "active": night.active, "winners": night.winners}
    return {"players": night.players, "rounds": rotation.rounds} | {key: value for key, value in more.items() if value}


def read_history(text: str) -> NightHistory:
    """Read a night's history; `"played": 4` limits it to its first four games.

    `"here"` lists who plays on, or `"active"` does: as one list of numbers, or as one for each game, where the list
    after the last game played counts if there is one. Without both, everybody plays on.

    :raises SoFarError: naming what is wrong, by game and player.
    """
    data = _object(text)
    players, listed = _number(data.get("players"), "players"), _list(data["rounds"], "rounds")
    if not listed:
        raise HistoryError('No game has been played: "rounds" is empty. Draw up the night as a new one.')
    sit_outs = data.get("sitouts") or [[] for _ in listed]
    if len(_list(sit_outs, "sitouts")) != len(listed):
        raise HistoryError(
            f'"rounds" has {len(listed)} and "sitouts" {len(sit_outs)}; each has one list for every game.'
        )
    rounds = [
        _seating(game, tables, sitting_out, players)
        for game, (tables, sitting_out) in enumerate(zip(listed, sit_outs, strict=True), 1)
    ]
    played = data.get("played", len(rounds))
    if type(played) is not int or not 1 <= played <= len(rounds):
        raise HistoryError(f'"played" says how many games of the file were played, 1 to {len(rounds)}.')
    here = _here(data, players, played)
    return NightHistory(
        max(players, *here), tuple(rounds[:played]), here, _winners(data.get("winners"), rounds)[:played]
    )


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise HistoryError(f"This is not JSON. A night looks like {EXAMPLE}.") from None
    if not isinstance(data, dict) or not {"players", "rounds"} <= data.keys():
        raise HistoryError(f'A night has "players" and "rounds", such as {EXAMPLE}.')
    return data


def _list(value: object, key: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise HistoryError(f'"{key}" has to be a list. A night looks like {EXAMPLE}.')
    return value


def _number(value: object, key: str) -> int:
    if type(value) is not int or not 1 <= value <= HIGHEST:
        raise HistoryError(f'"{key}" has something else than a whole number from 1 to {HIGHEST}.')
    return value


def _numbers(value: object, key: str) -> tuple[int, ...]:
    numbers = tuple(_number(number, key) for number in _list(value, key))
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise HistoryError(f'"{key}" names player {twice} twice.')
    return numbers


def _seating(game: int, tables: object, sitting_out: object, players: int) -> RoundSeating:
    """Return one game, in which each player has at most one place."""
    fours = [tuple(_number(number, "rounds") for number in _list(table, "rounds")) for table in _list(tables, "rounds")]
    out = tuple(_number(number, "sitouts") for number in _list(sitting_out, "sitouts"))
    if not fours or any(len(four) != 4 for four in fours):
        raise HistoryError(f"Game {game} has to be a list of tables of four numbers each, such as {EXAMPLE}.")
    seen: set[int] = set()
    for number in (*(number for four in fours for number in four), *out):
        if number > players:
            raise HistoryError(f"Game {game}: there is no player {number}; this night has players 1 to {players}.")
        if number in seen:
            raise HistoryError(f"Game {game}: player {number} has two places.")
        seen.add(number)
    return RoundSeating(tuple(map(as_table, fours)), out)


def _here(data: dict[str, Any], players: int, played: int) -> tuple[int, ...]:
    key = "here" if "here" in data else "active"
    value = data.get(key)
    if key == "active" and isinstance(value, list) and value and isinstance(value[0], list):
        if len(value) < played:
            raise HistoryError(f'"played" is {played}, but "active" has {len(value)}; it has one list for every game.')
        value = value[min(played, len(value) - 1)]
    here = tuple(range(1, players + 1)) if value is None else tuple(sorted(_numbers(value, key)))
    if not here:
        raise HistoryError(f'Nobody plays on: "{key}" is empty.')
    return here


def _winners(value: object, rounds: Sequence[RoundSeating]) -> Winners:
    """Read the winners: `"NS"` where a and b won against c and d, `"EW"` where c and d did, null where undecided."""
    if value is None:
        return ()
    listed = _list(value, "winners")
    if len(listed) > len(rounds):
        raise HistoryError(f'"rounds" has {len(rounds)} and "winners" {len(listed)}; it has one list for a game.')
    for game, (sides, seating) in enumerate(zip(listed, rounds, strict=False), 1):
        if len(_list(sides, "winners")) != len(seating.tables) or any(side not in (*Side, None) for side in sides):
            raise HistoryError(
                f'Game {game}: "winners" has to be "NS" (the first pair), "EW" or null for each of '
                f"{len(seating.tables)} tables."
            )
    return tuple(tuple(Side(side) if side else None for side in sides) for sides in listed)
