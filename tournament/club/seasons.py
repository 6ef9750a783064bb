"""The club's seasons: save one, delete one."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.models import Season, SeasonNight
from tournament.night.locking import write
from tournament.people.errors import Refused


class SeasonNameTakenError(Refused):
    """Another season of the club has the name."""


def save_season(*, season: Season, exceptions: Mapping[int, bool]) -> None:
    """Save a new season, or a changed one, with its exceptions: by a night's id, whether it is taken in.

    An exception that says what the date says anyway is not stored.

    :raises SeasonNameTakenError: when another season of the club has the name.
    :raises Refused: when it ends before it begins, or a night is another club's.
    """
    if season.last_day < season.first_day:
        raise Refused("The season ends before it begins. Change one of its days.")
    with write():
        if season.club.seasons.filter(name__iexact=season.name).exclude(pk=season.pk).exists():
            raise SeasonNameTakenError(f"There is a season called {season.name} already. Give this one another name.")
        nights = dict(season.club.nights.filter(pk__in=exceptions).values_list("pk", "date"))
        if nights.keys() != set(exceptions):
            raise Refused("One of these nights is gone, or another club’s. Reload the page and choose again.")
        season.save()
        season.exceptions.all().delete()
        SeasonNight.objects.bulk_create(
            SeasonNight(season=season, night_id=night, taken_in=taken_in)
            for night, taken_in in exceptions.items()
            if taken_in != season.has_day(nights[night])
        )


def delete_season(*, season: Season) -> None:
    """Delete a season; its nights stay as they are. Twice is once."""
    with write():
        Season.objects.filter(pk=season.pk).delete()
