"""The head of a tally card in one band: a playing card's corner, name, club and night, and its QR code on the right.

The corner is the player's number above a suit, black or red, and stands on its head at the card's foot, too. Hearts and
diamonds are open, so that they differ from spades and clubs on a gray copy as well. On a card without a number the suit
is left of the line to write it on, and words say what goes on this line and on that for the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reportlab.lib.colors import Color

from tally.paper import fonts, strokes
from tally.paper.document import Document, Heading
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.grids import CardGrid
from tally.paper.measures import BETWEEN, CAP, MM, NUMBER, RED, TEXT
from tally.paper.pages import letters_of, writing_line
from tally.paper.playing_cards import RED_SUITS, draw_suit
from tally.paper.qr import QR_QUIET, QR_SIDE
from tally.paper.tally_card_form import foot_line

SUITS = "SHCD"  # of numbers 1, 2, 3, 4 and so on: black and red in turn
SUIT, ABOVE_SUIT, BESIDE = 3.8 * MM, 1.1 * MM, 3.2 * MM  # below a number, and beside both
NAMES = (18.0, 17.0, 16.0, 15.0)  # sizes of all names of a run; longer ones have 14 or 13 points, or three lines of 12
BESIDE_CODE = 4 * MM  # from the code that is typed to what stands left of it
LEADING = 4.5 * MM  # of the night and its date
APART = 0.97  # from line to line of a name, as a share of its size
ASCENDER, ACCENT = 0.76, 0.95  # of an "l" and an "Ễ", which are taller than a capital, as shares of the size
TO_WRITE, BELOW_NAME = 9.5 * MM, 6.4 * MM  # lines to write on below the upper edge, and below a name
NUMBER_TO_WRITE, BESIDE_SUIT = 10 * MM, 1.6 * MM  # how wide the line for a number is; from the suit to its word
BESIDE_WORD = 1.2 * MM  # from a word to the line that it is for
NUMBER_WORD, NAME_WORD = "No.", "Name"
BLACK = "0 0 0 rg"
CLEAR = 1.2 * MM  # of the corner at the foot, from the games
BASELINE = NUMBER * CAP + 0.6  # of the number and the name, below the upper edge; round figures are taller than others


def color_code(color: Color) -> str:
    """The operators that choose a color to fill with."""
    return f"{color.red:g} {color.green:g} {color.blue:g} rg"


def suit_of(number: int) -> str:
    """The suit of a player's number; of a card without one, a spade."""
    return SUITS[max(number - 1, 0) % len(SUITS)]


def size_of_names(grid: CardGrid, names: Sequence[tuple[int, str]], coded: bool) -> float:
    """The size in which all names of a run, (number, name), fit on two lines, if they fit at 15 points."""
    size, right = NAMES[0], _right(grid, coded)
    for number, name in names:
        room = right - _beside(grid, number)
        if fonts.width_of(fonts.printable_text(name), BOLD, size) > room:
            size = next((each for each in NAMES if each <= size and _on_two_lines(name, each, room)), size)
    return size


class CardHead:
    """The heads of a run of cards on one grid; what they have in common is worked out once. Names are `size` high.

    `coded` are those with QR codes. Codes that are typed end at `code_right` in the foot, beside the rings; or in the
    head, where they are at most `typed` points wide: then that is not 0.
    """

    def __init__(
        self,
        document: Document,
        grid: CardGrid,
        heading: Heading,
        size: float,
        coded: bool,
        typed: float,
        code_right: float,
    ) -> None:
        self.document, self.grid, self.heading, self.size = document, grid, heading, size
        self.right, self.typed = _right(grid, coded), typed
        self._on_one_line = self._one_line()
        self._nights: dict[tuple[float, tuple[str, ...]], str] = {}  # the code that writes the night, by what it says
        self._accent = color_code(document.canvas.accent)
        self._code_at = (code_right, foot_line(grid))
        if typed:
            self._code_at = (self.right, _line(grid) + LEADING * bool(self._on_one_line))

    def draw(self, number: int, name: str, suit: str, address: str, code: str) -> None:
        """Draw a head, and the corner at the foot."""
        document, grid = self.document, self.grid
        figures = self._number(number, suit)
        if not number:
            self._number_to_write()
        x = _beside(grid, number)
        lines = self._name(figures, name, x)
        night = (grid.left, self._on_one_line) if self._on_one_line else self._on_two_lines(x, 3 - lines)
        document.tags.put("P", self._night(*night))
        if address:
            whose = fonts.written(name) or f"number {number}"
            says = f"Code that opens the page of {whose}"
            document.qr(address, grid.right - QR_SIDE, grid.top - QR_SIDE, says=says)
        if code:
            document.tags.put("P", f"{BLACK} {self._code_of(*self._code_at, code, TEXT, 'right')}")
        self._corners(figures, number, suit)

    def _code_of(self, x: float, y: float, text: str, size: float, align: str) -> str:
        return self.document.tags.code_of(
            lambda: strokes.write(self.document.canvas, x, y, text, BOLD, size, align=align)
        )

    def _number(self, number: int, suit: str) -> str:
        """The code that writes the number, "" for none."""
        if not number:
            return ""
        x, y = self.grid.left + _wide(number) / 2, self.grid.top - BASELINE
        color = color_code(RED) if suit in RED_SUITS else BLACK
        return f"{color} {self._code_of(x, y, str(number), NUMBER, 'center')}"

    def _number_to_write(self) -> None:
        """Draw a line to write the number on, beside the suit."""
        y = self.grid.top - TO_WRITE
        start = self._word(self.grid.left + SUIT + BESIDE_SUIT, y, NUMBER_WORD)
        writing_line(self.document.canvas, start, start + NUMBER_TO_WRITE, y)

    def _word(self, x: float, y: float, word: str) -> float:
        """Write what a line is for; return where the line begins."""
        drawn = self.document.tags.code_of(lambda: strokes.write(self.document.canvas, x, y, word))
        self.document.tags.put("P", f"{self._accent} {drawn}")
        return x + _word_width(word)

    def _name(self, figures: str, name: str, x: float) -> int:
        """Draw the number and the name as a heading; return how many lines of the head the name took.

        Without a name that can be printed, or below a short one that is printed in other letters than its owner's,
        there is a line to write it on.
        """
        document, shown, top, right = self.document, fonts.written(name), self.grid.top, self.right
        lines, size, plain = [shown] if shown else [], self.size, shown.isascii()
        foot = top - (BASELINE if plain else max(BASELINE, size * ACCENT))
        if fonts.width_of(shown, BOLD, size) > right - x:
            most = size if plain else min(size, NAMES[-1])
            for size in (most, 14.0, 13.0):
                if lines := _on_two_lines(name, size, right - x):
                    break
            else:
                size, lines = TEXT, fonts.wrap(name, BOLD, TEXT, right - x, 3)
            foot = top - size * (ASCENDER if plain else ACCENT)
        if fonts.is_shaped(shown):
            with document.tag("H1"):
                document.canvas._code += [figures, BLACK]
                for index, line in enumerate(lines):
                    strokes.write(document.canvas, x, foot - index * size * APART, line, BOLD, size)
        elif lines:
            drawn = f"{figures} {BLACK}"
            for index, line in enumerate(lines):
                drawn = f"{drawn} {self._code_of(x, foot - index * size * APART, line, size, 'left')}"
            document.tags.put("H1", drawn)
        elif figures:
            document.tags.put("H1", figures)
        if len(lines) == 1 and (shown == name or not fonts.wants_line(name)):
            return 1
        if len(lines) < 2:
            y = foot - BELOW_NAME if lines else top - TO_WRITE
            start = x if lines or figures else self._word(x, y, NAME_WORD)
            writing_line(document.canvas, start, right, y)
        return 2

    def _one_line(self) -> tuple[str, ...]:
        """The night with its date on one line, and above it the club's, left of the code; none if they need more."""
        room, club = self.right - self.grid.left, fonts.printable_text(self.heading.club)
        both = replace(self.heading, club="").both_within(room)
        if "…" in both or fonts.width_of(both, REGULAR, TEXT) > room:
            return ()
        beside = self.typed + BESIDE_CODE if self.typed else 0.0
        return (both, club) if club and fonts.width_of(club, REGULAR, TEXT) <= room - beside else (both,)

    def _on_two_lines(self, x: float, lines: int) -> tuple[float, tuple[str, ...]]:
        """Where the night and its date begin, and their lines from the last one up, if they are too long for one line.

        The date is beside the code. A night that is still too long begins beside the corner, at `x`.
        """
        heading, left, right = self.heading, self.grid.left, self.right
        taken = self.typed + BESIDE_CODE if self.typed else 0.0
        room = right - left
        night = heading.signed_within(room)
        if "…" in night and not taken:
            joined = BETWEEN.join((heading.night, heading.short_date or heading.date))
            wrapped = fonts.wrap(joined, REGULAR, TEXT, room, 2)
            if "…" not in wrapped[-1]:
                return left, tuple(reversed(wrapped))
        if "…" in night and lines > 1:
            wrapped = fonts.wrap(heading.night, REGULAR, TEXT, right - x, lines)
            return x, (heading.date_within(right - x - taken), *reversed(wrapped))
        return left, (heading.date_within(room - taken), night)

    def _night(self, x: float, texts: tuple[str, ...]) -> str:
        """The code that writes the lines of the night from the head's last one upward."""
        if (x, texts) not in self._nights:
            drawn = self.document.tags.code_of(lambda: self._write_up(x, texts))
            self._nights[x, texts] = f"{self._accent} {drawn}"
        return self._nights[x, texts]

    def _write_up(self, x: float, texts: Sequence[str]) -> None:
        for index, text in reversed(list(enumerate(texts))):  # as they are read
            strokes.write(self.document.canvas, x, _line(self.grid) + index * LEADING, text)

    def _corners(self, figures: str, number: int, suit: str) -> None:
        """Draw the suit below the number, and both on their head at the foot: as large, if the games leave room.

        Without a number, the suit alone goes there, and at the head stands before the line for the number.
        """
        document, grid, half = self.document, self.grid, SUIT / 2
        canvas, high = document.canvas, BASELINE + ABOVE_SUIT + SUIT
        x, y = (grid.left + _wide(number) / 2, grid.top - high) if number else (grid.left + half, grid.top - TO_WRITE)
        form = document.form(f"suit-{suit}", (-half, 0, half, SUIT), lambda canvas: draw_suit(canvas, suit, 0, 0, SUIT))
        share = min((grid.row_foot(grid.games - 1) - grid.corner_foot - CLEAR) / high, 1.0)
        top = grid.corner_foot + share * (grid.top if number else y + SUIT)
        right = grid.right + share * grid.left
        with document.tags.artifact():
            for turn in ("q", f"q {-share:.4f} 0 0 {-share:.4f} {right:.4f} {top:.4f} cm {figures}"):
                canvas._code.append(f"{turn} 1 0 0 1 {x:.4f} {y:.4f} cm")
                canvas.doForm(form)
                canvas._code.append("Q")


def _right(grid: CardGrid, coded: bool) -> float:
    """Where the text of the head ends: left of a QR code."""
    return grid.right - (QR_SIDE + QR_QUIET) * coded


def _wide(number: int) -> float:
    """The width of a card's corner."""
    if number <= 0:
        return SUIT + BESIDE_SUIT + _word_width(NUMBER_WORD) + NUMBER_TO_WRITE
    return max(fonts.width_of(str(number), BOLD, NUMBER), SUIT)


def _word_width(word: str) -> float:
    """The width of a word and of the space between it and its line."""
    return fonts.width_of(word, REGULAR, TEXT) + BESIDE_WORD


def corner_left(grid: CardGrid, number: int) -> float:
    """Where the corner at the foot of a card begins."""
    return grid.right - _wide(number)


def _beside(grid: CardGrid, number: int) -> float:
    """Where the name begins, beside the corner."""
    return grid.left + _wide(number) + BESIDE


def _line(grid: CardGrid) -> float:
    """The last baseline of the head, which is the QR code's lower edge."""
    return grid.top - QR_SIDE


def _on_two_lines(name: str, size: float, room: float) -> list[str]:
    """A name on two lines, broken between its words; none if it does not fit."""
    if any(fonts.width_of(piece.rstrip(), BOLD, size) > room for piece in fonts.unbroken(name)):
        return []
    lines = fonts.wrap(name, BOLD, size, room, 2)
    return lines if letters_of(lines) == letters_of([fonts.printable_text(name)]) else []
