"""Showing everybody the final standings, step by step or all at once."""

from __future__ import annotations

from collections.abc import Iterable

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
    with write():
        night = _lock_closed_night(night, who)
        if night.revealed_at is not None:
            return
        night.revealed_at = timezone.now()
        night.save(update_fields=["revealed_at"])
        announce(night.pk, "room", "signed", "board", "reveal", actor=str(who), text="revealed the standings")


def reveal_step(*, night: Night, step: int, of: int, title: str, entries: Iterable[int] = (), who: Who) -> None:
    """Show everybody the next step of the reveal; the phones of these `entries` say where they have finished.

    The last step shows the standings to everybody. A step that was shown already changes nothing, so that a double tap
    reveals once.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: unless the night is closed.
    """
    with write():
        night = _lock_closed_night(night, who)
        if step != night.steps_shown(of) + 1 or step > of:
            return
        night.revealed_steps, night.reveal_of = step, of
        topics = ["reveal", *(f"entry-{pk}" for pk in sorted(entries))]
        if step == of:
            night.revealed_at = timezone.now()
            topics = ["room", "signed", "board", "reveal"]
        night.save(update_fields=["revealed_steps", "reveal_of", "revealed_at"])
        announce(night.pk, *topics, actor=str(who), text=f"revealed: {title}")


def start_reveal_over(*, night: Night, who: Who) -> None:
    """Hide again what the reveal has shown so far. Where nothing was shown, nothing changes.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: unless the night is closed, and once everything is shown.
    """
    with write():
        night = _lock_closed_night(night, who)
        if night.revealed_at is not None:
            raise Refused("Everybody has seen the winners, so the reveal does not start over.")
        if not night.reveal_started:
            return
        night.revealed_steps, night.reveal_of = 0, 0
        night.save(update_fields=["revealed_steps", "reveal_of"])
        announce(night.pk, "room", "signed", "board", "reveal", actor=str(who), text="started the reveal over")


def _lock_closed_night(night: Night, who: Who) -> Night:
    if not who.announces:
        raise NotAllowed("Only the organizer reveals the standings.")
    night = lock_night(night.pk)
    if night.status != Night.Status.CLOSED:
        raise Refused("The night is not closed yet. Close it first, then reveal the standings.")
    return night
