"""Rows → an archive: a club, a season or a night as one text, always the same for the same rows.

A row has no id: it is named by its position, from 1, in the list of its table and of its night. Those of a club are
listed by what people know them by, nights by date, and the rows of a night in the order in which they were written.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.db.models import ForeignKey, Model

from tally.archive.inner_ids import INNER_IDS
from tally.archive.tables import Table, named_model, tables
from tally.archive.values import writer_of
from tally.models import OwnGameVersion
from tournament.models import Chart, Club, Night, Season, SeasonNight

FORMAT, VERSION = "euchre-night-archive", 1
CLUB, SEASON, NIGHT = "club", "season", "night"
# What people know a row of the club by. Others are known by all their columns.
KNOWN_BY = {
    "tournament.player": ("name",),
    "tournament.chart": ("name",),
    "tournament.season": ("name",),
    "tournament.seasonnight": ("season", "night"),
    "tournament.playermerge": ("merged_at", "kept", "merged"),
    "tournament.paperlook": (),  # a club has one
    "tally.owngame": ("created_at",),
    "tally.owngameversion": ("game", "version"),
}

Row: TypeAlias = list[Any]
Lists: TypeAlias = dict[str, list[Row]]  # rows by the label of their table
Ids: TypeAlias = Mapping[type[Model], set[int]]


@dataclass(slots=True)
class Numbers:
    """How an archive names rows, by label and id: by position; a night by its slug; a printed chart by its name.

    `nights` has the slug of the night that a row of a night is listed under.
    """

    of: dict[str, dict[int, int | str]] = field(default_factory=lambda: defaultdict(dict))
    nights: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))

    def name(self, label: str, pk: int | None) -> int | str | None:
        """What a foreign key becomes. A row that is not listed is named by a number below 0, which no archive has."""
        return None if pk is None else self.of[label].get(pk, -pk)

    def inner_name(self, label: str, pk: Any, *, of_night: bool) -> Any:
        """What an id inside JSON becomes, seen from a row of a night, or of the club; None when the row is gone."""
        number = self.of[label].get(pk)
        return number if of_night or number is None else [self.nights[label][pk], number]


@dataclass(frozen=True, slots=True)
class StoredRows:
    """The rows of a table as they are stored, in the order of an archive: ids, their night's id, and values."""

    table: Table
    pks: list[int]
    nights: list[int]
    values: list[tuple[Any, ...]]

    def written(self, numbers: Numbers) -> list[Row]:
        """The rows as an archive has them."""
        columns = [_written(self.table, position, numbers) for position in range(len(self.table.columns))]
        return [
            [
                value if value is None or write is None else write(value)
                for write, value in zip(columns, row, strict=True)
            ]
            for row in self.values
        ]


def club_archive(club: Club) -> str:
    """Everything of a club."""
    return _archive(CLUB, club, list(club.nights.all()))


def season_archive(season: Season) -> str:
    """A season with its nights, those that it leaves out, and who and what they name."""
    left_out = Night.objects.filter(pk__in=season.exceptions.values("night"))
    exceptions = set(season.exceptions.values_list("pk", flat=True))
    return _archive(
        SEASON,
        season.club,
        list({night.pk: night for night in [*season.nights(), *left_out]}.values()),
        {Season: {season.pk}, SeasonNight: exceptions},
    )


def night_archive(night: Night) -> str:
    """A night, and who and what it names."""
    return _archive(NIGHT, night.club, [night], {})


def _archive(holds: str, club: Club, nights: Sequence[Night], only: Ids | None = None) -> str:
    """The text of an archive; with `only`, of the club's rows there are these and those that are named."""
    nights = sorted(nights, key=lambda night: (night.date, night.slug))
    numbers = new_numbers(nights)
    stored = {table.label: stored_rows(table, club, nights) for table in tables()}
    if only is not None:
        slugs = {night.variant for night in nights}
        versions = OwnGameVersion.objects.filter(slug__in=slugs, game__club=club).values_list("pk", flat=True)
        _keep_named(stored, {**only, Club: {club.pk}, OwnGameVersion: set(versions)})
    of_club: Lists = {}
    of_nights: dict[int, Lists] = {night.pk: {} for night in nights}
    for table in tables():
        rows = stored[table.label]
        if table.of_night:
            for night, one in by_night(rows, numbers, {night.pk: night.slug for night in nights}).items():
                of_nights[night][table.label] = one
        else:
            of_club[table.label] = write_of_club(rows, numbers)[1]
    return _as_text(holds, of_club, list(of_nights.values()))


def new_numbers(nights: Iterable[Night]) -> Numbers:
    """The names of rows that are not listed, or have one of their own: printed charts, and nights."""
    numbers = Numbers()
    numbers.of["tournament.chart"] = dict(Chart.objects.filter(club=None).values_list("pk", "name"))
    numbers.of["tournament.night"] = {night.pk: night.slug for night in nights}
    return numbers


def stored_rows(table: Table, club: Club, nights: Sequence[Night]) -> StoredRows:
    """Read the rows of a table: of these nights, or of the club."""
    rows = table.model._default_manager.order_by("pk")
    rows = rows.filter(**({f"{table.path}__in": [n.pk for n in nights]} if table.of_night else {table.path: club.pk}))
    found = list(rows.values_list("pk", table.path, *(column.attname for column in table.columns)))
    if table.model is Night:
        found.sort(key=lambda row: (row[2 + table.at("date")], row[2 + table.at("slug")]))
    return StoredRows(table, [row[0] for row in found], [row[1] for row in found], [row[2:] for row in found])


def write_of_club(stored: StoredRows, numbers: Numbers) -> tuple[list[int], list[Row]]:
    """The ids and rows of a table of the club in the order of an archive; they are numbered on the way."""
    table = stored.table
    known_by = [table.at(name) for name in KNOWN_BY.get(table.label, table.names)]
    written = stored.written(numbers)
    order = sorted(range(len(written)), key=lambda n: (json.dumps([written[n][at] for at in known_by]), n))
    numbers.of[table.label].update({stored.pks[n]: place for place, n in enumerate(order, 1)})
    if table.to_itself:
        written = stored.written(numbers)  # once more: now it is known which row each of them names
    return [stored.pks[n] for n in order], [written[n] for n in order]


def by_night(stored: StoredRows, numbers: Numbers, slugs: Mapping[int, str]) -> dict[int, list[Row]]:
    """The rows of a table by the id of their night; they are numbered on the way."""
    lists: dict[int, list[Row]] = {night: [] for night in slugs}
    counts: dict[int, int] = defaultdict(int)
    label = stored.table.label
    if stored.table.model is not Night:
        for pk, night in zip(stored.pks, stored.nights, strict=True):
            counts[night] += 1
            numbers.of[label][pk], numbers.nights[label][pk] = counts[night], slugs[night]
    for night, row in zip(stored.nights, stored.written(numbers), strict=True):
        lists[night].append(row)
    return lists


def _written(table: Table, position: int, numbers: Numbers) -> Callable[[Any], Any] | None:
    """What turns a column's values into those of an archive; None where they stay as they are."""
    column = table.columns[position]
    if isinstance(column, ForeignKey):
        label = named_model(column)._meta.label_lower
        return lambda pk: numbers.name(label, pk)
    if inner := INNER_IDS.get(f"{table.label}.{column.name}"):
        return lambda value: inner.change(
            value, lambda label, pk: numbers.inner_name(label, pk, of_night=table.of_night)
        )
    return writer_of(column)


def _keep_named(stored: dict[str, StoredRows], wanted: Mapping[type[Model], set[int]]) -> None:
    """Of the club's rows, keep those that are wanted, and those that kept rows name."""
    named: dict[str, set[int]] = defaultdict(set, {model._meta.label_lower: pks for model, pks in wanted.items()})
    for table in reversed(tables()):
        rows = stored[table.label]
        kept = [n for n, pk in enumerate(rows.pks) if table.of_night or pk in named[table.label]]
        keys = [(n, named_model(c)._meta.label_lower) for n, c in enumerate(table.columns) if isinstance(c, ForeignKey)]
        for n in kept:
            for at, label in keys:
                named[label].add(rows.values[n][at])
        picked = [[of[n] for n in kept] for of in (rows.pks, rows.nights, rows.values)]
        stored[table.label] = StoredRows(table, *picked)  # type: ignore[arg-type]


def _as_text(holds: str, of_club: Lists, of_nights: Sequence[Lists]) -> str:
    """The text of an archive: a line for each row."""
    head = {"format": FORMAT, "version": VERSION, "holds": holds}
    columns = {table.label: list(table.names) for table in tables()}
    lines = ["{", *(f"{_compact(name)}:{_compact(value)}," for name, value in head.items()), '"columns":{']
    lines += _with_commas([f"{_compact(label)}:{_compact(names)}" for label, names in sorted(columns.items())])
    lines += ["},", '"club":{', *_lists(of_club), "},", '"nights":[']
    for n, night in enumerate(of_nights):
        lines += ["{", *_lists(night), "}," if n < len(of_nights) - 1 else "}"]
    return "\n".join([*lines, "]", "}", ""])


def _lists(lists: Lists) -> list[str]:
    """The lines of the tables that have rows."""
    lines: list[str] = []
    for label, rows in sorted(lists.items()):
        if rows:
            lines += [f"{_compact(label)}:[", *_with_commas([_compact(row) for row in rows]), "],"]
    return [*lines[:-1], "]"] if lines else []


def _with_commas(lines: list[str]) -> list[str]:
    return [f"{line}," for line in lines[:-1]] + lines[-1:]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
