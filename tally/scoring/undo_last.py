"""Undo for the organizer: what can be taken back now, and taking it back.

Each act that can be undone leaves with its line in the log what it takes (`LogEntry.undo`). Nothing is deleted: an undo
is one more write, with a line of its own. An act that something else has built upon since stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import timezone

from tally.scoring import reverting
from tally.scoring.undoable import Tonight
from tournament.access import Who, signed_as
from tournament.models import LogEntry, Night, Role
from tournament.models.activity import PART_OF_ACT
from tournament.night import undo_clock
from tournament.night.bell import unring_bell
from tournament.night.locking import lock_playing_night, write
from tournament.people.errors import NotAllowed, Refused
from tournament.planning.search_cache import search_before_writing

Undo = Mapping[str, Any]


class Kind(NamedTuple):
    """A kind of act: why it cannot be undone now (empty when it can), and how it is undone."""

    why_not: Callable[[Tonight, Undo], str]
    undo: Callable[[Night, Undo, Who], None]


def _why_bell_stays(tonight: Tonight, undo: Undo) -> str:
    if tonight.bell is not None and tonight.bell.pk == undo["id"]:
        return ""
    return "Another bell rang since, all scores of its game are in, or the next game has started."


def _unring(night: Night, undo: Undo, who: Who) -> None:
    unring_bell(night=night, expected=undo["id"], who=who)


SCORING = ("hand", "total", "signature")  # the kinds of acts that a scorer may undo
KINDS = {
    "bell": Kind(_why_bell_stays, _unring),
    "hand": Kind(reverting.why_hand_stays, reverting.revert_hand),
    "total": Kind(reverting.why_total_stays, reverting.revert_total),
    "signature": Kind(reverting.why_signature_stays, reverting.revert_signature),
    "clock": Kind(lambda tonight, undo: undo_clock.why_clock_stays(tonight.night, undo), undo_clock.undo_clock),
    "extra": Kind(lambda tonight, undo: undo_clock.why_extra_stays(tonight.night, undo), undo_clock.undo_extra),
}


def why_not_undone(tonight: Tonight, entry: LogEntry) -> str:
    """Why an act cannot be undone now; empty when it can."""
    if tonight.night.status != Night.Status.PLAYING:
        return "The night is not being played."
    if not entry.undo or entry.undo["kind"] not in KINDS:
        return "This cannot be undone."
    return KINDS[entry.undo["kind"]].why_not(tonight, entry.undo)


def can_undo(tonight: Tonight, entries: Iterable[LogEntry]) -> set[int]:
    """The ids of those lines of the log whose act can be undone now."""
    acts = (entry for entry in entries if entry.undo and not entry.undone_at)
    return {entry.pk for entry in acts if not why_not_undone(tonight, entry)}


def last_act(tonight: Tonight) -> LogEntry | None:
    """The organizer's last act, or a bell since; None when that one cannot be undone now.

    An older act is never offered in its place: one tap on Undo must not take back what nobody thinks of anymore.
    """
    acts = tonight.night.log_entries.acts().filter(signed_as(Role.ORGANIZER) | Q(undo__isnull=False))
    newest = acts.order_by("-pk").first()
    return newest if newest and not why_not_undone(tonight, newest) else None


def may_undo(who: Who, act: LogEntry) -> bool:
    """Whether an act is this person's to undo: a scorer's are those that changed scores."""
    return who.organizer or (who.keeps_scores and act.undo is not None and act.undo.get("kind") in SCORING)


@search_before_writing
def undo_act(*, night: Night, entry: int, who: Who) -> None:
    """Take back the act that this line of the log tells of. Undoing twice is undoing once.

    The undo itself cannot be undone, so that a second tap on Undo goes one act further back.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: when it cannot be undone, or not anymore.
    """
    with write():
        night = lock_playing_night(night.pk)
        act = night.log_entries.filter(pk=entry).first()
        if act is None or not act.undo:
            raise Refused("This cannot be undone. Look at the board again.")
        if act.undone_at:
            return
        if not may_undo(who, act):
            raise NotAllowed("Only the organizer can undo this.")
        why_not = why_not_undone(Tonight(night), act)
        if why_not:
            raise Refused(f"{act.undo['what'].capitalize()} cannot be undone. {why_not}")
        newest = night.log_entries.order_by("-pk").values_list("pk", flat=True)[0]
        KINDS[act.undo["kind"]].undo(night, act.undo, who)
        night.log_entries.filter(pk__gt=newest).update(undo=PART_OF_ACT)
        night.log_entries.filter(pk=act.pk).update(undone_at=timezone.now())
