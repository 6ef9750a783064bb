"""What the page of keeping data shows: the choice, what the next run erases by it, and what the last ones erased."""

from __future__ import annotations

from django.utils import timezone

from tournament.club.overwriting import has_file
from tournament.club.retention import due_by, night_in_play, retention_of
from tournament.models import Club, Retention, RetentionRun

LAST_RUNS = 10


def retention_context(club: Club, chosen: Retention | None = None) -> dict[str, object]:
    """What stands on the page; with a choice that is not saved yet, what would be erased by it."""
    shown = chosen or retention_of(club)
    due = due_by(shown, timezone.localdate())
    without_names = {what: count for what, count in due.counts.items() if what not in ("names", "nights")}
    return {
        "club": club,
        "chosen": shown,
        "previewed": chosen is not None,
        "due": due,
        "rest": str(RetentionRun(club=club, **without_names)),
        "playing": night_in_play(club, timezone.now()),
        "runs": club.retention_runs.all()[:LAST_RUNS],
        "on_a_laptop": has_file(),
    }
