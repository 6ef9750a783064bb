"""Finding the night that a command's argument names."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError, ProgrammingError, connection

from tournament.models import Night
from tournament.server.hall import why_not


def find_for_command(slug: str) -> Night:
    """The night with this code, or the newest one for "latest".

    The latest is a progressive night if there is one, else a single table; demo nights come last.

    :raises CommandError: when there is none, or the database waits for an update of its tables.
    """
    nights = Night.objects.select_related("club").order_by("club__is_demo", "kind", "-pk")  # progressive, single-table
    try:
        night = nights.first() if slug == "latest" else nights.filter(slug=slug.lower()).first()
    except (OperationalError, ProgrammingError):
        raise CommandError(_no_night_table()) from None
    except DatabaseError as error:
        raise CommandError(str(why_not(Path(settings.DATABASES["default"]["NAME"]), error))) from None
    if night is None:
        known = ", ".join(nights.values_list("slug", flat=True)[:10]) or "none yet"
        raise CommandError(f'There is no night "{slug}". Nights here: {known}.')
    return night


def _no_night_table() -> str:
    try:
        has_nights = Night._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        has_nights = False
    if has_nights:
        return (
            "An older version saved these nights. To bring them up to date (a copy is made first), "
            f"start once: {settings.COMMAND} night"
        )
    return f"There is no night here yet. Start one with: {settings.COMMAND} night"
