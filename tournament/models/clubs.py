"""The club, the players whom it knows, and its charts."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from tournament.models.keys import new_key


def new_club_key() -> str:
    """A random key for the organizer's sign-in link."""
    return new_key(20)


class Club(models.Model):
    """Whoever holds nights. The key is the organizer's sign-in, unless the link is turned off."""

    name = models.CharField(max_length=80)
    own_rules = models.TextField(blank=True)  # the club's own text; a closed night keeps the one that it had
    key = models.CharField(max_length=40, unique=True, default=new_club_key)
    has_link = models.BooleanField(default=True)  # whether the key signs in; False where members have accounts
    is_demo = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class PlayerQuerySet(models.QuerySet["Player"]):
    """People whom clubs know."""

    def regulars(self) -> Self:
        """Everybody whom the club still knows as one person: not merged into another, not erased, not the ghost.

        Nor is whoever had a number from a hat and gave no name: the club does not know who that was.
        """
        return self.filter(merged_into=None, erased_at=None, is_ghost=False, is_nameless=False)

    def active(self) -> Self:
        """Regulars who still come."""
        return self.regulars().filter(is_active=True)

    def erased(self) -> Self:
        """Those whose names were taken out."""
        return self.exclude(erased_at=None)


class Player(models.Model):
    """Somebody whom the club knows, night after night: one row a person."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    paper_name = models.CharField(max_length=40, blank=True)  # on paper, instead of the name
    is_guest = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)  # False: gone, so no longer offered at sign-up
    is_ghost = models.BooleanField(default=False)  # whom the entries of empty chairs belong to
    is_nameless = models.BooleanField(default=False)  # whoever had one number from a hat, until they give their name
    erased_at = models.DateTimeField(null=True, blank=True)  # the name is "Former player 3" since then
    merged_into = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="merged_players"
    )

    objects = PlayerQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class PlayerMerge(models.Model):
    """Two regulars who turned out to be one person, and which rows went over, so that Undo gives them back."""

    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    merged = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    moved = models.JSONField(default=dict)  # by model, such as "tournament.entry": the ids of the rows that went over
    merged_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.merged} merged into {self.kept}"


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
