"""Results pages that the club made public: under an address that nobody can guess, until it is taken back."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from tournament.models.clubs import Club, Player
from tournament.models.keys import new_token
from tournament.models.nights import Night
from tournament.models.seasons import Season


class PublicationQuerySet(models.QuerySet["Publication"]):
    """Public pages."""

    def live(self) -> Self:
        """Those that anybody with the address may open: not taken back, and not of somebody who was erased."""
        return self.filter(withdrawn_at=None, player__erased_at=None)


class Publication(models.Model):
    """A page about one night, one season or one player. Made public again, it has a new address."""

    token = models.CharField(max_length=40, unique=True, default=new_token)  # in the address
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, blank=True, related_name="publications")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, null=True, blank=True, related_name="publications")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="publications")
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = PublicationQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(night__isnull=False, season=None, player=None)
                | Q(night=None, season__isnull=False, player=None)
                | Q(night=None, season=None, player__isnull=False),
                name="one_subject_a_publication",
            ),
        )

    def __str__(self) -> str:
        return f"The public page of {self.subject}"

    @property
    def subject(self) -> Night | Season | Player:
        """What the page is about."""
        found = self.night or self.season or self.player
        assert found is not None
        return found

    @property
    def club(self) -> Club:
        """Whose results these are."""
        return self.subject.club
