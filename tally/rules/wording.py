"""Wording that a terminal, a page and the printed sheet share: bids, trumps, amounts, the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tally.rules.language import (
    BIDDERS,
    HIGHER_OR_BIDDERS,
    HIGHER_OR_TIE,
    OTHERWISE,
    TWO_SIDES,
    Amount,
    Bid,
    Points,
    SplitPoints,
    Variant,
)

OTHER_TRUMPS = {"NT": "no-trump", "HIGH": "high", "LOW": "low"}  # what may be named in place of a suit
WINNER_OF_BOTH = {
    BIDDERS: "the bidders win",
    HIGHER_OR_TIE: "the higher total wins; equal totals are a tie",
    HIGHER_OR_BIDDERS: "the higher total wins, then the bidders",
}


class Part(NamedTuple):
    """A label in the margin, and what it labels, in one or more paragraphs."""

    label: str
    paragraphs: tuple[str, ...]


def counted(count: int, noun: str) -> str:
    """A number with its noun: "1 point", "−2 points"."""
    return f"{count} {noun}{'' if abs(count) == 1 else 's'}".replace("-", "−")


def bid_text(bid: Bid) -> str:
    """A bid as players name it: "5", "big pepper"."""
    return str(bid).replace("-", " ")


def trumps_text(trumps: tuple[str, ...]) -> str:
    """What may be named as trump: "a suit or no-trump"."""
    suit = ["a suit"] if "S" in trumps else []
    return " or ".join((*suit, *(OTHER_TRUMPS[trump] for trump in trumps if trump in OTHER_TRUMPS)))


def points_text(points: Points) -> str:
    """An amount of points: "minus 2", "6 + the bid", "1 for 3 or 4 tricks, 2 for 5 tricks"."""
    if isinstance(points, Amount):
        return formula_text(points)
    if isinstance(points, SplitPoints):
        return f"{points.lone_player} to the lone player, {points.side} to the partner"
    if isinstance(points, Mapping):
        tricks_by_text: dict[str, list[int]] = {}
        for tricks, paid in points.items():
            tricks_by_text.setdefault(points_text(paid), []).append(tricks)
        return ", ".join(
            f"otherwise {text}" if tricks == [OTHERWISE] else f"{text} for {_tricks_text(tricks)}"
            for text, tricks in tricks_by_text.items()
        )
    return f"minus {-points}" if points < 0 else str(points)


def formula_text(amount: Amount) -> str:
    """A formula: "6 + the bid", "minus 2 × their tricks"."""
    terms = (
        ("", amount.points),
        ("their tricks", amount.tricks),
        ("the bid", amount.bid),
        ("a point for every trick of the deal", amount.all),
    )
    text = ""
    for name, times in terms:
        if not times:
            continue
        if text:
            text += " − " if times < 0 else " + "
        elif times < 0:
            text = "minus "
        if not name:
            text += str(abs(times))
        elif abs(times) == 1:
            text += name
        else:
            text += f"{abs(times)} × {name}"
    return text or "0"


def game_end_text(resolved: Variant) -> str:
    """How a game ends, as one sentence; every house rule must have its answer."""
    end = resolved.end
    if end.deals_each is not None:
        return f"{_deals_by_size(resolved)}; the highest total wins."
    if end.deals is not None:
        return f"{end.deals} deals; the highest total wins."
    if end.target is None:
        return "no target is given; agree on one, or on a time."
    if end.counts_down:
        return (
            f"from {end.starts} down. Whoever reaches {end.target} or less wins; if several do in one hand, the lowest "
            "total wins, and equal totals share the win."
        )
    if end.on_offense:
        only = f"to {end.target}; a side wins only by making its own bid, or by setting the other side"
        if end.both != BIDDERS:
            return f"{only}."
        return f"{only}; with both at {end.target} or more, the bidders win. If they were set, the other side wins."
    several = "both" if resolved.sides == TWO_SIDES else "several"
    if not _several_may_score(resolved):
        return f"the first to {end.target} points wins."
    return f"to {end.target}; if {several} reach it in one hand, {WINNER_OF_BOTH[end.both]}."


def _several_may_score(resolved: Variant) -> bool:
    """Whether one hand may bring points to both sides, or to several players where all play for themselves."""
    shares = resolved.sides != TWO_SIDES and resolved.players > 2
    pays = (paid for contract in resolved.contracts if contract for paid in (contract.made, contract.set))
    return shares or any(_may_gain(paid.makers) and _may_gain(paid.defenders) for paid in pays)


def may_lose(resolved: Variant) -> bool:
    """Whether a hand may take points off somebody, in a game that counts up."""
    pays = [paid for contract in resolved.contracts if contract for paid in (contract.made, contract.set)]
    return not resolved.end.counts_down and any(_is_loss(paid.makers) or _is_loss(paid.defenders) for paid in pays)


def _is_loss(points: Points) -> bool:
    """Whether this amount can be less than nothing."""
    if isinstance(points, Mapping):
        return any(map(_is_loss, points.values()))
    if isinstance(points, Amount):
        return min(points.points, points.tricks, points.bid, points.all) < 0
    if isinstance(points, SplitPoints):
        return min(points.lone_player, points.side) < 0
    return points < 0


def _may_gain(points: Points) -> bool:
    """Whether this amount can be more than nothing."""
    if isinstance(points, Mapping):
        return any(map(_may_gain, points.values()))
    if isinstance(points, Amount):
        return max(points.points, points.tricks, points.bid, points.all) > 0
    if isinstance(points, SplitPoints):
        return max(points.lone_player, points.side) > 0
    return points > 0


def _deals_by_size(resolved: Variant) -> str:
    """The number of deals in a game at each table: "10 deals with 5 players, 12 with 6"."""
    first, *others = ((resolved.end.at_table(deal.players).deals, deal.players) for deal in resolved.deals)
    if not others:
        return f"{first[0]} deals"
    return ", ".join((f"{first[0]} deals with {first[1]} players", *(f"{deals} with {size}" for deals, size in others)))


def _tricks_text(tricks: list[int]) -> str:
    return "no trick" if tricks == [0] else f"{' or '.join(map(str, tricks))} tricks"
