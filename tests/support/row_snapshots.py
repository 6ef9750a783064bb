"""Snapshots of the database's rows, to compare them and to insert them again for the next test that needs them.

Most tests begin with a club, or with a night of eight or twelve players. Making those rows with the site's own
functions takes a fifth of the processor time of such tests (measured), so they are inserted from a snapshot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection
from django.db.models import BinaryField, DateTimeField, Model
from django.utils import timezone

Rows = set[tuple[str, int, str]]  # table, id, and all columns as text
Root = TypeVar("Root", bound=Model)
NOW = object()  # in a snapshot's values: the time of the replay
TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:\d\d)?)?")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The rows that were there before, the object that was made, and the statements that make it again."""

    before: Rows
    root: Model
    statements: list[tuple[str, list[Any]]]


_snapshots: dict[Hashable, Snapshot] = {}


NOT_OURS = ("auth", "contenttypes", "sessions")  # Django's own rows, alike in every database, and browsers' sessions


@cache
def _models() -> list[type[Model]]:
    """Return the models whose rows are compared."""
    return [model for model in apps.get_models() if model._meta.app_label not in NOT_OURS]


@cache
def _all_rows_query() -> str:
    """Return a query for every row of every table: the table's name, the row's id, and all columns as one text."""
    return " UNION ALL ".join(
        f"SELECT '{model._meta.db_table}', id, {_row_as_text(model)} FROM \"{model._meta.db_table}\""
        for model in _models()
    )


def _row_as_text(model: type[Model]) -> str:
    """Return the SQL of a row as text; PostgreSQL plans its own cast ten times as fast as concatenation (measured)."""
    if connection.vendor == "postgresql":
        return f'CAST("{model._meta.db_table}" AS text)'
    fields = model._meta.concrete_fields
    columns = [f'hex("{one.column}")' if isinstance(one, BinaryField) else f'"{one.column}"' for one in fields]
    return " || '|' || ".join(f"COALESCE(CAST({column} AS text), '∅')" for column in columns)


def all_rows() -> Rows:
    """Return every row of every table."""
    with connection.cursor() as cursor:
        cursor.execute(_all_rows_query())
        return set(cursor.fetchall())


def make_or_replay(key: Hashable, make: Callable[[], Root]) -> Root:
    """Return what `make` makes; later calls with the same key insert its rows from a snapshot.

    A snapshot is replayed only into a database with the rows of the first time, which may be of another moment;
    otherwise `make` is called.
    """
    before = all_rows()
    snapshot = _snapshots.get(key)
    if snapshot is None:
        root = make()
        _snapshots[key] = Snapshot(_without_times(before), root, _statements_since(before))
        return root
    if snapshot.before != _without_times(before):
        return make()
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        for statement, values in snapshot.statements:
            cursor.execute(statement, [now if value is NOW else value for value in values])
    return type(snapshot.root)._default_manager.get(pk=snapshot.root.pk)  # type: ignore[return-value]


def _without_times(rows: Rows) -> Rows:
    """Return the rows with the same words in place of every time."""
    return {(table, id_, TIME.sub("a time", text)) for table, id_, text in rows}


def _statements_since(before: Rows) -> list[tuple[str, list[Any]]]:
    """Return the statements that turn those rows into the current ones, with values, at most two for each table."""
    after, statements = all_rows(), []
    for model in _models():
        table, fields = model._meta.db_table, model._meta.concrete_fields
        removed, added = (
            sorted(row[1] for row in rows if row[0] == table) for rows in (before - after, after - before)
        )
        if removed:
            statements.append((f'DELETE FROM "{table}" WHERE id IN ({_placeholders(removed)})', list(removed)))
        if added:
            columns = ", ".join(f'"{field.column}"' for field in fields)
            with connection.cursor() as cursor:
                cursor.execute(f'SELECT {columns} FROM "{table}" WHERE id IN ({_placeholders(added)})', added)
                found = cursor.fetchall()
            values = [
                NOW if value is not None and isinstance(field, DateTimeField) else value
                for row in found
                for field, value in zip(fields, row, strict=True)
            ]
            placeholders = ", ".join([f"({_placeholders(fields)})"] * len(found))
            statements.append((f'INSERT INTO "{table}" ({columns}) VALUES {placeholders}', values))
    return statements


def _placeholders(values: Any) -> str:
    return ", ".join(["%s"] * len(values))
