"""Reads and writes the rotations of `fixtures/nights`: a line a night, a character a seat.

A line is `players games round round …`; in a round each four characters are a table, partners first, and the character
for player n is the nth one after the space in ASCII. Players without a seat sit out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tournament.movements.charts import ChartError
from tournament.movements.rotation import Rotation
from tournament.movements.seating import as_table, fours

MAX_STORED_PLAYERS = 94  # printable characters after the space
SPACE = 32
_NIGHT = re.compile(r"(\d{1,3}) (\d{1,3})((?: [!-~]+)+)")


def write_rotations(rotations: Iterable[Rotation]) -> str:
    """Return the rotations, one a line, in order of players and games."""
    lines = []
    for rotation in sorted(rotations, key=lambda one: (one.players, len(one.rounds))):
        rounds = ("".join(chr(SPACE + number) for table in tables for number in table) for tables in rotation.rounds)
        lines.append(" ".join([str(rotation.players), str(len(rotation.rounds)), *rounds]))
    return "".join(line + "\n" for line in lines)


def read_rotations(text: str) -> dict[tuple[int, int], Rotation]:
    """Return the rotations by (players, games).

    :raises ChartError: when a line is not such a rotation; the sentence names the line.
    """
    nights = {}
    for line, row in enumerate(text.splitlines(), 1):
        found = _NIGHT.fullmatch(row)
        rounds = found[3].split() if found else []
        if found is None or len(rounds) != int(found[2]):
            raise ChartError(f"Line {line} of the stored nights is not a night.")
        nights[int(found[1]), int(found[2])] = _read(int(found[1]), rounds, line)
    return nights


def _read(players: int, rounds: list[str], line: int) -> Rotation:
    tables, sitouts = [], []
    for characters in rounds:
        numbers = [ord(character) - SPACE for character in characters]
        missing = set(range(1, players + 1)) - set(numbers)
        if len(numbers) != players // 4 * 4 or len(missing) != players % 4 or max(numbers) > players:
            raise ChartError(f"Line {line} of the stored nights does not seat {players} players.")
        tables.append(tuple(map(as_table, fours(numbers))))
        sitouts.append(tuple(sorted(missing)))
    return Rotation(players, tuple(tables), tuple(sitouts) if players % 4 else ())
