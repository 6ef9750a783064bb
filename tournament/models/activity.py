"""The activity log, and the events that open screens are sent."""

from __future__ import annotations

from typing import Self

from django.db import models

from tournament.models.nights import Night

PHONE_CHECKED = "has reached this laptop"  # how the line of a checked phone begins
PART_OF_ACT: dict[str, object] = {}  # as `undo` of a line: it tells more of an act beside it, or of an undo


class LogEntryQuerySet(models.QuerySet["LogEntry"]):
    """Lines of activity logs."""

    def by(self, actor: object) -> Self:
        """What this actor did."""
        return self.filter(actor=str(actor))

    def acts(self) -> Self:
        """Without lines that only tell more of an act, and without what is undone."""
        return self.filter(undone_at=None).exclude(undo=PART_OF_ACT)


class LogEntry(models.Model):
    """A line of the night's activity log: who did what, and when."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=60)
    text = models.CharField(max_length=300)
    undo = models.JSONField(null=True, blank=True)  # what takes it back: see `tally.scoring.undo_last`
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = LogEntryQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("night", "id"), name="log_of_a_night"),)

    def __str__(self) -> str:
        return f"{self.actor} {self.text}"


class Event(models.Model):
    """A message to the night's open screens. The id is the stream's id, which browsers send back when they reconnect.

    `topics` names the listeners, separated by spaces: "entry-12 board", "bell", "room". `public_text` is empty unless
    one of the topics may be read by anybody.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="events")
    topics = models.TextField()
    public_text = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = (models.Index(fields=("night", "id"), name="events_of_a_night"),)

    def __str__(self) -> str:
        return f"Event {self.pk}: {self.topics}"
