"""The organizer's list of a night's awards, each with its switch and what is behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tally.loading.games import LoadedGame
from tally.loading.night_awards import all_awards, awards_off
from tally.scores.award_wording import ShownAward, award_rows
from tally.scores.tallies import Tally
from tournament.models import Night

MOST_GAMES = 4  # that are linked as a proof; more of them are the whole night


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """An award with its switch; `games` are those behind it, and where there are too many, their number is shown."""

    award: ShownAward
    shown: bool
    games: tuple[LoadedGame, ...]
    tallies: tuple[int, ...]


def switch_rows(
    night: Night, games: Sequence[LoadedGame], tallies: Mapping[int, Tally], names: Mapping[int, str]
) -> list[SwitchRow]:
    """Return every award of the night, with what is behind it: the games, or where these are many, the tallies."""
    by_place = {(game.number, game.play.table): game for game in games}
    found = all_awards(night, games, tallies)
    off = awards_off(night)
    rows = []
    for award, shown in zip(found, award_rows(found, names, night.variant), strict=True):
        places = dict.fromkeys(place for holder in award.holders for place in holder.games)
        few = len(places) <= MOST_GAMES
        rows.append(
            SwitchRow(
                award=shown,
                shown=award.kind not in off,
                games=tuple(by_place[place] for place in places) if few else (),
                tallies=() if few else tuple(sorted(award.numbers)),
            )
        )
    return rows
