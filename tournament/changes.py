"""Changes in the middle of a night: who comes, goes, returns, stands in, or sat down in the wrong seat.

Games that have begun keep their seats; only rounds to come are drawn up anew, and what was played counts. Every change
can be looked at before it is made: `preview` and the change draw the same rounds, from the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournament.access import Who, require_open
from tournament.entries import add_entry, checked_name
from tournament.errors import Refused
from tournament.keys import new_key
from tournament.live import announce
from tournament.models import Bell, Entry, Game, Night, Phone, Place, Player, Round
from tournament.movements.seating import Seating
from tournament.plan import length, present, rest_of_night, seatings
from tournament.rounds import seat_next_round, seat_rounds
from tournament.writes import write


class _TakenBack(Exception):  # noqa: N818 - no error: it ends the transaction of a preview
    """Undoes what a preview tried."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A night before and after a change that was not made: all rounds, and how many of them have begun."""

    before: tuple[Seating, ...]
    after: tuple[Seating, ...]
    begun: int


def begun_rounds(night: Night) -> int:
    """The newest round in which a table has begun, or a bell was rung; 0 before the first hand."""
    games = Game.objects.filter(round__night=night).exclude(started_at=None, signed_at=None)
    rung = Bell.objects.filter(round__night=night, unrung_at=None)
    numbers = [*games.values_list("round__number", flat=True), *rung.values_list("round__number", flat=True)]
    return max(numbers, default=0)


def arrive_late(*, night: Night, name: str, who: Who) -> Entry:
    """Somebody comes in after the start and plays from the next round that has not begun.

    :raises AlreadyHere: when a name is there already. :raises Refused: when nothing is left to play.
    """
    with write():
        night = _playing(night)
        entry = add_entry(night=night, name=name)
        _draw_rest(night)
        announce(night.pk, "room", who=str(who), text=f"added {entry}, who plays from the next game on")
    return entry


def drop_out(*, entry: Entry, who: Who) -> None:
    """Somebody goes home. Games that have begun keep the seat, for a stand-in or for the total as it is.

    :raises Refused: when they have gone already, or fewer than four stay.
    """
    with write():
        night = _playing(entry.night)
        if not Entry.objects.filter(pk=entry.pk, left_at=None).update(left_at=timezone.now()):
            raise Refused(f"{entry.short_name} has gone home already.")
        _draw_rest(night)
        announce(night.pk, "room", who=str(who), text=f"let {entry} go home")


def come_back(*, entry: Entry, who: Who) -> None:
    """Somebody who went home plays on under the same number.

    :raises Refused: when they are here.
    """
    with write():
        night = _playing(entry.night)
        if not Entry.objects.filter(pk=entry.pk).exclude(left_at=None).update(left_at=None):
            raise Refused(f"{entry.short_name} is here.")
        _draw_rest(night)
        announce(night.pk, "room", who=str(who), text=f"welcomed {entry} back")


def substitute(*, entry: Entry, name: str, who: Who) -> None:
    """Somebody else plays on for a player or the ghost, with the number, the seats and the points so far.

    No seat changes, unless the number had none to come. The card's code changes with the player; phones that played
    for the number only watch from now on.

    :raises Refused: for an empty or overlong name.
    """
    with write():
        night = _playing(entry.night)
        entry = Entry.objects.get(pk=entry.pk)
        plays_on = entry.number in present(night)
        before, name = str(entry), checked_name(name)
        entry.player = Player.objects.filter(club_id=night.club_id, name__iexact=name).first() or Player.objects.create(
            club_id=night.club_id, name=name)
        entry.name, entry.key, entry.left_at, entry.is_ghost = name, new_key(), None, False
        entry.save(update_fields=["player", "name", "key", "left_at", "is_ghost"])
        Phone.objects.filter(entry=entry, retired_at=None).update(retired_at=timezone.now())
        if not plays_on:
            _draw_rest(night)
        announce(night.pk, "room", f"entry-{entry.pk}", who=str(who), text=f"let {name} play on for {before}")


def swap_seats(*, night: Night, one: Entry, other: Entry, who: Who) -> None:
    """Two players sat down in each other's seats in the running game: so they play it. Later games are drawn anew.

    :raises Refused: when one of them has no seat in that game, or it is agreed already.
    """
    with write():
        night = _playing(night)
        number = begun_rounds(night) or 1
        places = {place.entry_id: place for place in Place.objects.filter(
            game__round__night=night, game__round__number=number, entry__in=(one, other)).select_related("game")}
        if one.pk == other.pk or len(places) != 2:
            raise Refused(f"Choose two different players who have a seat in game {number}.")
        if any(place.game.signed_at for place in places.values()):
            raise Refused("A table of these two has agreed its score already. Correct that game instead.")
        first, second = places[one.pk], places[other.pk]
        Place.objects.filter(pk__in=(first.pk, second.pk)).delete()
        Place.objects.bulk_create([Place(game=first.game, seat=first.seat, entry=other),
                                   Place(game=second.game, seat=second.seat, entry=one)])
        if begun_rounds(night) and night.rounds.filter(number__gt=number).exists():
            _draw_rest(night)
        announce(night.pk, "room", who=str(who), text=f"swapped the seats of {one} and {other} in game {number}")


def preview(night: Night, change: Callable[[], object]) -> Preview:
    """Make a change, look at the night, and take everything back.

    :raises Refused: as the change itself.
    """
    with write():
        before, begun = tuple(seatings(night)), begun_rounds(night)
        after = before
        with suppress(_TakenBack), transaction.atomic():
            change()
            after = tuple(seatings(night))
            raise _TakenBack
    return Preview(before, after, begun)


def _draw_rest(night: Night) -> None:
    """Draw up the rounds that have not begun, for those who are here."""
    begun = begun_rounds(night)
    here, games = present(night), length(night)
    if len(here) < 4:
        raise Refused("Fewer than four players would stay, and a table needs four. Close the night instead.")
    rest = rest_of_night(night, seatings(night)[:begun], here, games, night.seed + begun)
    Round.objects.filter(night=night, number__gt=begun).delete()
    seat_rounds(night, rest, first=begun + 1)
    seat_next_round(night)


def _playing(night: Night) -> Night:
    night = Night.objects.select_for_update().get(pk=night.pk)
    require_open(night)
    return night
