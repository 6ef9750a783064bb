"""The club's seasons: save one, delete one."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.models import Season, SeasonNight
from tournament.night.locking import lock_club, write
from tournament.people.errors import Gone, Refused

MOST_NIGHTS, MOST_PLACES, MOST_PLACE_POINTS = 366, 40, 1000
PLACE_POINTS = (
    f"Write whole numbers with spaces between, such as 10 8 6 5: at most {MOST_PLACES}, each 0 to {MOST_PLACE_POINTS}, "
    "none higher than the one before."
)
ENDS_FIRST = "The season ends before it begins. Change one of its days."
BEST = f"From 1 to {MOST_NIGHTS} best nights can count."
LEAST = f"From 0 to {MOST_NIGHTS} nights can be needed for a place."
TIE_BREAKS = "Each way to break a tie can be chosen once."
SEASON_GONE = "This season was deleted in the meantime. Nothing was changed by you."


class SeasonNameTakenError(Refused):
    """Another season of the club has the name."""


def are_place_points(points: object) -> bool:
    """Whether these can be the points for the first, second, third … place."""
    if not isinstance(points, list) or not 1 <= len(points) <= MOST_PLACES:
        return False
    whole = all(type(one) is int and 0 <= one <= MOST_PLACE_POINTS for one in points)
    return whole and points == sorted(points, reverse=True)


def require_possible(season: Season) -> None:
    """Let through a season with days and rules that the form lets through.

    :raises Refused: otherwise.
    """
    ways, asked = set(Season.TieBreak.values), season.tie_breaks
    can_be_asked = isinstance(asked, list) and all(isinstance(way, str) for way in asked) and ways.issuperset(asked)
    for holds, sentence in (
        (season.first_day <= season.last_day, ENDS_FIRST),
        (1 <= season.best <= MOST_NIGHTS, BEST),
        (0 <= season.least_nights <= MOST_NIGHTS, LEAST),
        (are_place_points(season.place_points), PLACE_POINTS),
        (can_be_asked and len(asked) == len(set(asked)), TIE_BREAKS),
    ):
        if not holds:
            raise Refused(sentence)


def saved_season(season: Season) -> Season:
    """Read a season as it is saved.

    :raises Gone: when it was deleted in the meantime.
    """
    if row := Season.objects.filter(pk=season.pk).first():
        return row
    raise Gone(SEASON_GONE)


def save_season(*, season: Season, exceptions: Mapping[int, bool]) -> None:
    """Save a new season, or a changed one, with its exceptions: by a night's id, whether it is taken in.

    An exception that says what the date says anyway is not stored.

    :raises Gone: when a changed one was deleted in the meantime.
    :raises SeasonNameTakenError: when another season of the club has the name.
    :raises Refused: when its days or rules are not possible, or a night is another club's.
    """
    require_possible(season)
    with write():
        lock_club(season.club_id)
        if season.pk:
            saved_season(season)
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
        lock_club(season.club_id)
        Season.objects.filter(pk=season.pk).delete()
