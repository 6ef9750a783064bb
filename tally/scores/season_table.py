"""A season's standings as a table of text, for a page, a sheet or a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tally.scores.results import NightResult
from tally.scores.season_wording import decimals_for, figure, tie_break_text
from tally.scores.seasons import SeasonStanding


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a line is about: the name, and whether it is a guest."""

    name: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class NightCell:
    """What a night was worth to a player; `text` is empty for somebody who was not there."""

    text: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's line as it is shown."""

    player: int
    name: str
    guest: bool
    place: str
    total: str
    nights: int
    newest: Sequence[NightCell]
    decided: str


def season_rows(
    standings: Sequence[SeasonStanding], people: Mapping[int, Person], nights: Sequence[NightResult]
) -> list[SeasonRow]:
    """Everybody's line, by place and then by name, with what each of these nights was worth."""
    decimals, of_nights = decimals_for(one.total for one in standings), night_decimals(standings)
    rows = []
    for one in by_place(standings, people):
        worth = {score.night: NightCell(figure(score.worth, of_nights), score.counts) for score in one.nights}
        rows.append(
            SeasonRow(
                player=one.player,
                name=people[one.player].name,
                guest=people[one.player].guest,
                place=one.place_text,
                total=figure(one.total, decimals),
                nights=len(one.nights),
                newest=[worth.get(night.night, NightCell("")) for night in nights],
                decided=tie_break_text(one),
            )
        )
    return rows


def by_place(standings: Iterable[SeasonStanding], people: Mapping[int, Person]) -> list[SeasonStanding]:
    """Everybody by place, those with the same place by name; then those without a place."""
    return sorted(
        standings,
        key=lambda one: (one.place is None, one.place or -one.total, people[one.player].name.casefold(), one.player),
    )


def night_decimals(standings: Sequence[SeasonStanding]) -> int:
    """The decimals of what nights are worth in this season."""
    return decimals_for(score.worth for one in standings for score in one.nights)
