"""The suits on playing cards."""

from __future__ import annotations

from django import template

from tally.paper.card_shapes import SHAPES
from tally.rules.cards import Card

register = template.Library()


@register.filter
def suit_path(card: Card) -> str:
    """The shape of a card's suit, as an SVG path in a box of 100 by 100."""
    return SHAPES[card.suit]
