"""The page of the rules sheet with a hand as an example: the call, the maker's cards, the tricks, the score."""

from __future__ import annotations

from collections.abc import Sequence

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, INK, TEXT, Canvas
from tally.paper.ornaments import draw_title
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot
from tally.paper.playing_cards import WIDTH, draw_card
from tally.paper.rules_setting import Face, curly
from tally.rules.examples import Played, ShownExample

FACES = Face(13.0, 1.3), Face(TEXT, 1.2)  # of the text; the second one where the cards had no room
GAP = 9.0  # between parts, points
LARGEST, LEAST = 60.0, 24.0  # height of a card, points
BETWEEN = 1.17  # from card to card downwards, as a share of its height
COLUMN, WIDEST = 1.5, 2.2  # the same to the right: at least and at most
OVER = 8.0  # how far a seat's name may reach beyond its column; points
NUMBERS = 27.0  # the width of a trick's number, points
MOST_ROWS = 6  # of one block of tricks; more stand in two blocks side by side
EXPLAINED = (
    "A triangle marks the card that was led; read on to the right, then from the left end. The card with the thick "
    "edge won, and its player leads next."
)


def draw_example(document: Document, heading: Heading, name: str, shown: ShownExample) -> None:
    """Draw a hand as an example on a page of its own."""
    width, height = document.job.room
    inner = width - 2 * SIDE
    rows = shown.rows
    blocks = [rows] if len(rows) <= MOST_ROWS else [rows[: -(-len(rows) // 2)], rows[-(-len(rows) // 2) :]]
    across = (inner / len(blocks) - NUMBERS) / len(shown.seats)
    for face in FACES:
        told, explained = (_lines(text, REGULAR, face, inner) for text in (shown.told, EXPLAINED))
        score = _lines(f"{shown.pays.happened} {shown.pays.why}", BOLD, face, inner)
        text_height = (len(told) + len(score) + len(explained) + 3) * face.leading + 5 * GAP
        room = height - TOP - HEAD - BELOW - text_height
        card = min(LARGEST, room / (BETWEEN * (len(blocks[0]) + 1)), across / COLUMN / WIDTH)
        if card >= LEAST:
            break
    card = max(LEAST, min(card, inner / len(shown.hand) / WIDTH * 0.92))
    with document.page("An example", enlarged=True) as canvas:
        draw_title(document, width, SIDE, height - TOP, curly(name), "A SAMPLE HAND", heading.both)
        draw_foot(canvas, width)
        with document.tag("P"):
            y = _paragraph(canvas, told, face, height - TOP - HEAD)
        with document.tag("H2"):
            y = _label(canvas, face, y, "The maker’s cards")
        right = SIDE + (len(shown.hand) - 1) * card * WIDTH / 0.92 + card * WIDTH
        with document.figure(", ".join(each.name for each in shown.hand), (SIDE, y - card, right, y)):
            for place, each in enumerate(shown.hand):
                draw_card(canvas, SIDE + place * card * WIDTH / 0.92, y - card, card, each)
            y -= card + GAP
        with document.tag("H2"):
            y = _label(canvas, face, y, "The tricks")
        foot = y - face.leading - len(blocks[0]) * card * BETWEEN
        with document.figure(" ".join(shown.said), (SIDE, foot, width - SIDE, y)):
            y = _tricks(canvas, shown, blocks, face, y, card, inner / len(blocks))
        with document.tag("P"):
            y = _paragraph(canvas, explained, face, y)
        with document.tag("P"):
            _paragraph(canvas, score, face, y, BOLD)


def _lines(text: str, font: str, face: Face, width: float) -> list[str]:
    return fonts.wrap(curly(text), font, face.size, width, 12)


def _paragraph(canvas: Canvas, lines: Sequence[str], face: Face, top: float, font: str = REGULAR) -> float:
    """Draw lines of text; return the height below them."""
    canvas.setFillColor(INK)
    for line in lines:
        strokes.write(canvas, SIDE, top - (face.leading + face.size * CAP) / 2, line, font, face.size)
        top -= face.leading
    return top - GAP


def _label(canvas: Canvas, face: Face, top: float, text: str) -> float:
    canvas.setFillColor(canvas.accent)
    strokes.write(canvas, SIDE, top - (face.leading + face.size * CAP) / 2, text, BOLD, face.size)
    return top - face.leading - GAP / 3


def _tricks(
    canvas: Canvas,
    shown: ShownExample,
    blocks: Sequence[Sequence[Sequence[Played]]],
    face: Face,
    top: float,
    card: float,
    width: float,
) -> float:
    """Draw the tricks, a row for each, in one block or two side by side; return the height below them."""
    step = card * BETWEEN
    names = [name for _, name in shown.seats]
    longest = max(fonts.width_of(name, REGULAR, face.size) for name in names)
    column = min((width - NUMBERS) / len(shown.seats), max(card * WIDTH * WIDEST, longest - OVER))
    if longest > column:
        names = [name.removeprefix("Player ") for name in names]  # five seats in large print: "Maker", "2", "3" …
    number = 0
    for index, rows in enumerate(blocks):
        spare = width - NUMBERS - (len(shown.seats) - 1) * column - card * WIDTH if len(blocks) == 1 else 0.0
        left = SIDE + index * width + NUMBERS + max(0.0, spare / 2)
        canvas.setFillColor(INK)
        for place, name in enumerate(names):
            middle = left + place * column + card * WIDTH / 2
            text, size = fonts.fit(name, REGULAR, face.size, column + OVER, TEXT)
            strokes.write(canvas, middle, top - face.leading * 0.7, text, REGULAR, size, align="center")
        y = top - face.leading
        for row in rows:
            number, y = number + 1, y - step
            canvas.setFillColor(canvas.accent)
            strokes.write(canvas, left - NUMBERS, y + card / 2 - TEXT * CAP / 2, str(number), BOLD, TEXT)
            for place, (each, led, won) in enumerate(row):
                x = left + place * column
                draw_card(canvas, x, y, card, each, won=won)
                if led:
                    _triangle(canvas, x - 2.5, y + card / 2)
    return top - face.leading - len(blocks[0]) * step - GAP


def _triangle(canvas: Canvas, x: float, y: float) -> None:
    """Draw the mark of the card that was led, with its tip at (x, y)."""
    canvas.setFillColor(INK)
    path = canvas.beginPath()
    path.moveTo(x, y)
    path.lineTo(x - 5, y + 4)
    path.lineTo(x - 5, y - 4)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
