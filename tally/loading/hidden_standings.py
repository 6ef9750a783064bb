"""Whether tonight's standings are hidden: for the last games as the organizer chose, and from the end to the reveal."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from tally.models import Hand, PaperTotal
from tournament.models import Game, Night
from tournament.planning.rounds import game_count

HIDDEN_SENTENCE = "The standings are a surprise until the end."

HAS_SCORES = (
    Q(started_at__isnull=False) | Q(signed_at__isnull=False) | Q(hands__isnull=False) | Q(paper_totals__isnull=False)
)


def standings_hidden(night: Night) -> bool:
    """Whether only the organizer may see the standings now.

    They are hidden from the first score in one of the hidden games, and once a night with a score is closed, until they
    are revealed. A hand that was taken back, or a game that was opened again, does not show them again. A closed night
    in which nothing counts has nothing to hide.
    """
    if night.single_table or night.revealed_at is not None or night.status == Night.Status.SIGN_UP:
        return False
    if night.status == Night.Status.CLOSED:
        return _anything_counts(night)
    if not night.hidden_games:
        return False
    hidden = Q(round__night=night, round__number__gt=game_count(night) - night.hidden_games)
    return Game.objects.filter(hidden & HAS_SCORES).exists()


def _anything_counts(night: Night) -> bool:
    """Whether the newest version of a hand or of a total from paper has a score, in any game of the night."""
    newer_hand = Hand.objects.filter(game=OuterRef("game"), number=OuterRef("number"), version__gt=OuterRef("version"))
    newer_total = PaperTotal.objects.filter(game=OuterRef("game"), version__gt=OuterRef("version"))
    hands = Hand.objects.filter(game__round__night=night, record__isnull=False).exclude(Exists(newer_hand))
    totals = PaperTotal.objects.filter(game__round__night=night, ns__isnull=False).exclude(Exists(newer_total))
    return hands.exists() or totals.exists()


def hidden_sentence(night: Night) -> str:
    """What a page shows in place of hidden standings; empty where they are not hidden."""
    return HIDDEN_SENTENCE if standings_hidden(night) else ""
