"""Entries → who had each number, and which games they played under it."""

from __future__ import annotations

from collections import defaultdict

from tally.scores.own_games import NumberHolders
from tournament.models import EarlierPlayer
from tournament.models.entries import EntryQuerySet


def number_holders(entries: EntryQuerySet) -> dict[int, tuple[int, NumberHolders]]:
    """Each entry's night and who had its number, by the entry's id. Two queries.

    Whoever handed a number over when nobody noted their last game yet has no game of it.
    """
    earlier: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    rows = EarlierPlayer.objects.filter(entry__in=entries).order_by("pk")
    for entry, player, last_game in rows.values_list("entry", "player", "last_game"):
        earlier[entry].append((player, last_game or 0))
    return {
        entry: (night, NumberHolders(number or 0, player, left_at is not None, is_ghost, tuple(earlier[entry])))
        for entry, night, number, player, left_at, is_ghost in entries.values_list(
            "pk", "night", "number", "player", "left_at", "is_ghost"
        )
    }
