"""The rows of a hand: every change is a new version, and a write that arrives twice is one write."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tally.models import Dispute, Hand
from tally.rules import Record, read_record, score
from tournament.access import Who
from tournament.models import Entry, Game, Night
from tournament.models.compiled_queries import CompiledQuery, CompiledValues
from tournament.night.clock_jumps import happened_within
from tournament.people.errors import Refused

SECOND_TAP = timedelta(milliseconds=700)
MOST_CHANGES = 500  # of a kind that phones make in one game; nobody who plays comes near it
KEY = r"[^\s\0]{8,64}"  # what pages make: no database stores a NUL, and phones list keys with spaces between them
TOO_MANY_CHANGES = "This game was changed so often that only the organizer can go on with it. Ask at the desk."

_hand_with = CompiledQuery(lambda key: Hand.objects.filter(key=key).order_by())
_dispute_with = CompiledQuery(lambda key: Dispute.objects.filter(key=key).order_by())
_versions = CompiledValues(lambda game: Hand.objects.filter(game=game).order_by().values_list("number", "version"))


class HandTaken(Refused):
    """This hand is recorded already, with another result: `number` says which, `answer` is the answer of this phone."""

    def __init__(self, number: int, answer: dict[str, Any]) -> None:
        super().__init__(f"Hand {number} is already recorded, with another result.")
        self.number = number
        self.answer = answer


def already_recorded(game: Game, number: int, record: dict[str, Any], key: str, alone_by: Entry | None = None) -> bool:
    """Whether a write with this key has arrived before, as the hand or as a second answer for it.

    :raises HandTaken: when it brought another result.
    :raises Refused: when the key was used elsewhere.
    """
    check_key(key)
    before = _hand_with.first(key) or _dispute_with.first(key)
    if before is None:
        return False
    if before.game_id != game.pk or before.number != number:
        raise Refused("This page is from another hand. Reload it and tap again.")
    if before.record is not None and (before.record, before.alone_by) != (record, alone_by):
        raise HandTaken(number, record)
    return True


def check_key(key: str) -> None:
    """Check a client's key.

    :raises Refused: for a key that no page of ours has made.
    """
    if not re.fullmatch(KEY, key):
        raise Refused("This page is incomplete. Reload it and tap again.")


def read_tonights_record(night: Night, record: dict[str, Any]) -> Record:
    """Read a record that is possible in tonight's game, which may have changed since the page was made.

    :raises HandRefused: when it is impossible.
    :raises Refused: when it is of another game.
    """
    checked = read_record(record)
    if checked.variant.slug != night.variant:
        raise Refused("This hand is from a game that is not tonight’s. Check the new page first.")
    score(checked, night.house_rules)
    return checked


def is_double_tap(game: Game, who: Who) -> bool:
    """Whether this phone, or the organizer, took the newest hand back a moment ago."""
    newest = Hand.objects.filter(game=game).order_by("-pk").first()
    return (
        newest is not None
        and newest.record is None
        and newest.phone == writer(who)["phone"]
        and happened_within(newest.at, SECOND_TAP)
    )


def add_version(
    game: Game,
    number: int,
    record: dict[str, Any] | None,
    key: str,
    who: Who,
    alone_by: Entry | None = None,
    why: str = "",
) -> Hand:
    """Add a version to a hand, which counts from now on; a record of None takes the hand back.

    :raises Refused: for a phone, when the game has had too many.
    """
    versions = _versions.rows(game.pk)
    require_few(len(versions), who)
    before = max((version for each, version in versions if each == number), default=0)
    return Hand.objects.create(
        game=game, number=number, version=before + 1, record=record, key=key, alone_by=alone_by, why=why, **writer(who)
    )


def require_few(changes: int, who: Who) -> None:
    """Let a phone add to what was changed in a game, so that nobody fills the database or slows the table's pages.

    :raises Refused: when there are too many changes already.
    """
    if changes >= MOST_CHANGES and not who.keeps_scores:
        raise Refused(TOO_MANY_CHANGES)


def writer(who: Who) -> dict[str, Any]:
    """The row's fields for who wrote it; null for the organizer."""
    return {"entry": None, "phone": None} if who.keeps_scores else {"entry": who.entry, "phone": who.phone}
