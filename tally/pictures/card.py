"""The card that pictures are drawn on, and its pens: text, figures, lines, shapes.

All measures are pixels of the finished picture, from the upper left corner. It is drawn twice as large and then made
smaller, so that edges are smooth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from tally.paper.card_shapes import commands
from tally.paper.measures import FIGURE
from tally.paper.scripts import Shaped
from tally.pictures.typefaces import LEAST, REGULAR, face_of, is_shaped, mask_of, piece_width, runs, width_of

WIDTH, HEIGHT = 1080, 1350  # 4 to 5: what phones and chats show whole
SCALE = 2
CURVE = 12  # straight pieces of a curve

Color = tuple[int, int, int]
STOCK: Color = (0xFD, 0xF9, 0xEE)
INK: Color = (0x1D, 0x1A, 0x16)
SOFT: Color = (0x5A, 0x51, 0x45)
RULE: Color = (0xCD, 0xBF, 0x9F)
GREEN: Color = (0x17, 0x57, 0x3B)
APART = 8  # from one shade to the next: closer ones are mistaken for each other when colors are matched


class Card:
    """An empty card, drawn on by its methods; `png` is the picture."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), STOCK)
        self._draw = ImageDraw.Draw(self._image)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: str = REGULAR,
        size: float = LEAST,
        color: Color = INK,
        *,
        align: str = "left",
        spacing: float = 0,
    ) -> float:
        """Write one line of printable text with its baseline at `y`; `x` is its left, center or right."""
        wide = width_of(text, font, size, spacing)
        left = x - {"left": 0.0, "center": wide / 2, "right": wide}[align]
        for piece in text if spacing and not is_shaped(text) else (text,):
            self._write(left, y, piece, font, size, color)
            left += width_of(piece, font, size) + spacing
        return wide

    def figures(
        self, x: float, y: float, text: str, font: str, size: float, color: Color = INK, *, align: str = "right"
    ) -> float:
        """Write a number whose figures are all equally wide, so that columns of them line up."""
        steps = [FIGURE * size if sign.isdigit() else width_of(sign, font, size) for sign in text]
        left = x - {"left": 0.0, "center": sum(steps) / 2, "right": sum(steps)}[align]
        for sign, step in zip(text, steps, strict=True):
            self._write(left + (step - width_of(sign, font, size)) / 2, y, sign, font, size, color)
            left += step
        return sum(steps)

    def _write(self, x: float, y: float, text: str, font: str, size: float, color: Color) -> None:
        for piece, name in runs(text, font):
            pixels = round(size * SCALE)
            if isinstance(piece, Shaped):
                mask, left, top = mask_of(piece, name, pixels)
                self._draw.bitmap((round(x * SCALE) + left, round(y * SCALE) + top), mask, fill=color)
            else:
                self._draw.text((x * SCALE, y * SCALE), piece, fill=color, font=face_of(name, pixels), anchor="ls")
            x += piece_width(piece, name) * size

    def line(self, points: Iterable[tuple[float, float]], color: Color = RULE, width: float = 1.5) -> None:
        """Draw a line through these points, with round corners and ends."""
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, fill=color, width=max(1, round(width * SCALE)), joint="curve")

    def dot(self, x: float, y: float, radius: float, color: Color = GREEN) -> None:
        """Draw a filled circle."""
        self._draw.circle((x * SCALE, y * SCALE), radius * SCALE, fill=color)

    def box(
        self,
        left: float,
        top: float,
        right: float,
        foot: float,
        *,
        fill: Color | None = None,
        outline: Color | None = None,
        width: float = 1.5,
        radius: float = 0,
    ) -> None:
        """Draw a rectangle, with round corners if they have a radius."""
        self._draw.rounded_rectangle(
            (left * SCALE, top * SCALE, right * SCALE - 1, foot * SCALE - 1),  # the last pixels belong to it
            radius * SCALE,
            fill=fill,
            outline=outline,
            width=round(width * SCALE),
        )

    def shape(self, path: str, x: float, y: float, size: float, color: Color = GREEN) -> None:
        """Fill a shape of `card_shapes`, `size` pixels high, centered on x with its top at y."""
        for outline in outlines(path):
            points = [((x + (px / 100 - 0.5) * size) * SCALE, (y + py / 100 * size) * SCALE) for px, py in outline]
            self._draw.polygon(points, fill=color)

    @property
    def png(self) -> bytes:
        """The picture as a PNG, in the few shades that it has."""
        picture = self._image.reduce(SCALE).quantize(palette=_PALETTE, dither=Image.Dither.NONE)
        file = BytesIO()
        picture.save(file, "PNG", optimize=False, compress_level=6)
        return file.getvalue()


def outlines(path: str) -> list[list[tuple[float, float]]]:
    """The closed lines of a path, its curves in straight pieces."""
    found: list[list[tuple[float, float]]] = []
    for letter, numbers in commands(path):
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            found.append(points)
        elif letter == "L":
            found[-1] += points
        elif letter == "C":
            found[-1] += _curve(found[-1][-1], points)
    return found


def _curve(start: tuple[float, float], points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points on a Bézier curve after its start."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *points
    found = []
    for step in range(1, CURVE + 1):
        t = step / CURVE
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


def _shades() -> Image.Image:
    """The palette: the card, the colors, and shades between it and each of them."""
    values = list(STOCK)
    for color in (INK, SOFT, RULE, GREEN):
        steps = max(a - b for a, b in zip(STOCK, color, strict=True)) // APART
        for step in range(1, steps + 1):
            values += [round(a + (b - a) * step / steps) for a, b in zip(STOCK, color, strict=True)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(values)
    return palette


_PALETTE = _shades()
