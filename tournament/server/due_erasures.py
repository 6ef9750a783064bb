"""Erasing what clubs no longer keep: every club in turn, as a timer runs it, or a laptop as it starts."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.db.models import Max, QuerySet
from django.utils import timezone

from tournament.club.overwriting import overwrite_deleted
from tournament.club.retention import BeingPlayed, drop_outlived, due_by, erase_due, night_in_play, retention_of
from tournament.copies.keeper import remove_all_copies
from tournament.models import Club, RetentionRun
from tournament.people.errors import Gone, Refused
from tournament.people.names import listed

log = logging.getLogger(__name__)

KEEPS_EVERYTHING, NOTHING = "keeps everything.", "nothing is due."
STILL_IN_THE_FILE = (
    "The database's file may still have what was erased, because another program was using it: close that program, and "
    "run this again, or overwrite it as Help says under Erase a person."
)


def erase_all_due(clubs: QuerySet[Club], *, dry_run: bool = False) -> Iterator[str]:
    """Erase what is due in each of these clubs, and yield a line for each; where it is a trial, nothing is written.

    :raises Refused: at the end, when it could not be done in some club; what is wrong there is in the log.
    """
    before = RetentionRun.objects.aggregate(newest=Max("pk"))["newest"] or 0
    failed = list[str]()
    for club in clubs.order_by("pk"):
        try:
            yield f"{club.name}: {_would_erase(club) if dry_run else _erase(club)}"
        except Gone:
            continue  # its organizer has just erased it
        except BeingPlayed as playing:
            yield f"{club.name}: {playing}"
        except Exception:  # whatever it is, the other clubs have chosen, too
            log.exception("What is due in club %s could not be erased.", club.pk)
            failed.append(club.name)
    if RetentionRun.objects.filter(pk__gt=before).exists():
        remove_all_copies()
        if not overwrite_deleted():
            yield STILL_IN_THE_FILE
    if failed:
        raise Refused(f"Nothing was erased in {listed(failed)}, although something may be due. The log says why.")


def _erase(club: Club) -> str:
    """Erase what is due in a club, and say what that was."""
    drop_outlived(club=club, now=timezone.now())
    if not retention_of(club).erases_anything:
        return KEEPS_EVERYTHING
    run = erase_due(club=club, on=timezone.localdate(), now=timezone.now())
    return f"erased {run}." if run else NOTHING


def _would_erase(club: Club) -> str:
    """Return what a run would do now, in words."""
    chosen = retention_of(club)
    if not chosen.erases_anything:
        return KEEPS_EVERYTHING
    if playing := night_in_play(club, timezone.now()):
        raise BeingPlayed(playing)
    due = due_by(chosen, timezone.localdate())
    return f"would erase {RetentionRun(club=club, **due.counts)}." if due else NOTHING
