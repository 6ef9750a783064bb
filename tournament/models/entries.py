"""Tonight's players, and the phones that act for them."""

from __future__ import annotations

import secrets
from typing import Self

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from tournament.models.clubs import Player
from tournament.models.keys import new_key, printed_key, sealed
from tournament.models.nights import Night
from tournament.people.names import folded, isolated, joined_names, short_name
from tournament.reach.facts import Trouble

NAMELESS = "Player"  # in place of a name, of a number from the hat: others see "Player (7)"


def new_sign() -> str:
    """A random number of two digits, to tell two phones apart."""
    return str(10 + secrets.randbelow(90))


class EntryQuerySet(models.QuerySet["Entry"]):
    """Players of nights."""

    def present(self) -> Self:
        """Players who have not gone home."""
        return self.filter(left_at=None)

    def gone(self) -> Self:
        """Players who went home before the end."""
        return self.exclude(left_at=None)

    def people(self) -> Self:
        """Everybody but the ghost."""
        return self.filter(is_ghost=False)

    def ghosts(self) -> Self:
        """The empty chairs: at most one a night."""
        return self.filter(is_ghost=True)

    def named(self) -> Self:
        """Everybody but numbers from the hat that have no name yet."""
        return self.filter(is_nameless=False)

    def numbered(self) -> Self:
        """Players who have tonight's number."""
        return self.exclude(number=None)

    def with_earlier_players(self) -> Self:
        """Players with those whose number they took over, read at once."""
        return self.prefetch_related("earlier_players__player")


class Entry(models.Model):
    """A player in this night. `key` is what the card's QR code holds; it expires with the night."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=16, unique=True, default=new_key)
    arrived_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)  # went home before the end
    is_new = models.BooleanField(default=False)  # the club did not know the player before
    is_ghost = models.BooleanField(default=False)  # an empty chair: its partner plays alone
    # A number from the hat whose player has not given a name.
    is_nameless = models.BooleanField(default=False, db_column="nameless")
    told_apart = models.CharField(max_length=44, blank=True)  # the short name, where "Bob S." could be somebody else
    namesake = models.BooleanField(default=False)  # somebody here has the same name: only the number tells them apart

    was_gone = False  # set on a new entry of a regular who was marked as gone until then; not stored

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("number", "id")
        constraints = (
            models.UniqueConstraint(fields=("night", "number"), name="one_player_a_number"),
            models.UniqueConstraint(fields=("night",), condition=Q(is_ghost=True), name="one_ghost_a_night"),
        )

    def __str__(self) -> str:
        return f"{self.number} {isolated(self._name_for_others)}" if self.number else isolated(self.short_name)

    @property
    def short_name(self) -> str:
        """First name and initial, or the little more that tells two people apart: all that others see."""
        by_number = (self.namesake or self.is_nameless) and self.number
        return f"{self._name_for_others} ({self.number})" if by_number else self._name_for_others

    @property
    def whole_name(self) -> str:
        """The name, as the organizer and paper have it; "Player (7)" while a number from the hat has none."""
        return self.short_name if self.is_nameless else self.name

    @property
    def _name_for_others(self) -> str:
        return self.told_apart or short_name(self.name)

    @property
    def listed_name(self) -> str:
        """The name, then the number, for lists from A to Z: "Ned H. (17)"."""
        return f"{self._name_for_others} ({self.number})" if self.number else self.short_name

    @property
    def sorts_as(self) -> str:
        """What a list from A to Z sorts it by."""
        return folded(self.listed_name)

    @property
    def names(self) -> str:
        """The names of all who played under this number tonight, in order: "Dave Miller / Norm Stone"."""
        return joined_names([*(earlier.whole_name for earlier in self.earlier_players.all()), self.whole_name])

    @property
    def short_names(self) -> str:
        """The same as others see them: "Dave M. / Norm S."."""
        return joined_names([*(earlier.short_name for earlier in self.earlier_players.all()), self.short_name])

    @property
    def printed_key(self) -> str:
        """The key as people type it."""
        return printed_key(self.key)

    @property
    def sealed_key(self) -> str:
        """The key as QR codes and links have it."""
        return sealed(self.key)


class RemovedPlayer(models.Model):
    """A player who was removed before the start, kept so that Undo brings back the same entry, code and phones."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="removed_players")
    name = models.CharField(max_length=40)
    rows = models.JSONField(encoder=DjangoJSONEncoder)  # the entry and its phones, as Django serializes rows
    with_ghost = models.BooleanField(default=False)  # the ghost went with them
    removed_at = models.DateTimeField(auto_now_add=True)
    batch = models.PositiveIntegerField(null=True, blank=True)  # of those who were removed at once, if many were

    def __str__(self) -> str:
        return short_name(self.name)


class PhoneJoin(models.Model):
    """A name that a phone added to the list: when, and from where. It is kept until the night starts.

    `network` tells the addresses of one night apart and no more: it is hashed with the site's key. A removed name still
    counts, and `entry` is valid again when it comes back.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="phone_joins")
    entry = models.OneToOneField(Entry, on_delete=models.DO_NOTHING, db_constraint=False, related_name="phone_join")
    at = models.DateTimeField(auto_now_add=True)
    network = models.CharField(max_length=16)

    class Meta:
        indexes = (models.Index(fields=("night", "at"), name="phone_joins_of_a_night"),)

    def __str__(self) -> str:
        return f"Entry {self.entry_id} joined by phone"


class EarlierPlayer(models.Model):
    """Somebody whose number a substitute took over, with the points so far.

    `last_game` is the last game that they played, 0 for none. Where it is None, from before it was noted, all games of
    the number count for whoever has it at the end.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="earlier_players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=40)
    until = models.DateTimeField(auto_now_add=True)
    last_game = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.name}, whose number {self.entry_id} took over"

    @property
    def whole_name(self) -> str:
        """The name; "Player (7)" of whoever had a number from the hat and gave none."""
        return self._with_number(self.name)

    @property
    def short_name(self) -> str:
        """The same as others see it."""
        return self._with_number(short_name(self.name))

    def _with_number(self, name: str) -> str:
        return f"{name} ({self.entry.number})" if self.player.is_nameless else name


class PhoneQuerySet(models.QuerySet["Phone"]):
    """Browsers that act for players."""

    def active(self) -> Self:
        """Phones that may write."""
        return self.filter(retired_at=None)


class Phone(models.Model):
    """A browser that acts (or acted) for a player. Only the newest one that is not retired may write."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="phones")
    token = models.CharField(max_length=40, db_index=True)
    claimed_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)
    reached = models.CharField(max_length=80, blank=True)  # the laptop's address, or its name, where it joined

    objects = PhoneQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry",), condition=Q(retired_at=None), name="one_phone_a_player"),
        )

    def __str__(self) -> str:
        return f"Phone {self.pk} of {self.entry_id}"


class PhoneRequestQuerySet(models.QuerySet["PhoneRequest"]):
    """Phones that ask for a name."""

    def open(self) -> Self:
        """Those that the organizer has not answered."""
        return self.filter(answered_at=None)


class PhoneRequest(models.Model):
    """A phone that asks the organizer to play for somebody whose own phone is in already.

    `sign` is shown on the phone and to the organizer, who thus lets in the phone that is in front of them.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="phone_requests")
    token = models.CharField(max_length=40)
    sign = models.CharField(max_length=4, default=new_sign)
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    let_in = models.BooleanField(default=False)

    objects = PhoneRequestQuerySet.as_manager()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"Phone {self.sign} for {self.entry}"


class PhoneCheck(models.Model):
    """A phone's report, usually before the night, that it reaches the laptop."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="phone_checks")
    at = models.DateTimeField(auto_now_add=True)
    phone_name = models.CharField(max_length=60)
    result = models.CharField(max_length=300)
    reached = models.CharField(max_length=45, blank=True)  # the laptop's own address that it came by
    proven = models.BooleanField(default=False)  # it scanned the code that stands on the organizer's page
    trouble = models.CharField(max_length=5, blank=True, choices=[(one.value, one.name) for one in Trouble if one])
    clock_ahead = models.IntegerField(null=True, blank=True)  # seconds that its clock was ahead of the laptop's
    page_id = models.CharField(max_length=8, blank=True)  # of the page that reported, which may measure more later

    class Meta:
        indexes = (models.Index(fields=("night", "id"), name="phone_checks_of_a_night"),)

    def __str__(self) -> str:
        return f"{self.phone_name} {self.result}"
