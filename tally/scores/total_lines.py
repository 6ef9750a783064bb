"""Lines of an old night's results, as people type or paste them: a name and a total. Pure: cells in, lines out."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.people.names import LONGEST, clean_name, folded

MOST_POINTS, MOST_GAMES, MOST_LONERS = 9999, 99, 999
HEADINGS = {
    "name": ("name", "player", "names", "players"),
    "points": ("points", "total", "score", "pts", "totals"),
    "games": ("games", "played", "rounds"),
    "loners": ("loners", "loner", "alone"),
}
IN_ORDER = ("name", "points", "games", "loners")
SEPARATORS = "\t;,"
LAST_NUMBER = re.compile(r"(?P<name>.*\D)\s+(?P<points>[-+−–]?\d+)")
PLACE = re.compile(r"(t-?)?\d{1,3}[.)]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TotalLine:
    """One player's total; `games` is None for all of the night's, `loners` where nobody wrote them down."""

    name: str
    points: int
    games: int | None = None
    loners: int | None = None


class WrongLineError(ValueError):
    """A line that cannot be read; the text says why."""


def split_lines(text: str) -> list[list[str]]:
    """Split pasted text into cells: at tabs, else semicolons, else commas; "Bob Stone 63" at its last space."""
    separator = next((sign for sign in SEPARATORS if sign in text), "")
    if separator:
        lines = text.replace("\0", " ").splitlines()
        return [next(csv.reader([line], delimiter=separator), [""]) for line in lines]
    found = [(line, LAST_NUMBER.fullmatch(line.strip())) for line in text.splitlines()]
    return [list(match.groups()) if match else [line] for line, match in found]


def read_total_lines(rows: Sequence[Sequence[str]]) -> tuple[list[TotalLine], list[str]]:
    """Read a table of cells: the lines that can be read, and a sentence for each that cannot.

    The first row may name the columns. Without names they are name, points, games and loners; a place before the name
    is left out.
    """
    lines: list[TotalLine] = []
    problems: list[str] = []
    columns: tuple[str, ...] | None = None
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        cells = [clean_name(cell) for cell in row]
        if not any(cells):
            continue
        if columns is None:
            columns = _columns(cells)
            if columns != IN_ORDER or _is_heading(cells):
                continue
        try:
            line = _read_line(dict(zip(columns, _without_place(cells, columns), strict=False)))
            before = seen.setdefault(folded(line.name), number)
            if before != number:
                raise WrongLineError(f"{line.name} is in line {before} already")
        except WrongLineError as wrong:
            problems.append(f"Line {number}: {wrong}.")
        else:
            lines.append(line)
    return lines, problems


def _is_heading(cells: Sequence[str]) -> bool:
    return any(cell.casefold() in HEADINGS["name"] for cell in cells)


def _columns(cells: Sequence[str]) -> tuple[str, ...]:
    """Return what each column holds, by the first row where that names them; "" for any other."""
    if not _is_heading(cells):
        return IN_ORDER
    return tuple(next((what for what, names in HEADINGS.items() if cell.casefold() in names), "") for cell in cells)


def _without_place(cells: list[str], columns: tuple[str, ...]) -> list[str]:
    """Leave a place such as "3" or "T-3" out, where it comes before a name and the columns have none of their own."""
    placed = columns == IN_ORDER and len(cells) > 2 and PLACE.fullmatch(cells[0])
    return cells[1:] if placed and not PLACE.fullmatch(cells[1]) else cells


def _read_line(cells: dict[str, str]) -> TotalLine:
    """Read one line's cells.

    :raises WrongLineError: when it has no name or no points, or a number that cannot be.
    """
    name = cells.get("name", "")
    if not any(letter.isalpha() for letter in name):
        raise WrongLineError("there is no name")
    if len(name) > LONGEST:
        raise WrongLineError(f"“{name[:20]}…” is longer than {LONGEST} letters")
    points = _number(name, "points", cells.get("points", ""), -MOST_POINTS, MOST_POINTS)
    if points is None:
        raise WrongLineError(f"{name} has no points")
    return TotalLine(
        name,
        points,
        _number(name, "games", cells.get("games", ""), 1, MOST_GAMES),
        _number(name, "loners", cells.get("loners", ""), 0, MOST_LONERS),
    )


def _number(name: str, what: str, cell: str, least: int, most: int) -> int | None:
    """Return a cell's whole number, None for an empty one.

    :raises WrongLineError: for anything else.
    """
    text = cell.replace("−", "-").replace("–", "-").removesuffix(".0")
    if not text:
        return None
    if not re.fullmatch(r"[+-]?\d{1,6}", text, re.ASCII) or not least <= int(text) <= most:
        raise WrongLineError(f"{name} cannot have “{cell[:20]}” {what}")
    return int(text)
