"""Taking an archive in: what it would change, and writing that, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import DataError, IntegrityError
from django.db.models import Field, ForeignKey, Model, QuerySet
from django.utils.formats import date_format

from tally.archive.inner_ids import INNER_IDS
from tally.archive.matching import CLUB_ROW, NIGHT_ROW, PLAYER, Match, match_archive
from tally.archive.plans import ImportPlan, fills_look, new_rows, plan_of
from tally.archive.reading import Archive, Section
from tally.archive.tables import Table, named_model, table_of, tables
from tally.exports.night_json import export_night
from tally.loading.own_games import forget_own_games
from tally.loading.result_cache import forget_results
from tally.loading.results import club_results
from tally.loading.seasons import LoadedSeason
from tally.scoring.undo_last import can_undo
from tally.scoring.undoable import Tonight
from tournament.access import ORGANIZER
from tournament.club.erasing import take_out_name
from tournament.club.overwriting import overwrite_deleted
from tournament.models import Chart, Club, Night, PaperLook, Player, Season
from tournament.night.locking import lock_club, write
from tournament.night.player_names import tell_apart
from tournament.people.errors import Refused

BATCH = 2000
CHANGED = "Something here has changed since you looked. This is what the file would do now; nothing was written."
CLASHES = "Two rows of this file say different things about one and the same, so nothing was written. Export it again."
UNREADABLE = "{what} of this file cannot be read: its rows contradict each other. Nothing was written."
NO_CHART = "This file plays the printed chart “{name}”, which this program does not have."


class Imported(NamedTuple):
    """What an import wrote, into which club, and whether the bytes of the database are free of erased names."""

    club: Club
    plan: ImportPlan
    overwritten: bool = True


class ImportOutdated(Refused):
    """Importing would do something else than was shown; `plan` is what it would do now."""

    def __init__(self, plan: ImportPlan) -> None:
        super().__init__(CHANGED)
        self.plan = plan


def plan_import(archive: Archive, club: Club | None) -> ImportPlan:
    """Tell what importing an archive would do. Nothing is written.

    :raises Refused: when it is of another club of this site.
    """
    return plan_of(match_archive(archive, club))


def import_archive(
    *, archive: Archive, club: Club | None, shown: str | None = None, former: Collection[int] = ()
) -> Imported:
    """Write what of an archive is not here yet: into a club, or into a new one.

    :param shown: the token of the plan that was shown, if one was.
    :param former: of the plan's `new_names`, the numbers of those who come in as former players, without a name.
    :raises ImportOutdated: when it would do something else now.
    :raises Refused: when the rows cannot be written or read; then nothing is.
    """
    try:
        with write():
            into, plan = _import(archive, club, shown, former)
    except ImportOutdated:
        raise
    except Exception as error:  # what the undone transaction had written may have been read
        forget_results()
        forget_own_games()
        if isinstance(error, IntegrityError | DataError):
            raise Refused(CLASHES) from error
        raise
    return Imported(into, plan, overwritten=overwrite_deleted() if former else True)


def _import(archive: Archive, club: Club | None, shown: str | None, former: Collection[int]) -> tuple[Club, ImportPlan]:
    if club is not None:
        club = lock_club(club.pk)
    match = match_archive(archive, club)
    plan = plan_of(match)
    if shown not in (None, plan.state_token):
        raise ImportOutdated(plan)
    seasons_here = set(Season.objects.values_list("pk", flat=True))
    _write(match)
    pk = match.here["", CLUB_ROW][0]
    assert pk is not None
    imported = Club.objects.get(pk=pk)
    people = match.here["", PLAYER]
    erased = [
        person_pk for person in plan.new_names if person.number in former and (person_pk := people[person.number])
    ]
    for player in Player.objects.filter(pk__in=erased).order_by("pk"):
        take_out_name(player=player, who=ORGANIZER)
    _check_readable(imported, _nights(match), Season.objects.exclude(pk__in=seasons_here))
    return imported, plan


class _AsTheyAre(QuerySet[Any, Any]):
    """Inserts rows with the moments that they have, as Django loads fixtures, where a column takes that of writing."""

    def _insert(self, objs: Any, fields: Any, **options: Any) -> Any:
        return super()._insert(objs, fields, **options | {"raw": True})  # type: ignore[misc]


def _write(match: Match) -> None:
    """Write the new rows, table by table, each after those that its rows name."""
    if fills_look(match):
        PaperLook.objects.filter(club=match.club).update(**match.new_look)
    for table in tables():
        rows = new_rows(match, table)
        made = [row for slug, of_one in groupby(rows, key=itemgetter(0)) for row in _models(match, table, slug, of_one)]
        _AsTheyAre(table.model).bulk_create(made, batch_size=BATCH)
        for (slug, _, number), row in zip(rows, made, strict=True):
            match.here[slug, table.label][number] = row.pk
        _name_each_other(match, table, rows, made)
    if match.club is not None and not match.club.own_rules:
        rules = match.value(match.archive.club, CLUB_ROW, 0, "own_rules")
        Club.objects.filter(pk=match.club.pk).update(own_rules=rules)
    tell_apart(*_nights(match))


def _models(match: Match, table: Table, slug: str, rows: Iterable[tuple[str, Section, int]]) -> Iterator[Model]:
    """New rows of one night, or of the club, as the model has them, without what they name in their own table."""
    columns = [
        (at, column.attname, _found_by(match, slug, table, column))
        for at, column in enumerate(table.columns)
        if column not in table.to_itself
    ]
    label = NIGHT_ROW if table.of_night and table.label != NIGHT_ROW else CLUB_ROW
    above = {table.listed_under: match.here[slug if label == NIGHT_ROW else "", label][0]} if table.listed_under else {}
    for _, section, number in rows:
        of_file = section.values[table.label][number]
        values = {name: of_file[at] if find is None else find(of_file[at]) for at, name, find in columns}
        yield table.model(**values, **above, **{name: make() for name, make in table.made_new.items()})


def _found_by(match: Match, slug: str, table: Table, column: Field[Any, Any]) -> Callable[[Any], Any] | None:
    """What turns the names of rows in a column into ids; None where a column names none."""
    if inner := INNER_IDS.get(f"{table.label}.{column.name}"):
        return lambda value: inner.change(value, lambda label, name: _inner_pk(match, slug, label, name))
    if not isinstance(column, ForeignKey):
        return None
    label = named_model(column)._meta.label_lower
    if label == NIGHT_ROW:
        return lambda night: night and match.here[night, NIGHT_ROW][0]
    listed = match.here.get((slug if table_of(label).of_night else "", label), [])
    return lambda name: _printed_chart(name) if isinstance(name, str) else name and listed[name - 1]


def _printed_chart(name: str) -> int:
    """The id of a chart that came with the program."""
    chart = Chart.objects.filter(club=None, name=name).first()
    if chart is None:
        raise Refused(NO_CHART.format(name=name[:60]))
    return chart.pk


def _inner_pk(match: Match, slug: str, label: str, name: Any) -> int | None:
    """The id of a row that an id inside JSON names; None for none, or of a night that did not come in."""
    slug, number = name if isinstance(name, list) else (slug, name)
    rows: Sequence[int | None] = match.here.get((slug, label), ())
    return rows[number - 1] if 1 <= number <= len(rows) else None


def _name_each_other(
    match: Match, table: Table, rows: Collection[tuple[str, Section, int]], made: Iterable[Model]
) -> None:
    """Fill in what new rows name in their own table."""
    if not table.to_itself:
        return
    changed = []
    for (slug, section, number), row in zip(rows, made, strict=True):
        for column in table.to_itself:
            named = section.values[table.label][number][table.columns.index(column)]
            if named is not None:
                setattr(row, column.attname, match.here[slug, table.label][named - 1])
                changed.append(row)
    table.model._default_manager.bulk_update(changed, [column.name for column in table.to_itself])


def _nights(match: Match) -> list[Night]:
    """The new nights as they were written."""
    return list(Night.objects.filter(pk__in=[match.here[slug, NIGHT_ROW][0] for slug in match.new_nights]))


def _check_readable(club: Club, nights: Sequence[Night], seasons: Iterable[Season]) -> None:
    """Read all that was written as the pages do, and let it through if it can be read.

    :raises Refused: otherwise.
    """
    for night in nights:
        try:
            export_night(night)
            if not night.single_table:
                can_undo(Tonight(night), night.log_entries.exclude(undo=None))
        except Exception as error:  # contradictions show anywhere: a seat too many, a hand that cannot happen
            raise Refused(UNREADABLE.format(what=f"{night.name} of {date_format(night.date)}")) from error
    try:
        club_results(club, nights)  # it also leaves them stored for the first look at the club's pages
    except Exception as error:
        raise Refused(UNREADABLE.format(what="A night")) from error
    for season in seasons:
        try:
            assert LoadedSeason(season).standings is not None
        except Exception as error:
            raise Refused(UNREADABLE.format(what=f"The season {season.name}")) from error
