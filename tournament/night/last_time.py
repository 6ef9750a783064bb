"""Last time's players: everybody who took part in the club's last night, signed up at once."""

from __future__ import annotations

from tournament.access import Who
from tournament.models import EarlierPlayer, Entry, Night, Player
from tournament.night.locking import write
from tournament.night.signup import sign_up_players


def last_times_players(night: Night) -> list[int]:
    """Those who took part in the club's last progressive night, by number.

    Whoever left early and whoever was replaced by a substitute are among them; people who are gone from the club are
    not, nor is whoever had a number without a name.
    """
    others = Night.objects.filter(club=night.club_id, kind=Night.Kind.PROGRESSIVE).exclude(pk=night.pk)
    last = others.exclude(status=Night.Status.SIGN_UP).order_by("-pk").first()
    if last is None:
        return []
    here = last.entries.people().filter(player__in=Player.objects.active()).order_by("number", "pk")
    replaced = EarlierPlayer.objects.filter(entry__night=last, player__in=Player.objects.active())
    replaced = replaced.order_by("entry__number", "pk")
    both = (*here.values_list("player_id", flat=True), *replaced.values_list("player_id", flat=True))
    return list(dict.fromkeys(both))


def sign_up_last_times_players(*, night: Night, who: Who) -> list[Entry]:
    """Sign up last time's players who are not on the list yet; doing it twice adds everybody once.

    :raises Refused: when the night has started or is full.
    """
    with write():
        return sign_up_players(night=night, player_ids=last_times_players(night), who=who)
