"""Prizes: the organizer's list, and who has won what. Nothing here is stored.

A prize for a place goes to the players on it, counted from the top: two people who tie at the top both have the first
and the second place. The night's choice of `Ties` says what that means. Where a person takes one prize only, the list
is read from the top and skips players who have won something; two places that a tie has merged are one prize, which
`as_announced` finds, and their money is put together before it is split.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from tally.rules.wording import counted
from tally.scores.tallies import Tally
from tournament.people.names import listed


class Kind(StrEnum):
    """What a prize is for."""

    HIGH = "high"
    SECOND = "second"
    THIRD = "third"
    LOW = "low"
    LONERS = "loners"
    HIGH_GAME = "high-game"
    DOOR = "door"


class Ties(StrEnum):
    """What happens to a prize when several players tie for it."""

    SPLIT = "split"  # they share it
    DRAWN = "drawn"  # a lot decides
    BACK = "back"  # the last game decides, then the one before; players who are equal in all of them share


PLACES = {Kind.HIGH: 1, Kind.SECOND: 2, Kind.THIRD: 3}
APART = {Kind.LONERS, Kind.HIGH_GAME, Kind.DOOR}  # prizes that go with no place: each is a step of the reveal
NAMES = {
    Kind.HIGH: "High",
    Kind.SECOND: "Second",
    Kind.THIRD: "Third",
    Kind.LOW: "Low",
    Kind.LONERS: "Most loners",
    Kind.HIGH_GAME: "High game",
    Kind.DOOR: "Door prize",
}
TIE_LABELS = {
    Ties.SPLIT: "Ties split the prize",
    Ties.DRAWN: "Draw for ties",
    Ties.BACK: "The last game breaks ties, then the one before",
}
USUAL = (Kind.HIGH, Kind.SECOND, Kind.LOW)  # the list that most clubs have
NAMED = 3  # others who share a prize, by name; of more, only how many
MOST, LONGEST = 20, 60  # prizes a night; letters of what is won


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize of the list: what for, what is won, and the money as it was written.

    The money is "", an amount ("$20", "7.50 €"), or a share of the pot ("50%"), which `tally.scores.pots` turns into
    an amount.
    """

    kind: Kind
    what: str = ""
    money: str = ""

    @property
    def name(self) -> str:
        """What it is called: "Most loners"."""
        return NAMES[self.kind]

    @property
    def percent(self) -> Decimal:
        """The share of the pot that is won, 0 for an amount."""
        return percent_of(self.money)

    @property
    def worth(self) -> str:
        """What is won, in words: "A ham and $20", "33.3% of the pot"; "" for the honor."""
        money = f"{''.join(self.money.split())} of the pot" if self.percent else self.money
        return " and ".join(filter(None, (self.what, money)))


def joint_name(prizes: Iterable[Prize]) -> str:
    """Return what prizes that are one are called: "High and Second"."""
    return listed(dict.fromkeys(prize.name for prize in prizes))


def joint_worth(prizes: Sequence[Prize]) -> str:
    """Return what is won with prizes that are one, money put together: "A ham, a pie and $30"."""
    if len(prizes) == 1:
        return prizes[0].worth
    money = added([replace(prize, what="").worth for prize in prizes if prize.money])
    return listed(filter(None, (*(prize.what for prize in prizes), money)))


def shared_with(others: Sequence[str]) -> str:
    """Return with whom a prize is shared: by name, or how many where these are many or one has none; "" for nobody."""
    if not others:
        return ""
    if len(others) > NAMED or not all(others):
        return f"shared with {len(others)} other{'s' * (len(others) > 1)}"
    return f"shared with {listed(others)}"


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The organizer's list in its order, whether a person takes one prize only, and what ties become.

    `draws` counts how often the lots were drawn again, because a winner was not there to take a door prize.
    `fewest_games` is what a player must have taken part in to win; None stands for half of the games so far. A door
    prize is for everybody who is there.
    """

    prizes: tuple[Prize, ...] = ()
    one_each: bool = True
    ties: Ties = Ties.SPLIT
    draws: int = 0
    fewest_games: int | None = None

    @property
    def apart(self) -> tuple[Kind, ...]:
        """The prizes that go with no place, in the order in which they are revealed."""
        return tuple(prize.kind for prize in self.prizes if prize.kind in APART)


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and who has won it, by number, lowest first: nobody where there is nothing to win it with.

    `score` is what they won it with, 0 for a draw; `shares` what each has of the money, in the order of the winners.
    `to_draw` is whether its lot is drawn only at the end; `margin` how far ahead of everybody else they were, or 0.
    """

    prize: Prize
    winners: tuple[int, ...]
    score: int = 0
    shares: tuple[str, ...] = ()
    to_draw: bool = False
    margin: int = 0

    @property
    def is_given(self) -> bool:
        """Whether somebody has won it, or a draw to come will decide: of a prize that nobody won, nobody hears."""
        return bool(self.winners) or self.to_draw

    @property
    def won_with(self) -> str:
        """The score in words: "84 points"; "" for a draw."""
        return counted(self.score, self._unit) if self._unit else ""

    @property
    def won_by(self) -> str:
        """The margin in words: "by 3 points"; "" where there is none."""
        return f"by {counted(self.margin, self._unit)}" if self.margin else ""

    @property
    def _unit(self) -> str:
        return {Kind.LONERS: "loner", Kind.DOOR: ""}.get(self.prize.kind, "point")


def read_list(data: Mapping[str, Any]) -> PrizeList:
    """The list as a night stores it: {"list": [{"kind": "high", "what": "Ham", "money": "$20"}], …}; {} holds none.

    Money that cannot be shared ("-5%", in a list from before such were refused) is part of what is won.

    :raises ValueError: for kinds and ties that do not exist.
    """
    prizes = tuple(_read_prize(one) for one in data.get("list", ()))
    fewest = data.get("fewest_games")
    return PrizeList(
        prizes,
        bool(data.get("one_each", True)),
        Ties(data.get("ties", Ties.SPLIT)),
        int(data.get("draws", 0)),
        None if fewest is None else int(fewest),
    )


def _read_prize(data: Mapping[str, Any]) -> Prize:
    kind, what, money = Kind(data["kind"]), str(data.get("what", "")), str(data.get("money", ""))
    return Prize(kind, what, money) if is_money(money) else Prize(kind, ", ".join(filter(None, (what, money))))


def as_data(chosen: PrizeList) -> dict[str, Any]:
    """The list in the form that `read_list` reads."""
    return {
        "list": [{"kind": str(prize.kind), "what": prize.what, "money": prize.money} for prize in chosen.prizes],
        "one_each": chosen.one_each,
        "ties": str(chosen.ties),
        "draws": chosen.draws,
        "fewest_games": chosen.fewest_games,
    }


# --- Who wins ---------------------------------------------------------------------------------------------

Score: TypeAlias = Callable[[Tally], int]


def fewest_games(chosen: PrizeList, tallies: Iterable[Tally]) -> int:
    """In how many games a player must have taken part to win a prize now, as none took part in more than all so far."""
    most = max((tally.took_part for tally in tallies), default=0)
    return -(-most // 2) if chosen.fewest_games is None else min(chosen.fewest_games, most)


def award(
    chosen: PrizeList, tallies: Collection[Tally], chance: Random, gone: Container[int] = (), *, ended: bool = True
) -> tuple[Award, ...]:
    """Who has won each prize of the list, in its order. `chance` decides draws: the same seed, the same winners.

    Door prizes are for those who are here, the numbers in `gone` went home; they are drawn once the night has `ended`.
    Each number has its own lot, so that a winner stays whoever else comes, leaves or wins another prize.
    """
    order = sorted(tallies, key=lambda tally: tally.number)
    draw = chance.getrandbits(64)
    lots = _lots(order, f"{draw} ties")
    fewest = fewest_games(chosen, order)
    enough = [tally for tally in order if tally.took_part >= fewest]
    placed: set[int] = set()
    others: set[int] = set()
    awards = []
    for nth, prize in enumerate(chosen.prizes):
        if prize.kind is Kind.DOOR and not ended:
            awards.append(Award(prize, (), to_draw=True))
            continue
        taken = set() if not chosen.one_each else others if prize.kind in PLACES else others | placed
        here = [tally for tally in order if tally.number not in gone] if prize.kind is Kind.DOOR else enough
        free = [tally for tally in here if tally.number not in taken]
        before = sum(one.kind is Kind.DOOR for one in chosen.prizes[:nth])
        given = (
            _drawn(prize, free, _lots(free, f"{draw} door {before}"))
            if prize.kind is Kind.DOOR
            else _winners(prize, free, enough, chosen.ties, lots)
        )
        awards.append(given)
        (placed if prize.kind in PLACES else others).update(given.winners)
    return _split_together(awards)


def as_announced(awards: Iterable[Award]) -> tuple[tuple[Award, ...], ...]:
    """Return the awards as they are announced: the prizes for places that a tie gives to the same players are one.

    Two who tie for first have High and Second together, at the place of the better one; any other award stands alone.
    """
    groups: dict[tuple[int, ...], list[Award]] = {}
    found: list[list[Award]] = []
    for one in awards:
        shared = one.prize.kind in PLACES and len(one.winners) > 1
        if shared and one.winners in groups:
            groups[one.winners].append(one)
        else:
            found.append([one])
            if shared:
                groups[one.winners] = found[-1]
    return tuple(map(tuple, found))


def shares_together(group: Sequence[Award]) -> tuple[str, ...]:
    """Return what each winner of awards that are one has of all their money, in the order of the winners.

    None where a part of it is not known yet: a share of the pot.
    """
    with_money = [one.shares for one in group if one.prize.money]
    return tuple(added(parts) for parts in zip(*with_money, strict=True)) if all(with_money) else ()


def _split_together(awards: Sequence[Award]) -> tuple[Award, ...]:
    """Split the money of prizes that are one as a whole: the cents that are left over go round, from prize to prize."""
    shares_of = {id(one): one.shares for one in awards}
    for group in as_announced(one for one in awards if one.shares):
        people, start = len(group[0].winners), 0
        for one in group if len({_form(one.prize.money) for one in group}) == 1 else ():
            each, over = divmod(cents_of(one.prize.money), people)
            parts = [each + ((at - start) % people < over) for at in range(people)]
            shares_of[id(one)] = _written(parts, one.prize.money)
            start += over
    return tuple(replace(one, shares=shares_of[id(one)]) for one in awards)


def _lots(tallies: Iterable[Tally], draw: str) -> dict[int, float]:
    """A lot for each number, the same whoever else is in the draw."""
    return {tally.number: Random(f"{draw} {tally.number}").random() for tally in tallies}


def _drawn(prize: Prize, free: Sequence[Tally], lots: Mapping[int, float]) -> Award:
    """Who wins a door prize: the lowest lot of the players who are `free` to win it."""
    winners = (min((tally.number for tally in free), key=lots.__getitem__),) if free else ()
    return Award(prize, winners, shares=shares(prize.money, len(winners)))


def _winners(
    prize: Prize, free: Sequence[Tally], everybody: Sequence[Tally], ties: Ties, lots: Mapping[int, float]
) -> Award:
    """Who wins one prize, among the players who are `free` to win it; `everybody` with enough games may win some."""
    score = _SCORES[prize.kind]
    groups = _groups(_eligible(prize.kind, free, everybody), score, ties, lots, low=prize.kind is Kind.LOW)
    place = PLACES.get(prize.kind, 1)
    for group in groups:
        if place <= len(group):
            numbers = tuple(sorted(tally.number for tally in group))
            others = max((score(tally) for tally in everybody if tally.number not in numbers), default=score(group[0]))
            margin = max(score(group[0]) - others, 0)
            return Award(prize, numbers, score(group[0]), shares(prize.money, len(numbers)), margin=margin)
        place -= len(group)
    return Award(prize, ())


def _eligible(kind: Kind, free: Sequence[Tally], everybody: Sequence[Tally]) -> list[Tally]:
    """The tallies that may win such a prize: the highest is never also low, nor is one without a game."""
    if kind is Kind.LOW:
        top = max((tally.total for tally in everybody), default=0)
        return [tally for tally in free if tally.total < top and tally.has_played]
    if kind in (Kind.LONERS, Kind.HIGH_GAME):
        return [tally for tally in free if _SCORES[kind](tally) > 0]
    return list(free)


def _groups(
    tallies: Iterable[Tally],
    score: Score,
    ties: Ties,
    lots: Mapping[int, float],
    *,
    low: bool,
) -> list[list[Tally]]:
    """Groups of equals, best first; players are equal who stay so after this night's way to decide ties."""
    sign = 1 if low else -1

    def key(tally: Tally) -> tuple[float, ...]:
        if ties is Ties.DRAWN:
            return sign * score(tally), lots[tally.number]
        if ties is Ties.BACK:
            return sign * score(tally), *(sign * points for points in counted_back(tally))
        return (sign * score(tally),)

    groups: dict[tuple[float, ...], list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(key(tally), []).append(tally)
    return [groups[one] for one in sorted(groups)]


def counted_back(tally: Tally) -> tuple[int, ...]:
    """A player's points by game, from the last one back; a sit-out counts its credit."""
    runs = [0, *(one.running for one in tally.account)]
    return tuple(after - before for before, after in pairwise(runs))[::-1]


def high_game(tally: Tally) -> int:
    """The most points that a player made in one game; 0 without one."""
    return max((line.ours or 0 for line in tally.lines), default=0)


_SCORES: dict[Kind, Score] = {
    Kind.HIGH: lambda tally: tally.total,
    Kind.SECOND: lambda tally: tally.total,
    Kind.THIRD: lambda tally: tally.total,
    Kind.LOW: lambda tally: tally.total,
    Kind.LONERS: lambda tally: tally.loners,
    Kind.HIGH_GAME: high_game,
}


# --- Money ------------------------------------------------------------------------------------------------


_PERCENT = re.compile(r"(100(?:[.,]0{1,2})?|[0-9]{1,2}(?:[.,][0-9]{1,2})?)\s?%")
_MONEY = re.compile(
    r"(?![-−–])(?P<before>[^\d.,%]*)(?<![-−–])"  # never less than nothing
    r"(?P<whole>\d{1,7})(?:(?P<point>[.,])(?P<cents>\d{1,2}))?(?P<after>[^\d%]*)"
)


def is_money(text: str) -> bool:
    """Whether this can be shared: an amount ("$20", "7.50 €", "12,5"), a share of the pot ("33.3%"), or "" for none."""
    return not text or bool(percent_of(text)) or _MONEY.fullmatch(text) is not None


def percent_of(money: str) -> Decimal:
    """The percent of a share of the pot ("33.3%"), exactly as it was written; 0 for an amount."""
    found = _PERCENT.fullmatch(money)
    return Decimal(found[1].replace(",", ".")) if found else Decimal()


def cents_of(money: str) -> int:
    """The cents of an amount; 0 for a share of the pot, and for no amount."""
    found = _MONEY.fullmatch(money)
    return int(found["whole"]) * 100 + int((found["cents"] or "").ljust(2, "0")) if found else 0


def shares(money: str, people: int) -> tuple[str, ...]:
    """Split an amount into equal parts; the first people get the cents that are left over.

    Parts are written in the form of the amount, with cents where they are needed. No people, no amount or a share of
    the pot: no parts.

    :raises ValueError: for a text that is no amount.
    """
    if not money or not people or percent_of(money):
        return ()
    each, over = divmod(cents_of(money), people)
    return _written([each + (place < over) for place in range(people)], money)


def added(amounts: Sequence[str]) -> str:
    """Return the sum of amounts, written as the first: "$10" and "$5.50" are "$15.50".

    What cannot be added ("$10" and "5 €", shares of a pot) is listed. No amounts: "".
    """
    if len({_form(amount) for amount in amounts}) != 1 or _MONEY.fullmatch(amounts[0]) is None:
        return listed(amounts)
    return _written([sum(map(cents_of, amounts))], amounts[0])[0]


def _form(money: str) -> tuple[str, str]:
    """Return what stands before and after the figures of an amount: of one form, amounts can be added."""
    found = _MONEY.fullmatch(money)
    return (found["before"].strip(), found["after"].strip()) if found else ("", money)


def _written(parts: Sequence[int], money: str) -> tuple[str, ...]:
    """Write parts, in cents, in the form of an amount: with cents where one of them needs them.

    :raises ValueError: for a text that is no amount.
    """
    found = _MONEY.fullmatch(money)
    if found is None:
        raise ValueError(f'"{money}" is no amount of money.')
    plain = not found["cents"] and all(part % 100 == 0 for part in parts)
    point = found["point"] or "."
    return tuple(
        f"{found['before']}{part // 100}{'' if plain else f'{point}{part % 100:02}'}{found['after']}" for part in parts
    )
