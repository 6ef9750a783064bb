"""Last time's players: everybody who was there at the end of the club's last night, signed up at once."""

from __future__ import annotations

from tournament.access import Who
from tournament.models import Entry, Night
from tournament.night.locking import write
from tournament.night.signup import sign_up_players


def last_times_players(night: Night) -> list[int]:
    """Those who were there when the club's last progressive night ended, by number.

    Substitutes are among them; people who are gone from the club are not.
    """
    others = Night.objects.filter(club=night.club_id, kind=Night.Kind.PROGRESSIVE).exclude(pk=night.pk)
    last = others.exclude(status=Night.Status.SIGN_UP).order_by("-pk").first()
    if last is None:
        return []
    there = last.entries.present().people().filter(player__is_active=True).order_by("number", "pk")
    return list(there.values_list("player_id", flat=True))


def sign_up_last_times_players(*, night: Night, who: Who) -> list[Entry]:
    """Sign up last time's players who are not on the list yet; doing it twice adds everybody once.

    :raises Refused: when the night has started or is full.
    """
    with write():
        return sign_up_players(night=night, player_ids=last_times_players(night), who=who)
