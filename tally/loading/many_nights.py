"""The games and sit-outs of many nights at once: the same few queries for one night as for a hundred.

What it reads of a night is what `tally.loading.games` and `tally.loading.tallies` read of it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import TextField
from django.db.models.functions import Cast

from tally.loading.hands import points_by_side
from tally.loading.holders import number_holders
from tally.loading.paper_counts import paper_count
from tally.loading.variants import variant_of
from tally.models import Hand, PaperTotal
from tally.rules import read_record, score, sit_out_points
from tally.scores.own_games import NumberHolders
from tally.scores.tallies import HandPoints, PaperCount, SatOut, TableGame
from tournament.models import Entry, Game, Night, Place, SitOut
from tournament.movements.seats import Seat, Side


@dataclass
class NightPlay:
    """What was played in one night."""

    night: Night
    holders: dict[int, NumberHolders] = field(default_factory=dict)  # by number
    games: list[TableGame] = field(default_factory=list)
    sit_outs: list[SatOut] = field(default_factory=list)

    @property
    def games_started(self) -> int:
        """The games in which something counts."""
        return len({game.round for game in self.games if game.played})


def play_of_nights(nights: Iterable[Night]) -> list[NightPlay]:
    """What was played in each of these nights, in their order. Seven queries."""
    plays = {night.pk: NightPlay(night) for night in nights}
    if not plays:
        return []
    numbers: dict[int, int] = {}  # tonight's number by the entry's id
    for entry, (night, holders) in number_holders(Entry.objects.filter(night__in=plays)).items():
        numbers[entry] = holders.number
        plays[night].holders[holders.number] = holders
    counted = _add_games(plays, numbers)
    _add_sit_outs(plays, numbers, counted)
    return list(plays.values())


def _add_games(plays: Mapping[int, NightPlay], numbers: Mapping[int, int]) -> set[int]:
    """Add each night's games; return the ids of the rounds in which something counts."""
    seats: defaultdict[int, dict[Seat, int]] = defaultdict(dict)
    for game, seat, entry in Place.objects.filter(game__round__night__in=plays).values_list("game", "seat", "entry"):
        seats[game][Seat(seat)] = numbers[entry]
    rows = list(
        Game.objects.filter(round__night__in=plays)
        .order_by("round__night", "round__number", "table")
        .values_list("pk", "round__night", "round", "round__number", "table", "signed_at")
    )
    night_of = {pk: plays[night].night for pk, night, *_ in rows}
    hands, totals = _hands(night_of, numbers), _paper_counts(night_of)
    counted = set()
    for pk, night, round_row, number, table, signed_at in rows:
        seated = {seat: seats[pk][seat] for seat in Seat if seat in seats[pk]}
        played = TableGame(number, table, seated, tuple(hands.get(pk, ())), signed_at is not None, totals.get(pk))
        plays[night].games.append(played)
        if played.played or played.signed:
            counted.add(round_row)
    return counted


def _hands(night_of: Mapping[int, Night], numbers: Mapping[int, int]) -> dict[int, list[HandPoints]]:
    """The hands that count, by the game's id."""
    nights = _ids(night_of.values())
    rules = {night.pk: json.dumps(night.house_rules, sort_keys=True) for night in night_of.values()}
    newest: dict[tuple[int, int], tuple[str | None, int | None]] = {}
    rows = Hand.objects.filter(game__round__night__in=nights).order_by("pk")
    for game, number, record, alone_by in rows.annotate(text=Cast("record", TextField())).values_list(
        "game", "number", "text", "alone_by"
    ):
        newest[game, number] = (record, alone_by)
    found: defaultdict[int, list[HandPoints]] = defaultdict(list)
    for (game, number), (text, alone) in sorted(newest.items()):
        if text is not None:
            points, lone_points = _points(text, rules[night_of[game].pk])
            loner = None if alone is None else numbers[alone]
            found[game].append(HandPoints(number, points, loner, lone_points))
    return found


@lru_cache(maxsize=4096)
def _points(record: str, house_rules: str) -> tuple[Mapping[Side, int], int | None]:
    """What a hand brings the sides, and a lone player by a house rule. Few hands differ, so most are read here."""
    read = read_record(json.loads(record))
    points = score(read, json.loads(house_rules))
    return points_by_side(read, points), points.lone_player


def _paper_counts(night_of: Mapping[int, Night]) -> dict[int, PaperCount]:
    """What counts by a total from paper, by the game's id."""
    rows = PaperTotal.objects.filter(game__round__night__in=_ids(night_of.values())).order_by("version")
    newest = {total.game_id: total for total in rows}
    counts = {game: paper_count(total, night_of[game]) for game, total in newest.items()}
    return {game: count for game, count in counts.items() if count is not None}


def _add_sit_outs(plays: Mapping[int, NightPlay], numbers: Mapping[int, int], counted: Collection[int]) -> None:
    """Add who had no seat, with the night's credit once something of the round counts."""
    credit: dict[int, int] = {}
    rows = SitOut.objects.filter(round__night__in=plays).order_by("pk")
    for night, round_row, number, entry in rows.values_list("round__night", "round", "round__number", "entry"):
        play = plays[night]
        if night not in credit:
            credit[night] = sit_out_points(variant_of(play.night), play.night.house_rules)
        play.sit_outs.append(SatOut(number, numbers[entry], credit[night] if round_row in counted else None))


def _ids(nights: Iterable[Night]) -> set[int]:
    return {night.pk for night in nights}
