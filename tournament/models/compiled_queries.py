"""Queries that every tap and every page needs, compiled to SQL once.

Django takes several times as long to build a small query as to run it (measured: a game with its round and its night
takes 570 µs, 90 µs once compiled), and a tap needs a dozen of them. The queries are ordinary querysets; only the SQL
that Django made of them is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.expressions import RawSQL

M = TypeVar("M", bound=Model)


class _Slot:
    """The place of a query's argument."""

    def __init__(self, position: int) -> None:
        self.position = position


class CompiledValues:
    """A query for columns that need no conversion: numbers and text.

    `build` gets the query's arguments. It may only compare them with columns.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build

    def rows(self, *arguments: Any) -> list[tuple[Any, ...]]:
        """Run the query and return its rows."""
        sql, filled = self._sql
        with connection.cursor() as cursor:
            cursor.execute(sql, [arguments[one.position] if isinstance(one, _Slot) else one for one in filled])
            return list(cursor.fetchall())

    @cached_property
    def _sql(self) -> tuple[str, tuple[Any, ...]]:
        return self._query.query.sql_with_params()

    @cached_property
    def _query(self) -> QuerySet[Any, Any]:
        return self._build(*(RawSQL("%s", (_Slot(n),)) for n in range(len(signature(self._build).parameters))))


@dataclass(frozen=True, slots=True)
class _Part:
    """One model of a joined row: the attribute that leads to it, its columns, and the position of the first."""

    above: str
    attribute: str
    path: str
    model: type[Model]
    names: list[str]
    begin: int


class CompiledQuery(CompiledValues, Generic[M]):
    """A query for whole rows together with related rows, as `select_related` reads them.

    `related` names the relations, parents first: `"round", "round__night"`. A related row that several rows lead to is
    made once.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *related: str) -> None:
        super().__init__(build)
        self._related = related

    def all(self, *arguments: Any) -> list[M]:
        """Return every row, in the query's order."""
        made: dict[tuple[str, Any], Model] = {}
        return [self._row(list(row), made) for row in self.rows(*arguments)]

    def by(self, column: str, *arguments: Any) -> RowsBy[M]:
        """Run the query now; return its rows by the value in this column, to be made when they are needed."""
        return RowsBy(self, self._parts[0].names.index(column), self.rows(*arguments))

    def first(self, *arguments: Any) -> M | None:
        """Return the first row, or None."""
        return next(iter(self.all(*arguments)), None)

    @cached_property
    def _parts(self) -> list[_Part]:
        parts, begin = [], 0
        models: dict[str, type[Model]] = {"": self._query.model}
        for path in ("", *self._related):
            above, _, attribute = path.rpartition("__")
            if path:
                models[path] = models[above]._meta.get_field(attribute).related_model  # type: ignore[assignment]
            names = [field.attname for field in models[path]._meta.concrete_fields]
            parts.append(_Part(above, attribute, path, models[path], names, begin))
            begin += len(names)
        return parts

    @cached_property
    def _sql(self) -> tuple[str, tuple[Any, ...]]:
        names = [f"{part.path}__{name}" if part.path else name for part in self._parts for name in part.names]
        return self._query.values_list(*names).query.sql_with_params()

    @cached_property
    def _converts(self) -> dict[str, list[tuple[int, Callable[..., Any], Any]]]:
        """By part, the converters that Django itself would apply, with the positions of their columns."""
        return {
            part.path: [
                (n, convert, field.cached_col)
                for n, field in enumerate(part.model._meta.concrete_fields, part.begin)
                for convert in (
                    *connection.ops.get_db_converters(field.cached_col),
                    *field.cached_col.get_db_converters(connection),
                )
            ]
            for part in self._parts
        }

    def _row(self, values: list[Any], made: dict[tuple[str, Any], Model]) -> M:
        """Make a row and what it leads to; `made` has the related rows that earlier rows led to, by path and key."""
        rows: dict[str, Any] = {}
        for part in self._parts:
            key = values[part.begin]  # the primary key comes first
            row = made.get((part.path, key)) if part.path else None
            if row is None and key is not None:
                row = self._made(part, values)
                if part.path:
                    made[part.path, key] = row
            rows[part.path] = row
            if part.path and rows[part.above] is not None:
                setattr(rows[part.above], part.attribute, row)
        whole: M = rows[""]
        return whole

    def _made(self, part: _Part, values: list[Any]) -> Model:
        for n, convert, column in self._converts[part.path]:
            values[n] = convert(values[n], column, connection)
        return part.model.from_db(connection.alias, part.names, values[part.begin : part.begin + len(part.names)])


class RowsBy(Generic[M]):
    """The rows that a query has read, by the value in one of its columns.

    To read all of them costs little, to make them costs much: a phone needs the seats of two of ten games.
    """

    def __init__(self, query: CompiledQuery[M], column: int, rows: list[tuple[Any, ...]]) -> None:
        self._query = query
        self._found: defaultdict[Any, list[tuple[Any, ...]]] = defaultdict(list)
        for values in rows:
            self._found[values[column]].append(values)
        self._made: dict[tuple[str, Any], Model] = {}

    def all(self, value: Any) -> list[M]:
        """Make the rows with this value."""
        return [self._query._row(list(values), self._made) for values in self._found.get(value, ())]

    def values(self, value: Any, *names: str) -> list[tuple[Any, ...]]:
        """These columns of the rows with this value, as the database has them; no row is made."""
        positions = [self._query._parts[0].names.index(name) for name in names]
        return [tuple(values[position] for position in positions) for values in self._found.get(value, ())]


class CompiledInsert(Generic[M]):
    """Creates rows of a model with one fixed INSERT statement. Sends no signals."""

    def __init__(self, model: type[M]) -> None:
        self._model = model

    def create(self, **values: Any) -> M:
        """Create a row and return it with its id."""
        row = self._model(**values)
        with connection.cursor() as cursor:
            cursor.execute(
                self._sql, [field.get_db_prep_save(field.pre_save(row, True), connection) for field in self._fields]
            )
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, connection.alias
        return row

    @cached_property
    def _fields(self) -> list[Any]:
        return [field for field in self._model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def _sql(self) -> str:
        quote = connection.ops.quote_name
        columns = ", ".join(quote(field.column) for field in self._fields)
        places = ", ".join("%s" for _ in self._fields)
        return f"INSERT INTO {quote(self._model._meta.db_table)} ({columns}) VALUES ({places}) RETURNING id"
