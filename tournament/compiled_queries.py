"""Queries that every tap and every page asks, whose SQL Django builds once.

Django takes several times as long to build a small query as to run it (measured: a game with its round and its night
570 µs, kept 90 µs), and a tap asks a dozen. Each is written as ever; what is kept is Django's own SQL for it.
"""

from __future__ import annotations

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
    """Where a query's argument goes."""

    def __init__(self, position: int) -> None:
        self.position = position


class CompiledValues:
    """A query of columns that need no conversion: numbers and words. `build` gets the query's arguments; each may only
    be compared with a column."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build

    def rows(self, *arguments: Any) -> list[tuple[Any, ...]]:
        """What the database answers."""
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
    """One of the models of a row: where it hangs, its columns, and where they begin."""

    above: str
    attribute: str
    path: str
    model: type[Model]
    names: list[str]
    begin: int


class CompiledQuery(CompiledValues, Generic[M]):
    """A query of whole rows, each with the rows that it belongs to: `related` names them, `"round", "round__night"`."""

    def __init__(self, build: Callable[..., QuerySet[M]], *related: str) -> None:
        super().__init__(build)
        self._related = related

    def all(self, *arguments: Any) -> list[M]:
        """Every row, in the query's order."""
        return [self._row(list(row)) for row in self.rows(*arguments)]

    def first(self, *arguments: Any) -> M | None:
        """The first row; None when there is none."""
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
    def _converts(self) -> list[tuple[int, Callable[..., Any], Any]]:
        """What turns a column's value into Python's, as Django's own reading does."""
        columns = [field.cached_col for part in self._parts for field in part.model._meta.concrete_fields]
        return [
            (n, convert, column)
            for n, column in enumerate(columns)
            for convert in (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
        ]

    def _row(self, values: list[Any]) -> M:
        for n, convert, column in self._converts:
            values[n] = convert(values[n], column, connection)
        made: dict[str, Any] = {}
        for part in self._parts:
            there = values[part.begin] is not None  # the primary key comes first
            row = made[part.path] = (
                part.model.from_db(connection.alias, part.names, values[part.begin : part.begin + len(part.names)])
                if there
                else None
            )
            if part.path and made[part.above] is not None:
                setattr(made[part.above], part.attribute, row)
        whole: M = made[""]
        return whole
