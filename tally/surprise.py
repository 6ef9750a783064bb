"""Whether tonight's standings are a surprise: the last games that the organizer hides until the night is closed."""

from __future__ import annotations

from django.db.models import Q

from tournament.models import Game, Night
from tournament.plan import length

SENTENCE = "The standings are a surprise until the end."
TOLD = Q(started_at__isnull=False) | Q(signed_at__isnull=False) | Q(hands__isnull=False) | Q(paper_totals__isnull=False)


def standings_hidden(night: Night) -> bool:
    """Whether only the organizer may see them now: from the first word on one of the hidden games to the night's close.

    A hand that was taken back, or a game that was opened again, does not show them again.
    """
    if not night.hidden_games or night.status != Night.Status.PLAYING:
        return False
    hidden = Q(round__night=night, round__number__gt=length(night) - night.hidden_games)
    return Game.objects.filter(hidden & TOLD).exists()
