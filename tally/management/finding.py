"""Finding the row that a command's argument names."""

from __future__ import annotations

from typing import TypeVar

from django.core.management.base import CommandError
from django.db.models import QuerySet

from tournament.models import Club, Season
from tournament.web.request import whole_number

Named = TypeVar("Named", Club, Season)


def named_or_numbered(rows: QuerySet[Named], wanted: str) -> list[Named]:
    """The rows of this name; where there is none, the one of this number."""
    return list(rows.filter(name__iexact=wanted)) or list(rows.filter(pk=whole_number(wanted)))


def find_club(wanted: str) -> Club:
    """The club of this name or number; for "" the only one there is.

    :raises CommandError: when there is none, or several.
    """
    every = Club.objects.order_by("is_demo", "pk")
    found = named_or_numbered(every, wanted) if wanted else list(every.filter(is_demo=False))
    known = ", ".join(f"{club.name} ({club.pk})" for club in (found or every)[:10]) or "none yet"
    if not found:
        raise CommandError(f'There is no club "{wanted}". Clubs here: {known}.')
    if len(found) > 1:
        raise CommandError(f"Several clubs are meant: {known}. Give --club with a number.")
    return found[0]
