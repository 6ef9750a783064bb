"""Finding the club that a command's argument names."""

from __future__ import annotations

from django.core.management.base import CommandError

from tournament.models import Club


def find_club(wanted: str) -> Club:
    """The club of this name or number; for "" the only one there is.

    :raises CommandError: when there is none, or several.
    """
    every = Club.objects.order_by("is_demo", "pk")
    found = list(every.filter(name__iexact=wanted) if wanted else every.filter(is_demo=False))
    if not found and wanted.isdecimal() and len(wanted) < 18:
        found = list(every.filter(pk=int(wanted)))
    known = ", ".join(f"{club.name} ({club.pk})" for club in (found or every)[:10]) or "none yet"
    if not found:
        raise CommandError(f'There is no club "{wanted}". Clubs here: {known}.')
    if len(found) > 1:
        raise CommandError(f"Several clubs are meant: {known}. Give --club with a number.")
    return found[0]
