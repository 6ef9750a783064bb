"""The night's cash: lines that are only ever added, what was counted in the box, and counts typed from paper."""

from __future__ import annotations

from django.db import models

from tournament.models.entries import Entry
from tournament.models.nights import Night
from tournament.money.box import LABELS, Kind, Line


class CashLine(models.Model):
    """Money that came into the night's box (cents above 0) or went out of it. It is never changed.

    A correction is a line that `reverses` another. `entry` is whom it is about; whoever has paid is not removed from
    the night. `key` comes from the page, so that a double tap is one line.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="cash_lines")
    kind = models.CharField(max_length=8, choices=[(kind.value, LABELS[kind]) for kind in Kind])
    cents = models.IntegerField()
    what = models.CharField(max_length=60, blank=True)
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reverses = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="reversed_by")
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=60)
    key = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.kind} {self.cents} of {self.night_id}"

    def as_line(self) -> Line:
        """The line as a value."""
        return Line(self.pk, Kind(self.kind), self.cents, self.what, self.entry_id, self.reverses_id)


class CashCount(models.Model):
    """What was counted in the box when it was closed; the newest one counts. Null cents: the box was opened again."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="cash_counts")
    cents = models.IntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=60)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"Count {self.pk} of {self.night_id}"


class PotCount(models.Model):
    """How often something that pays into a pot happened to a player at tables without hands, typed by the organizer.

    The newest one counts.
    """

    class Happening(models.TextChoices):
        """What pays into a pot; `tally.scores.pots` says who pays."""

        EUCHRE = "euchre", "Euchres"
        LONER = "loner", "Loners"

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="pot_counts")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    happening = models.CharField(max_length=8, choices=Happening.choices)
    count = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=60)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.count} {self.happening} of {self.entry_id}"
