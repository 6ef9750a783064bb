"""What makes a club's paper its own: name, motto, logo, accent color, and the theme of the night."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from math import floor

from reportlab.lib.colors import Color, HexColor

from tally.paper.measures import GREEN
from tournament.people.errors import Refused


class Theme(StrEnum):
    """A set of ornaments for a time of the year."""

    PLAIN = "plain"
    FALL = "fall"
    CHRISTMAS = "christmas"
    ST_PATRICK = "st-patrick"
    VALENTINE = "valentine"
    SUMMER = "summer"


@dataclass(frozen=True, slots=True)
class ClubLook:
    """How a club's sheets look. Empty text and an empty logo are left out.

    `club` is empty, too, where the night has the same name, which should not stand twice.
    `logo` is a PNG on white, checked and made when the club chose it; `draw_logo` draws it. `accent` is the color of
    rules, ornaments and small words: dark enough to be read on white, and after a photocopier, too.
    """

    club: str = ""
    motto: str = ""
    logo: bytes = field(default=b"", repr=False)
    accent: Color = GREEN
    theme: Theme = Theme.PLAIN


PLAIN_LOOK = ClubLook()
PALETTE = {  # colors that are dark enough, by what people call them
    "Baize green": "#0a4a33",
    "Navy": "#1d3a6b",
    "Burgundy": "#7a1f3d",
    "Plum": "#54306b",
    "Walnut": "#5c3a1e",
    "Teal": "#0b5563",
    "Slate": "#37474f",
}
HEX = re.compile("#[0-9a-f]{6}")
LEAST_CONTRAST = 4.5  # of words on white: WCAG 2.2, 1.4.3


def accent_of(text: str) -> Color:
    """The color that a text like "#0a4a33" names; the one that all have for "".

    :raises Refused: for no color, and for one in which words would be too pale on white.
    """
    if not text:
        return GREEN
    if not HEX.fullmatch(text.lower()):
        raise Refused("Write the color as a # and six figures or letters from a to f, like #0a4a33.")
    color = HexColor(text.lower())
    if (contrast := contrast_on_white(color)) < LEAST_CONTRAST:
        raise Refused(
            f"This color is too pale for words on white paper: its contrast is {floor(contrast * 10) / 10:g} to 1, and "
            f"{LEAST_CONTRAST:g} is the least. Choose a darker one."
        )
    return color


def contrast_on_white(color: Color) -> float:
    """How much a color stands out from white, from 1 for white to 21 for black: WCAG 2.2, contrast ratio."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.rgb()]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return float(1.05 / (luminance + 0.05))
