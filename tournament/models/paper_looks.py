"""How a club's paper looks. A row of its own: a club's row is read with every tap, and this one to print."""

from __future__ import annotations

from django.db import models

from tournament.models.clubs import Club


class PaperLook(models.Model):
    """What a club chose for its sheets; empty for what it did not."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="paper_look")
    motto = models.CharField(max_length=60, blank=True)
    accent = models.CharField(max_length=7, blank=True)  # "#0a4a33"
    logo = models.BinaryField(blank=True)  # a PNG as `tally.pictures.logos` makes it

    def __str__(self) -> str:
        return f"How the paper of {self.club} looks"
