"""The announcement of a night, a page to hang up in a library: what is known of it, and lines to write the rest on.

All words are large print already. Pure values → pages.
"""

from __future__ import annotations

from dataclasses import dataclass

from tally.paper import fonts, qr, strokes
from tally.paper.blocks import Block, Line, centered, draw_blocks
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import INK, LARGE, MM
from tally.paper.ornaments import draw_border, draw_letterhead
from tally.paper.pages import in_balance, lines_of_name, writing_line

WELCOME = ("No partner needed: you have a new one in every game.", "Bring a friend.")
BORDER, BAND = 10 * MM, 6.4 * MM  # from the edges to the border's middle, and how wide it is
SIDE, TOP, FOOT, ABOVE_MOTTO = 20 * MM, 19 * MM, 18 * MM, 6 * MM
BELL, CODE = 13 * MM, 44 * MM
NIGHT, NIGHT_LEAST, DATE, PRICE, WORDS = 56.0, 30.0, 40.0, 32.0, 20.0  # points
LEADING = 1.14
LABELS = 32 * MM  # the column of labels
LINE_LEAST, LINE_MOST = 12 * MM, 20 * MM  # the height of a line to write on
LEAST_GAP, MOST_GAP = 8 * MM, 14 * MM  # between two parts: what lines leave for it, and what it takes


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is known of a night: the club, the game, the price, where people sign up; "" for what is not known."""

    club: str
    game: str
    price: str = ""
    sign_up: str = ""


def draw_flyer(document: Document, heading: Heading, night: Announcement) -> None:
    """Draw the page: club, night and date, then time, place, price and contact, and the code to sign up."""
    width, height = document.job.paper.width, document.job.paper.height
    room = width - 2 * SIDE
    with document.page() as canvas:
        draw_border(canvas, BORDER, width, height, BAND)
        draw_letterhead(document, (SIDE, width - SIDE), height - TOP, BELL, club=False)
        parts = []
        if night.club:
            lines, size = lines_of_name(night.club, REGULAR, WORDS + 4, room, WORDS, lines=2)
            parts.append(_centered(document, lines, REGULAR, size))
        face = fonts.for_ceremony(heading.night)
        lines, size = lines_of_name(heading.night, face, NIGHT, room, NIGHT_LEAST, lines=4)
        parts.append(_centered(document, lines, face, size, role="H1"))
        date, size = fonts.fit(heading.date, BOLD, DATE, room, WORDS)
        parts.append(_centered(document, [date], BOLD, size))
        words = [
            line for said in (*WELCOME, f"We play {night.game}.") for line in in_balance(said, REGULAR, WORDS, room, 2)
        ]
        parts.append(_centered(document, words, REGULAR, WORDS))
        last = [_sign_up(document, night.sign_up)] if night.sign_up else []
        top, foot = height - TOP - BELL - 4 * MM, FOOT + ABOVE_MOTTO * bool(document.job.look.motto)
        free = top - foot - sum(part.height for part in (*parts, *last)) - LEAST_GAP * (len(parts) + len(last) + 1)
        draw_blocks([*parts, _facts(document, night, free), *last], top, foot, MOST_GAP)
        _motto(document)


def _motto(document: Document) -> None:
    """Write the club's motto above the border."""
    canvas, job = document.canvas, document.job
    lines = in_balance(job.look.motto, REGULAR, job.text, job.paper.width - 2 * SIDE, 2) if job.look.motto else []
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        for index, line in enumerate(reversed(lines)):
            y = FOOT + index * job.text * LEADING
            strokes.write(canvas, job.paper.width / 2, y, line, REGULAR, job.text, align="center")


def _centered(document: Document, lines: list[str], font: str, size: float, role: str = "P") -> Block:
    """Lines of one size in the middle of the page."""
    middle = document.job.paper.width / 2
    return centered(document, middle, [Line(line, font, size) for line in lines], role=role, leading=LEADING)


def _facts(document: Document, night: Announcement, room: float) -> Block:
    """Time, place, price and contact: each after its label, or a line to write it on; a place has two.

    Lines are as far from one another as so many points allow.
    """
    canvas, right = document.canvas, document.job.paper.width - SIDE
    facts = (("Time", ""), ("Place", ""), ("", ""), ("Price", night.price), ("Contact", ""))
    step = min(max(room / len(facts), LINE_LEAST), LINE_MOST)

    def draw(top: float) -> None:
        y = top
        for label, value in facts:
            y -= step
            if label:
                with document.tag("P"):
                    canvas.setFillColor(canvas.accent)
                    strokes.write(canvas, SIDE, y, label, REGULAR, WORDS)
                    canvas.setFillColor(INK)
                    if value:
                        strokes.write(canvas, SIDE + LABELS, y, fonts.printable_text(value), BOLD, PRICE)
            if not value:
                writing_line(canvas, SIDE + LABELS, right, y)

    return Block(step * len(facts), draw)


def _sign_up(document: Document, address: str) -> Block:
    """The code of the page where people sign up; beside it what it is for, and the address to type."""
    canvas, quiet = document.canvas, qr.quiet_zone(CODE)
    left = SIDE + CODE + 2 * quiet
    typed = address.split("://", 1)[-1]
    lines = fonts.wrap(typed, BOLD, LARGE, document.job.paper.width - SIDE - left, 3)

    def draw(top: float) -> None:
        with document.tag("P"):
            document.qr(address, SIDE + quiet / 2, top - CODE, CODE, says="Code that opens the page to sign up")
            y = top - CODE / 2 + len(lines) * LARGE * LEADING / 2 + 3 * MM
            canvas.setFillColor(INK)
            strokes.write(canvas, left, y, "Scan to sign up, or type", REGULAR, WORDS)
            y -= WORDS * 1.4
            for line in lines:
                strokes.write(canvas, left, y, line, BOLD, LARGE)
                y -= LARGE * 1.25

    return Block(CODE, draw)
