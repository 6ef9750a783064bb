"""Whose a row is: which tables lead to a club or a night by their foreign keys, and deleting all that is theirs.

Nothing is listed by hand. A model that names a club's rows belongs to the club from its first migration on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter

from django.apps import apps
from django.db.models import CASCADE, PROTECT, RESTRICT, ForeignKey, Model, Q, QuerySet

GOES_WITH_IT = (CASCADE, PROTECT, RESTRICT)  # a row goes with what it names; otherwise it stays, and names nothing


@dataclass(frozen=True, slots=True)
class OwnedTable:
    """A model whose rows belong to a club or to a night, and the ways from a row to it.

    `certain`: each row has one owner, and the only way leads to it. Elsewhere a row is theirs by any of the ways.
    """

    model: type[Model]
    ways: tuple[str, ...]
    certain: bool

    def rows(self, owners: Collection[int]) -> QuerySet[Model]:
        """The rows that belong to the club or night with one of these ids."""
        theirs = Q()
        for way in self.ways:
            theirs |= Q(**{f"{way}__in": owners})
        found = self.model._default_manager.filter(theirs)
        return found if self.certain else self.model._default_manager.filter(pk__in=found.values("pk"))


@cache
def owned_tables(owner: type[Model]) -> tuple[OwnedTable, ...]:
    """The tables whose rows belong to a club, or to a night, itself included; each before those that its rows name."""
    found = (_owned(model, owner) for model in _models())
    tables = {table.model: table for table in found if table is not None}
    order = TopologicalSorter({model: {named for _, named in _names(model)} for model in tables})
    return tuple(tables[model] for model in reversed(list(order.static_order())) if model in tables)


def delete_with_all(owner: type[Model], owners: Collection[int]) -> None:
    """Delete clubs or nights with every row that is theirs. Call it in a transaction that has locked them."""
    for table in owned_tables(owner):
        table.rows(owners).delete()


def _models() -> list[type[Model]]:
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if model._meta.managed and not model._meta.proxy]


def _names(model: type[Model]) -> Iterator[tuple[ForeignKey, type[Model]]]:  # type: ignore[type-arg]
    """The foreign keys that a row goes with, and the other models that they name."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and field.remote_field.on_delete in GOES_WITH_IT:
            named = field.related_model
            if isinstance(named, type) and named is not model:
                yield field, named


@cache
def _owned(model: type[Model], owner: type[Model]) -> OwnedTable | None:
    """How rows of a model lead to an owner; None where none do."""
    if model is owner:
        return OwnedTable(model, ("pk",), certain=True)
    ways: list[tuple[str, bool]] = []
    for field, named in _names(model):
        if table := _owned(named, owner):
            for way in table.ways:
                path = field.name if way == "pk" else f"{field.name}__{way}"
                ways.append((path, table.certain and not field.null))
    certain = sorted((path for path, is_certain in ways if is_certain), key=lambda path: (path.count("__"), path))
    if certain:
        return OwnedTable(model, (certain[0],), certain=True)
    return OwnedTable(model, tuple(path for path, _ in ways), certain=False) if ways else None
