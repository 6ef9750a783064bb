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
    nameless: defaultdict[int, set[int]] = defaultdict(set)
    rows = EarlierPlayer.objects.filter(entry__in=entries).order_by("pk")
    for entry, player, last_game, is_nameless in rows.values_list(
        "entry", "player", "last_game", "player__is_nameless"
    ):
        earlier[entry].append((player, last_game or 0))
        if is_nameless:
            nameless[entry].add(player)
    found = {}
    columns = ("pk", "night", "number", "player", "left_at", "is_ghost", "is_nameless")
    for entry, night, number, player, left_at, is_ghost, is_nameless in entries.values_list(*columns):
        unknown = frozenset(nameless[entry] | ({player} if is_nameless else set()))
        before = tuple(earlier[entry])
        found[entry] = (night, NumberHolders(number or 0, player, left_at is not None, is_ghost, before, unknown))
    return found
