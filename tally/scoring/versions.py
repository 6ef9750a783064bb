"""The rows of a hand: every change is a new version, and a write that arrives twice is one write."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tally.models import Dispute, Hand
from tally.rules import Record, read_record, score
from tournament.access import Who
from tournament.compiled_queries import CompiledQuery, CompiledValues
from tournament.models import Entry, Game, Night
from tournament.people.errors import Refused

SECOND_TAP = timedelta(milliseconds=700)

_hand_with = CompiledQuery(lambda key: Hand.objects.filter(key=key).order_by())
_claim_with = CompiledQuery(lambda key: Dispute.objects.filter(key=key).order_by())
_versions = CompiledValues(
    lambda game, number: Hand.objects.filter(game=game, number=number).order_by().values_list("pk")
)


class HandTaken(Refused):
    """This hand is recorded already, with another result: `number` says which, `said` what this phone says now."""

    def __init__(self, number: int, said: dict[str, Any]) -> None:
        super().__init__(f"Hand {number} is recorded already, with another result.")
        self.number = number
        self.said = said


def already_recorded(game: Game, number: int, record: dict[str, Any], key: str, alone_by: Entry | None = None) -> bool:
    """Whether a write with this key has arrived before, be it the hand's or only what another phone said of it.

    :raises HandTaken: when it said something else. :raises Refused: when the key was used elsewhere.
    """
    check_key(key)
    before = _hand_with.first(key) or _claim_with.first(key)
    if before is None:
        return False
    if before.game_id != game.pk or before.number != number:
        raise Refused("This page is from another hand. Reload it and tap again.")
    if before.record is not None and (before.record, before.alone_by) != (record, alone_by):
        raise HandTaken(number, record)
    return True


def check_key(key: str) -> None:
    """
    :raises Refused: for a key that no page of ours has made.
    """
    if not 8 <= len(key) <= 64:
        raise Refused("This page is not complete. Reload it and tap again.")


def read_tonights_record(night: Night, record: dict[str, Any]) -> Record:
    """The record of a hand that can be in tonight's game, which may have been chosen anew since the page was made.

    :raises HandRefused: when it is impossible. :raises Refused: when it is of another game.
    """
    checked = read_record(record)
    if checked.variant.slug != night.variant:
        raise Refused("This hand is of another game than tonight's. Look at the new page first.")
    score(checked, night.house_rules)
    return checked


def is_second_tap(game: Game, who: Who) -> bool:
    """Whether this phone, or the organizer, took the newest hand back a moment ago."""
    newest = Hand.objects.filter(game=game).order_by("-pk").first()
    return (
        newest is not None
        and newest.record is None
        and newest.phone == writer(who)["phone"]
        and timezone.now() - newest.at < SECOND_TAP
    )


def add_version(
    game: Game,
    number: int,
    record: dict[str, Any] | None,
    key: str,
    who: Who,
    alone_by: Entry | None = None,
    why: str = "",
) -> None:
    """Add what is now said of a hand; None takes it back."""
    before = len(_versions.rows(game.pk, number))
    Hand.objects.create(
        game=game, number=number, version=before + 1, record=record, key=key, alone_by=alone_by, why=why, **writer(who)
    )


def writer(who: Who) -> dict[str, Any]:
    """Who wrote, as the row keeps it; the organizer is nobody in particular."""
    return {"entry": None, "phone": None} if who.organizer else {"entry": who.entry, "phone": who.phone}
