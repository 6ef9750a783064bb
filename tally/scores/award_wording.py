"""A night's awards as people read them: what each is called and for, who holds it, and the proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tally.rules.euchre_word import euchre_word
from tally.scores.night_awards import TELL_PLACES, AwardKind, Holder, NightAward
from tournament.people.names import listed


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


def without_prizes(awards: Iterable[ShownAward], prizes: Iterable[str]) -> list[ShownAward]:
    """Leave out the awards for which a prize of the same name was won: what has a prize is no award, too."""
    names = set(prizes)
    return [award for award in awards if award.title not in names]


def _sides(kind: AwardKind, holder: Holder, names: Mapping[int, str]) -> tuple[str, ...]:
    people = [names[number] for number in holder.numbers]
    if kind is AwardKind.CLOSEST and len(people) == 4:
        return listed(people[:2]), listed(people[2:])
    return (listed(people),)
