"""Points as people write them: a change +4, −6, 0; a total 12, −3; both sides' totals 11–7, 10 to −32."""

from __future__ import annotations

from typing import Any


def signed(points: int) -> str:
    """Points as people write a change: a plus, a real minus, or plain 0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def total(points: int) -> str:
    """A total: a real minus, no plus."""
    return str(points).replace("-", "−")


def against(ours: int, theirs: int) -> str:
    """Two totals, 11–7; where one is below zero, a dash beside the minus would be misread: 10 to −32."""
    return f"{ours}–{theirs}" if min(ours, theirs) >= 0 else f"{total(ours)} to {total(theirs)}"


def with_hand(others: tuple[int, int], result: Any) -> str:
    """What a game comes to when a hand with this result is added to the other hands' points: 6–3, on one line."""
    return against(others[0] + result.ours, others[1] + result.theirs).replace(" ", "\u00a0")
