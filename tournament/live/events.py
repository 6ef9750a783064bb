"""Events: what happened, written in the change's own transaction, and what open screens are sent of it."""

from __future__ import annotations

from django.db import close_old_connections, connection, transaction

from tournament.compiled_queries import CompiledValues
from tournament.live.hub import hub
from tournament.live.messages import messages
from tournament.live.postgresql import notify
from tournament.models import Event, Night

MOST_REPLAYED = 500  # events; who missed more is told once that everything changed


_newest = CompiledValues(lambda night: Event.objects.filter(night=night).order_by("-id").values_list("id")[:1])


def announce(night_id: int, *topics: str, who: str, text: str) -> None:
    """Record that `who` did something, and tell all who listen to `topics`. Call inside the change's transaction."""
    event = Event.objects.create(night_id=night_id, topics=" ".join(topics), who=who, text=" ".join(text.split())[:300])
    if connection.vendor == "postgresql":
        notify(event)
    else:
        transaction.on_commit(lambda: hub.publish(night_id, messages([event])))


def because(text: str, why: str) -> str:
    """What was done, and why, if somebody said so: the words of an event."""
    reason = " ".join(why.split())
    return f"{text}. Why: {reason}" if reason else text


def last_event(night_id: int) -> int:
    """The id of the night's newest event, 0 when there is none: what a page is up to date with."""
    return next((newest for (newest,) in _newest.rows(night_id)), 0)


def missed(slug: str, after: int) -> tuple[int, bytes] | None:
    """The night's id and everything after event `after`; None when there is no such night. Runs in a thread."""
    close_old_connections()
    try:
        night_id = Night.objects.filter(slug=slug).values_list("id", flat=True).first()
        if night_id is None:
            return None
        events = list(Event.objects.filter(night_id=night_id, id__gt=after).order_by("-id")[:MOST_REPLAYED])[::-1]
        if len(events) == MOST_REPLAYED:
            events[-1].topics += " room"
        return night_id, messages(events)
    finally:
        if not connection.in_atomic_block:
            connection.close()
