"""A season's standings as a table of text, for a page, a sheet or a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tally.scores.results import NightResult
from tally.scores.season_wording import decimals_for, figure, tie_break_text
from tally.scores.seasons import Adding, NightScore, SeasonRules, SeasonStanding


@dataclass(frozen=True, slots=True)
class Person:
    """Whom a line is about: the name, and whether it is a guest."""

    name: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class NightCell:
    """What a night was worth to a player; `text` is empty for somebody who was not there.

    `slug` and `number` lead to the player's tally of that night; the number is 0 where there is none.
    """

    text: str
    counts: bool = True
    slug: str = ""
    number: int = 0


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
        worth = {score.night: score for score in one.nights}
        rows.append(
            SeasonRow(
                player=one.player,
                name=people[one.player].name,
                guest=people[one.player].guest,
                place=one.place_text,
                total=figure(one.total, decimals),
                nights=len(one.nights),
                newest=[_cell(night, worth.get(night.night), of_nights) for night in nights],
                decided=tie_break_text(one),
            )
        )
    return rows


def _cell(night: NightResult, score: NightScore | None, decimals: int) -> NightCell:
    if score is None:
        return NightCell("")
    return NightCell(figure(score.worth, decimals), score.counts, night.slug, score.result.number)


def by_place(standings: Iterable[SeasonStanding], people: Mapping[int, Person]) -> list[SeasonStanding]:
    """Everybody by place, those with the same place by name; then those without a place."""
    return sorted(
        standings,
        key=lambda one: (one.place is None, one.place or -one.total, people[one.player].name.casefold(), one.player),
    )


def night_decimals(standings: Sequence[SeasonStanding]) -> int:
    """The decimals of what nights are worth in this season."""
    return decimals_for(score.worth for one in standings for score in one.nights)


def sum_text(standing: SeasonStanding, standings: Sequence[SeasonStanding], rules: SeasonRules) -> str:
    """How a figure comes about: "62 + 57 + 51 = 170", and for an average "119 ÷ 2 = 59.50"."""
    decimals, counted = night_decimals(standings), [score.worth for score in standing.nights if score.counts]
    added = " + ".join(figure(worth, decimals) for worth in counted).replace("+ −", "− ")
    whole = figure(standing.total, decimals_for(one.total for one in standings))
    if rules.adding is Adding.AVERAGE:
        added = f"({added}) ÷ {len(counted)}" if len(counted) > 1 else added
    return f"{added} = {whole}"
