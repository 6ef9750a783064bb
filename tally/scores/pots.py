"""Pots: what pays into them by rule, and what the prizes take out of them. Nothing here is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tally.scores.prizes import Award, Prize, cents_of
from tournament.money.cents import Currency, NotMoney, read, rounded_down, shares, show, split


class Happening(StrEnum):
    """What pays into a pot: both of a pair that was euchred (or set), both against whom a loner was made."""

    EUCHRE = "euchre"
    LONER = "loner"


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that happened once, and the numbers of those who pay for it."""

    happening: Happening
    payers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Owed:
    """What a player owes the pots by rule: how often each thing happened, and all of it in cents."""

    counts: Mapping[Happening, int]
    cents: int


def owed(
    happened: Iterable[Happened],
    from_paper: Mapping[tuple[int, Happening], int],
    prices: Mapping[Happening, int],
    free: Collection[int] = (),
) -> dict[int, Owed]:
    """What each number owes: what was recorded, and what was typed for tables without hands.

    :param prices: what each payer pays for each; a thing that costs nothing is not counted.
    :param free: the numbers that pay nothing: ghosts.
    """
    counts: Counter[tuple[int, Happening]] = Counter(from_paper)
    counts.update((number, one.happening) for one in happened for number in one.payers)
    found = {}
    for number in sorted({number for number, _ in counts} - set(free)):
        own = {thing: counts[number, thing] for thing in Happening if prices.get(thing) and counts[number, thing]}
        if own:
            found[number] = Owed(own, sum(prices[thing] * often for thing, often in own.items()))
    return found


def promised(prizes: Sequence[Prize], pot: int, coin: int, currency: Currency) -> tuple[int, ...]:
    """What each prize comes to, in cents: a share of the pot is rounded down to the coin, an amount is as written."""
    parts, _ = shares(pot, [prize.percent for prize in prizes], coin)
    return tuple(
        part if prize.percent else _cents_of(prize.money, currency) for prize, part in zip(prizes, parts, strict=True)
    )


def with_amounts(awards: Sequence[Award], pot: int, coin: int, currency: Currency) -> tuple[tuple[Award, ...], int]:
    """Turn prizes that are shares of the pot into amounts, split ties in whole coins, and say what is left of the pot.

    Where a tie gives the same players several prizes, the prizes are put together and split among them. What is left
    is below 0 where the prizes promise more than the pot holds.
    """
    paying = [one for one in awards if one.prize.money]
    amounts = promised([one.prize for one in paying], pot, coin, currency)
    amount_of = dict(zip(map(id, paying), amounts, strict=True))
    each_of, paid = _split_ties(paying, amount_of, coin)
    found = []
    for one in awards:
        each, prize = each_of.get(id(one), 0), one.prize
        if prize.percent:
            prize = replace(prize, money=show(amount_of[id(one)], currency))
        if one.prize.percent or any(_cents_of(share, currency) != each for share in one.shares):
            one = replace(one, prize=prize, shares=(show(each, currency),) * len(one.winners))
        found.append(one)
    return tuple(found), pot - paid


def _split_ties(paying: Sequence[Award], amount_of: Mapping[int, int], coin: int) -> tuple[dict[int, int], int]:
    """What each winner has of each prize, and all that is paid or kept for a draw to come.

    Whoever wins alone has the whole amount, also where the coin does not divide it.
    """
    each_of: dict[int, int] = {}
    paid = sum(amount_of[id(one)] for one in paying if one.to_draw)
    tied: dict[tuple[int, ...], list[Award]] = {}
    for one in paying:
        tied.setdefault(one.winners, []).append(one)
    for winners, together in tied.items():
        smallest = coin if len(winners) > 1 else 1
        parts = [rounded_down(amount_of[id(one)] // max(len(winners), 1), smallest) for one in together]
        each, _ = split(sum(amount_of[id(one)] for one in together), len(winners), smallest)
        if winners:
            parts[0] += each - sum(parts)
        each_of.update(zip(map(id, together), parts, strict=True))
        paid += each * len(winners)
    return each_of, paid


@dataclass(frozen=True, slots=True)
class Payout:
    """What one player takes home, and the prizes that it is for."""

    number: int
    cents: int
    prizes: tuple[str, ...]


def payouts(awards: Iterable[Award], currency: Currency) -> tuple[Payout, ...]:
    """Everybody who has won money, in the order of the list, from awards whose shares are amounts."""
    cents: Counter[int] = Counter()
    prizes: dict[int, list[str]] = {}
    for one in awards:
        for number, share in zip(one.winners, one.shares, strict=False):
            cents[number] += _cents_of(share, currency)
            prizes.setdefault(number, []).append(one.prize.name)
    return tuple(Payout(number, cents[number], tuple(prizes[number])) for number in prizes if cents[number])


def _cents_of(share: str, currency: Currency) -> int:
    """The cents of a share, written in the club's money or as the organizer wrote it in the list: "20 bucks"."""
    try:
        return read(share, currency)
    except NotMoney:
        return cents_of(share)
