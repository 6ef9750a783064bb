"""Events as messages of a stream: the bytes for each topic, and the topics whose text anybody may read."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tournament.models import Event

GONE = "gone"  # the topic of a night that was deleted: its streams end
GONE_MESSAGE = b"event: gone\ndata: news\n\n"  # the last one of such a stream: its page asks no more
PUBLIC = ("bell", "unbell", "warning", "notice", "test", "desk")  # also with an id, as in "bell-12"

BRIEF = ("unbell",)  # soon gone from a phone: play goes on, and its page has changed already


def is_public(topic: str) -> bool:
    """Whether anybody may read the text of events on this topic."""
    return topic.partition("-")[0] in PUBLIC


def text_for(topics: Sequence[str], text: str) -> str:
    """Return the text that an event on these topics carries: nothing unless one of them is public."""
    return text if any(is_public(topic) for topic in topics) else ""


def messages(events: list[Event]) -> bytes:
    """Return server-sent events, one for each topic, with the text of the topic's newest event if it is public.

    Anybody may listen. Everything else that was logged, such as totals and reasons, is for the organizer alone.
    """
    newest = {topic: event for event in events for topic in event.topics.split()}
    return b"".join(
        f"id: {event.pk}\nevent: {topic}\ndata: {public_text(topic, event.public_text)}\n\n".encode()
        for topic, event in sorted(newest.items(), key=lambda item: item[1].pk)
    )


def public_text(topic: str, text: str) -> str:
    """Return what the listeners of a topic are sent for an event with this text."""
    if not is_public(topic):
        return "news"
    brief = ' class="brief"' if topic in BRIEF else ""
    return f"<p{brief}>{escape(text)}</p>"
