"""Rounds with their games, seats and sit-outs, and the bell that ends a round."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from tournament.models.entries import Entry
from tournament.models.nights import Night
from tournament.movements.seats import Side


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds of nights."""

    def timed(self) -> Self:
        """Rounds whose clock runs, or starts after a pause."""
        return self.exclude(rings_at=None)


class Round(models.Model):
    """Everything between two bells; "Game 3" on screens and cards."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    rings_at = models.DateTimeField(null=True, blank=True)  # when its clock runs: at zero the bell rings
    starts_at = models.DateTimeField(null=True, blank=True)  # when that clock or its game started, or will start
    warned_at = models.DateTimeField(null=True, blank=True)  # when everybody was warned of the last two minutes
    paused_at = models.DateTimeField(null=True, blank=True)  # since when the organizer pauses that clock
    posted_at = models.DateTimeField(null=True, blank=True)  # when its seats were posted: the scores before it were in
    next_clock = models.JSONField(null=True, blank=True)  # saved clock of the next round, while its seats are withdrawn
    next_seats = models.JSONField(null=True, blank=True)  # the seats that are withdrawn then, by player

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("night", "number"), name="one_round_a_number"),)

    def __str__(self) -> str:
        return f"Game {self.number}"


class BellQuerySet(models.QuerySet["Bell"]):
    """Rings of the bell."""

    def active(self) -> Self:
        """Rings that were not canceled."""
        return self.filter(unrung_at=None)

    def canceled(self) -> Self:
        """Rings that were canceled."""
        return self.exclude(unrung_at=None)


class Bell(models.Model):
    """One ring. `unrung_at` when it was canceled."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="bells")
    rung_at = models.DateTimeField()
    rung_by = models.CharField(max_length=60)
    unrung_at = models.DateTimeField(null=True, blank=True)
    clock = models.JSONField(null=True, blank=True)  # the clock that it stopped, for when it is canceled

    objects = BellQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("round",), condition=Q(unrung_at=None), name="one_bell_a_round"),
        )

    def __str__(self) -> str:
        return f"Bell of round {self.round_id}"


class GameQuerySet(models.QuerySet["Game"]):
    """Tables of rounds."""

    def unsigned(self) -> Self:
        """Games whose total is not agreed yet."""
        return self.filter(signed_at=None)

    def started(self) -> Self:
        """Games with a first hand."""
        return self.exclude(started_at=None)

    def not_started(self) -> Self:
        """Games without a hand."""
        return self.filter(started_at=None)

    def scored(self) -> Self:
        """Games that have a hand or an agreed total."""
        return self.exclude(started_at=None, signed_at=None)

    def extended(self) -> Self:
        """Games whose bell comes later than that of the other tables."""
        return self.exclude(extra_until=None)


class Game(models.Model):
    """One table in one round. `winner` is the side with more points when it was signed, empty for a tie.

    `tie_to` is the side that wins if the points are equal: by an extra hand, by cutting, or as the organizer decides.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)  # the first hand was recorded
    signed_at = models.DateTimeField(null=True, blank=True)
    winner = models.CharField(max_length=2, blank=True, choices=[(side, side) for side in Side])
    tie_to = models.CharField(max_length=2, blank=True, choices=[(side, side) for side in Side])
    extra_until = models.DateTimeField(null=True, blank=True)  # this table's bell comes later than the others'
    extra_rung_at = models.DateTimeField(null=True, blank=True)  # when it rang

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("round__number", "table")
        constraints = (models.UniqueConstraint(fields=("round", "table"), name="one_game_a_table"),)

    def __str__(self) -> str:
        return f"Game {self.round_id} table {self.table}"

    @property
    def extra_has_rung(self) -> bool:
        """Whether the table's own bell has rung since its last extra minutes were granted."""
        return bool(self.extra_until and self.extra_rung_at and self.extra_rung_at >= self.extra_until)


class Place(models.Model):
    """A seat in a game, and who has it: N E S W, or at a single table 1, 2, 3 … in dealing order."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="places")
    seat = models.CharField(max_length=1)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="places")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "seat"), name="one_player_a_seat"),
            models.UniqueConstraint(fields=("game", "entry"), name="one_seat_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.seat} of game {self.game_id}"


class SitOut(models.Model):
    """A player without a seat in a round. `position` 1 has sat out longest."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sitouts")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sitouts")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("round", "position")
        constraints = (models.UniqueConstraint(fields=("round", "entry"), name="one_sit_out_a_round"),)

    def __str__(self) -> str:
        return f"Sit-out of entry {self.entry_id} in round {self.round_id}"
