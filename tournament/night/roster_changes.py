"""Changes in the middle of a night: who comes, goes, returns, stands in, or sat down in the wrong seat.

Games that have begun keep their seats; only rounds to come are drawn up anew, and what was played counts. Every change
can be looked at before it is made: `preview` and the change draw the same rounds, from the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from tournament.access import Who
from tournament.keys import new_key
from tournament.live.events import announce, because
from tournament.models import Entry, Game, Night, Phone, Place, Round, SitOut
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.seating import RoundSeating
from tournament.night.clock import preserve_clocks
from tournament.night.locking import lock_playing_night, write
from tournament.night.seating import begun_rounds, seat_everybody, seat_next_round, seat_rounds
from tournament.night.signup import add_entry, checked_name, club_player
from tournament.people.errors import Refused
from tournament.people.names import same_name
from tournament.planning.night_plan import plan_remaining_rounds
from tournament.planning.players import entries_by_number, playing_numbers
from tournament.planning.rounds import game_count, seatings
from tournament.planning.search_cache import search_before_writing


class PreviewOutdated(Refused):
    """The night would come out otherwise than the preview showed, for it went on meanwhile."""

    def __init__(self) -> None:
        super().__init__(
            "The night went on meanwhile, and the change would come out differently now. Look at it once more."
        )


class _RollBackPreview(Exception):  # noqa: N818 - no error: it ends the transaction of a preview
    """Undoes what a preview tried."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A night before and after a change that was not made: all rounds, how many of them have begun, names by number."""

    before: tuple[RoundSeating, ...]
    after: tuple[RoundSeating, ...]
    begun: int
    names: Mapping[int, Entry]

    @property
    def state_token(self) -> str:
        """A token of the outcome: two previews have the same one only when they lead to the same seats."""
        return _state_token(self.begun, self.after)


def open_seats(entry: Entry) -> list[Game]:
    """The games that somebody sits in, have begun as rounds, and are not agreed: who leaves is missing there."""
    return list(
        Game.objects.unsigned()
        .filter(places__entry=entry, round__number__lte=begun_rounds(entry.night))
        .select_related("round")
    )


@search_before_writing
def arrive_late(*, night: Night, name: str, who: Who, why: str = "") -> Entry:
    """Somebody comes in after the start and plays from the next round that has not begun.

    :raises AlreadyHere: when a name is there already. :raises Refused: when nothing is left to play, or somebody of
        that name went home and may come back.
    """
    with write():
        night = lock_playing_night(night.pk)
        gone = next((e for e in night.entries.gone() if same_name(e.name, checked_name(name))), None)
        if gone is not None:
            raise Refused(
                f"{gone} went home tonight. If this is the same person, choose “Somebody comes back”; "
                "if not, add a letter to the name."
            )
        entry = add_entry(night=night, name=name)
        redraw_remaining(night)
        announce(
            night.pk,
            "room",
            who=str(who),
            text=because(f"added a late arrival: {entry}, who plays from the next game on", why),
        )
    return entry


@search_before_writing
def drop_out(*, entry: Entry, who: Who, why: str = "") -> None:
    """Somebody goes home. Games that have begun keep the seat, for a stand-in or for the total as it is.

    :raises Refused: when they have gone already, or fewer than four stay.
    """
    with write():
        night = lock_playing_night(entry.night_id)
        if not Entry.objects.present().filter(pk=entry.pk).update(left_at=timezone.now()):
            raise Refused(f"{entry.short_name} has gone home already.")
        if begun_rounds(night) < game_count(night):
            redraw_remaining(night)
        announce(night.pk, "room", who=str(who), text=because(f"noted a drop-out: {entry} goes home", why))


@search_before_writing
def come_back(*, entry: Entry, who: Who, why: str = "") -> None:
    """Somebody who went home plays on under the same number.

    :raises Refused: when they are here, or nothing is left to play.
    """
    with write():
        night = lock_playing_night(entry.night_id)
        if not Entry.objects.filter(pk=entry.pk).gone().update(left_at=None):
            raise Refused(f"{entry.short_name} is here.")
        redraw_remaining(night)
        announce(night.pk, "room", who=str(who), text=because(f"welcomed {entry} back", why))


@search_before_writing
def substitute(*, entry: Entry, name: str, who: Who, why: str = "") -> None:
    """Somebody else plays on for a player or the ghost, with the number, the seats and the points so far.

    No seat changes, unless the number had none to come. The card's code changes with the player; phones that played
    for the number only watch from now on.

    :raises Refused: for an empty or overlong name, or somebody who plays already.
    """
    with write():
        night = lock_playing_night(entry.night_id)
        entry = Entry.objects.get(pk=entry.pk)
        plays_on, before, name = entry.number in playing_numbers(night), str(entry), checked_name(name)
        if any(same_name(name, other.name) for other in night.entries.present()):
            raise Refused(
                f"{name} plays tonight already. Somebody who has no seat in this game stands in for it if "
                "the two change seats."
            )
        entry.player = club_player(night.club_id, name)
        entry.name, entry.key, entry.left_at, entry.is_ghost = name, new_key(), None, False
        entry.save(update_fields=["player", "name", "key", "left_at", "is_ghost"])
        Phone.objects.active().filter(entry=entry).update(retired_at=timezone.now())
        if not plays_on and begun_rounds(night) < game_count(night):
            redraw_remaining(night)
        announce(
            night.pk,
            "room",
            who=str(who),
            text=because(f"put in a substitute: {entry.short_name} plays on for {before}", why),
        )


@search_before_writing
def swap_seats(*, night: Night, one: Entry, other: Entry, who: Who, number: int = 0, why: str = "") -> None:
    """Two players sat down in each other's seats in the running game: so they play it. Later games are drawn anew.

    One of the two may have no seat in that game and stand in for the other. With `number` it is that game, which may
    be played and agreed: its points are then those of whoever really sat there; what was scored stays.

    :raises Refused: when neither has a seat in a game that is running, it is agreed already (without `number`), the
        game has not begun, or who would get a seat went home before.
    """
    with write():
        night = lock_playing_night(night.pk)
        begun = begun_rounds(night)
        if number > max(begun, 1):
            raise Refused(f"Game {number} has not begun, so nobody sat in a wrong seat there.")
        places = list(
            Place.objects.filter(
                entry__in=(one, other), game__round__night=night, game__round__number__lte=begun or 1
            ).select_related("game__round")
        )
        game = number or min((place.game.round.number for place in places if place.game.signed_at is None), default=0)
        taken = [place for place in places if place.game.round.number == game]
        _check_swap(taken, one, other, any_game=bool(number))
        if not number and any(place.game.signed_at for place in taken):
            raise Refused(
                f"A table of these two has agreed its score of game {game} already. Choose that game under "
                "“Wrong seats” on the board: the points then move too."
            )
        text = f"put wrong seats of game {game} right: {_seats_now(taken, one, other)}"
        _exchange(taken, one, other)
        if begun and game_count(night) > begun:
            redraw_remaining(night)
        announce(night.pk, "room", "signed", who=str(who), text=because(text, why))


def _check_swap(taken: list[Place], one: Entry, other: Entry, *, any_game: bool) -> None:
    """
    :raises Refused: when these two cannot have sat in each other's seats.
    """
    if one.pk == other.pk or not taken or one.is_ghost or other.is_ghost:
        raise Refused(
            "Choose two different players, of whom at least one has a seat in "
            + ("this game." if any_game else "a game that is not agreed.")
        )
    seated = {place.entry_id for place in taken}
    absent = Entry.objects.filter(pk__in={one.pk, other.pk} - seated).gone().first()
    if absent and not any_game:
        raise Refused(f"{absent} went home and cannot take a seat. Choose somebody who is here.")


def _seats_now(taken: list[Place], one: Entry, other: Entry) -> str:
    """Old → new, for both, as the night's log keeps it."""
    at = {place.entry_id: f"table {place.game.table} {place.seat}" for place in taken}
    was = {entry.pk: at.get(entry.pk, "no seat") for entry in (one, other)}
    return "; ".join(f"{mine} {was[mine.pk]} → {was[theirs.pk]}" for mine, theirs in ((one, other), (other, one)))


@search_before_writing
def preview_change(night: Night, change: Callable[[], object]) -> Preview:
    """Make a change, look at the night, and take everything back.

    :raises Refused: as the change itself.
    """
    with write():
        before, begun = tuple(seatings(night)), begun_rounds(night)
        after, names = before, entries_by_number(night)
        with suppress(_RollBackPreview), transaction.atomic():
            change()
            after, names = tuple(seatings(night)), entries_by_number(night)
            raise _RollBackPreview
    return Preview(before, after, begun, names)


@search_before_writing
def apply_change(night: Night, change: Callable[[], object], *, expected: str) -> None:
    """Make a change that was looked at; `expected` is the `state_token` of the preview that was shown.

    :raises PreviewOutdated: when the outcome would be another one. :raises Refused: as the change itself.
    """
    with write():
        begun = begun_rounds(night)
        change()
        if _state_token(begun, tuple(seatings(night))) != expected:
            raise PreviewOutdated


def _state_token(begun: int, rounds: tuple[RoundSeating, ...]) -> str:
    return sha256(repr((begun, rounds)).encode()).hexdigest()[:16]


def _exchange(taken: list[Place], one: Entry, other: Entry) -> None:
    """Put each of the two where the other is in this round: in a seat, or on the bench."""
    swapped = {one.pk: other, other.pk: one}
    Place.objects.filter(pk__in=[place.pk for place in taken]).delete()
    Place.objects.bulk_create(Place(game=place.game, seat=place.seat, entry=swapped[place.entry_id]) for place in taken)
    if len(taken) == 1:
        rest = SitOut.objects.filter(round=taken[0].game.round, entry__in=(one, other)).first()
        if rest is not None:
            SitOut.objects.filter(pk=rest.pk).update(entry=swapped[rest.entry_id])


def redraw_remaining(night: Night) -> None:
    """Draw up the rounds that have not begun, for those who are here.

    Before the first hand that is the whole night, by its movement; if that cannot seat them, by a fair rotation.
    """
    begun, here, games = begun_rounds(night), playing_numbers(night), game_count(night)
    if len(here) < 4:
        raise Refused("Fewer than four players would stay, and a table needs four. Close the night instead.")
    with preserve_clocks(night):
        _draw_remaining(night, begun, here, games)


def redraw_if_roster_changed(night: Night, who: Who) -> None:
    """A game that had begun is still to come after all: draw it up anew if somebody came or went meanwhile."""
    here = set(playing_numbers(night))
    if any(seating.everybody != here for seating in seatings(night)[begun_rounds(night) :]):
        redraw_remaining(night)
        announce(night.pk, "room", who=str(who), text="drew up the games to come for those who are here")


def _draw_remaining(night: Night, begun: int, here: Collection[int], games: int) -> None:
    if not begun and _drawn_by_its_movement(night):
        return
    rest = plan_remaining_rounds(night, seatings(night)[:begun], here, games, night.seed + begun)
    Round.objects.filter(night=night, number__gt=begun).delete()
    goes_on = MOVEMENTS.get(night.movement) if begun else None
    night.chart, night.chart_name = "", goes_on.name if goes_on else "a fair rotation"  # a chart is played no further
    night.save(update_fields=["chart", "chart_name"])
    seat_rounds(night, rest, first=begun + 1)
    seat_next_round(night)


def _drawn_by_its_movement(night: Night) -> bool:
    with suppress(Refused):
        seat_everybody(night)
        return True
    return False
