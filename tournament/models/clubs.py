"""The club, the players whom it knows, and its charts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.keys import new_key


def new_club_key() -> str:
    """A random key for the organizer's sign-in link."""
    return new_key(20)


class Club(models.Model):
    """Whoever holds nights. The key is the organizer's sign-in."""

    name = models.CharField(max_length=80)
    own_rules = models.TextField(blank=True)  # the club's own text; a closed night keeps the one that it had
    key = models.CharField(max_length=40, unique=True, default=new_club_key)
    is_demo = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody whom the club knows, night after night."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.name


class Chart(models.Model):
    """A fixed chart in the printed notation; those without a club came with the program."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="charts", null=True, blank=True)
    name = models.CharField(max_length=60)
    players = models.PositiveSmallIntegerField()
    notation = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="one_chart_a_name"),
            models.UniqueConstraint(fields=("name",), condition=Q(club=None), name="one_printed_chart_a_name"),
        )

    def __str__(self) -> str:
        return self.name
