"""The Wi-Fi poster: a QR code that connects a phone, the same as text, and the site's address. Values → pages."""

from __future__ import annotations

import re

from tally.paper import fonts, qr, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import CAP, GREEN, INK, MM
from tally.paper.ornaments import draw_pip, draw_title, draw_twin
from tally.paper.pages import HEAD, SIDE, TOP, draw_foot, lines_of_name

CODE, CODE_LARGE, SITE_CODE = 58 * MM, 44 * MM, 30 * MM  # of the network, the same in large print; of the site
VALUE, LABEL = 26.0, 16.0  # all words are large print already but those of the head
HELP = "No phone, or no luck? Your tally card is enough. Ask the organizer."


def wifi_code(name: str, password: str) -> str:
    r"""The text of a QR code that connects a phone: `WIFI:T:WPA;S:name;P:password;;`, or an open network's.

    A backslash escapes `\ ; , " :`. Source: the format of ZXing's "Barcode contents", which Android and iOS read.
    """
    name, password = (re.sub(r'([\\;,":])', r"\\\1", text) for text in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


def draw_wifi_poster(document: Document, heading: Heading, name: str, password: str, address: str, typed: str) -> None:
    """Draw one page: the network `name`, its password ("" if open), and the `address` that is scanned, or `typed`."""
    width, height = document.job.paper.width, document.job.paper.height
    scale, side = document.job.scale, CODE_LARGE if document.job.large else CODE
    with document.page() as canvas:
        canvas.saveState()
        canvas.scale(scale, scale)
        with document.tag("H1"):
            draw_title(canvas, width / scale, SIDE, height / scale - TOP, "Play with your phone", "WI-FI", heading.both)
        canvas.restoreState()
        y = height - (TOP + HEAD) * scale - side
        with document.tag("Figure"):
            qr.draw_qr(canvas, wifi_code(name, password), (width - side) / 2, y, side)
        y = _step(document, "1", "Scan this to join the Wi-Fi, or choose", y - qr.quiet_zone(side) - 1 * MM) - 5 * MM
        y = _labeled_value(document, y, name, "Network")
        if password:
            y = _labeled_value(document, y, password, "Password")
        y -= 1.4 * MM
        draw_twin(canvas, (SIDE + 20 * MM, width - SIDE - 20 * MM), y, 6 * MM)
        draw_pip(canvas, width / 2, y - 3 * MM, 4.6 * MM)
        _site(document, _step(document, "2", "Then scan this, or type", y - 8 * MM) - 2 * MM, address, typed)
        with document.tag("P"):
            canvas.setFillColor(INK)
            words, size = fonts.fit(HELP, REGULAR, LABEL, width - 2 * SIDE, LABEL)
            strokes.write(canvas, width / 2, 20 * MM, words, REGULAR, size, align="center")
        draw_foot(canvas, width)


def _step(document: Document, numeral: str, words: str, y: float) -> float:
    """Draw a step's number and what to do; return its baseline."""
    canvas, middle = document.canvas, document.job.paper.width / 2
    wide = fonts.width_of(numeral, BOLD, 20) + 3 * MM + fonts.width_of(words, REGULAR, LABEL)
    y -= 20 * CAP
    with document.tag("P"):
        canvas.setFillColor(GREEN)
        x = middle - wide / 2
        x += strokes.write(canvas, x, y, numeral, BOLD, 20) + 3 * MM
        canvas.setFillColor(INK)
        strokes.write(canvas, x, y, words, REGULAR, LABEL)
    return y


def _labeled_value(document: Document, y: float, value: str, label: str) -> float:
    """Draw a green label and below it its value, large and bold, on up to two lines; return the lower edge."""
    canvas, width = document.canvas, document.job.paper.width
    lines, size = lines_of_name(value, BOLD, VALUE, width - 2 * SIDE, LABEL)
    with document.tag("P"):
        canvas.setFillColor(GREEN)
        y -= LABEL * CAP
        strokes.write(canvas, width / 2, y, label.upper(), REGULAR, LABEL, align="center", spacing=1.4)
        canvas.setFillColor(INK)
        y -= 3 * MM + size * CAP
        for index, line in enumerate(lines):
            y -= size * 1.1 * bool(index)
            strokes.write(canvas, width / 2, y, line, BOLD, size, align="center")
    return y - 6 * MM


def _site(document: Document, y: float, address: str, typed: str) -> None:
    """Draw the site's QR code and its address."""
    canvas, width = document.canvas, document.job.paper.width
    lines, size = lines_of_name(typed, BOLD, 22, width - 2 * SIDE, LABEL)
    with document.tag("P"):
        document.qr(address, (width - SITE_CODE) / 2, y - qr.quiet_zone(SITE_CODE) - SITE_CODE, SITE_CODE)
        y -= 2 * qr.quiet_zone(SITE_CODE) + SITE_CODE
        for line in lines:
            y -= size * CAP + 1.4 * MM
            strokes.write(canvas, width / 2, y, line, BOLD, size, align="center")
