"""Reads the results of an old night from a file or a pasted list."""

from __future__ import annotations

from tally.scores.total_lines import TotalLine, read_total_lines, split_lines
from tournament.club.roster_files import table_in_file
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.people.errors import Refused

MOST_LETTERS = 100_000  # of a pasted list or a text file
MOST_PROBLEMS = 20  # that are named one by one


def read_night_list(sent: bytes | str) -> tuple[list[TotalLine], list[str]]:
    """The lines of a CSV file, a workbook or a pasted list, and a sentence for each that cannot be read.

    :raises Refused: when there is nothing to read, or more than one night can have.
    """
    table = _table(sent) if isinstance(sent, str) else table_in_file(sent, _table)
    lines, problems = read_total_lines(table)
    if not lines and not problems:
        raise Refused("There was nothing to read. Paste a list, or choose a file.")
    if len(lines) > MAX_PLAYERS:
        raise Refused(f"A night has at most {MAX_PLAYERS} players, and this list has {len(lines)}. One night a list.")
    more = len(problems) - MOST_PROBLEMS
    if more > 0:
        problems = [*problems[:MOST_PROBLEMS], f"{more} more line{'s' if more > 1 else ''} cannot be read."]
    return lines, problems


def _table(text: str) -> list[list[str]]:
    """The cells of a text by line.

    :raises Refused: when it is too long.
    """
    if len(text) > MOST_LETTERS:
        raise Refused(f"This is too much for one night: at most {MOST_LETTERS:,} letters.")
    return split_lines(text)
