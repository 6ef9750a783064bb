"""What happened: the activity log, and the events that open screens are sent. One call writes both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Subquery

from tournament.live.broker import broker
from tournament.live.messages import GONE, messages, text_for
from tournament.live.own_connection import own_connection
from tournament.live.stored_events import events_after
from tournament.models import Event, LogEntry, Night, Phone, SignIn
from tournament.models.compiled_queries import CompiledInsert, CompiledValues
from tournament.models.keys import is_token
from tournament.models.sign_ins import token_hash

LONGEST = 300  # characters of a text

_log_entries, _events = CompiledInsert(LogEntry), CompiledInsert(Event)
_newest = CompiledValues(lambda night: Event.objects.filter(night=night).order_by("-id").values_list("id")[:1])

_newest_of = CompiledValues(
    lambda slug: (
        Event.objects.filter(night=Subquery(Night.objects.filter(slug=slug).values("id")))
        .order_by("-id")
        .values_list("id")[:1]
    )
)


def announce(
    night_id: int, *topics: str, actor: str, text: str, logged: str = "", undo: Mapping[str, object] | None = None
) -> None:
    """Log that `actor` did something, and send an event to the listeners of `topics`.

    The log says `logged` where players are told something else. Call it inside the change's transaction: both rows are
    written with the change, and the event is sent on commit.

    :param undo: what can take it back: see `tally.scoring.undo_last`.
    """
    text = " ".join(text.split())
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    _log_entries.create(night_id=night_id, actor=actor, text=logged or text, undo=undo)
    tell(night_id, *topics, text=text)


def tell(night_id: int, *topics: str, text: str) -> None:
    """Send an event to the listeners of `topics`, without a line in the log. Call it as `announce`."""
    event = _events.create(night_id=night_id, topics=" ".join(topics), public_text=text_for(topics, text[:LONGEST]))
    broker().send(event)


def tell_gone(night_id: int) -> None:
    """End the open streams of a night, in every process, once the transaction that deletes it is committed."""
    broker().send(Event(night_id=night_id, topics=GONE))


def last_event_of(slug: str) -> int:
    """As `last_event`, by the night's slug: a page asks this before it reads the night itself."""
    return next((newest for (newest,) in _newest_of.rows(slug.lower())), 0)


def because(text: str, why: str) -> str:
    """Return the text of a log entry with its reason, if one was given."""
    reason = " ".join(why.split())
    return f"{text}. Why: {reason}" if reason else text


def last_event(night_id: int) -> int:
    """Return the id of the night's newest event, 0 when there is none. A page that shows it is up to date."""
    return next((newest for (newest,) in _newest.rows(night_id)), 0)


def was_given(token: str) -> bool:
    """Whether this site gave a phone or a signed-in browser this token. Runs as `missed` does."""
    with own_connection():
        phones = Phone.objects.filter(token=token)
        return phones.exists() or SignIn.objects.filter(token_hash=token_hash(token)).exists()


class Missed(NamedTuple):
    """What a page missed: the night's id, the messages, and the player, by id, for whom its phone plays.

    `newest` is the id of the newest event that the page knows with these messages.
    """

    night_id: int
    messages: bytes
    reader: int | None
    newest: int


def missed(slug: str, after: int, token: str = "") -> Missed | None:
    """Return what a page missed after event `after`, or None when there is no such night.

    Runs in a thread of its own, and closes the connection it opened.

    :param token: the phone's, if it is one.
    """
    if not is_token(slug):
        return None
    with own_connection():
        night_id = Night.objects.filter(slug=slug).values_list("id", flat=True).first()
        if night_id is None:
            return None
        phones = Phone.objects.active().filter(token=token, entry__night=night_id)
        reader = phones.values_list("entry_id", flat=True).first() if is_token(token) else None
        events = events_after(night_id, after)
        return Missed(night_id, messages(events, reader), reader, events[-1].pk if events else after)
