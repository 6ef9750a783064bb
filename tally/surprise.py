"""Whether tonight's standings are a surprise: the last games that the organizer hides, and then reveals."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from tournament.access import Who
from tournament.errors import NotAllowed, Refused
from tournament.live import announce
from tournament.models import Game, Night
from tournament.plan import length
from tournament.writes import locked, write

SENTENCE = "The standings are a surprise until the end."
TOLD = Q(started_at__isnull=False) | Q(signed_at__isnull=False) | Q(hands__isnull=False) | Q(paper_totals__isnull=False)


def standings_hidden(night: Night) -> bool:
    """Whether only the organizer may see them now: from the first word on one of the hidden games until the night is
    closed and they are revealed.

    A hand that was taken back, or a game that was opened again, does not show them again.
    """
    if not night.hidden_games or night.revealed_at is not None or night.status == Night.Status.SIGN_UP:
        return False
    hidden = Q(round__night=night, round__number__gt=length(night) - night.hidden_games)
    return Game.objects.filter(hidden & TOLD).exists()


def sentence_now(night: Night) -> str:
    """What stands in the place of standings that are hidden now; empty where they are not."""
    return SENTENCE if standings_hidden(night) else ""


def reveal_standings(*, night: Night, who: Who) -> None:
    """Show everybody the standings of a night that is closed. Twice is once.

    :raises NotAllowed: for anybody but the organizer. :raises Refused: unless it is closed.
    """
    if not who.organizer:
        raise NotAllowed("Only the organizer reveals the standings.")
    with write():
        night = locked(night.pk)
        if night.revealed_at is not None:
            return
        if night.status != Night.Status.CLOSED:
            raise Refused("The night is not closed yet. Close it first; the standings are revealed after that.")
        night.revealed_at = timezone.now()
        night.save(update_fields=["revealed_at"])
        announce(night.pk, "room", "signed", "board", who=str(who), text="revealed the standings")
