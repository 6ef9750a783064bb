"""Two players sat down in each other's seats: record the seats as they were played."""

from __future__ import annotations

from tournament.access import Who
from tournament.live.events import announce, because, last_event, tell
from tournament.live.messages import NOTICE, players_of
from tournament.live.stored_events import events_after
from tournament.models import Entry, Night, Place, SitOut
from tournament.night.locking import lock_playing_night, write
from tournament.night.seating import redraw_after_correction, started_rounds
from tournament.people.errors import Refused
from tournament.planning.rounds import game_count
from tournament.planning.search_cache import search_before_writing


@search_before_writing
def swap_seats(*, night: Night, one: Entry, other: Entry, who: Who, number: int = 0, why: str = "") -> None:
    """Swap the seats of two players in a game that has started, and redraw the games to come.

    One of the two may have no seat in that game and stand in for the other. What was scored stays, and counts for the
    players who really sat there.

    :param number: the game, which may be agreed already; 0 for the earliest of theirs that is not agreed.
    :raises Refused: when neither has a seat in a game that is running, it is agreed already (without `number`), the
        game has not started, or who would get a seat went home before.
    """
    with write():
        night = lock_playing_night(night.pk)
        started = started_rounds(night)
        places = list(
            Place.objects.filter(
                entry__in=(one, other), game__round__night=night, game__round__number__lte=started or 1
            ).select_related("game__round")
        )
        game = number or min((place.game.round.number for place in places if place.game.signed_at is None), default=0)
        coming = Place.objects.filter(entry__in=(one, other), game__round__night=night, game__round__number=started + 1)
        if not game and one != other and coming.exists():
            game = started + 1
        if game > max(started, 1):
            raise Refused(f"Game {game} has not started, so nobody sat in a wrong seat there.")
        taken = [place for place in places if place.game.round.number == game]
        _check_swap(taken, one, other, any_game=bool(number))
        if not number and any(place.game.signed_at for place in taken):
            raise Refused(
                f"A table of these two has already confirmed its score of game {game}. Choose that game under "
                "“Fix seating” on the board: the points then move too."
            )
        text = f"fixed the seating of game {game}: {_seats_now(taken, one, other)}"
        _exchange(taken, one, other)
        announce(night.pk, "room", "signed", actor=str(who), text=because(text, why))
        before = last_event(night.pk)
        if started and game_count(night) > started:
            redraw_after_correction(night)
        _tell_both(night, game, started, (one, other), before)


def _check_swap(taken: list[Place], one: Entry, other: Entry, *, any_game: bool) -> None:
    """Let through two players who can have sat in each other's seats.

    :raises Refused: when they cannot.
    """
    if one.pk == other.pk or not taken or one.is_ghost or other.is_ghost:
        raise Refused(
            "Choose two different players, of whom at least one has a seat in "
            + ("this game." if any_game else "a game that is not confirmed.")
        )
    seated = {place.entry_id for place in taken}
    absent = Entry.objects.filter(pk__in={one.pk, other.pk} - seated).gone().first()
    if absent and not any_game:
        raise Refused(f"{absent} went home and cannot take a seat. Choose somebody who is here.")


def _seats_now(taken: list[Place], one: Entry, other: Entry) -> str:
    """Both players' seats, old → new, for the log."""
    at = {place.entry_id: f"table {place.game.table} {place.seat}" for place in taken}
    was = {entry.pk: at.get(entry.pk, "no seat") for entry in (one, other)}
    return "; ".join(f"{mine} {was[mine.pk]} → {was[theirs.pk]}" for mine, theirs in ((one, other), (other, one)))


def _exchange(taken: list[Place], one: Entry, other: Entry) -> None:
    """Put each of the two where the other one is in this round: in a seat, or sitting out."""
    swapped = {one.pk: other, other.pk: one}
    Place.objects.filter(pk__in=[place.pk for place in taken]).delete()
    Place.objects.bulk_create(Place(game=place.game, seat=place.seat, entry=swapped[place.entry_id]) for place in taken)
    if len(taken) == 1:
        rest = SitOut.objects.filter(round=taken[0].game.round, entry__in=(one, other)).first()
        if rest is not None:
            SitOut.objects.filter(pk=rest.pk).update(entry=swapped[rest.entry_id])


def _tell_both(night: Night, number: int, started: int, players: tuple[Entry, Entry], before: int) -> None:
    """Tell the two that game `number` was fixed, and where they are in it if their score is not confirmed.

    A phone shows its newest notice alone, so this one repeats what was told since event `before`: another next seat.
    """
    round_ = night.rounds.get(number=number)
    unsigned = round_.games.unsigned()
    next_seats = {pk: event.public_text for event in events_after(night.pk, before) for pk in players_of(event, NOTICE)}
    for player in players:
        where, game = "", unsigned.filter(places__entry=player).first()
        if game is not None:
            where = f": {'you are' if number >= started else 'there you were'} at table {game.table}"
        elif unsigned.exists() and round_.sitouts.filter(entry=player).exists():
            where = ": you sit out"
        text = f"The organizer fixed the seating of game {number}{where}. {next_seats.get(player.pk, '')}"
        tell(night.pk, f"{NOTICE}-{player.pk}", text=text.strip())
