"""Tallies of a night's players, from its games and sit-outs."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q

from tally.loading.games import LoadedGame
from tally.loading.variants import variant_of
from tally.models import Hand, PaperTotal
from tally.rules import sit_out_points
from tally.scores.tallies import SatOut, Tally, fold_tallies
from tournament.models import Entry, Game, Night, SitOut


def night_tallies(night: Night, games: Sequence[LoadedGame]) -> dict[int, Tally]:
    """Everybody's tally by number, from the night's games and sit-outs; a ghost has none."""
    ghosts = {entry.number for game in games for entry in game.players.values() if entry.is_ghost}
    tallies = fold_tallies((game.play for game in games), sit_outs(night))
    return {number: tally for number, tally in tallies.items() if number not in ghosts}


def players_tally(night: Night, entry: Entry, games: Sequence[LoadedGame]) -> Tally | None:
    """One player's tally from their own games; None before the first seat is known."""
    return fold_tallies((game.play for game in games), sit_outs(night, Q(entry=entry))).get(entry.number or 0)


def sit_outs(night: Night, which: Q | None = None) -> list[SatOut]:
    """The night's sit-outs (or those that `which` selects), with tonight's credit once a hand of the round counts."""
    rows = list(
        SitOut.objects.filter(which or Q(), round__night=night).values_list("round", "round__number", "entry__number")
    )
    if not rows:
        return []
    newer = Hand.objects.filter(game=OuterRef("game"), number=OuterRef("number"), pk__gt=OuterRef("pk"))
    hands = Hand.objects.filter(~Exists(newer), game=OuterRef("pk"), record__isnull=False)
    later = PaperTotal.objects.filter(game=OuterRef("game"), version__gt=OuterRef("version"))
    totals = PaperTotal.objects.filter(~Exists(later), game=OuterRef("pk"), ns__isnull=False)
    counts = Q(signed_at__isnull=False) | Exists(hands) | Exists(totals)
    started = set(Game.objects.filter(counts, round__in={row for row, _, _ in rows}).values_list("round", flat=True))
    credit = sit_out_points(variant_of(night), night.house_rules)
    return [SatOut(number, player or 0, credit if row in started else None) for row, number, player in rows]
