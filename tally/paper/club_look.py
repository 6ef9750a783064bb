"""What makes a club's paper its own: name, motto, logo, accent color, and the theme of the night."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from reportlab.lib.colors import Color

from tally.paper.measures import GREEN


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
