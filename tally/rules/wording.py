"""Wording that a terminal, a page and the printed sheet share: bids, trumps, amounts, the end of a game."""

from __future__ import annotations

from collections.abc import Mapping

from tally.rules.language import (
    BIDDERS,
    HIGHER_OR_BIDDERS,
    HIGHER_OR_TIE,
    OTHERWISE,
    Amount,
    Bid,
    GameEnd,
    Points,
    SplitPoints,
)

OTHER_TRUMPS = {"NT": "no-trump", "HIGH": "high", "LOW": "low"}  # what may be named in place of a suit
WINNER_OF_BOTH = {
    BIDDERS: "the bidders win",
    HIGHER_OR_TIE: "the higher total wins; equal totals are a tie",
    HIGHER_OR_BIDDERS: "the higher total wins, then the bidders",
}


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


def game_end_text(end: GameEnd) -> str:
    """How a game ends, as one sentence."""
    if end.deals is not None:
        return f"{end.deals} deals; the highest total wins."
    if end.target is None:
        return "no target is given; agree on one, or on a time."
    if end.starts > end.target:
        return f"from {end.starts} down to {end.target}; equal totals share the win."
    if end.on_offense:
        both = f"; with both at {end.target} or more, the bidders win" if end.both == BIDDERS else ""
        return f"to {end.target}; a side wins only by making its own bid, or by setting the other side{both}."
    return f"to {end.target}; if both reach it in one hand, {WINNER_OF_BOTH[end.both]}."


def _tricks_text(tricks: list[int]) -> str:
    return "no trick" if tricks == [0] else f"{' or '.join(map(str, tricks))} tricks"
