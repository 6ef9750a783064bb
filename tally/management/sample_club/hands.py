"""Hands as tables play them: how often the makers win, march, go alone or are euchred."""

from __future__ import annotations

from functools import cache
from math import exp
from random import Random
from typing import Any

from tally.forms import LETTER_OF_SIDE
from tally.rules import ResultButton, Variant, find_variant, result_buttons
from tournament.movements.seats import Side

# Of a hundred hands with a card turned up, about so many end like this.
MADE, MARCH, ALONE, EUCHRED = 62.0, 17.0, 4.0, 17.0
RARE_BID = 0.02  # how often a bid is not a number, next to the usual ones


def draw_hand(variant: str, edge: float, chance: Random) -> tuple[Side, ResultButton]:
    """Draw the makers and the result of a hand; `edge` is how much better NS play than EW."""
    makers = Side.NS if chance.random() < 1 / (1 + exp(-edge / 2)) else Side.EW
    ahead = edge if makers is Side.NS else -edge
    buttons = _weighed(variant)
    weights = [weight * _luck(button, ahead) for button, weight in buttons]
    return makers, chance.choices(buttons, weights)[0][0]


def hand_points(makers: Side, result: ResultButton) -> dict[Side, int]:
    """Return what a hand brings both sides."""
    return {makers: result.score.makers, makers.other: result.score.defenders}


def hand_record(variant: str, makers: Side, result: ResultButton) -> dict[str, Any]:
    """Return the record of a hand, as a tap stores it."""
    return result.record(_variant(variant), LETTER_OF_SIDE[makers])


def is_lone_march(result: ResultButton) -> bool:
    """Whether the maker went alone and took every trick."""
    return result.alone is True and result.march


def _luck(button: ResultButton, ahead: float) -> float:
    """Return how much more often a pair that is so much better sees this result."""
    return exp(-ahead) if not button.made else exp(ahead / 2) if button.march else 1.0


@cache
def _variant(slug: str) -> Variant:
    variant = find_variant(slug)
    assert variant is not None, "the sample club plays games of the program"
    return variant


@cache
def _weighed(variant: str) -> tuple[tuple[ResultButton, float], ...]:
    """Return every result of a game with how often it comes."""
    return tuple((button, _weight(button)) for button in result_buttons(_variant(variant)))


def _weight(button: ResultButton) -> float:
    if button.bid is None:
        return EUCHRED if not button.made else (ALONE if button.alone else MARCH) if button.march else MADE
    if isinstance(button.bid, str):
        return RARE_BID * (0.6 if button.made else 0.4)
    usual, taken = button.of * 0.55, sum(button.tricks) / 2
    return exp(-((button.bid - usual) ** 2) / 2) * exp(-((taken - button.bid - 0.6) ** 2) / 2)
