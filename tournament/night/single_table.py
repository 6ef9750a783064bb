"""A single table: open it, and begin its next game. Nobody moves; the deal passes on."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from tournament.access import Who, require_seat
from tournament.live.events import announce
from tournament.models import Club, Game, Night, Place, Round
from tournament.night.locking import lock_playing_night, write
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up

TOPIC = "table"  # what every page of a single table listens to


def open_single_table(*, club: Club, name: str, variant: str, names: Sequence[str], who: Who) -> Night:
    """Open a table for these players, named in dealing order, ready for its first hand.

    :raises AlreadyHere: when a name is there twice.
    :raises Refused: when a name is empty or over 40 letters.
    """
    with write():
        night = Night.objects.create(
            club=club, name=name, date=timezone.localdate(), variant=variant, kind=Night.Kind.SINGLE_TABLE
        )
        sign_up(night=night, names=names, who=who)
        draw_numbers(night=night, order="arrival", who=who)
        night.status, night.opened_at = Night.Status.PLAYING, timezone.now()
        night.save(update_fields=["status", "opened_at"])
        _seat(night, 1)
        announce(night.pk, TOPIC, who=str(who), text=f"opened a table for {len(names)}")
    return night


def next_game(*, game: Game, who: Who) -> None:
    """End a game and begin the table's next one; asking twice begins one.

    :raises NotAllowed: for anybody but its players and the organizer.
    """
    with write():
        night = lock_playing_night(game.round.night_id)
        require_seat(who, game)
        number = game.round.number + 1
        if night.rounds.filter(number=number).exists():
            return
        game.signed_at = timezone.now()
        game.save(update_fields=["signed_at"])
        _seat(night, number)
        announce(night.pk, TOPIC, who=str(who), text=f"began game {number}")


def _seat(night: Night, number: int) -> None:
    """Seat everybody by number, which is the dealing order at a single table."""
    game = Game.objects.create(round=Round.objects.create(night=night, number=number), table=1)
    Place.objects.bulk_create(Place(game=game, seat=str(entry.number), entry=entry) for entry in night.entries.all())
