"""Words that a terminal, a page and the printed sheet share: bids, trumps, amounts, the end of a game."""

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

TRUMP_NAMES = {"S": "", "H": "", "D": "", "C": "", "NT": "no-trump", "HIGH": "high", "LOW": "low"}


def bid_text(bid: Bid) -> str:
    """A bid as it is said: "5", "big pepper"."""
    return str(bid).replace("-", " ")


def counted(many: int, what: str) -> str:
    """So many of something: "1 point", "−2 points"."""
    return f"{many} {what}{'' if abs(many) == 1 else 's'}".replace("-", "−")


def trumps_text(trumps: tuple[str, ...]) -> str:
    """What may be named: "a suit or no-trump"."""
    named = [TRUMP_NAMES[trump] for trump in trumps if TRUMP_NAMES[trump]]
    return " or ".join((["a suit"] if "S" in trumps else []) + named)


def amount(points: Points) -> str:
    """An amount of points in words."""
    if isinstance(points, Amount):
        return formula(points)
    if isinstance(points, SplitPoints):
        return f"{points.lone_player} to the lone player, {points.side} to the partner"
    if isinstance(points, Mapping):
        runs: dict[str, list[int]] = {}
        for tricks, paid in points.items():
            runs.setdefault(amount(paid), []).append(tricks)
        return ", ".join(
            f"otherwise {paid}" if tricks == [OTHERWISE] else f"{paid} for {_or(tricks)}"
            for paid, tricks in runs.items()
        )
    return f"minus {-points}" if points < 0 else str(points)


def _or(tricks: list[int]) -> str:
    return "no trick" if tricks == [0] else f"{' or '.join(map(str, tricks))} tricks"


def formula(points: Amount) -> str:
    """A sum in words: "6 + the bid"."""
    terms = {"": points.points, "their tricks": points.tricks, "the bid": points.bid}
    words = ""
    for what, times in {**terms, "a point for every trick of the deal": points.all}.items():
        if times:
            size = str(abs(times)) if not what else what if abs(times) == 1 else f"{abs(times)} × {what}"
            joined = (" − " if times < 0 else " + ") if words else ("minus " if times < 0 else "")
            words += joined + size
    return words or "0"


BOTH = {
    BIDDERS: "the bidders win",
    HIGHER_OR_TIE: "the higher total wins; equal totals are a tie",
    HIGHER_OR_BIDDERS: "the higher total wins, then the bidders",
}


def game_end_text(end: GameEnd) -> str:
    """How a game ends, in a sentence."""
    if end.deals is not None:
        return f"{end.deals} deals; the highest total wins."
    if end.target is None:
        return "no target is given; agree on one, or on a time."
    if end.starts > end.target:
        return f"from {end.starts} down to {end.target}; equal totals share the win."
    if end.on_offense:
        tie = f"; with both at {end.target} or more, the bidders win" if end.both == BIDDERS else ""
        return f"to {end.target}; a side wins only by making its own bid, or by setting the other side{tie}."
    return f"to {end.target}; if both reach it in one hand, {BOTH[end.both]}."
