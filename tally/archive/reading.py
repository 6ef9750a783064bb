"""A file → an archive whose every value is possible and whose every row names rows that are there.

Version 1 is read for ever. A column that came later has its default in an older file; where a column is renamed or
changes its meaning, the version goes up, and what changes an older document into a newer one belongs here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from typing import Any

from django.db.models import Field, ForeignKey

from tally.archive.form_rules import ROW_CHECKS
from tally.archive.inner_ids import INNER_IDS, NO_ROW
from tally.archive.json_text import read_json
from tally.archive.tables import Table, named_model, table_of, tables
from tally.archive.values import WrongValueError, reader_of, writer_of
from tally.archive.writing import CLUB, FORMAT, KNOWN_BY, NIGHT, SEASON, VERSION, Lists, Row
from tally.exports.night_json import FORMAT as NIGHT_FORMAT
from tournament.people.errors import Refused

KEYS = {"format", "version", "holds", "columns", "club", "nights"}
RENAMED = {"tournament.entry.nameless": "is_nameless"}  # columns that no released version wrote by that name
OTHER_FORMAT = "This file is no archive of a club, a season or a night from this program."
FOR_READERS = (
    "This is a night written for other programs to read, and it does not hold everything. Import a night’s file from "
    "the club’s page of files instead."
)
NEWER = "This file is from a newer version of this program ({version}). Update this one first, then import it."
INCOMPLETE = "This file is incomplete or was changed by hand: {what}. Export it again."


@dataclass(slots=True)
class Section:
    """The rows of the club, or of one night: as the file has them, in this program's columns, and as values."""

    where: str  # for sentences: "night “k7qm2x”"
    rows: Lists = field(default_factory=lambda: defaultdict(list))
    values: Lists = field(default_factory=lambda: defaultdict(list))

    def count(self, label: str) -> int:
        """How many rows a table has here."""
        return len(self.rows[label]) if label in self.rows else 0


@dataclass(frozen=True, slots=True)
class Archive:
    """A file that was read: the club's section, and the nights' by slug."""

    holds: str
    club: Section
    nights: dict[str, Section]

    @property
    def club_name(self) -> str:
        """What the club is called in the file."""
        return str(self.club.values["tournament.club"][0][table_of("tournament.club").at("name")])


def read_archive(content: bytes) -> Archive:
    """Read a file.

    :raises Refused: for whatever is wrong with it, in a sentence.
    """
    document = read_json(content)
    _check_head(document)
    columns = _columns_in(document["columns"])
    club = _section(document["club"], columns, "the club", of_night=False)
    if club.count("tournament.club") != 1:
        raise _incomplete("it must name one club")
    for label, known_by in KNOWN_BY.items():
        if known_by == () and club.count(label) > 1:  # before its checks, which may take long
            raise _incomplete(f"a club has one row of {_quoted(label)}")
    nights: dict[str, Section] = {}
    for number, lists in enumerate(_list_in(document["nights"], "nights"), 1):
        night = _section(lists, columns, f"night {number}", of_night=True)
        if night.count("tournament.night") != 1:
            raise _incomplete(f"night {number} has no row of its own")
        slug = night.rows["tournament.night"][0][table_of("tournament.night").at("slug")]
        if not isinstance(slug, str) or slug in nights:
            raise _incomplete(f"night {number} has no code of its own")
        night.where, nights[slug] = f"night “{slug}”", night
    archive = Archive(document["holds"], club, nights)
    for section in (club, *nights.values()):
        _read_values(archive, section, of_night=section is not club)
    return archive


def _check_head(document: Any) -> None:
    """Let through a document of a version that this program knows.

    :raises Refused: otherwise.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        own = isinstance(document, dict) and document.get("format") == NIGHT_FORMAT
        raise Refused(FOR_READERS if own else OTHER_FORMAT)
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise _incomplete("its version is missing")
    if version > VERSION:
        raise Refused(NEWER.format(version=f"version {version}" if version < 1000 else "a later version"))
    if document.keys() != KEYS or document["holds"] not in (CLUB, SEASON, NIGHT):
        raise _incomplete("it must have " + ", ".join(sorted(KEYS)))


def _columns_in(columns: Any) -> dict[str, list[int | None]]:
    """For each table of the file, where its row has each of this program's columns; None for one that came later."""
    found = {}
    for label, names in _object_in(columns, "columns").items():
        try:
            table = table_of(label)
        except LookupError:
            raise _incomplete(f"there is no table {_quoted(label)}") from None
        if isinstance(names, list):
            names = [RENAMED.get(f"{label}.{name}", name) for name in names]
        if not isinstance(names, list) or len(set(map(repr, names))) < len(names):
            raise _incomplete(f"the columns of {_quoted(label)} are not a list of names")
        if unknown := [name for name in names if name not in table.names]:
            raise _incomplete(f"{_quoted(label)} has no column {_quoted(unknown[0])}")
        found[label] = [names.index(name) if name in names else None for name in table.names]
        for column, at in zip(table.columns, found[label], strict=True):
            if at is None and not column.has_default() and not column.null:  # so no later version can have added it
                raise _incomplete(f"{_quoted(label)} needs a column {_quoted(column.name)}")
    return found


def _section(lists: Any, columns: dict[str, list[int | None]], where: str, *, of_night: bool) -> Section:
    """The rows of a part of the file, in this program's columns."""
    section = Section(where)
    for label, rows in _object_in(lists, where).items():
        if label not in columns or table_of(label).of_night is not of_night:
            raise _incomplete(f"{where} has no table {_quoted(label)}")
        section.rows[label] = [_in_our_order(row, columns[label], label) for row in _list_in(rows, label)]
    return section


def _in_our_order(row: Any, places: Sequence[int | None], label: str) -> Row:
    """A row of the file in this program's columns, with the defaults of those that came later."""
    if not isinstance(row, list) or len(row) != len(places) - places.count(None):
        raise _incomplete(f"a row of {_quoted(label)} has too few or too many values")
    return [_defaults(label)[n]() if at is None else row[at] for n, at in enumerate(places)]


@cache
def _defaults(label: str) -> list[Callable[[], Any]]:
    """What makes each column of a row that an older file lacks, as an archive has it."""

    def default(column: Field[Any, Any]) -> Any:
        value = column.get_default()
        write = writer_of(column)
        value = value.value if isinstance(value, Enum) else value
        return value if value is None or write is None else write(value)

    return [partial(default, column) for column in table_of(label).columns]


def _read_values(archive: Archive, section: Section, *, of_night: bool) -> None:
    """Check every value of a section, and turn it into the column's own. Foreign keys stay as they are."""
    for table in tables():
        if table.of_night is of_night and section.count(table.label):
            readers = list(_readers(archive, section, table))
            for number, row in enumerate(section.rows[table.label], 1):
                where = f"{section.where}, row {number}"
                section.values[table.label].append(_check_row(_read_row(row, readers, table, where), table, where))


def _check_row(row: Row, table: Table, where: str) -> Row:
    """A row as it is stored, if a form or a night could have written it.

    :raises Refused: otherwise.
    """
    check = ROW_CHECKS.get(table.label)
    if check is None:
        return row
    values = dict(zip(table.names, row, strict=True))
    try:
        check(values)
    except WrongValueError as error:
        raise _incomplete(f"in {table.label}, {where}, {error}") from None
    return list(values.values())


def _read_row(row: Row, readers: Sequence[Callable[[Any], Any]], table: Table, where: str) -> Row:
    values = []
    for value, read, column in zip(row, readers, table.columns, strict=True):
        try:
            values.append(read(value))
        except WrongValueError as error:
            what = f"{table.label}, {where}"
            raise _incomplete(f"in {what}, {_quoted(column.name)} is {error}") from None
    return values


def _readers(archive: Archive, section: Section, table: Table) -> Iterator[Callable[[Any], Any]]:
    for column in table.columns:
        if isinstance(column, ForeignKey):
            yield _reference(archive, section, table, column)
            continue
        read = reader_of(column)
        inner = INNER_IDS.get(f"{table.label}.{column.name}")
        yield read if inner is None else _inner_reference(archive, section, table, inner, read)


def _reference(archive: Archive, section: Section, table: Table, column: ForeignKey[Any, Any]) -> Callable[[Any], Any]:
    """What checks that a foreign key names a row of the file: a night by its code, a printed chart by its name."""
    target = table_of(named_model(column)._meta.label_lower)
    listed = section if target.of_night and table.of_night else archive.club
    count = listed.count(target.label)

    def check(value: Any) -> Any:
        if value is None and column.null:
            return None
        if target.label == "tournament.night":
            known = isinstance(value, str) and value in archive.nights
        elif isinstance(value, str):
            known = target.label == "tournament.chart"
        else:
            known = type(value) is int and 1 <= value <= count
        if not known:
            raise WrongValueError("the name of a row that is not there")
        return value

    return check


def _inner_reference(archive: Archive, section: Section, table: Table, inner: Any, read: Any) -> Callable[[Any], Any]:
    """What checks that ids inside JSON name rows of the file."""

    def known(label: str, name: Any) -> Any:
        listed, number = section, name
        if not table.of_night:
            slug, number = name if isinstance(name, list) and len(name) == 2 else (None, None)
            listed = archive.nights.get(slug) if isinstance(slug, str) else None  # type: ignore[assignment]
        elif number == NO_ROW and type(number) is int:
            return None
        if type(number) is not int or listed is None or not 1 <= number <= listed.count(label):
            raise WrongValueError("the name of a row that is not there")
        return name

    def check(value: Any) -> Any:
        found = read(value)
        try:
            if inner.change(found, known) != found:
                raise WrongValueError("not as this program writes it")
        except (AttributeError, KeyError, TypeError, LookupError):
            raise WrongValueError("not as this program writes it") from None
        return found

    return check


def _object_in(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _incomplete(f"{_quoted(what)} is no object")
    return value


def _list_in(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise _incomplete(f"{_quoted(what)} is no list")
    return value


def _incomplete(what: str) -> Refused:
    return Refused(INCOMPLETE.format(what=what))


def _quoted(name: Any) -> str:
    return f"“{str(name)[:40]}”"
