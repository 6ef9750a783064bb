"""The bell: ends a round for the tables that lag; each finishes its current hand and signs."""

from __future__ import annotations

from django.utils import timezone

from tournament.access import Who
from tournament.changes import draw_rest
from tournament.errors import Refused
from tournament.live import announce
from tournament.models import Bell, Game, Night, Round
from tournament.plan import present, seatings
from tournament.rounds import begun_rounds
from tournament.searches import searching_first
from tournament.writes import playing_night, write


def round_to_ring(night: Night) -> Round | None:
    """The round that a bell would end: the earliest that has unsigned games and was not rung. None: no such round."""
    return night.rounds.filter(games__signed_at=None).exclude(bells__in=Bell.objects.filter(
        unrung_at=None)).order_by("number").first()


def bell_to_unring(night: Night) -> Bell | None:
    """The newest bell, while no table has played a hand of a later round since it rang."""
    bell = Bell.objects.filter(round__night=night, unrung_at=None).select_related("round").order_by("-rung_at").first()
    if bell is None or Game.objects.filter(round__night=night, round__number__gt=bell.round.number,
                                           started_at__gt=bell.rung_at).exists():
        return None
    return bell


def ring_bell(*, round_: Round, who: Who | str) -> Bell:
    """Ring for a round. Ringing twice is ringing once.

    :raises Refused: when the night is not being played.
    """
    with write():
        night = playing_night(round_.night_id)
        rung = Bell.objects.filter(round=round_, unrung_at=None).first()
        if rung:
            return rung
        bell = Bell.objects.create(round=round_, rung_at=timezone.now(), rung_by=str(who))
        announce(night.pk, "bell", "board", who=str(who),
                 text=f"The bell! Tables still at game {round_.number} finish this hand and agree the score.")
    return bell


@searching_first
def unring_bell(*, night: Night, who: Who) -> None:
    """Cancel the newest bell. Who came or went since it rang is seated, or not, in the games that it had pinned.

    :raises Refused: when none rang, or a table has played a hand of the next game since.
    """
    with write():
        night = playing_night(night.pk)
        bell = bell_to_unring(night)
        if bell is None:
            raise Refused("This bell cannot be taken back: no bell is on, or the next game's first hand "
                          "has been played.")
        bell.unrung_at = timezone.now()
        bell.save(update_fields=["unrung_at"])
        here = set(present(night))
        if any(seating.everybody != here for seating in seatings(night)[begun_rounds(night):]):
            draw_rest(night)
            announce(night.pk, "room", who=str(who), text="drew up the games to come for those who are here")
        announce(night.pk, "unbell", "board", who=str(who), text="Bell cancelled, keep playing.")
