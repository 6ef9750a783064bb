"""Playing cards on paper: an outline, the rank on top and the suit below it."""

from __future__ import annotations

from tally.paper import fonts, strokes
from tally.paper.card_shapes import SHAPES
from tally.paper.fonts import BOLD
from tally.paper.measures import CAP, HAIRLINE, INK, RED, TEXT, Canvas
from tally.paper.ornaments import draw_shape, shape_path
from tally.rules.cards import Card

WIDTH = 0.74  # of a card, as a share of its height
RED_SUITS = "HD"
OPEN = 10  # the outline of an open suit, in hundredths of its height
WON = 2.4  # the outline of a card that wins, points


def draw_suit(canvas: Canvas, suit: str, x: float, y: float, size: float) -> None:
    """Draw a suit of the two colors, `size` points high, centered on x with its foot at y.

    Spades and clubs are black, hearts and diamonds red and open: so they differ on a gray copy, too.
    """
    if suit not in RED_SUITS:
        canvas.setFillColor(INK)
        draw_shape(canvas, SHAPES[suit], x, y, size)
        return
    canvas.saveState()
    canvas.setStrokeColor(RED)
    canvas.setLineWidth(OPEN)
    canvas.setLineJoin(1)
    within = (size - size * OPEN / 100) / 100
    canvas.transform(within, 0, 0, -within, x - within * 50, y + size - size * OPEN / 200)
    canvas.drawPath(shape_path(canvas, SHAPES[suit]), stroke=1, fill=0)
    canvas.restoreState()


def draw_card(canvas: Canvas, x: float, y: float, height: float, card: Card, *, won: bool = False) -> None:
    """Draw a card `height` points high with its lower left corner at (x, y); the one that wins has a thick outline."""
    width = height * WIDTH
    canvas.setStrokeColor(canvas.accent if won else INK)
    canvas.setLineWidth(WON if won else HAIRLINE * 2)
    canvas.roundRect(x, y, width, height, height * 0.1, stroke=1, fill=0)
    canvas.setFillColor(RED if card.red else INK)
    rank, size = fonts.fit(card.rank, BOLD, max(height * 0.46, TEXT), width * 0.92, TEXT)
    if rank != card.rank:  # a small joker has the star alone
        draw_shape(canvas, SHAPES[card.suit], x + width / 2, y + height * 0.25, height * 0.5)
        return
    strokes.write(canvas, x + width / 2, y + height * 0.72 - size * CAP / 2, rank, BOLD, size, align="center")
    draw_shape(canvas, SHAPES[card.suit], x + width / 2, y + height * 0.1, height * 0.36)
