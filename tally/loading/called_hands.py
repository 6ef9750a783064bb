"""A player's hands of many nights, by who called and how they ended: rows in, pure values out, in five queries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from tally.loading.hands import SIDE_OF_LETTER, is_loner_made
from tally.loading.holders import number_holders
from tally.models import Hand, PaperTotal
from tally.rules import read_record, score
from tally.scores.called_hands import CalledHand
from tournament.models import Entry, Night, Place, Player
from tournament.movements.seats import Seat, Side


def called_hands(player: Player, nights: Iterable[Night]) -> list[CalledHand]:
    """Return the hands that a player sat at and somebody called, in games that do not count by a total from paper."""
    rules = {night.pk: json.dumps(night.house_rules, sort_keys=True) for night in nights}
    entries = Entry.objects.filter(Q(player=player) | Q(earlier_players__player=player), night__in=rules).distinct()
    held = number_holders(entries)
    places = Place.objects.filter(entry__in=held).values_list(
        "game", "game__round__night", "game__round__number", "game__table", "seat", "entry"
    )
    seats = {
        game: (night, number, table, Seat(seat).side, entry)
        for game, night, number, table, seat, entry in places
        if held[entry][1].player_of(number) == player.pk
    }
    on_paper = _games_on_paper(seats)
    newest: dict[tuple[int, int], tuple[str | None, int | None]] = {}
    rows = Hand.objects.filter(game__in=seats).order_by("pk").annotate(text=Cast("record", TextField()))
    for game, hand, text, player_alone in rows.values_list("game", "number", "text", "alone_by"):
        newest[game, hand] = (text, player_alone)
    found = []
    for (game, hand), (record, alone_by) in newest.items():
        night, number, table, side, entry = seats[game]
        call = _call(record, rules[night]) if record is not None and game not in on_paper else None
        if call:
            maker, made, took_all = call
            ours, alone = maker is side, alone_by == entry
            found.append(CalledHand(night, game, number, table, hand, ours, made, alone, took_all))
    return found


def _games_on_paper(games: Iterable[int]) -> set[int]:
    """The ids of those games whose newest total from paper counts."""
    totals = PaperTotal.objects.filter(game__in=games).order_by("version").values_list("game", "ns", "ew")
    newest = {game: ns is not None and ew is not None for game, ns, ew in totals}
    return {game for game, counts in newest.items() if counts}


@lru_cache(maxsize=4096)
def _call(record: str, house_rules: str) -> tuple[Side, bool | None, bool] | None:
    """Which side called a hand, whether it was made, and whether with every trick; None where nobody called."""
    read = read_record(json.loads(record))
    maker = SIDE_OF_LETTER.get(str(read.maker_side))
    if maker is None:
        return None
    return maker, score(read, json.loads(house_rules)).made, is_loner_made(read)
