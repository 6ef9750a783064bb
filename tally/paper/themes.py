"""The ornaments of each theme, our own line art: a pip, a motif, and the piece that a border repeats.

A pip is a silhouette that reads at 4 mm, in the place of the spade; a motif is drawn with a pen and has room from
10 mm; pieces of a border stand side by side, each 100 wide, so that what leaves one on the right enters the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tally.paper.card_shapes import DIAMOND, HEART, SPADE, circle
from tally.paper.club_look import Theme
from tally.paper.line_art import Art, Ink, art, art_placed, both_halves, placed, turned_round

SOLID, HOLLOW, LINE, CUT, OPEN = Ink


@dataclass(frozen=True, slots=True)
class Ornaments:
    """The set of a theme; its pip may be `turned` where one stands on its head, as on a playing card."""

    pip: Art
    motif: Art
    border: Art
    turned: bool = False


BELL = (
    "M6 78 C16 72 17 60 19 46 C21 26 32 14 50 14 C68 14 79 26 81 46 C83 60 84 72 94 78 Z "
    "M6 81.5 L94 81.5 L94 86 L6 86 Z M38 90 L62 90 C62 103.5 38 103.5 38 90 Z " + circle(50, 8, 8)
)

# Fall: oak leaves and acorns.
OAK_LEAF = both_halves(
    "M50 2 C58 2 62 9 59 17 C66 12 75 16 74 25 C73 31 67 34 61 35 C71 32 83 36 83 46 C83 54 73 57 64 55 "
    "C73 56 80 62 77 69 C74 76 63 75 55 71 C54 76 53 80 52.5 84 L53 99 L50 99"
)
OAK_VEINS = "M50 16 L50 84 M50 36 L63 25 M50 36 L37 25 M50 57 L69 47 M50 57 L31 47"
ACORN_CAP = both_halves("M50 16 C73 16 91 25 91 38 C91 43 88 45 83 45 L50 45")
ACORN_NUT = both_halves("M50 51 L81 51 C81 70 70 84 58 90 C54 92 52 95 50 100")
ACORN_STEM = "M45 18 C45 11 43 6 40 3 L49 0 C53 5 55 11 55 18 Z"
ACORN = art((SOLID, f"{ACORN_CAP} {ACORN_STEM}"), (SOLID, ACORN_NUT), (CUT, "M68 58 C67 68 63 76 57 81"))
ACORN_DRAWN = art(
    (HOLLOW, placed(ACORN_NUT, 50, 48, 100)),
    (LINE, "M71 55 C70 65 66 72 61 77"),
    (SOLID, ACORN_CAP),
    (CUT, "M24 39 L42 22 M42 40 L62 22 M62 40 L78 26 M24 28 L38 39 M40 23 L58 39 M60 23 L76 37"),
)
OAK_DRAWN = art((HOLLOW, OAK_LEAF), (LINE, OAK_VEINS))

# Christmas: a fir, a bell with holly.
FIR = both_halves(
    "M50 1 C55 13 61 22 70 30 C66 32 63 32 60 31 C65 42 72 50 81 57 C76 59 72 59 68 58 C74 69 82 77 92 83 "
    "C79 88 67 89 56 88 L56 99 L50 99"
)
HOLLY = both_halves(
    "M50 0 C53 8 58 13 66 14 C64 22 67 29 76 33 C71 40 71 47 78 54 C71 58 67 64 69 73 C62 73 56 78 54 86 L52 99 L50 99"
)
BERRY = circle(50, 50, 50)
BELL_DRAWN = art(
    (SOLID, circle(50, 91, 9)),
    (HOLLOW, "M8 82 C18 74 20 62 22 52 C25 36 35 28 50 28 C65 28 75 36 78 52 C80 62 82 74 92 82 C80 88 20 88 8 82 Z"),
    (LINE, "M19 68 C38 74 62 74 81 68 M22 61 C40 67 60 67 78 61"),
)

# St. Patrick's: a shamrock, a horseshoe.
SHAMROCK_LEAVES = " ".join(
    (placed(HEART, 50, 27, 52), placed(HEART, 28.7, 58.6, 52, 248), placed(HEART, 71.3, 58.6, 52, 112))
)
SHAMROCK_STEM = "M46 48 L54 48 C54 68 61 81 72 91 L65 99 C52 88 46 70 46 48 Z"
SHAMROCK = art(
    (SOLID, f"{SHAMROCK_LEAVES} {SHAMROCK_STEM}"),
    (CUT, "M50 38 L50 20 M39 54.5 L23 61 M61 54.5 L77 61"),
)
HORSESHOE = both_halves("M50 98 C80 98 96 74 93 44 C91 27 86 14 81 3 L63 8 C69 20 73 32 74 45 C76 64 66 78 50 78")

# Valentine's: hearts and an arrow.
ARROW_HEAD = "M100 0 L93 21 L88 12 L79 7 Z"

# Summer: a sun, a sailboat.
RAY = "M41.5 57 C46 55.5 54 55.5 58.5 57 L50 34 Z"


PLAIN = Ornaments(
    pip=art((SOLID, SPADE)),
    motif=art((SOLID, BELL), (OPEN, placed(SPADE, 50, 47, 36))),
    border=art((SOLID, placed(DIAMOND, 50, 50, 60)), (SOLID, circle(0, 50, 8)), (SOLID, circle(100, 50, 8))),
    turned=True,
)
FALL = Ornaments(
    pip=ACORN,
    motif=(
        *art_placed(OAK_DRAWN, 50, 28, 56),
        *art_placed(OAK_DRAWN, 22, 50, 58, -70),
        *art_placed(OAK_DRAWN, 78, 50, 58, 70),
        *art_placed(ACORN_DRAWN, 50, 72, 56),
    ),
    border=art(
        (SOLID, placed(OAK_LEAF, 38, 50, 76, 90)),
        (SOLID, circle(90, 50, 8)),
    ),
)
CHRISTMAS = Ornaments(
    pip=art((SOLID, FIR), (CUT, "M40 38 C48 40 55 37 60 33 M32 64 C45 67 58 64 68 58")),
    motif=(
        *BELL_DRAWN,
        *art((HOLLOW, placed(HOLLY, 26, 24, 50, -68)), (LINE, placed("M50 14 L50 86", 26, 24, 50, -68))),
        *art((HOLLOW, placed(HOLLY, 74, 24, 50, 68)), (LINE, placed("M50 14 L50 86", 74, 24, 50, 68))),
        *art(*((SOLID, placed(BERRY, x, y, 13)) for x, y in ((43, 28), (57, 28), (50, 17)))),
    ),
    border=art(
        (SOLID, placed(HOLLY, 30, 50, 76, 90)),
        (CUT, placed("M50 16 L50 84", 30, 50, 76, 90)),
        (SOLID, circle(82, 32, 10)),
        (SOLID, circle(82, 68, 10)),
    ),
)
ST_PATRICK = Ornaments(
    pip=SHAMROCK,
    motif=(
        *art(
            (HOLLOW, HORSESHOE),
            (
                SOLID,
                " ".join(
                    circle(x, y, 3)
                    for x, y in ((77, 20), (83, 38), (84, 56), (76, 73), (23, 20), (17, 38), (16, 56), (24, 73))
                ),
            ),
        ),
        *art_placed(SHAMROCK, 50, 43, 42),
    ),
    border=(
        *art_placed(SHAMROCK[:1], 50, 50, 50),
        *art(
            (LINE, "M0 50 C18 24 34 12 50 12 C66 12 82 24 100 50"),
            (LINE, "M6 58.5 C21 78 36 88 50 88 C64 88 79 78 94 58.5"),
        ),
    ),
    turned=True,
)
VALENTINE = Ornaments(
    pip=art((SOLID, HEART), (CUT, "M20 36 C18 26 23 19 31 18")),
    motif=art(
        (LINE, "M4 92 L96 8"),
        (SOLID, ARROW_HEAD),
        (HOLLOW, placed(HEART, 50, 52, 78)),
        (LINE, placed(HEART, 50, 51, 62)),
        (SOLID, placed(HEART, 50, 50, 34)),
        (LINE, "M4 92 L24 74 M2 80 L14 83 M8 74 L20 77 M14 98 L16 84 M20 92 L22 78"),
    ),
    border=art(
        (SOLID, placed(HEART, 50, 50, 62)),
        (SOLID, circle(0, 50, 8)),
        (SOLID, circle(100, 50, 8)),
    ),
)
SUMMER = Ornaments(
    pip=art((SOLID, circle(50, 50, 22)), *((SOLID, ray) for ray in turned_round(RAY, 8, 34))),
    motif=art(
        (SOLID, circle(83, 20, 8)),
        *((SOLID, placed(ray, 83, 20, 36)) for ray in turned_round(RAY, 8, 34)),
        (HOLLOW, "M47 8 C64 27 74 48 77 68 L47 68 Z"),
        (SOLID, "M42 14 C30 32 20 50 14 68 L42 68 Z"),
        (LINE, "M44.5 2 L44.5 76"),
        (SOLID, "M8 73 L94 73 C90 84 84 90 76 92 L26 92 C18 90 12 84 8 73 Z"),
        (LINE, "M0 97 C8 92 16 92 25 97 C33 102 42 102 50 97 C58 92 66 92 75 97 C83 102 92 102 100 97"),
    ),
    border=art(
        (LINE, "M0 62 C20 62 25 30 50 30 C68 30 70 56 54 56 C46 56 44 46 50 44 M50 30 C80 30 80 62 100 62"),
        (SOLID, circle(0, 30, 7)),
        (SOLID, circle(100, 30, 7)),
    ),
)

ORNAMENTS = {
    Theme.PLAIN: PLAIN,
    Theme.FALL: FALL,
    Theme.CHRISTMAS: CHRISTMAS,
    Theme.ST_PATRICK: ST_PATRICK,
    Theme.VALENTINE: VALENTINE,
    Theme.SUMMER: SUMMER,
}

TIMES = (  # the first and the last day, as month and day
    ((2, 1), (2, 14), Theme.VALENTINE),
    ((3, 1), (3, 17), Theme.ST_PATRICK),
    ((6, 1), (8, 31), Theme.SUMMER),
    ((9, 15), (11, 30), Theme.FALL),
    ((12, 1), (12, 31), Theme.CHRISTMAS),
)


def theme_of(day: date) -> Theme:
    """The theme that suits a day, as most clubs would say: a suggestion, which nobody is given unasked."""
    for first, last, theme in TIMES:
        if first <= (day.month, day.day) <= last:
            return theme
    return Theme.PLAIN
