"""Reads, checks and writes charts in the printed notation, one row a game.

    Game  Players - Table 1  Players - Table 2
    1     1-6 vs 2-5         3-8 vs 4-7

Where the number of players is not a multiple of four, a row ends with those who sit out: `sit out: 5, 9`.

Source of the notation: seed 003, the two- and three-table tally charts; "sit out" is ours.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from tournament.movements.rotation import Rotation
from tournament.movements.seats import Table
from tournament.people.errors import Refused

MAX_PLAYERS = 132  # 33 tables; one player more where somebody sits out
MAX_QUOTED = 60  # characters of a row that an error repeats
_PAIR = r"(\d{1,4})\s*[-‐‑–—−&+]\s*(\d{1,4})"
_TABLE = re.compile(rf"{_PAIR}\s*(?:vs?\.?|versus|against|:)\s*{_PAIR}", re.I)
_GAME = re.compile(r"(?:(?:game|round)\s*)?(\d{1,4})\s*[.):|,;]*\s*", re.I)
_BETWEEN = re.compile(r"[\s,;|/]*")
_SIT_OUT = re.compile(r"\bsit(?:s|ting)?[ -]?outs?\b:?", re.I)


class ChartError(Refused):
    """A chart that cannot be played; the sentence names the row and the player."""


def read_chart(text: str) -> Rotation:
    """Read a chart in the printed notation and check it.

    Lines without a table (a heading, a title) are allowed before the first game only; empty lines anywhere.

    :raises ChartError: when a row cannot be read, games are not numbered 1, 2, 3 …, a number is not a
        player's, or somebody has no seat or two seats in a game.
    """
    rounds: list[tuple[Table, ...]] = []
    sitouts: list[tuple[int, ...]] = []
    for line in text.splitlines():
        if not line.strip() or (not rounds and not _TABLE.search(line) and not line.strip()[0].isdigit()):
            continue
        row, *out = _SIT_OUT.split(line, maxsplit=1)
        rounds.append(_read_row(row, len(rounds) + 1))
        sitouts.append(_read_sitouts(out[0], len(rounds)) if out else ())
    if not rounds:
        raise ChartError('There is no game in this chart. Write one row per game, like "1   1-6 vs 2-5   3-8 vs 4-7".')
    rotation = Rotation(
        players=4 * len(rounds[0]) + len(sitouts[0]),
        rounds=tuple(rounds),
        sitting_out=tuple(sitouts) if any(sitouts) else (),
    )
    check_rotation(rotation)
    return rotation


def _read_row(line: str, expected: int) -> tuple[Table, ...]:
    line = line.strip()
    start = _GAME.match(line)
    if start is None or int(start[1]) != expected:
        raise ChartError(f'Game {expected} was expected here, but the row says "{_shorten(line)}".')
    tables: list[Table] = []
    rest = line[start.end() :]
    while rest.strip():
        found = _TABLE.match(rest)
        if found is None:
            raise ChartError(f'Game {expected}: "{_shorten(rest)}" cannot be read. Write each table like "1-6 vs 2-5".')
        tables.append((int(found[1]), int(found[2]), int(found[3]), int(found[4])))
        rest = rest[found.end() :]
        gap = _BETWEEN.match(rest)
        if gap is not None and rest[gap.end() :]:
            if gap.end() == 0:
                raise ChartError(f'Game {expected}: put a space between the tables, before "{_shorten(rest)}".')
            rest = rest[gap.end() :]
        else:
            rest = ""
    if not tables:
        raise ChartError(f'Game {expected} has no tables. Write them like "1-6 vs 2-5".')
    return tuple(tables)


def _read_sitouts(text: str, game: int) -> tuple[int, ...]:
    numbers = [cell for cell in re.split(r"[\s,;|/&+]+", text) if cell]
    if not numbers or not all(re.fullmatch(r"\d{1,4}", number) for number in numbers):
        raise ChartError(f'Game {game}: "{_shorten(text)}" cannot be read. Write who has no seat like "sit out: 5, 9".')
    return tuple(map(int, numbers))


def _shorten(text: str) -> str:
    """Shorten a text that a sentence quotes."""
    text = text.strip()
    return text if len(text) <= MAX_QUOTED else text[:MAX_QUOTED] + "…"


def check_rotation(rotation: Rotation) -> None:
    """Check that every player is seated, or sits out, exactly once in every game.

    :raises ChartError: naming the game and the player.
    """
    most = MAX_PLAYERS + any(rotation.sitting_out)
    if rotation.players > most:
        raise ChartError(f"This chart is for {rotation.players} players; at most {most} can play.")
    games = len(rotation.rounds)
    if len(rotation.sitting_out) not in (0, games):
        raise ChartError(f"This chart has {games} games, but says for {len(rotation.sitting_out)} who sits out.")
    seats = 4 * len(rotation.rounds[0]) if rotation.sitting_out else rotation.players
    for game, (tables, out) in enumerate(zip(rotation.rounds, rotation.sitting_out or [()] * games, strict=True), 1):
        if 4 * len(tables) != seats:
            raise ChartError(f"Game {game} seats {4 * len(tables)} players, but game 1 seats {seats}.")
        _check_game(game, rotation.players, tables, out)


def _check_game(game: int, players: int, tables: tuple[Table, ...], out: tuple[int, ...]) -> None:
    place_of: dict[int, str] = {}
    for number, place in _places(tables, out):
        if not 1 <= number <= players:
            raise ChartError(
                f"Game {game}, {place.removeprefix('at ')}: there is no player {number}; "
                f"this chart has players 1 to {players}."
            )
        if number in place_of:
            twice = "out twice" if place == "out" else f"twice {place}"
            where = twice if place_of[number] == place else f"{place_of[number]} and {place}"
            raise ChartError(f"Game {game}: player {number} sits {where}.")
        place_of[number] = place
    missing = next((number for number in range(1, players + 1) if number not in place_of), None)
    if missing is not None:
        raise ChartError(f"Game {game}: player {missing} has no seat{' and does not sit out' if out else ''}.")


def _places(tables: tuple[Table, ...], out: tuple[int, ...]) -> Iterator[tuple[int, str]]:
    """Yield each (player's number, place in words) of one game."""
    for table, numbers in enumerate(tables, 1):
        for number in numbers:
            yield number, f"at table {table}"
    for number in out:
        yield number, "out"


def write_chart(rotation: Rotation) -> str:
    """Write the rotation in the printed notation, in columns; `read_chart` returns the same rotation."""
    most = max(map(len, rotation.rounds), default=0)  # the number of tables may change during a night
    heading = ["Game", *(f"Players - Table {table}" for table in range(1, most + 1))]
    rows = [heading] + [
        [str(game), *map(_write_table, tables), *[""] * (most - len(tables))]
        for game, tables in enumerate(rotation.rounds, 1)
    ]
    if any(rotation.sitting_out):
        heading.append("")
        for row, out in zip(rows[1:], rotation.sitting_out, strict=True):
            row.append(f"sit out: {', '.join(map(str, out))}" if out else "")
    widths = [max(len(row[column]) for row in rows) for column in range(len(heading))]
    lines = ("    ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(line.rstrip() + "\n" for line in lines)


def _write_table(table: Table) -> str:
    a, b, c, d = table
    return f"{a}-{b} vs {c}-{d}"


def write_csv(rotation: Rotation) -> str:
    """Write one line a table with the columns game, table, north, east, south, west (dealing order).

    A player who sits out has a separate line: the game, "sit out", the number.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["game", "table", "north", "east", "south", "west"])
    for game, tables in enumerate(rotation.rounds, 1):
        for table, (a, b, c, d) in enumerate(tables, 1):
            writer.writerow([game, table, a, c, b, d])
        for number in rotation.sitting_out[game - 1] if rotation.sitting_out else ():
            writer.writerow([game, "sit out", number, "", "", ""])
    return out.getvalue()
