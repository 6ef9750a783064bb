"""Nights that were entered as totals: rows in, standings and results out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tally.loading.new_result import new_result
from tally.models import NightTotal
from tally.scores.results import NightResult, PlayerResult
from tally.scores.standings import Standing, rank_totals
from tournament.models import Night


@dataclass(frozen=True, slots=True)
class EntryTotal:
    """What counts of one player in such a night; `loners` is None where nobody wrote them down."""

    entry: int
    number: int
    player: int
    points: int
    games: int
    loners: int | None


def night_totals(nights: Iterable[Night]) -> dict[int, list[EntryTotal]]:
    """The totals that count, by the night's id and in order of number. One query."""
    games = {night.pk: night.games for night in nights}
    newest: dict[int, tuple[int, EntryTotal | None]] = {}
    rows = NightTotal.objects.filter(entry__night__in=games).order_by("version")
    for night, entry, number, player, points, played, loners in rows.values_list(
        "entry__night", "entry", "entry__number", "entry__player", "points", "games", "loners"
    ):
        total = (
            None if points is None else EntryTotal(entry, number or 0, player, points, played or games[night], loners)
        )
        newest[entry] = (night, total)
    found: defaultdict[int, list[EntryTotal]] = defaultdict(list)
    for night, total in newest.values():
        if total is not None:
            found[night].append(total)
    return {night: sorted(totals, key=lambda total: total.number) for night, totals in found.items()}


def totals_of(night: Night) -> list[EntryTotal]:
    """The totals that count in one night, in order of number."""
    return night_totals([night]).get(night.pk, [])


def rank_night_totals(totals: Iterable[EntryTotal]) -> tuple[Standing, ...]:
    """Everybody ranked by total."""
    return rank_totals((total.number, total.points, total.games, total.loners or 0) for total in totals)


def totals_results(nights: Iterable[Night]) -> list[NightResult]:
    """The results of nights that were entered as totals, in their order. One query."""
    chosen = list(nights)
    totals = night_totals(chosen) if chosen else {}
    return [_result(night, totals.get(night.pk, [])) for night in chosen]


def _result(night: Night, totals: list[EntryTotal]) -> NightResult:
    by_number = {total.number: total for total in totals}
    players = tuple(_player(by_number[row.number], row) for row in rank_night_totals(totals))
    return new_result(night, games=night.games, players=players, totals_only=True)


def _player(total: EntryTotal, row: Standing) -> PlayerResult:
    return PlayerResult(
        player=total.player,
        points=total.points,
        games=total.games,
        place=row.place,
        shared=row.shared,
        loners=total.loners,
        left=False,
        game_points=(),
    )
