"""Seasons: the nights between two days, and how their standings are counted. Standings are never stored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import models
from django.db.models import Q

from tournament.models.clubs import Club
from tournament.models.nights import Night


def usual_place_points() -> list[int]:
    """What places bring in a new season: 10 points for the first, 8 for the second …"""
    return [10, 8, 6, 5, 4, 3, 2, 1]


class SeasonSettings(models.Model):
    """How a season counts. Abstract: the columns are the season's own. `tally.scores.seasons` says what each means."""

    class Worth(models.TextChoices):
        """What a night is worth to a player."""

        POINTS = "points", "Its points"
        PLACES = "places", "Points for the place in it"
        FIELD = "field", "Its points over everybody’s average that night"

    class Adding(models.TextChoices):
        """How nights add up."""

        SUM = "sum", "All nights, added up"
        AVERAGE = "average", "The average of a night"
        BEST = "best", "Only the best nights, added up"

    class TieBreak(models.TextChoices):
        """What puts one of several equal players ahead."""

        HEAD_TO_HEAD = "head-to-head", "Head to head: points against each other at the same table"
        BEST_NIGHT = "best-night", "The best night"
        LONERS = "loners", "Most loners"
        FEWER_NIGHTS = "fewer-nights", "Fewer nights"

    name = models.CharField(max_length=60)
    first_day = models.DateField()
    last_day = models.DateField()
    worth = models.CharField(max_length=6, choices=Worth.choices, default=Worth.POINTS)
    adding = models.CharField(max_length=7, choices=Adding.choices, default=Adding.SUM)
    best = models.PositiveSmallIntegerField(default=5)  # nights that count, where the best ones do
    place_points = models.JSONField(default=usual_place_points)  # of the first, second, third … place
    least_nights = models.PositiveSmallIntegerField(default=0)  # to be ranked
    with_guests = models.BooleanField(default=True)
    per_game = models.BooleanField(default=False)  # points of games played, divided by their number
    tie_breaks = models.JSONField(default=list, blank=True)  # in the order in which they are asked

    class Meta:
        abstract = True


class Season(SeasonSettings):
    """A season of a club: its nights are those between its days, but for the exceptions in `SeasonNight`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")

    class Meta:
        ordering = ("-first_day", "-pk")
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="one_season_a_name"),)

    def __str__(self) -> str:
        return self.name

    def has_day(self, day: date) -> bool:
        """Whether a day is between the season's first and last."""
        return self.first_day <= day <= self.last_day

    def nights(self) -> models.QuerySet[Night, Any]:
        """The season's nights by date: those between its days that are not left out, and those taken in."""
        exceptions = dict(self.exceptions.values_list("night", "taken_in"))
        return self.nights_but_for(exceptions)

    def nights_but_for(self, exceptions: Mapping[int, bool]) -> models.QuerySet[Night, Any]:
        """The nights that the season would have with these exceptions: by a night's id, whether it is taken in."""
        taken_in = [night for night, taken in exceptions.items() if taken]
        left_out = [night for night, taken in exceptions.items() if not taken]
        between = Q(date__range=(self.first_day, self.last_day)) & ~Q(pk__in=left_out)
        chosen = self.club.nights.filter(between | Q(pk__in=taken_in))
        return chosen.exclude(kind=Night.Kind.SINGLE_TABLE).order_by("date", "pk")


class SeasonNight(models.Model):
    """A night that is not where its date puts it: taken into a season from outside its days, or left out of it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="exceptions")
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="+")
    taken_in = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("season", "night"), name="one_exception_a_night"),)

    def __str__(self) -> str:
        return f"{self.night} {'in' if self.taken_in else 'not in'} {self.season}"
