"""A row of any model that belongs to a club, made by its columns alone: so a test finds models nobody thought of."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from django.db.models import (
    BinaryField,
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
    TextField,
)
from django.utils import timezone

from tournament.club.owned_rows import OwnedTable, owned_tables
from tournament.models import Club


def give_every_model_a_row(club: Club) -> None:
    """Make a row of each table that belongs to clubs and has none of this club yet."""
    for table in reversed(owned_tables(Club)):
        if not table.rows([club.pk]).exists():
            _row(table, club)


def _row(table: OwnedTable, club: Club) -> Model:
    model = table.model
    first_steps = {way.partition("__")[0] for way in table.ways[:1]}
    values = {
        field.attname: _value(field, club, needed=field.name in first_steps)
        for field in model._meta.concrete_fields
        if not field.primary_key and (field.name in first_steps or not (field.null or field.has_default()))
    }
    return model._default_manager.create(**values)


def _value(field: Field[Any, Any], club: Club, *, needed: bool) -> Any:
    if isinstance(field, ForeignKey):
        return _named(field, club, needed=needed)
    if field.has_default():
        return field.get_default()
    if field.choices:
        return next(iter(field.flatchoices))[0]
    if isinstance(field, BooleanField):
        return False
    if isinstance(field, BinaryField):
        return b""
    if isinstance(field, IntegerField):
        return 1
    if isinstance(field, DateTimeField):
        return timezone.now()
    if isinstance(field, DateField):
        return date(2026, 1, 1)
    if isinstance(field, JSONField):
        return {}
    if isinstance(field, CharField | TextField):
        return uuid4().hex[: field.max_length]
    raise TypeError(f"Say here how to make a {field}.")


def _named(field: ForeignKey[Any, Any], club: Club, *, needed: bool) -> Any:
    """The id of a row that a foreign key may name: of this club where the model belongs to clubs, or else any."""
    named = field.related_model
    assert isinstance(named, type)
    theirs = next((table.rows([club.pk]) for table in owned_tables(Club) if table.model is named), None)
    row = theirs.first() if theirs is not None else named._default_manager.first()
    if row is None:
        row = _row(OwnedTable(named, (), certain=False), club)
    return row.pk
