"""Fixed charts: reads, checks and writes the printed notation, one row a game.

    Game  Players - Table 1  Players - Table 2
    1     1-6 vs 2-5         3-8 vs 4-7

Source of the notation: seed 003, the two- and three-table tally charts.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournament.errors import Refused
from tournament.seats import Table

MOST_PLAYERS = 132  # 33 tables
QUOTED = 60  # letters of a row that an error repeats
_PAIR = r"(\d{1,4})\s*[-‐‑–—−&+]\s*(\d{1,4})"
_TABLE = re.compile(rf"{_PAIR}\s*(?:vs?\.?|versus|against|:)\s*{_PAIR}", re.I)
_GAME = re.compile(r"(?:(?:game|round)\s*)?(\d{1,4})\s*[.):|,;]*\s*", re.I)
_BETWEEN = re.compile(r"[\s,;|/]*")


class ChartError(Refused):
    """A chart that nobody could sit down by; the sentence names the row and the player."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """A movement drawn up for a number of players: `rounds[r][t]` is the `Table` at table t + 1 in game r + 1."""

    players: int
    rounds: tuple[tuple[Table, ...], ...]


def read_chart(text: str) -> Rotation:
    """Read a chart in the printed notation and check it.

    Lines without a table (a heading, a title, an empty line) may stand before the first game only.

    :raises ChartError: when a row cannot be read, games are not numbered 1, 2, 3 …, a number is not a
        player's, or somebody has no seat or two seats in a game.
    """
    rounds: list[tuple[Table, ...]] = []
    for line in text.splitlines():
        if not line.strip() or (not rounds and not _TABLE.search(line) and not line.strip()[0].isdigit()):
            continue
        rounds.append(_read_row(line, len(rounds) + 1))
    if not rounds:
        raise ChartError('There is no game in this chart. Write one row a game, like "1   1-6 vs 2-5   3-8 vs 4-7".')
    rotation = Rotation(players=4 * len(rounds[0]), rounds=tuple(rounds))
    check_rotation(rotation)
    return rotation


def _read_row(line: str, expected: int) -> tuple[Table, ...]:
    line = line.strip()
    start = _GAME.match(line)
    if start is None or int(start[1]) != expected:
        raise ChartError(f'Game {expected} was expected here, but the row says "{_cut(line)}".')
    tables: list[Table] = []
    rest = line[start.end():]
    while rest.strip():
        found = _TABLE.match(rest)
        if found is None:
            raise ChartError(
                f'Game {expected}: "{_cut(rest)}" cannot be read. Write each table like "1-6 vs 2-5".')
        tables.append((int(found[1]), int(found[2]), int(found[3]), int(found[4])))
        rest = rest[found.end():]
        gap = _BETWEEN.match(rest)
        if gap is not None and rest[gap.end():]:
            if gap.end() == 0:
                raise ChartError(f'Game {expected}: put a space between the tables, before "{_cut(rest)}".')
            rest = rest[gap.end():]
        else:
            rest = ""
    if not tables:
        raise ChartError(f"Game {expected} has no tables. Write them like \"1-6 vs 2-5\".")
    return tuple(tables)


def _cut(text: str) -> str:
    """Words to quote in a sentence, not too many of them."""
    text = text.strip()
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


def check_rotation(rotation: Rotation) -> None:
    """Prove that everybody is seated exactly once in every game, under a legal number.

    :raises ChartError: naming the game and the player.
    """
    if rotation.players > MOST_PLAYERS:
        raise ChartError(f"This chart is for {rotation.players} players; at most {MOST_PLAYERS} can play.")
    everybody = set(range(1, rotation.players + 1))
    for game, tables in enumerate(rotation.rounds, 1):
        if 4 * len(tables) != rotation.players:
            raise ChartError(f"Game {game} seats {4 * len(tables)} players, but game 1 seats {rotation.players}.")
        seat_of: dict[int, int] = {}
        for number, table in _places(tables):
            if number not in everybody:
                raise ChartError(f"Game {game}, table {table}: there is no player {number}; "
                                 f"this chart has players 1 to {rotation.players}.")
            if number in seat_of:
                where = (f"twice at table {table}" if seat_of[number] == table
                         else f"at table {seat_of[number]} and at table {table}")
                raise ChartError(f"Game {game}: player {number} sits {where}.")
            seat_of[number] = table
        missing = sorted(everybody - seat_of.keys())
        if missing:
            raise ChartError(f"Game {game}: player {missing[0]} has no seat.")


def _places(tables: tuple[Table, ...]) -> Iterator[tuple[int, int]]:
    """Every (player's number, table) of one game."""
    for table, numbers in enumerate(tables, 1):
        for number in numbers:
            yield number, table


def write_chart(rotation: Rotation) -> str:
    """The rotation in the printed notation, in columns; `read_chart` gives the same rotation back."""
    heading = ["Game"] + [f"Players - Table {t}" for t in range(1, rotation.players // 4 + 1)]
    rows = [heading] + [[str(game), *map(_write_table, tables)] for game, tables in enumerate(rotation.rounds, 1)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heading))]
    lines = ("    ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(line.rstrip() + "\n" for line in lines)


def _write_table(table: Table) -> str:
    a, b, c, d = table
    return f"{a}-{b} vs {c}-{d}"


def write_json(rotation: Rotation) -> str:
    """`{"players": 12, "rounds": [[[a, b, c, d], …], …]}`: a-b against c-d, a deals first."""
    return json.dumps({"players": rotation.players, "rounds": rotation.rounds})


def write_csv(rotation: Rotation) -> str:
    """One line a table with the columns game, table, north, east, south, west (dealing order)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", "table", "north", "east", "south", "west"])
    for game, tables in enumerate(rotation.rounds, 1):
        for table, (a, b, c, d) in enumerate(tables, 1):
            writer.writerow([game, table, a, c, b, d])
    return out.getvalue()
