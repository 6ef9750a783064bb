"""A season's rows → its rules, its nights' results and its standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tally.loading.club_names import club_names
from tally.loading.results import club_results
from tally.rules import find_variant
from tally.scores.results import NightResult
from tally.scores.season_table import Person
from tally.scores.season_wording import difference_sentences
from tally.scores.seasons import Adding, SeasonRules, SeasonStanding, TieBreak, Worth, season_standings
from tournament.models import Player, Season


def rules_of(season: Season) -> SeasonRules:
    """The rules by which a season counts."""
    return SeasonRules(
        worth=Worth(season.worth),
        adding=Adding(season.adding),
        best=season.best,
        place_points=tuple(season.place_points),
        least_nights=season.least_nights,
        with_guests=season.with_guests,
        per_game=season.per_game,
        tie_breaks=tuple(map(TieBreak, season.tie_breaks)),
    )


@dataclass(frozen=True)
class LoadedSeason:
    """A season with what it adds up to now; `exceptions` are those to be saved, None: those that are.

    A night that is being played counts "if it ended now". With `shown_only`, only nights count whose standings
    everybody has seen, and names are as short as others see them.
    """

    row: Season
    exceptions: Mapping[int, bool] | None = None
    shown_only: bool = False

    @cached_property
    def rules(self) -> SeasonRules:
        """How it counts."""
        return rules_of(self.row)

    @cached_property
    def results(self) -> Sequence[NightResult]:
        """Its nights with a score, by date."""
        nights = self.row.nights() if self.exceptions is None else self.row.nights_but_for(self.exceptions)
        return club_results(self.row.club, nights, shown_only=self.shown_only)

    @cached_property
    def any_shown(self) -> bool:
        """Whether everybody has seen the standings of one of its nights."""
        shown = {night.pk for night in self.row.nights() if night.results_shown}
        return any(result.night in shown for result in self.results)

    @cached_property
    def standings(self) -> tuple[SeasonStanding, ...]:
        """Everybody by place."""
        return season_standings(self.results, self.rules, self._guests)

    @cached_property
    def people_shown(self) -> Mapping[int, Person]:
        """Everybody in the standings, by the regular's id."""
        return {one.player: Person(self.names[one.player], one.player in self._guests) for one in self.standings}

    @cached_property
    def names(self) -> Mapping[int, str]:
        """Everybody's name, by the regular's id."""
        return club_names(self.row.club, whole=not self.shown_only)

    @cached_property
    def people(self) -> Mapping[int, Player]:
        """Everybody whom the club knows, by id."""
        return self.row.club.players.in_bulk()

    @cached_property
    def differences(self) -> list[str]:
        """Sentences that say that nights differ in games, or in what was played."""
        slugs = {result.variant for result in self.results if not result.totals_only}
        names = {variant.name if (variant := find_variant(slug)) else slug for slug in slugs}
        return difference_sentences(self.results, self.rules, names)

    @cached_property
    def _guests(self) -> frozenset[int]:
        return frozenset(player.pk for player in self.people.values() if player.is_guest)
