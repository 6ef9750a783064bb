"""Reads the people in a table of text: one person a row, with a header or without."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournament.people.names import LONGEST, clean_name, folded, what_is_no_name

MOST_ROWS = 1000
MOST_COLUMNS = 50
HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "names", "full name", "player", "players", "player name", "member name", "person"),
    "first": ("first", "first name", "firstname", "given name", "given names", "forename"),
    "last": ("last", "last name", "lastname", "surname", "family name"),
    "paper": ("nickname", "nick", "nick name", "paper name", "name on paper", "on paper", "known as", "tag"),
    "guest": ("guest", "guests", "visitor"),
    "member": ("member", "membership", "member or guest", "guest or member", "status", "kind", "type"),
}
COLUMN_OF = {word: column for column, words in HEADERS.items() for word in words}
YES = frozenset(("yes", "y", "x", "1", "true", "✓", "✔", "☑"))
NO = frozenset(("", "no", "n", "0", "false", "-", "–", "☐"))
GUEST, MEMBER = frozenset(("guest", "g", "visitor")), frozenset(("member", "m", "regular"))
NUMBERING = re.compile(r"(\d+\s*[.):]?|[-*•])(\s+|$)")


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A person in a table, with the number of their row in it; the first row is 1."""

    row: int
    name: str
    paper_name: str = ""
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row that names nobody, and why, in a sentence."""

    row: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Roster:
    """The people in a table, and the rows that are wrong."""

    people: tuple[RosterRow, ...] = ()
    wrong: tuple[WrongRow, ...] = ()


def table_of(text: str) -> list[list[str]]:
    """Return the cells of a text by row: as CSV with commas, semicolons or tabs, whichever it has most of.

    :raises ValueError: when it cannot be read as such; the sentence is for people.
    """
    delimiter = max(";\t,", key=text.count)
    try:
        return list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
    except csv.Error as error:
        raise ValueError(
            "This text is no table of names: a quotation mark may be missing. Write one name per line."
        ) from error


def read_roster(table: Sequence[Sequence[str]]) -> Roster:
    """Read the people in a table. Rows without any text are nobody, and not wrong."""
    rows = [(number, [clean_name(cell) for cell in cells]) for number, cells in enumerate(table, 1)]
    rows = [(number, cells) for number, cells in rows if any(cells)]
    if rows and (columns := _columns(rows[0][1])):
        return _without_repeats([_person(number, cells, columns) for number, cells in rows[1:]])
    return _without_repeats(list(_without_header(rows)))


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Which column has what, if this row is a header that says where the names are."""
    columns: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = COLUMN_OF.get(re.sub(r"[\s_]+", " ", folded(cell)).strip(" ?:*"))
        if column:
            columns.setdefault(column, at)
    return columns if columns.keys() & {"name", "first", "last"} else {}


def _person(number: int, cells: Sequence[str], columns: Mapping[str, int]) -> RosterRow | WrongRow:
    """The person in a row below a header."""
    value = {name: cells[at] if at < len(cells) else "" for name, at in columns.items()}
    name = _first_name_first(value.get("name", "")) or f"{value.get('first', '')} {value.get('last', '')}".strip()
    guest = _is_guest(value.get("guest", ""), yes=True)
    visits = _is_guest(value.get("member", ""), yes=False) if value.get("member") else False
    if guest is None or visits is None:
        wrong = value["guest"] if guest is None else value["member"]
        return WrongRow(number, f"“{_cut(wrong)}” says neither guest nor member. Write yes or no.")
    return _checked(number, name, value.get("paper", ""), guest or visits)


def _without_header(rows: Sequence[tuple[int, list[str]]]) -> Iterator[RosterRow | WrongRow]:
    """The people in rows without a header: each cell is a name, or says that the one before it is a guest's.

    Where each row is two single words, they are a first and a last name.
    """
    if rows and all(len(words := list(filter(None, cells))) == 2 and " " not in "".join(words) for _, cells in rows):
        rows = [(number, [" ".join(filter(None, cells))]) for number, cells in rows]
    for number, cells in rows:
        names: list[tuple[str, bool]] = []
        for cell in filter(None, (NUMBERING.sub("", cell, count=1) for cell in cells)):
            if folded(cell) in GUEST | MEMBER and names:
                names[-1] = names[-1][0], folded(cell) in GUEST
            else:
                names.append((cell, False))
        yield from (_checked(number, name, "", is_guest) for name, is_guest in names if not name.isdigit())


def _checked(number: int, name: str, paper_name: str, is_guest: bool) -> RosterRow | WrongRow:
    """A person with a name that can be one, or why it cannot."""
    if not name:
        return WrongRow(number, "There is no name in this row.")
    for each in filter(None, (name, paper_name)):
        if len(each) > LONGEST:
            return WrongRow(number, f"“{_cut(each)}” is longer than {LONGEST} letters. Shorten it to fit the card.")
        if what := what_is_no_name(each):
            return WrongRow(number, f"“{_cut(each)}” is {what}.")
    return RosterRow(number, name, paper_name if paper_name != name else "", is_guest)


def _without_repeats(found: Sequence[RosterRow | WrongRow]) -> Roster:
    """Keep the first row of each name; the others are wrong."""
    first: dict[str, int] = {}
    people, wrong = [], []
    for row in found:
        if isinstance(row, WrongRow):
            wrong.append(row)
        elif folded(row.name) in first:
            where = first[folded(row.name)]
            said = "this row" if where == row.row else f"row {where}"
            sentence = f"{row.name} is in {said} already. Two people? Add a letter or a nickname to one of them."
            wrong.append(WrongRow(row.row, sentence))
        else:
            first[folded(row.name)] = row.row
            people.append(row)
    return Roster(tuple(people), tuple(wrong))


def _first_name_first(name: str) -> str:
    """Return "Ann Miller" for "Miller, Ann", as some programs write names."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}".strip() if comma and "," not in first else name


def _is_guest(cell: str, *, yes: bool) -> bool | None:
    """Whether a cell says guest, where a "yes" says so if `yes` and a "no" if not; None when it says neither."""
    word = folded(cell)
    if word in GUEST | MEMBER:
        return word in GUEST
    return yes if word in YES else not yes if word in NO else None


def _cut(text: str) -> str:
    """A cell as a sentence quotes it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
