"""Tonight's numbers: drawn by arrival or at random, and swapped."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Night
from tournament.night.locking import lock_night, lock_night_in_sign_up, write
from tournament.night.seating import scored_rounds, seat_everybody
from tournament.people.errors import Refused
from tournament.planning.search_cache import search_before_writing


def draw_numbers(
    *, night: Night, order: Literal["random", "arrival"], who: Who, chance: random.Random | None = None
) -> None:
    """Number everybody from 1, at random or by arrival; it may be repeated until the night starts.

    :raises Refused: when the night has started, nobody is there, or numbers are in the hat.
    """
    with write():
        night = lock_night_in_sign_up(night)
        entries = list(night.entries.order_by("id"))
        if not entries:
            raise Refused("Nobody to number yet. Sign up the players first.")
        if any(entry.is_nameless for entry in entries):
            raise Refused("Numbers are in the hat, and on the cards. Who has which is drawn there.")
        if order == "random":
            (chance or random.SystemRandom()).shuffle(entries)
        entries.sort(key=lambda entry: entry.is_ghost)
        give_numbers(night, entries)
        how = "drew numbers at random" if order == "random" else "numbered everybody by order of arrival"
        announce(night.pk, "room", actor=str(who), text=how)


@search_before_writing
def swap_numbers(*, night: Night, one: int, other: int, who: Who) -> None:
    """Swap the numbers of two players, and with them their seats for the whole night.

    :raises Refused: when a hand has been played, or nobody has one of the numbers.
    """
    with write():
        night = lock_night(night.pk)
        if night.status == Night.Status.CLOSED or scored_rounds(night):
            raise Refused("Hands have been played, so numbers stay as they are for the rest of the night.")
        pair = {entry.number: entry for entry in night.entries.filter(number__in=(one, other))}
        if one == other or set(pair) != {one, other}:
            raise Refused("Choose two different numbers from the list.")
        first, second = pair[one], pair[other]
        if first.is_ghost or second.is_ghost:
            raise Refused("The ghost keeps the highest number. Swap two players.")
        set_number(first, None)
        set_number(second, one)
        set_number(first, other)
        if night.status == Night.Status.PLAYING:
            seat_everybody(night)
        announce(night.pk, "room", actor=str(who), text=f"swapped {first} and {second}")


def set_number(entry: Entry, number: int | None) -> None:
    """Save one player's number."""
    entry.number = number
    entry.save(update_fields=["number"])


def give_numbers(night: Night, in_order: Sequence[Entry]) -> None:
    """Number everybody from 1 in this order; nothing is written if they have these numbers already."""
    if [entry.number for entry in in_order] == [*range(1, len(in_order) + 1)]:
        return
    night.entries.update(number=None)
    for number, entry in enumerate(in_order, 1):
        entry.number = number
    Entry.objects.bulk_update(in_order, ["number"])


def by_number_then_arrival(night: Night) -> list[Entry]:
    """Everybody by number, then those without a number by arrival, and the ghost last."""
    return sorted(night.entries.all(), key=lambda entry: (entry.is_ghost, entry.number or 10_000, entry.pk))
