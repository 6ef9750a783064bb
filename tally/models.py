"""What was scored: the facts as players entered them. A correction is a new version; no sum is ever stored."""

from __future__ import annotations

from typing import Self

from django.db import models

from tally.rules.variants import OWN_GAME
from tournament.models import Club, Entry, Game, Night, Phone
from tournament.models.keys import new_key
from tournament.movements.seats import Side


class Submission(models.Model):
    """Something that a person submitted: when, who, and from which phone.

    `key` comes from the client, so that a submission sent twice is stored once. `entry` is null for the organizer.
    """

    key = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(auto_now_add=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{type(self).__name__} {self.pk}"


class Hand(Submission):
    """One version of one hand. `record` is the form of `tally.rules`, side A being NS; null: taken back."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    record = models.JSONField(null=True)
    alone_by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("game", "number", "version")
        constraints = (models.UniqueConstraint(fields=("game", "number", "version"), name="one_hand_a_version"),)

    def __str__(self) -> str:
        return f"Hand {self.number}.{self.version} of game {self.game_id}"


class Signature(models.Model):
    """A side's answer to a game's total. It counts while the newest hand row it saw is still the newest."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="signatures")
    side = models.CharField(max_length=2, choices=[(side, side) for side in Side])
    agrees = models.BooleanField()
    ns = models.SmallIntegerField()
    ew = models.SmallIntegerField()
    seen_hand = models.BigIntegerField()
    at = models.DateTimeField(auto_now_add=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("game", "id")

    def __str__(self) -> str:
        return f"{self.side} {'agrees to' if self.agrees else 'disputes'} game {self.game_id}"


class DisputeQuerySet(models.QuerySet["Dispute"]):
    """Disputed hands."""

    def open(self) -> Self:
        """Disputes that nobody has settled yet."""
        return self.filter(settled_at=None)


class Dispute(Submission):
    """A phone's answer for a hand that another phone has recorded differently; both are kept until somebody settles it.

    One dispute a game is open at a time. `settled_at` is when the table or the organizer chose the right answer.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes")
    number = models.PositiveSmallIntegerField()
    record = models.JSONField()
    alone_by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = DisputeQuerySet.as_manager()

    class Meta:
        ordering = ("game", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("game",), condition=models.Q(settled_at=None), name="one_open_dispute_a_game"
            ),
        )

    def __str__(self) -> str:
        return f"Dispute {self.pk} on hand {self.number} of game {self.game_id}"


class PaperTotal(Submission):
    """A game's total as a paper card has it, in place of its hands; the newest version counts. Null points: taken back.

    `loners` are those played alone, by player's number.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="paper_totals")
    version = models.PositiveSmallIntegerField()
    ns = models.SmallIntegerField(null=True)
    ew = models.SmallIntegerField(null=True)
    loners = models.JSONField(default=dict, blank=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("game", "version")
        constraints = (models.UniqueConstraint(fields=("game", "version"), name="one_total_a_version"),)

    def __str__(self) -> str:
        return f"Paper total {self.version} of game {self.game_id}"


class NightTotal(models.Model):
    """One version of a player's total in a night from before the software; the newest counts. Null points: taken back.

    `games` is null for all of the night's games, `loners` where nobody wrote them down.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="night_totals")
    version = models.PositiveSmallIntegerField(default=1)
    points = models.IntegerField(null=True)
    games = models.PositiveSmallIntegerField(null=True)
    loners = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("entry", "version")
        constraints = (models.UniqueConstraint(fields=("entry", "version"), name="one_night_total_a_version"),)

    def __str__(self) -> str:
        return f"Total {self.version} of {self.entry}"


class ReceivedTotal(models.Model):
    """The key of a paper total that has arrived, as a digest.

    The total's own row is deleted when its game has not started and the seats are drawn again; a total that is sent
    twice is still stored once.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=16)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("night", "digest"), name="one_digest_a_total"),)

    def __str__(self) -> str:
        return self.digest


def new_own_game_slug() -> str:
    """A random slug for a version of a club's own game, as nights and records of hands name it."""
    return OWN_GAME + new_key(10).lower()


class OwnGame(models.Model):
    """A game that a club has made from another one. One with `retired_at` is offered no more."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="own_games")
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Own game {self.pk}"


class OwnGameVersion(models.Model):
    """One version of a club's own game: a change adds one, and a night that has started stays with its own.

    `description` is what `tally.rules.own_games` reads: the name, the game it was made from, and what differs.
    """

    game = models.ForeignKey(OwnGame, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveSmallIntegerField()
    slug = models.CharField(max_length=40, unique=True, default=new_own_game_slug)
    description = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("game", "version")
        constraints = (models.UniqueConstraint(fields=("game", "version"), name="one_own_game_a_version"),)

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the club calls the game."""
        return str(self.description["name"])
