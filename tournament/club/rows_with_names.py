"""Every text in the database that belongs to a club, to look for a person's name in it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import CharField, F, Field, IntegerField, JSONField, Model, Q, TextField, Value
from django.db.models.functions import Cast

from tournament.models import (
    Club,
    ClubLogEntry,
    EarlierPlayer,
    Entry,
    Event,
    Invitation,
    LogEntry,
    MemberInvitation,
    Membership,
    Night,
    Player,
    RemovedPlayer,
)

NAMED = (Player, Entry, EarlierPlayer, RemovedPlayer)  # their names are columns of their own
OF_MEMBERS = (Membership, MemberInvitation)  # names and addresses of accounts, not of players
# Here a part of a name is a word of the site, or somebody else's name; other texts are typed by people.
BY_THE_SITE = (
    (LogEntry, "text"),
    (LogEntry, "actor"),
    (Event, "public_text"),
    (ClubLogEntry, "text"),
    (ClubLogEntry, "actor"),
    (Invitation, "name"),
)


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column with texts of a model, and how its rows lead to a club and, where they do, to a night."""

    model: type[Model]
    name: str
    club: str
    night: str | None
    is_json: bool
    typed: bool
    longest: int | None


def text_columns() -> Iterator[TextColumn]:
    """Yield every column of texts that belongs to clubs, but for names, keys and choices."""
    for model in apps.get_models():
        club = _path(model, Club)
        for field in model._meta.concrete_fields if club is not None and model not in (*NAMED, *OF_MEMBERS) else ():
            if isinstance(field, JSONField | TextField | CharField) and not _is_fixed(field):
                yield TextColumn(
                    model=model,
                    name=field.name,
                    club=club or "",
                    night=_path(model, Night),
                    is_json=isinstance(field, JSONField),
                    typed=(model, field.name) not in BY_THE_SITE,
                    longest=getattr(field, "max_length", None),
                )


def rows_with(column: TextColumn, club: Club, words: Iterable[str]) -> Iterator[tuple[Model, int | None]]:
    """Yield a club's rows whose column has one of these words, each with the id of its night."""
    anywhere = Q()
    for word in words:
        for spelled in {word, json.dumps(word)[1:-1]} if column.is_json else {word}:
            anywhere |= Q(words_in_it__icontains=spelled)
    rows = column.model._default_manager.filter(**{column.club or "pk": club.pk})
    of_night = Value(None, IntegerField()) if column.night is None else F(column.night or "pk")
    found = rows.annotate(words_in_it=Cast(column.name, TextField()), of_night=of_night).filter(anywhere)
    for row in found.order_by("pk"):
        yield row, getattr(row, "of_night")  # noqa: B009  # an annotation


def _is_fixed(field: Field[Any, Any]) -> bool:
    """Whether a column holds no words of people: a choice, a key, a slug."""
    return bool(field.choices or field.unique or field.name in ("token", "sign", "digest", "variant", "topics"))


def _path(model: type[Model], target: type[Model]) -> str | None:
    """Return the shortest way from a model to another by columns that are never empty; "" for the model itself."""
    waiting: deque[tuple[type[Model], str]] = deque([(model, "")])
    seen = {model}
    while waiting:
        here, path = waiting.popleft()
        if here is target:
            return path
        for field in here._meta.concrete_fields:
            to = field.related_model
            if isinstance(to, type) and to not in seen and (not field.null or to is target):
                seen.add(to)
                waiting.append((to, f"{path}__{field.name}" if path else field.name))
    return None
