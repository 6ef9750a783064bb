"""Events as the messages of a stream: what each topic is sent, and which texts anybody may read."""

from __future__ import annotations

from html import escape

from tournament.models import Event

SHOWN = ("bell", "unbell", "warning", "told", "test", "desk")  # topics whose words all may read, as "bell", "bell-12"


def messages(events: list[Event]) -> bytes:
    """Server-sent events, one a topic; each topic once, with the words of its newest event if all may read them.

    Anybody may listen: what else was written down, as totals and reasons, is for the organizer's log alone.
    """
    newest = {topic: event for event in events for topic in event.topics.split()}
    return b"".join(
        f"id: {event.pk}\nevent: {topic}\ndata: {public_text(topic, event.text)}\n\n".encode()
        for topic, event in sorted(newest.items(), key=lambda item: item[1].pk)
    )


def public_text(topic: str, text: str) -> str:
    """Return what the listeners of a topic are sent for an event with this text."""
    return f"<p>{escape(text)}</p>" if topic.partition("-")[0] in SHOWN else "news"
