"""How long a club keeps what it has, as it chose, and what was erased by that."""

from __future__ import annotations

from django.db import models

from tournament.models.clubs import Club


class Retention(models.Model):
    """After how long a club's data are erased by themselves. None: they are kept, as all are without this row."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="retention")
    names_after = models.PositiveSmallIntegerField(null=True, blank=True)  # years in which somebody has not come
    phones_after = models.PositiveSmallIntegerField(null=True, blank=True)  # days since their night was closed
    log_after = models.PositiveSmallIntegerField(null=True, blank=True)  # years since a line was written
    nights_after = models.PositiveSmallIntegerField(null=True, blank=True)  # years since a night

    def __str__(self) -> str:
        return f"What {self.club} keeps"

    @property
    def erases_anything(self) -> bool:
        """Whether the club has chosen that anything goes."""
        return any((self.names_after, self.phones_after, self.log_after, self.nights_after))


class RetentionRun(models.Model):
    """What was erased once because it was older than the club keeps it: counts, and no names."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="retention_runs")
    at = models.DateTimeField(auto_now_add=True)
    names = models.PositiveIntegerField(default=0)
    phones = models.PositiveIntegerField(default=0)
    phone_checks = models.PositiveIntegerField(default=0)
    log_lines = models.PositiveIntegerField(default=0)
    nights = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        counts = (
            (self.names, "name", "names"),
            (self.phones, "phone", "phones"),
            (self.phone_checks, "phone check", "phone checks"),
            (self.log_lines, "line in logs", "lines in logs"),
            (self.nights, "night", "nights"),
        )
        return ", ".join(f"{count:,} {one if count == 1 else several}" for count, one, several in counts if count)
