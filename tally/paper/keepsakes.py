"""A player's night to frame, on a landscape page: what it came to on the left, the filled card on the right.

Pure values → pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, INK, MM
from tally.paper.ornaments import draw_letterhead, draw_twin
from tally.paper.pages import in_balance, lines_of_name, writing_line
from tally.paper.tally_cards import Card, draw_half_page_card

EDGE, BELL = 16 * MM, 16 * MM
CARD = 0.9  # of half a sheet, so that a frame covers nothing; a whole one in large print
NAME, NAME_LEAST, PLACE, WORDS = 32.0, 20.0, 48.0, 17.0
LEADING, GAP = 1.25, 9 * MM
LINE = 14 * MM  # the height of a line to write a name on


@dataclass(frozen=True, slots=True)
class Keepsake:
    """A player's night: the place and what is said of it; the partners of the night, and with what; loners, or ""."""

    card: Card
    place: str
    place_of: str
    points: str
    partners: str = ""
    together: str = ""
    loners: str = ""
    partners_are: str = "Partner of the night"


def draw_keepsakes(document: Document, heading: Heading, keepsakes: Sequence[Keepsake]) -> None:
    """Draw a page for each player."""
    paper = document.job.paper
    share = 1.0 if document.job.large else CARD
    for one in keepsakes:
        with document.page(f"{one.card.number}" if len(keepsakes) > 1 else "", across=True) as canvas:
            _words(document, heading, one)
            canvas.saveState()
            canvas.translate(paper.height / 2, paper.width * (1 - share) / 2)
            canvas.scale(share, share)
            draw_half_page_card(document, heading, one.card)
            canvas.restoreState()


def _words(document: Document, heading: Heading, one: Keepsake) -> None:
    """Draw the left half: the name, the place, the partner, the loners, and the night at the foot."""
    canvas, width, height = document.canvas, document.job.paper.height / 2, document.job.paper.width
    middle, room, least = width / 2, width - 2 * EDGE, document.job.text
    draw_letterhead(document, (EDGE, width - EDGE), height - EDGE, BELL, least=document.job.text)
    draw_twin(canvas, (EDGE, width - EDGE), EDGE, 0)
    name = fonts.written(one.card.name)
    face = fonts.for_ceremony(name)
    names, size = lines_of_name(name, face, NAME, room, NAME_LEAST, lines=3) if name else ([], NAME_LEAST)
    label, words = max(least, 14.0), max(least, WORDS)
    blocks: list[tuple[str, list[tuple[str, str, float]]]] = [
        ("H1", [(line, face, size) for line in names]),
        ("P", [(one.place_of, REGULAR, label), (one.place, BOLD, PLACE), (one.points, BOLD, words)]),
    ]
    if one.partners:
        partners = [(line, BOLD, words) for line in in_balance(one.partners, BOLD, words, room, 7)]
        together = [(line, REGULAR, label) for line in in_balance(one.together, REGULAR, label, room, 2)]
        blocks.append(("P", [(one.partners_are, REGULAR, label), *partners, *together]))
    if one.loners:
        blocks.append(("P", [(one.loners, BOLD, words)]))
    night = [(line, BOLD, label) for line in in_balance(heading.night, BOLD, label, room, 3)]
    blocks.append(("P", [*night, (heading.date_within(room, label), REGULAR, label)]))
    _draw(document, blocks, middle, height - EDGE - BELL - 4 * MM, EDGE + 4 * MM, to_write=not name)


def _draw(
    document: Document,
    blocks: Sequence[tuple[str, Sequence[tuple[str, str, float]]]],
    middle: float,
    top: float,
    foot: float,
    *,
    to_write: bool,
) -> None:
    """Draw blocks of (text, face, size) between two levels, equally far from one another; the first may be a line."""
    canvas = document.canvas
    heights = [
        sum(size * (LEADING if index else CAP) for index, (_, _, size) in enumerate(lines)) for _, lines in blocks
    ]
    if to_write:
        heights[0] = LINE
    gap = min((top - foot - sum(heights)) / len(blocks), GAP)
    y = (top + foot + sum(heights) + gap * (len(blocks) - 1)) / 2
    for (role, lines), height in zip(blocks, heights, strict=True):
        with document.tag(role):
            line_at = y
            for index, (text, face, size) in enumerate(lines):
                line_at -= size * (LEADING if index else CAP)
                canvas.setFillColor(canvas.accent if face == REGULAR else INK)
                strokes.write(canvas, middle, line_at, text, face, size, align="center")
        if to_write and not lines:
            writing_line(canvas, middle - 45 * MM, middle + 45 * MM, y - LINE + 2 * MM)
        y -= height + gap
