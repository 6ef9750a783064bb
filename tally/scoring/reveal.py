"""Showing everybody the standings that were hidden."""

from __future__ import annotations

from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Night
from tournament.night.locking import lock_night, write
from tournament.people.errors import NotAllowed, Refused


def reveal_standings(*, night: Night, who: Who) -> None:
    """Show everybody the standings of a night that is closed. A second call changes nothing.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: unless it is closed.
    """
    if not who.organizer:
        raise NotAllowed("Only the organizer reveals the standings.")
    with write():
        night = lock_night(night.pk)
        if night.revealed_at is not None:
            return
        if night.status != Night.Status.CLOSED:
            raise Refused("The night is not closed yet. Close it first; the standings are revealed after that.")
        night.revealed_at = timezone.now()
        night.save(update_fields=["revealed_at"])
        announce(night.pk, "room", "signed", "board", actor=str(who), text="revealed the standings")
