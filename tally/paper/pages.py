"""What full pages share: margins, the foot, columns of lines, pairs of numbers. Lengths are points.

Pages of lists are enlarged in large print, so that all lengths here are those of `Job.room`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import TypeVar

from tally.paper import fonts, strokes
from tally.paper.fonts import REGULAR
from tally.paper.measures import BETWEEN, CAP, INK, MM, SAFE, TEXT, WRITTEN, Canvas
from tally.paper.ornaments import draw_pip, draw_twin
from tally.paper.tags import decoration
from tournament.people.names import not_isolated

SIDE, TOP, HEAD, FOOT = 14 * MM, 11 * MM, 36 * MM, 11 * MM  # FOOT: the lower edge of the foot's ornament
BELOW = FOOT + 9 * MM  # only the foot is lower
PIP, BESIDE = 4.6 * MM, 3 * MM  # in the foot: how high a pip is; from it to words and rules
LOWER = 2 * MM  # how much lower a foot of two lines is
DESCENT = 0.25  # of letters below the line, as a share of the size
NOTE_LINES, NOTE_LEADING = 6, 1.35  # of a note: the most, and from line to line as a share of the size
T = TypeVar("T")


@decoration
def draw_foot(canvas: Canvas, width: float, page: int = 1, pages: int = 1, *, least: float = TEXT) -> None:
    """Draw the double rule at the foot of a page; in its middle a pip, or two around which of several pages this is.

    Before that the club's motto, and on later pages, whose head may be short, the club's name. Both are in type of
    `least` points.
    """
    canvas.setFillColor(canvas.accent)
    words = canvas.look.motto if page == 1 else canvas.look.club
    if not words and pages == 1:
        draw_pip(canvas, width / 2, FOOT, PIP)
        draw_twin(canvas, (SIDE, width - SIDE), FOOT + 2.6 * MM, 6 * MM)
        return
    count, room = f"page {page} of {pages}" if pages > 1 else "", width - 2 * SIDE - 20 * MM - 2 * (PIP + BESIDE)
    whole = fonts.printable_text(BETWEEN.join(filter(None, (words, count))))
    lines = in_balance(whole, REGULAR, least, room, 2)
    if letters_of(lines) != letters_of([whole]):
        lines = [count or fonts.fit(words, REGULAR, least, room, least)[0]]
    up = (len(lines) - 1) / 2 * least * 1.2
    middle = FOOT + 2.2 * MM
    if len(lines) > 1:  # away from what is above it
        middle = max(middle - LOWER, SAFE + up + least * (CAP / 2 + DESCENT))
    y = middle - least * CAP / 2 + up
    for index, line in enumerate(lines):
        strokes.write(canvas, width / 2, y - index * least * 1.2, line, REGULAR, least, align="center")
    wide = max(fonts.width_of(line, REGULAR, least) for line in lines)
    for side in (-1, 1):
        draw_pip(canvas, width / 2 + side * (wide / 2 + BESIDE + PIP / 2), middle - 2.2 * MM, PIP)
    draw_twin(canvas, (SIDE, width - SIDE), middle + 0.4 * MM, wide / 2 + BESIDE + PIP + BESIDE)


def evenly(items: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Split items evenly into as few parts as possible, with at most `most` in each."""
    parts = ceil(len(items) / max(most, 1))
    for part in range(parts):
        yield items[len(items) * part // parts : len(items) * (part + 1) // parts]


def in_columns(heights: Sequence[float], room: float, columns: int) -> list[int]:
    """Where each column begins, when lines of these heights go into columns of at most `room`, about equally long.

    There are as few pages as possible; a line that is higher than a column gets one of its own.
    """
    most = _starts(heights, room)
    least = ceil(len(most) / columns) * columns
    low, high = sum(heights) / max(least, 1), room
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (low, middle) if len(_starts(heights, middle)) <= least else (middle, high)
    return _starts(heights, high)


def _starts(heights: Sequence[float], room: float) -> list[int]:
    starts, left = [0], room
    for index, height in enumerate(heights):
        if height > left + 0.01 and index > starts[-1]:
            starts.append(index)
            left = room
        left -= height
    return starts


def draw_pair(canvas: Canvas, x: float, y: float, one: int, other: int, font: str, size: float) -> None:
    """Write two numbers around a dot at `x`."""
    strokes.figures(canvas, pair_left(x, one, font, size), y, f"{one}·{other}", font, size, align="left")


@lru_cache(maxsize=4096)
def pair_left(x: float, one: int, font: str, size: float) -> float:
    """Where a pair begins whose dot is at `x`."""
    return x - strokes.figures_width(f"{one}·", font, size) + strokes.figures_width("·", font, size) / 2


def pair_width(highest: int, font: str, size: float) -> float:
    """The width that `draw_pair` takes, in points, for two numbers with as many figures as the highest."""
    return strokes.figures_width(f"{highest}·{highest}", font, size)


@decoration
def writing_line(canvas: Canvas, left: float, right: float, y: float) -> None:
    """Draw a line to write on."""
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(WRITTEN)
    canvas.line(left, y, right, y)


@decoration
def leader(canvas: Canvas, left: float, right: float, y: float) -> None:
    """Draw leader dots from a name to what belongs to it, as in a table of contents."""
    if right - left < 3 * MM:
        return
    canvas.saveState()
    canvas.setStrokeColor(canvas.accent)
    canvas.setLineWidth(0.7)
    canvas.setLineCap(1)
    canvas.setDash([0, 4])
    end = right - right % 4  # the dots of all lines line up
    canvas.line(end, y + 0.4, end - int((end - left) / 4) * 4, y + 0.4)
    canvas.restoreState()


def lines_of_name(
    name: str, font: str, size: float, width: float, least: float = TEXT, lines: int = 2
) -> tuple[list[str], float]:
    """Fit a name on one line, at `least` points or more, or else on up to `lines`; return the lines and the size.

    Only a name that is still too long ends in an ellipsis.
    """
    text, fitted = fonts.fit(name, font, size, width, least)
    if text == fonts.printable_text(name):
        return [text], fitted
    return in_balance(name, font, least, width, lines), least


def in_balance(text: str, font: str, size: float, width: float, lines: int) -> list[str]:
    """Break a text into as few lines as it needs, at most `lines`, all about equally long."""
    balanced = fonts.wrap(text, font, size, width, lines)
    if len(balanced) == 1:
        return balanced
    widths = [fonts.width_of(piece.rstrip(), font, size) for piece in fonts.unbroken(text)]
    low, high = max([width / len(balanced), *(wide for wide in widths if wide <= width)]), width
    for _ in range(7):
        middle = (low + high) / 2
        tried = fonts.wrap(text, font, size, middle, len(balanced))
        if letters_of(tried) == letters_of(balanced):
            balanced, high = tried, middle
        else:
            low = middle
    return balanced


def letters_of(lines: Sequence[str]) -> str:
    """The letters of all lines, wherever they are broken."""
    return "".join(not_isolated("".join(lines)).split())


def note_lines(canvas: Canvas, note: str, middle: float, top: float, width: float, size: float = TEXT) -> None:
    """Draw a sentence or two in the middle of the page below `top`, which take `note_height`."""
    canvas.setFillColor(INK)
    for index, line in enumerate(in_balance(note, REGULAR, size, width, NOTE_LINES) if note else ()):
        strokes.write(canvas, middle, top - size * (1 + NOTE_LEADING * index), line, REGULAR, size, align="center")


def note_height(note: str, width: float, size: float = TEXT) -> float:
    """The height of a note that is `width` points wide, in points."""
    return len(fonts.wrap(note, REGULAR, size, width, NOTE_LINES)) * size * NOTE_LEADING
