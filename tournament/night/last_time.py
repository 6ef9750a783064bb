"""Last time's players: everybody who was there at the end of the club's last night, signed up at once."""

from __future__ import annotations

from tournament.access import Who
from tournament.models import Entry, Night
from tournament.night.locking import lock_night_in_sign_up, write
from tournament.night.signup import sign_up
from tournament.people.names import folded


def last_times_names(night: Night) -> list[str]:
    """The names of those who were there when the club's last progressive night ended, substitutes too, by number."""
    others = Night.objects.filter(club=night.club_id, kind=Night.Kind.PROGRESSIVE).exclude(pk=night.pk)
    last = others.exclude(status=Night.Status.SIGN_UP).order_by("-pk").first()
    return list(last.entries.present().people().order_by("number", "pk").values_list("name", flat=True)) if last else []


def sign_up_last_times_players(*, night: Night, who: Who) -> list[Entry]:
    """Sign up last time's players whose name is not on the list yet; doing it twice adds everybody once.

    :raises Refused: when the night has started or is full.
    """
    with write():
        night = lock_night_in_sign_up(night)
        here = {folded(name) for name in night.entries.values_list("name", flat=True)}
        names = [name for name in last_times_names(night) if folded(name) not in here]
        return sign_up(night=night, names=names, who=who, also_same_names=True)
