"""The Wi-Fi poster: a QR code that connects a phone, the same as text, and the site's address. Values → pages."""

from __future__ import annotations

from tally.paper import fonts, qr, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR, TYPED
from tally.paper.measures import CAP, INK, MM
from tally.paper.ornaments import draw_pip, draw_title, draw_twin
from tally.paper.pages import BELOW, HEAD, SIDE, TOP, draw_foot, lines_of_name, writing_line
from tournament.reach.wifi_code import wifi_code

CODE, SITE_CODE = 60 * MM, 30 * MM  # of the network alone, smaller where long names take the room; of the site
PAIR_CODE = 54 * MM  # of each where both are known
STEP, VALUE, ADDRESS, LABEL = 20.0, 26.0, 22.0, 16.0  # all words are large print already but those of the head
LINE, TO_WRITE = 110 * MM, 16 * MM  # to write on: its length, and the room above it
_UNDER_CODE = 6 * MM + STEP * CAP  # the step, without the quiet zone of the code
APART = 9 * MM  # at least, from the address to the line at the foot
HELP = "No phone, or no luck? Your tally card is enough. Ask the organizer."


def draw_wifi_poster(
    document: Document, heading: Heading, name: str | None, password: str, address: str, typed: str
) -> None:
    """Draw one page: the network `name`, its password ("" if open), and the `address` that is scanned, or `typed`.

    An empty name has lines to write it and its password on, and an empty address has one, too; without a name (None),
    phones need no Wi-Fi.
    """
    width, height = document.job.paper.width, document.job.paper.height
    scale = document.job.scale
    with document.page() as canvas:
        canvas.saveState()
        canvas.scale(scale, scale)
        over = "BY PHONE" if name is None else "WI-FI"
        draw_title(document, width / scale, SIDE, height / scale - TOP, "Play with your phone", over, heading.both)
        canvas.restoreState()
        y = height - (TOP + HEAD) * scale
        if name and address:
            _two_squares(document, y, BELOW * scale, (name, password), address, typed)
        else:
            _one_below_the_other(document, y, y - BELOW * scale, name, password, address, typed)
        with document.tag("P"):
            canvas.setFillColor(INK)
            words, size = fonts.fit(HELP, REGULAR, LABEL, width - 2 * SIDE, LABEL)
            strokes.write(canvas, width / 2, BELOW * scale, words, REGULAR, size, align="center")
        canvas.saveState()
        canvas.scale(scale, scale)
        draw_foot(canvas, width / scale)
        canvas.restoreState()


def _two_squares(document: Document, y: float, foot: float, network: tuple[str, str], address: str, typed: str) -> None:
    """Draw two codes side by side, which join the network and open the site, and below them the same in words.

    The codes are as large as the room above the foot allows.
    """
    canvas, width = document.canvas, document.job.paper.width
    name, password = network
    words = [(name, "Network"), *([(password, "Password")] if password else []), (typed, "Address")]
    below = 19.4 * MM + sum(_value_height(document, value) for value, _ in words) + APART
    free = y - foot - 14 * MM - STEP * CAP - below
    column = (width - 2 * SIDE) / 2
    side = min(PAIR_CODE, min(free, column) * PAIR_CODE / (PAIR_CODE + 2 * qr.quiet_zone(PAIR_CODE)))
    steps = (
        ("1", "Scan to join the Wi-Fi", wifi_code(name, password), f"Code that joins the Wi-Fi {name}", ""),
        ("2", "Then scan to open the page", address, "", address),
    )
    top = y - 12 * MM
    for index, (numeral, what, content, says, leads) in enumerate(steps):
        middle = SIDE + column * (index + 0.5)
        y = _step(document, numeral, what, top, middle, column - 4 * MM) - 2 * MM - qr.quiet_zone(side) - side
        document.qr(content, middle - side / 2, y, side, says=says, leads=leads)
    y -= qr.quiet_zone(side) + 1.4 * MM
    draw_twin(canvas, (SIDE + 20 * MM, width - SIDE - 20 * MM), y, 6 * MM)
    draw_pip(canvas, width / 2, y - 3 * MM, 4.6 * MM)
    y -= 14 * MM
    for value, label in words:
        y = _labeled_value(document, y, value, label)


def _one_below_the_other(
    document: Document, y: float, room: float, name: str | None, password: str, address: str, typed: str
) -> None:
    """Draw the network, if phones need one, and the site below it; what is not known has a line to write it on."""
    canvas, width = document.canvas, document.job.paper.width
    below = _height_of_site(document, address, typed)
    if name is not None:
        y = _network(document, y, room - below, name, password) - 1.4 * MM
        draw_twin(canvas, (SIDE + 20 * MM, width - SIDE - 20 * MM), y, 6 * MM)
        draw_pip(canvas, width / 2, y - 3 * MM, 4.6 * MM)
    words = "scan this, or type" if address else "type this address"
    numeral, words = ("", words.capitalize()) if name is None else ("2", f"Then {words}")
    y = _step(document, numeral, words, y - 8 * MM) - 2 * MM
    _site(document, y, address, typed, CODE if name is None else SITE_CODE)


def _network(document: Document, y: float, room: float, name: str, password: str) -> float:
    """Draw how to join the Wi-Fi, by its code or with lines to write on; return the lower edge.

    The code is as large as `room` points allow for all of it.
    """
    width = document.job.paper.width
    if not name:
        y = _step(document, "1", "Choose this Wi-Fi", y - 8 * MM) - 7 * MM
        return _labeled_line(document, _labeled_line(document, y, "Network"), "Password")
    free = room - 3 * MM - _UNDER_CODE - sum(_value_height(document, value) for value in (name, password) if value)
    side = min(CODE, free * CODE / (CODE + qr.quiet_zone(CODE)))
    y -= side + 3 * MM  # the head stands in the quiet zone otherwise
    document.qr(
        wifi_code(name, password), (width - side) / 2, y, side, says=f"Code that joins the Wi-Fi {name}", leads=""
    )
    y = _step(document, "1", "Scan this to join the Wi-Fi, or choose", y - qr.quiet_zone(side) - 1 * MM) - 5 * MM
    y = _labeled_value(document, y, name, "Network")
    return _labeled_value(document, y, password, "Password") if password else y


def _step(
    document: Document, numeral: str, words: str, y: float, middle: float | None = None, room: float | None = None
) -> float:
    """Draw a step's number and what to do, in the middle of the page or elsewhere; return its baseline."""
    canvas, page = document.canvas, document.job.paper.width
    middle = page / 2 if middle is None else middle
    gap = 3 * MM if numeral else 0
    numeral_width = fonts.width_of(numeral, BOLD, STEP) + gap
    words, size = fonts.fit(words, REGULAR, LABEL, (room or page - 2 * SIDE) - numeral_width, document.job.text)
    wide = numeral_width + fonts.width_of(words, REGULAR, size)
    y -= STEP * CAP
    with document.tag("P"):
        canvas.setFillColor(canvas.accent)
        x = middle - wide / 2
        x += strokes.write(canvas, x, y, numeral, BOLD, STEP) + gap
        canvas.setFillColor(INK)
        strokes.write(canvas, x, y, words, REGULAR, size)
    return y


def _value_height(document: Document, value: str) -> float:
    """The height of a label and of its value, in points."""
    lines, size = lines_of_name(value, TYPED, VALUE, document.job.paper.width - 2 * SIDE, LABEL)
    return LABEL * CAP + 3 * MM + size * (CAP + 1.1 * (len(lines) - 1)) + 6 * MM


def _labeled_value(document: Document, y: float, value: str, label: str) -> float:
    """Draw a green label and below it its value to type, large, on up to two lines; return the lower edge."""
    canvas, width = document.canvas, document.job.paper.width
    lines, size = lines_of_name(value, TYPED, VALUE, width - 2 * SIDE, LABEL)
    with document.tag("P"):
        y = _label(document, y, label)
        canvas.setFillColor(INK)
        y -= 3 * MM + size * CAP
        for index, line in enumerate(lines):
            y -= size * 1.1 * bool(index)
            strokes.write(canvas, width / 2, y, line, TYPED, size, align="center")
    return y - 6 * MM


def _label(document: Document, y: float, label: str) -> float:
    """Draw a green label; return its baseline."""
    canvas, middle = document.canvas, document.job.paper.width / 2
    y -= LABEL * CAP
    canvas.setFillColor(canvas.accent)
    strokes.write(canvas, middle, y, label.upper(), REGULAR, LABEL, align="center", spacing=1.4)
    return y


def _labeled_line(document: Document, y: float, label: str) -> float:
    """Draw a label and below it a line to write on; return the lower edge."""
    with document.tag("P"):
        y = _label(document, y, label) - TO_WRITE
    _line(document, y)
    return y - 8 * MM


def _line(document: Document, y: float) -> None:
    middle = document.job.paper.width / 2
    writing_line(document.canvas, middle - LINE / 2, middle + LINE / 2, y)


def _height_of_site(document: Document, address: str, typed: str) -> float:
    """The height of all below the network: the rule, the step, the site's code and address or the line for it."""
    lines, size = lines_of_name(typed, BOLD, ADDRESS, document.job.paper.width - 2 * SIDE, LABEL)
    site = SITE_CODE + 2 * qr.quiet_zone(SITE_CODE) + len(lines) * (size * CAP + 1.4 * MM) if address else TO_WRITE
    return 11.4 * MM + STEP * CAP + site + APART


def _site(document: Document, y: float, address: str, typed: str, side: float) -> None:
    """Draw the site's QR code, `side` points wide, and its address, or a line to write that on."""
    canvas, width = document.canvas, document.job.paper.width
    if not address:
        _line(document, y - TO_WRITE)
        return
    lines, size = lines_of_name(typed, BOLD, ADDRESS, width - 2 * SIDE, LABEL)
    document.qr(address, (width - side) / 2, y - qr.quiet_zone(side) - side, side)
    with document.tag("P"):
        y -= 2 * qr.quiet_zone(side) + side
        for line in lines:
            y -= size * CAP + 1.4 * MM
            strokes.write(canvas, width / 2, y, line, BOLD, size, align="center")
