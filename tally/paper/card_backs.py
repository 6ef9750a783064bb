"""The back of a tally card: as on playing cards a lattice with pips, and the bowers; the club's mark and the year.

Where the whole movement is known and fits, it stands inside the frame, under a band of the same. All backs of a run are
alike, so that any sheet lies behind any other, also when paper is turned by hand, or copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from tally.paper import fonts, strokes
from tally.paper.bowers import LEFT_BOWER, RIGHT_BOWER
from tally.paper.card_movement import HEAD, MovementColumns, draw_list, how_to_read
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD
from tally.paper.grids import CardGrid
from tally.paper.logo import logo_size, place_logo
from tally.paper.measures import CAP, HAIRLINE, INK, MM, PAPER, RULE, TEXT, Canvas
from tally.paper.ornaments import draw_art, draw_pip
from tally.paper.pages import note_lines
from tally.paper.rotation import GameRow

CORNER, INSET = 3.2 * MM, 1.6 * MM  # of the frame; from its thick rule to the thin one, and of all others
CELL, CELL_HIGH, PIP = 7 * MM, 10.5 * MM, 2.1 * MM  # a lozenge of the lattice, and the pip in every second one
WINDOW, WINDOW_HIGH, JACK = 48 * MM, 102 * MM, 36 * MM  # of a back without a movement
MEDALLION, ORNAMENT, LOGO = 15.5 * MM, 8 * MM, 14 * MM  # its radius; how high the pip is, and a logo in its place
MONOGRAM, MONOGRAM_LEAST, MONOGRAM_WIDE, GAP = 30.0, 16.0, 23 * MM, 2 * MM  # a smaller one has the year beside it
PEN = 2.4  # of the bowers, as a share of 100 of their height
BAND_LEAST, BAND_MOST, LINE = 13 * MM, 22 * MM, 7.2 * MM  # above a movement; the line of the night below the band
ROW, ROW_MOST, NOTE, STRIP = 7.2 * MM, 9.6 * MM, 13 * MM, 5 * MM  # of a movement; how to read it; a strip of lattice
LARGEST, OF_MANY = 15.0, 13.5  # type of a movement; of one with more games than `MANY`
BAND_CELL = 0.82  # the lozenges of a band, as a share of those of a whole back
BARE, MANY, BAND_OF_MANY = 19 * MM, 16, 16 * MM  # lower bands have the plate alone; of more games, to save ink
PLATE, LOGO_ON_BAND = 46 * MM, 19 * MM  # the plate with the monogram on a band; how wide a logo is in its place


class Back(NamedTuple):
    """What is on the back of every card of a run: the year, and the games of a movement, if it has one."""

    year: str
    movement: Sequence[GameRow] = ()


def monogram(club: str) -> str:
    """The initials of a club's name, up to four, or three of more words: "Elks Lodge of Dayton" → "ELD"."""
    words = [word for word in fonts.printable_text(club).replace("-", " ").split() if word[0].isalpha()]
    own = [word for word in words if not word[0].islower()] or words
    return "".join(word[0] for word in (own if len(own) <= 4 else own[:3])).upper()


def draw_back(document: Document, grid: CardGrid, heading: Heading, back: Back) -> None:
    """Draw a back, its origin at the card's lower left corner."""
    box = (0.0, 0.0, grid.width, grid.height)
    letters, games = monogram(document.job.look.club or heading.night), len(back.movement)
    name = f"back-{letters}-{back.year}-{games}-{grid.height:.0f}"
    if not back.movement:
        document.stamp(document.form(name, box, lambda canvas: _whole(canvas, grid, letters, back.year)))
        return
    layout = _Layout(grid, back.movement)
    document.stamp(document.form(name, box, lambda canvas: _band(canvas, grid, layout, letters, back.year)))
    _movement(document, grid, heading, layout, back.movement)


def _frame(canvas: Canvas, grid: CardGrid, insets: Sequence[float]) -> None:
    """Draw the frame: a thick rule at the edge, and a thin one within where that is asked for."""
    canvas.setStrokeColor(canvas.accent)
    for at in insets:
        inset = max(at, RULE / 2)
        canvas.setLineWidth(HAIRLINE if at else RULE)
        canvas.roundRect(
            grid.left + inset,
            grid.foot + inset,
            grid.right - grid.left - 2 * inset,
            grid.top - grid.foot - 2 * inset,
            CORNER - inset / 2,
        )


def _lattice(
    canvas: Canvas, left: float, foot: float, right: float, top: float, radius: float, share: float = 1.0
) -> None:
    """Draw lozenges in a box, every second one with a pip; they stand around its middle, so that no side differs."""
    wide, tall = CELL * share, CELL_HIGH * share
    canvas.saveState()
    clip = canvas.beginPath()
    clip.roundRect(left, foot, right - left, top - foot, radius)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(HAIRLINE)
    x, y, slope = (left + right) / 2, (foot + top) / 2, tall / wide
    across, up = int((right - left) / wide) + 1, int((top - foot) / tall) + 1
    lines = []
    for step in range(-across - up, across + up):
        for way in (-slope, slope):
            at = x + (step + 0.5) * wide  # where the line passes the middle
            ends = sorted(y + (side - at) * way for side in (left, right))
            low, high = max(ends[0], foot), min(ends[1], top)
            if low < high:
                lines.append((at + (low - y) / way, low, at + (high - y) / way, high))
    canvas.lines(lines)
    half = PIP * share / 2
    for row, column in product(range(-up, up + 1), range(-across, across + 1)):
        at, level = x + column * wide, y + row * tall
        if left < at - half and at + half < right and foot < level - half and level + half < top:
            draw_pip(canvas, at, level - half, 2 * half)
    canvas.restoreState()


def _window(canvas: Canvas, left: float, foot: float, wide: float, high: float, radius: float) -> None:
    """Draw a white window in the lattice, with a thick rule and a thin one around it."""
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(RULE)
    canvas.roundRect(left, foot, wide, high, radius, stroke=1, fill=1)
    canvas.setLineWidth(HAIRLINE)
    inset = INSET * 0.7
    canvas.roundRect(left + inset, foot + inset, wide - 2 * inset, high - 2 * inset, radius - inset / 2)


def _whole(canvas: Canvas, grid: CardGrid, letters: str, year: str) -> None:
    """Draw a back without a movement: as on a court card both bowers, one on his head, the medallion between them."""
    x, y = (grid.left + grid.right) / 2, (grid.foot + grid.top) / 2
    _frame(canvas, grid, (0.0, INSET))
    _lattice(canvas, grid.left + INSET, grid.foot + INSET, grid.right - INSET, grid.top - INSET, CORNER)
    high = min(WINDOW_HIGH, grid.top - grid.foot - 4 * CELL)
    _window(canvas, x - WINDOW / 2, y - high / 2, WINDOW, high, CORNER)
    for turned in (0, 180):
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(turned)
        draw_art(canvas, RIGHT_BOWER, 0, high / 2 - JACK - 4 * MM, JACK, pen=PEN)
        canvas.restoreState()
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(canvas.accent)
    for width, radius in ((RULE, MEDALLION), (HAIRLINE, MEDALLION - INSET * 0.7)):
        canvas.setLineWidth(width)
        canvas.circle(x, y, radius, stroke=1, fill=1)
    wide, high = logo_size(canvas.look.logo, MONOGRAM_WIDE, LOGO)
    shown, size = fonts.fit(letters, BOLD, MONOGRAM, MONOGRAM_WIDE) if letters and not wide else ("", 0.0)
    mark = high or ORNAMENT
    top = y + (mark + (GAP + size * CAP if shown else 0) + GAP + TEXT * CAP) / 2 - mark
    if not place_logo(canvas, (x - wide / 2, top, x + wide / 2, top + high)):
        draw_pip(canvas, x, top, ORNAMENT)
    canvas.setFillColor(INK)
    if shown:
        top -= GAP + size * CAP
        strokes.write(canvas, x, top, shown, BOLD, size, align="center")
    strokes.write(canvas, x, top - GAP - TEXT * CAP, year, BOLD, TEXT, align="center")


class _Layout:
    """Where a band, a movement and a strip of lattice stand on a back; all in points."""

    def __init__(self, grid: CardGrid, movement: Sequence[GameRow]) -> None:
        inside = grid.top - grid.foot - 2 * INSET
        room = inside - LINE - HEAD - NOTE
        games = len(movement)
        row = min((room - BAND_LEAST) / games, ROW)
        self.band = min(room - row * games, BAND_MOST if games <= MANY else BAND_OF_MANY)
        self.row = min((room - self.band) / games, ROW_MOST)
        spare = room - self.band - self.row * games
        self.bare = self.band < BARE
        self.strip = spare if spare > STRIP else 0.0
        self.night = grid.top - INSET - self.band - 5.2 * MM
        self.games = grid.top - INSET - self.band - LINE - HEAD
        self.foot = self.games - self.row * len(movement)


def _band(canvas: Canvas, grid: CardGrid, layout: _Layout, letters: str, year: str) -> None:
    """Draw the frame of a back with a movement: above it a band with both bowers, the monogram and the year."""
    left, right, x = grid.left + INSET, grid.right - INSET, (grid.left + grid.right) / 2
    top = grid.top - INSET
    foot = top - layout.band
    _frame(canvas, grid, (0.0,))
    for low, high, share in ((foot, top, BAND_CELL), (grid.foot + INSET, grid.foot + INSET + layout.strip, 1.0)):
        if high > low and not (low == foot and layout.bare):
            _lattice(canvas, left, low, right, high, CORNER / 2, share)
            canvas.setLineWidth(HAIRLINE)
            canvas.roundRect(left, low, right - left, high - low, CORNER / 2)
    jack = layout.band - 1.5 * MM
    beside = PLATE / 2 + (right - x - PLATE / 2) / 2
    for bower, at in () if layout.bare else ((RIGHT_BOWER, x - beside), (LEFT_BOWER, x + beside)):
        draw_art(canvas, bower, at, foot, jack, pen=PEN)
    pad = min(2.4 * MM, layout.band * 0.12)
    _window(canvas, x - PLATE / 2, foot + pad, PLATE, layout.band - 2 * pad, CORNER * 0.7)
    room = layout.band - 2 * pad - 2 * INSET
    size = min(MONOGRAM, (room - TEXT * CAP - GAP) / CAP)
    logo, high = logo_size(canvas.look.logo, LOGO_ON_BAND, room)
    if logo:
        letters = ""
    elif size < MONOGRAM_LEAST:
        letters, size, year = f"{letters} {year}".strip(), MONOGRAM_LEAST, ""
    shown, size = fonts.fit(letters, BOLD, size, MONOGRAM_WIDE if year else PLATE - 14 * MM)
    wide = max(fonts.width_of(shown, BOLD, size), fonts.width_of(year, BOLD, TEXT))
    ornament, beside = min(room * 0.8, ORNAMENT), logo + GAP * bool(logo)
    start = x - (ornament + GAP + beside + wide) / 2
    middle = foot + layout.band / 2
    draw_pip(canvas, start + ornament / 2, middle - ornament / 2, ornament)
    start += ornament + GAP
    place_logo(canvas, (start, middle - high / 2, start + logo, middle + high / 2))
    canvas.setFillColor(INK)
    text, gap = start + beside + wide / 2, GAP if shown and year else 0.0
    words = size * CAP * bool(shown) + gap + TEXT * CAP * bool(year)
    if year:
        strokes.write(canvas, text, middle - words / 2, year, BOLD, TEXT, align="center")
    if shown:
        strokes.write(canvas, text, middle + words / 2 - size * CAP, shown, BOLD, size, align="center")


def _movement(
    document: Document, grid: CardGrid, heading: Heading, layout: _Layout, movement: Sequence[GameRow]
) -> None:
    """Write the night, the movement, and how to read it."""
    canvas, middle = document.canvas, (grid.left + grid.right) / 2
    with document.tag("H2"):
        canvas.setFillColor(canvas.accent)
        width = grid.right - grid.left - 4 * INSET
        strokes.write(canvas, middle, layout.night, heading.both_within(width), align="center")
    columns = MovementColumns(movement, grid.left, grid.right, LARGEST if len(movement) <= MANY else OF_MANY)
    draw_list(document, columns, movement, layout.games, layout.row)
    with document.tag("P"):
        note_lines(canvas, how_to_read(movement), middle, layout.foot - 1 * MM, grid.right - grid.left - 4 * INSET)
