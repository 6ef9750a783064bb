"""Whether tonight's standings are hidden: for the last games as the organizer chose, and from the end to the reveal."""

from __future__ import annotations

from django.db.models import Q

from tournament.models import Game, Night
from tournament.planning.rounds import game_count

HIDDEN_SENTENCE = "The standings are a surprise until the end."


HAS_SCORES = (
    Q(started_at__isnull=False) | Q(signed_at__isnull=False) | Q(hands__isnull=False) | Q(paper_totals__isnull=False)
)


def standings_hidden(night: Night) -> bool:
    """Whether only the organizer may see the standings now.

    They are hidden from the first score in one of the hidden games, and always once the night is closed, until they
    are revealed. A hand that was taken back, or a game that was opened again, does not show them again.
    """
    if night.single_table or night.revealed_at is not None or night.status == Night.Status.SIGN_UP:
        return False
    if night.status == Night.Status.CLOSED:
        hidden = Q(round__night=night)
    elif night.hidden_games:
        hidden = Q(round__night=night, round__number__gt=game_count(night) - night.hidden_games)
    else:
        return False
    return Game.objects.filter(hidden & HAS_SCORES).exists()


def hidden_sentence(night: Night) -> str:
    """What a page shows in place of hidden standings; empty where they are not hidden."""
    return HIDDEN_SENTENCE if standings_hidden(night) else ""
