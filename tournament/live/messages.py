"""Events as messages of a stream: the bytes for each topic, and the topics whose text is sent."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tournament.models import Event

GONE = "gone"  # the topic of a night that was deleted: its streams end
GONE_MESSAGE = b"event: gone\ndata: news\n\n"  # the last one of such a stream: its page asks no more
NOTICE = "notice"  # with a player's id, whose phone alone is told: it may have a score
OTHER_PHONE = "phone"  # with a player's id: the phone that played for them no longer does, and its stream ends
WITH_TEXT = ("bell", "unbell", "warning", NOTICE, "check", "desk")  # also with an id, as in "bell-12"
BRIEF = ("unbell",)  # soon gone from a phone: play goes on, and its page has changed already


def kind_of(topic: str) -> str:
    """What a topic tells of, without the id after it."""
    return topic.partition("-")[0]


def has_text(topic: str) -> bool:
    """Whether the text of events on this topic is sent, to everybody or to its one reader."""
    return kind_of(topic) in WITH_TEXT


def text_for(topics: Sequence[str], text: str) -> str:
    """Return the text that an event on these topics carries: nothing unless one of them has a text."""
    return text if any(has_text(topic) for topic in topics) else ""


def players_of(event: Event, kind: str) -> list[int]:
    """Return the players, by id, of an event's topics of this kind: `NOTICE` or `OTHER_PHONE`."""
    topics = [topic.partition("-") for topic in event.topics.split()]
    return [int(pk) for of, _, pk in topics if of == kind and pk.isdecimal()]


def messages(events: list[Event], reader: int | None = None) -> bytes:
    """Return server-sent events, one for each topic, with the text of the topic's newest event if it has one.

    Anybody may listen. Notices are for one player each. Everything else that was logged, such as totals and reasons,
    is for the organizer alone.

    :param reader: the player, by id, whose phone listens; None for anybody else.
    """
    own = f"{NOTICE}-{reader}"
    newest = {
        topic: event
        for event in events
        for topic in event.topics.split()
        if topic == own or kind_of(topic) not in (NOTICE, OTHER_PHONE)
    }
    return b"".join(
        f"id: {event.pk}\nevent: {topic}\ndata: {public_text(topic, event.public_text)}\n\n".encode()
        for topic, event in sorted(newest.items(), key=lambda item: item[1].pk)
    )


def public_text(topic: str, text: str) -> str:
    """Return what the listeners of a topic are sent for an event with this text."""
    if not has_text(topic):
        return "news"
    brief = ' class="brief"' if topic in BRIEF else ""
    return f"<p{brief}>{escape(text)}</p>"
