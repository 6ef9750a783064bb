"""The seasons of the sample club: one a year, each by other rules, as clubs try them out."""

from __future__ import annotations

from collections import Counter
from datetime import date

from tournament.models import Club, Season

POINTS, PLACES = Season.Worth.POINTS, Season.Worth.PLACES
ALL, AVERAGE, BEST = Season.Adding.SUM, Season.Adding.AVERAGE, Season.Adding.BEST
TIES = [Season.TieBreak.HEAD_TO_HEAD, Season.TieBreak.BEST_NIGHT]


def make_seasons(club: Club) -> None:
    """Make a season for each year with nights: the newest by the best nights, those before by other rules."""
    years = Counter(day.year for day in club.nights.values_list("date", flat=True))
    for ago, (year, nights) in enumerate(sorted(years.items(), reverse=True)):
        worth, adding, needed, guests = (
            (POINTS, BEST, 5, True),
            (POINTS, AVERAGE, 10, False),
            (PLACES, ALL, 0, False),
            (POINTS, ALL, 0, True),
        )[ago % 4]
        Season.objects.create(
            club=club, name=str(year), first_day=date(year, 1, 1), last_day=date(year, 12, 31), worth=worth,
            adding=adding, best=max(1, nights * 3 // 5), least_nights=min(needed, nights // 3), with_guests=guests,
            per_game=adding == AVERAGE, tie_breaks=TIES,
        )  # fmt: skip
