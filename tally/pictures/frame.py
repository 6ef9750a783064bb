"""What every picture has around it: the card's ruled edge with the bell, the heading, the line at the foot."""

from __future__ import annotations

from dataclasses import dataclass

from tally.paper.card_shapes import SPADE
from tally.pictures.card import GREEN, HEIGHT, SOFT, STOCK, WIDTH, Card
from tally.pictures.typefaces import BOLD, REGULAR, fit, on_lines, width_of

EDGE = 50  # from the picture's edge to the ruled one
SIDE = 104  # from the picture's edge to what stands on the card
LEFT, RIGHT, MIDDLE = SIDE, WIDTH - SIDE, WIDTH / 2
TOP, FOOT = 340, HEIGHT - 152  # where the heading ends, and where the line at the foot begins
BELL = "M6 78 C16 72 17 60 19 46 C21 26 32 14 50 14 C68 14 79 26 81 46 C83 60 84 72 94 78 Z"
CLAPPER = "M38 90 C38 103.5 62 103.5 62 90 Z"
CAPITALS = 25.0  # the size of letter-spaced capitals
SPACING = 3.2


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands on top of a picture: over the title the club, under it what this is, and when it was."""

    title: str
    over: str
    what: str
    when: str
    foot: str


def framed_card(heading: Heading) -> Card:
    """A card with its edge, its heading and its foot, and room for the rest between `TOP` and `FOOT`."""
    card = Card()
    for inset, width in ((EDGE, 4.0), (EDGE + 10, 1.5)):
        card.box(inset, inset, WIDTH - inset, HEIGHT - inset, outline=GREEN, width=width, radius=44 - (inset - EDGE))
    _bell(card, EDGE + 5)
    lines, size = on_lines(heading.title, BOLD, 70, RIGHT - LEFT, 34)
    one = len(lines) == 1
    _capitals(card, heading.over, 144 if one else 134)
    for y, line in zip((226,) if one else (194, 248), lines, strict=True):
        card.text(MIDDLE, y, line, BOLD, size if one else min(size, 52), align="center")
    _under(card, heading.what, heading.when, 282 if one else 298)
    foot, size = fit(heading.foot, REGULAR, 28, RIGHT - LEFT)
    card.text(MIDDLE, HEIGHT - 92, foot, REGULAR, size, SOFT, align="center")
    return card


def _bell(card: Card, middle: float) -> None:
    """Draw the bell on the upper edge, in a gap of its lines."""
    size = 74
    top = middle - size / 2
    card.box(MIDDLE - 72, middle - 12, MIDDLE + 72, middle + 12, fill=STOCK)
    card.shape(BELL, MIDDLE, top, size)
    card.shape(CLAPPER, MIDDLE, top, size)
    card.box(MIDDLE - 0.44 * size, top + 0.815 * size, MIDDLE + 0.44 * size, top + 0.86 * size, fill=GREEN)
    card.dot(MIDDLE, top + 0.08 * size, 0.08 * size)


def _capitals(card: Card, text: str, y: float) -> None:
    text, size = fit(text.upper(), REGULAR, CAPITALS, RIGHT - LEFT, 20, SPACING)
    card.text(MIDDLE, y, text, REGULAR, size, GREEN, align="center", spacing=SPACING)


def _under(card: Card, what: str, when: str, y: float) -> None:
    """Write what this is in capitals, a spade, and when it was, in the middle."""
    what, pip, gap = what.upper(), 30.0, 20.0
    wide = width_of(what, REGULAR, CAPITALS, SPACING)
    when, size = fit(when, REGULAR, 29, RIGHT - LEFT - wide - pip - 2 * gap)
    x = MIDDLE - (wide + pip + 2 * gap + width_of(when, REGULAR, size)) / 2
    card.text(x, y, what, REGULAR, CAPITALS, GREEN, spacing=SPACING)
    card.shape(SPADE, x + wide + gap + pip / 2, y - 24, pip)
    card.text(x + wide + 2 * gap + pip, y, when, REGULAR, size)
