"""What is still open, and who played fewer games, when the organizer wants to close the night, game by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Bell, Game, Night, Place, SitOut
from tournament.night.movement_choice import SIT_OUT_CREDIT
from tournament.people.names import listed


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of the night that was played at some tables: what is not confirmed, and the tables without a score."""

    number: int
    unconfirmed: Sequence[Game]
    missing: Sequence[int]

    @property
    def missing_text(self) -> str:
        """The tables without a score: "tables 2 and 5"."""
        return f"table{'s' if len(self.missing) > 1 else ''} {listed(list(self.missing))}"


def open_games(night: Night) -> tuple[list[OpenGame], list[int]]:
    """Return the games with something open, and the numbers of those that were not played at all.

    One whose bell has rung was played, even where no score of it is in: all its slips may still be on their way.
    """
    rung = set(Bell.objects.active().filter(round__night=night).values_list("round__number", flat=True))
    started = set(Game.objects.scored().filter(round__night=night).values_list("pk", flat=True))
    by_number: dict[int, list[Game]] = {}
    for game in Game.objects.filter(round__night=night).select_related("round").order_by("round__number", "table"):
        by_number.setdefault(game.round.number, []).append(game)
    found, unplayed = [], []
    for number, games in by_number.items():
        if number not in rung and not any(game.pk in started for game in games):
            unplayed.append(number)
            continue
        unsigned = [game for game in games if game.signed_at is None]
        missing = [game.table for game in unsigned if game.pk not in started]
        if unsigned:
            found.append(OpenGame(number, [game for game in unsigned if game.pk in started], missing))
    return found, unplayed


def unequal_sit_outs(night: Night) -> tuple[int, int] | None:
    """The fewest and the most games of those who were there all night, where a sit-out scores 0; None if equal."""
    if night.house_rules.get(SIT_OUT_CREDIT, 0):
        return None
    played = Game.objects.filter(round__night=night).scored()
    seats = Counter(Place.objects.filter(game__in=played).values_list("entry_id", flat=True))
    rounds = played.values("round_id")
    rests = Counter(SitOut.objects.filter(round__in=rounds).values_list("entry_id", flat=True))
    took_part = seats + rests
    most = max(took_part.values(), default=0)
    games = [seats[entry] for entry in took_part if took_part[entry] == most]
    return (min(games), max(games)) if games and min(games) != max(games) else None
