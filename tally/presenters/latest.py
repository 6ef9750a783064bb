"""The latest lines of the activity log beside the tables, and which of them can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from tally.loading.games import LoadedGame
from tally.scoring.recording import RECORDED
from tally.scoring.undo_last import can_undo, last_act, may_undo
from tally.scoring.undoable import Tonight
from tournament.access import Who
from tournament.models import LogEntry, Night
from tournament.presenters.log import BY_THE_STAFF, PHONE_CHECKS

MANY = 6
MOST_NAMES = 6  # in a line; of a longer list it has the first few


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log in a few words. `undo` says what its button takes back; empty without one.

    `reader` is the actor who reads it.
    """

    entry: LogEntry
    undo: str
    reader: str

    @property
    def who(self) -> str:
        """Whoever did it; for the reader themselves "You"."""
        return "You" if self.entry.actor == self.reader else self.entry.actor

    @property
    def text(self) -> str:
        """What was done, without the reason, what the whole game came to, and the end of a long list of names."""
        text = self.entry.text.partition(". Why:")[0].partition(", the game ")[0]
        names = text.split(", ")
        return f"{', '.join(names[:3])} and {len(names) - 3} more" if len(names) > MOST_NAMES else text


def latest_context(night: Night, games: Sequence[LoadedGame], who: Who) -> dict[str, object]:
    """The newest lines, without the hands that players record: the tiles show those. And what Undo takes back.

    The bar has no Undo for a scorer where the last act is somebody else's; its line keeps its button.

    Phone checks have a page of the log to themselves: a hall of them would push everything else away.
    """
    played = Q(text__startswith=RECORDED) & ~BY_THE_STAFF
    entries = list(night.log_entries.exclude(played | PHONE_CHECKS).order_by("-pk")[:MANY])
    tonight = Tonight(night, games)
    undoable = can_undo(tonight, [entry for entry in entries if may_undo(who, entry)])
    last = last_act(tonight)
    return {
        "latest": [
            Line(entry, (entry.undo or {}).get("what", "") if entry.pk in undoable else "", str(who))
            for entry in entries
        ],
        "undo": last if last and may_undo(who, last) and (who.organizer or last.actor == str(who)) else None,
    }
