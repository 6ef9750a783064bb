"""The club's regulars who may be signed up for a night, likeliest first."""

from __future__ import annotations

from collections import Counter

from django.db.models import Max

from tournament.models import Entry, Night, Player
from tournament.people.regulars import LATELY, Regular, likeliest_first, namesakes


def regulars_context(night: Night) -> dict[str, object]:
    """Everybody whom the club knows and who is not on tonight's list; the list offers all but those who are gone."""
    everybody = _club_regulars(night)
    regulars = _not_on_the_list(night, everybody)
    return {
        "regulars": regulars,
        "offered": sum(not regular.is_gone for regular in regulars),
        "regular_namesakes": namesakes(everybody),
    }


def likely_names(night: Night) -> list[str]:
    """The names of those who may come late, likeliest first, each once."""
    regulars = _not_on_the_list(night, _club_regulars(night))
    return list(dict.fromkeys(regular.name for regular in regulars if not regular.is_gone))


def expected_regulars(night: Night) -> list[Regular]:
    """Those who are not on tonight's list and will probably come: who came to one of the club's last ten nights.

    All whom the club knows and who still come, where it has had no night yet. Guests are not expected.
    """
    regulars = [regular for regular in _club_regulars(night) if not regular.is_guest]
    any_night = any(regular.lately for regular in regulars)
    return [
        regular
        for regular in _not_on_the_list(night, regulars)
        if not regular.is_gone and (regular.lately or not any_night)
    ]


def _not_on_the_list(night: Night, everybody: list[Regular]) -> list[Regular]:
    """Those of the club's regulars who are not on tonight's list, likeliest first."""
    here = set(night.entries.values_list("player", flat=True))
    return [regular for regular in likeliest_first(everybody) if regular.player not in here]


def _club_regulars(night: Night) -> list[Regular]:
    """The regulars of a night's club, with how they came to its other progressive nights."""
    nights = Night.objects.filter(club=night.club_id, kind=Night.Kind.PROGRESSIVE).exclude(pk=night.pk)
    played = nights.exclude(status=Night.Status.SIGN_UP).order_by("-date", "-pk")
    came = Entry.objects.filter(night__in=played.values("pk")).order_by()
    newest = list(played.values_list("pk", flat=True)[:LATELY])
    lately = Counter(came.filter(night__in=newest).values_list("player", flat=True))
    last_night = dict(came.values_list("player").annotate(Max("night__date")))
    return [
        Regular(
            player=player.pk,
            name=player.name,
            paper_name=player.paper_name,
            lately=lately[player.pk],
            last_night=last_night.get(player.pk),
            is_guest=player.is_guest,
            is_gone=not player.is_active,
        )
        for player in Player.objects.regulars().filter(club=night.club_id)
    ]
