"""A night's awards as people read them: the organizer's list with its switches, and what is shown at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tally.loading.games import LoadedGame
from tally.loading.night_awards import all_awards, awards_off
from tally.presenters.owed import euchre_word
from tally.scores.night_awards import TELL_PLACES, AwardKind, Holder, NightAward
from tally.scores.tallies import Tally
from tournament.models import Night
from tournament.people.names import listed

MOST_GAMES = 4  # that are linked as a proof; more of them are the whole night


@dataclass(frozen=True, slots=True)
class ShownHolder:
    """Who holds an award, and the proof. `sides` are the names, of a whole table in two parts."""

    numbers: tuple[int, ...]
    sides: tuple[str, ...]
    proof: str

    @property
    def who(self) -> str:
        """All names: "Ann M. and Bob S.", or of a table "Ann M. and Bob S. against …"."""
        return " against ".join(self.sides)


@dataclass(frozen=True, slots=True)
class ShownAward:
    """An award with its name, what it is for, and who holds it."""

    kind: AwardKind
    title: str
    what_for: str
    holders: tuple[ShownHolder, ...]

    @property
    def tells_places(self) -> bool:
        """Whether it says where somebody finished."""
        return self.kind in TELL_PLACES

    @property
    def numbers(self) -> frozenset[int]:
        """Everybody who has won it."""
        return frozenset(number for holder in self.holders for number in holder.numbers)


def award_title(kind: AwardKind, variant: str) -> str:
    """What an award is called: "Most loners"."""
    return {
        AwardKind.LONERS: "Most loners",
        AwardKind.NEVER_EUCHRED: f"Never {_fell_short(variant)}",
        AwardKind.TAIL_TABLE: "Iron tail table",
        AwardKind.PAIR: "Best pair",
        AwardKind.CLOSEST: "Closest game",
        AwardKind.COMEBACK: "Best comeback",
        AwardKind.LANTERN: "The lantern",
    }[kind]


def _what_for(kind: AwardKind) -> str:
    return {
        AwardKind.LONERS: "Most hands made alone",
        AwardKind.NEVER_EUCHRED: "Most calls, all made",
        AwardKind.TAIL_TABLE: "The longest stay at the last table",
        AwardKind.PAIR: "Most points together in one game",
        AwardKind.CLOSEST: "The smallest margin",
        AwardKind.COMEBACK: "The longest climb",
        AwardKind.LANTERN: "Lights the way home. From here it only goes up",
    }[kind]


def _fell_short(variant: str) -> str:
    return {"euchre": "euchred"}.get(word := euchre_word(variant), word)


def award_rows(awards: Iterable[NightAward], names: Mapping[int, str], variant: str) -> list[ShownAward]:
    """Return awards as people read them, with these names instead of numbers."""
    return [
        ShownAward(
            kind=award.kind,
            title=award_title(award.kind, variant),
            what_for=_what_for(award.kind),
            holders=tuple(
                ShownHolder(holder.numbers, _sides(award.kind, holder, names), holder.proof) for holder in award.holders
            ),
        )
        for award in awards
    ]


def _sides(kind: AwardKind, holder: Holder, names: Mapping[int, str]) -> tuple[str, ...]:
    people = [names[number] for number in holder.numbers]
    if kind is AwardKind.CLOSEST and len(people) == 4:
        return listed(people[:2]), listed(people[2:])
    return (listed(people),)


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
