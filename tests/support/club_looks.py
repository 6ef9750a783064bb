"""The look of a club for tests of paper: a name, a motto, a color that is not ours, and a logo as it is stored."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw
from reportlab.lib.colors import HexColor

from tally.paper.club_look import ClubLook


def png(width: int = 400, height: int = 200, color: str = "#7a1f3d", **how: object) -> bytes:
    """A picture of one color."""
    file = BytesIO()
    Image.new("RGB", (width, height), color).save(file, "PNG", **how)
    return file.getvalue()


def crest() -> bytes:
    """A leaf in a ring, on white."""
    picture = Image.new("RGB", (600, 480), "white")
    pen = ImageDraw.Draw(picture)
    pen.ellipse((20, 20, 580, 460), outline="#7a1f3d", width=24)
    pen.ellipse((60, 60, 540, 420), outline="#c98a1b", width=8)
    pen.polygon([(300, 90), (420, 260), (330, 250), (330, 390), (270, 390), (270, 250), (180, 260)], fill="#7a1f3d")
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


LOOK = ClubLook(
    club="Maple Street Euchre Club",
    motto="Good cards, good company, and pie at half past nine since 76",
    logo=crest(),
    accent=HexColor("#7a1f3d"),
)
