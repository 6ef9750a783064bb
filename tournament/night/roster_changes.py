"""Players who come and go in the middle of a night: late arrivals, players who leave or return, substitutes.

Games that have started keep their seats, and what was played counts. Only the rounds to come are redrawn.
"""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from tournament.access import Who
from tournament.live.events import announce, because
from tournament.live.messages import OTHER_PHONE
from tournament.models import Bell, Entry, Game, Night, Phone, Round
from tournament.models.keys import new_key
from tournament.night.locking import lock_club, lock_playing_night, write
from tournament.night.player_names import TOLD_APART, checked_name, club_player, tell_apart, welcome_back
from tournament.night.seating import redraw_remaining, started_rounds
from tournament.night.signup import add_entry
from tournament.people.errors import Refused
from tournament.people.names import same_name
from tournament.planning.players import playing_numbers
from tournament.planning.rounds import game_count
from tournament.planning.search_cache import search_before_writing


class WentHome(Refused):
    """A late arrival has the name of somebody who went home tonight, and may be coming back."""

    def __init__(self, gone: Entry) -> None:
        super().__init__(f"{gone} went home tonight. If this is the same person, choose “Coming back”.")


@search_before_writing
def arrive_late(*, night: Night, name: str, who: Who, why: str = "", also_same_names: bool = False) -> Entry:
    """Add a player after the start, who plays from the next round that has not started.

    :param also_same_names: whether people of the same name are different players.
    :raises AlreadyHere: when the name is there already, unless `also_same_names`.
    :raises WentHome: when it is the name of somebody who went home, unless `also_same_names`.
    :raises Refused: when nothing is left to play.
    """
    with write():
        lock_club(night.club_id)
        night = lock_playing_night(night.pk)
        gone = next((e for e in night.entries.gone().named() if same_name(e.name, checked_name(name))), None)
        if gone is not None and not also_same_names:
            raise WentHome(gone)
        entry = add_entry(night=night, name=name, also_same_names=also_same_names)
        redraw_remaining(night)
        welcome_back(night, [entry], who)
        announce(
            night.pk,
            "room",
            actor=str(who),
            text=because(f"added a late arrival: {entry}, who plays from game {started_rounds(night) + 1} on", why),
        )
    return entry


@search_before_writing
def drop_out(*, entry: Entry, who: Who, why: str = "") -> None:
    """Note that a player goes home.

    Games that have started keep the seat, for a stand-in or for the total as it is.

    :raises Refused: when they have gone already, or fewer than four stay.
    """
    with write():
        night = lock_playing_night(entry.night_id)
        if not Entry.objects.present().filter(pk=entry.pk).update(left_at=timezone.now()):
            raise Refused(f"{entry.short_name} has left already.")
        if started_rounds(night) < game_count(night):
            redraw_remaining(night)
        announce(night.pk, "room", actor=str(who), text=because(f"noted that {entry} is leaving early", why))


@search_before_writing
def come_back(*, entry: Entry, who: Who, why: str = "") -> None:
    """Let a player who went home play on under the same number.

    :raises Refused: when the player is here, also under another number, or nothing is left to play.
    """
    with write():
        night = lock_playing_night(entry.night_id)
        here = night.entries.present().filter(player__entries=entry).exclude(pk=entry.pk).first()
        if here is not None:
            raise Refused(
                f"{here.name} plays as number {here.number} now. One person plays for one number: first put in a "
                f"substitute for number {here.number}."
            )
        if not Entry.objects.filter(pk=entry.pk).gone().update(left_at=None):
            raise Refused(f"{entry.short_name} is here.")
        redraw_remaining(night)
        announce(night.pk, "room", actor=str(who), text=because(f"welcomed {entry} back", why))


@search_before_writing
def substitute(*, entry: Entry, name: str, who: Who, why: str = "") -> None:
    """Let somebody else play on for a player or the ghost, with the number, the seats and the points so far.

    No seat changes, unless the number had none to come. The card gets a new code, and phones that played for the number
    only watch from now on.

    :raises Refused: when the name is empty or too long, or its owner plays already.
    """
    with write():
        lock_club(entry.night.club_id)
        night = lock_playing_night(entry.night_id)
        entry = Entry.objects.get(pk=entry.pk)
        plays_on, before, name = entry.number in playing_numbers(night), str(entry), checked_name(name)
        if any(same_name(name, other.name) for other in night.entries.present().named()):
            raise Refused(
                f"{name} plays tonight already. Somebody who has no seat in this game stands in for it if "
                "the two change seats."
            )
        player = club_player(night.club_id, name)
        if night.entries.present().filter(player=player).exclude(pk=entry.pk).exists():
            raise Refused(f"{name} is {player}, who plays tonight already. Write another name if it is somebody else.")
        _note_earlier_player(entry, name)
        entry.player, entry.name, entry.key, entry.left_at = player, name, new_key(), None
        entry.is_new = entry.is_ghost = entry.is_nameless = False
        entry.save(update_fields=["player", "name", "key", "left_at", "is_new", "is_ghost", "is_nameless"])
        tell_apart(night)
        entry.refresh_from_db(fields=TOLD_APART)
        Phone.objects.active().filter(entry=entry).update(retired_at=timezone.now())
        entry.phone_requests.open().update(answered_at=timezone.now())
        if not plays_on and started_rounds(night) < game_count(night):
            redraw_remaining(night)
        welcome_back(night, [entry], who)
        announce(
            night.pk,
            "room",
            f"{OTHER_PHONE}-{entry.pk}",
            actor=str(who),
            text=because(f"put in a substitute: {entry.short_name} plays on for {before}", why),
        )


def _note_earlier_player(entry: Entry, name: str) -> None:
    """Keep the name of the player who hands over a number, unless it goes straight back to whom it came from."""
    if entry.is_ghost:
        return
    before = entry.earlier_players.last()
    if before is not None and not before.player.is_nameless and same_name(before.name, name):
        since = Q(started_at__gt=before.until) | Q(signed_at__gt=before.until)
        if not Game.objects.filter(since, places__entry=entry).exists():
            before.delete()
            return
    entry.earlier_players.create(player=entry.player, name=entry.name, last_game=last_game_over(entry))


def last_game_over(entry: Entry) -> int:
    """The last game that is over for a player: its bell has rung, or its score is agreed; 0 before the first."""
    rung = Bell.objects.active().filter(round__night=entry.night_id)
    agreed = Game.objects.exclude(signed_at=None).filter(places__entry=entry)
    sat_out = Round.objects.filter(sitouts__entry=entry).exclude(games__signed_at=None)
    numbers = (rung.values_list("round__number"), agreed.values_list("round__number"), sat_out.values_list("number"))
    return max((number for rows in numbers for (number,) in rows), default=0)


def open_seats(entry: Entry) -> list[Game]:
    """The games of rounds that have started where a player has a seat and the score is not agreed."""
    return list(
        Game.objects.unsigned()
        .filter(places__entry=entry, round__number__lte=started_rounds(entry.night))
        .select_related("round")
    )
