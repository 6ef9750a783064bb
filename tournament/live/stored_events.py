"""A night's events as the database has them: what a stream replays, and what a broker has not brought."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import OuterRef, Subquery

from tournament.models import Event, Night
from tournament.models.compiled_queries import CompiledValues

MOST_REPLAYED = 500  # events; a page that missed more gets one message that everything changed

_newest_before = CompiledValues(
    lambda night, pk: Event.objects.filter(night=night, id__lt=pk).order_by("-id").values_list("id")[:1]
)


def events_after(night_id: int, after: int) -> list[Event]:
    """Return a night's events after this one, the newest last."""
    events = list(Event.objects.filter(night_id=night_id, id__gt=after).order_by("-id")[:MOST_REPLAYED])[::-1]
    if len(events) == MOST_REPLAYED:
        events[-1].topics += " room"
    return events


def event_before(event: Event) -> int:
    """Return the id of the event before this one in its night, 0 where it is the first."""
    return next((newest for (newest,) in _newest_before.rows(event.night_id, event.pk)), 0)


def newest_events(night_ids: Collection[int]) -> dict[int, int]:
    """Return the newest event's id of each of these nights, 0 where there is none."""
    newest = Event.objects.filter(night=OuterRef("pk")).order_by("-id").values("id")[:1]
    nights = Night.objects.filter(pk__in=night_ids).annotate(newest=Subquery(newest)).values_list("pk", "newest")
    return {pk: last or 0 for pk, last in nights}
