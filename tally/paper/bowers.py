"""The bowers: a jack with cap, feather and halberd, as line art of our own; the left one looks the other way.

Few thick lines and no grays, so that he survives a photocopier at the height of a thumb. What lies behind him is kept
away by an edge of paper, for a patterned ground.
"""

from __future__ import annotations

from tally.paper.line_art import Ink, art, art_placed, mirrored

SOLID, LINE, HOLLOW, CUT, OPEN = Ink.SOLID, Ink.LINE, Ink.HOLLOW, Ink.CUT, Ink.OPEN

JACK = art(  # in a box of 100 wide and 120 high
    (
        OPEN,
        "M-2 122 L-1 106 C2 98 10 92 18 89 C8 84 8 74 15 70 C13 62 15 54 17 49 C11 45 11 41 14 36 C4 32 -6 16 0 -4 "
        "C10 -4 18 0 22 7 C34 0 60 -1 78 12 L83 0 L89 0 L93 14 L97 8 C105 20 106 38 97 53 L89 45 L89 70 "
        "C94 76 92 84 86 88 C96 94 101 104 102 122 Z",
    ),
    # the halberd: pole, spike, axe and hook
    (LINE, "M85 30 L85 118"),
    (HOLLOW, "M85 2 L89 20 L85 30 L81 20 Z"),
    (SOLID, "M86 26 C92 22 96 16 97 12 C101 24 101 38 96 48 C94 43 91 39 86 38 Z"),
    (SOLID, "M84 27 L73 25 L84 37 Z"),
    # shoulders and tunic
    (HOLLOW, "M30 90 C16 93 6 101 3 118 L97 118 C94 101 84 93 70 90 L50 104 Z"),
    (LINE, "M12 104 L19 117 M21 96 L32 117 M88 104 L81 117 M79 96 L68 117 M44 103 L44 117 M56 103 L56 117"),
    # hair, rolled up at the ends
    (
        HOLLOW,
        "M27 36 C20 48 19 62 22 72 C18 70 13 74 15 80 C18 88 32 89 36 80 L50 60 L64 80 C68 89 82 88 85 80 "
        "C87 74 82 70 78 72 C81 62 80 48 73 36 Z",
    ),
    (LINE, "M26 50 C25 62 26 70 28 74 M74 50 C75 62 74 70 72 74"),
    (LINE, "M22 72 C27 73 28 80 23 81 M78 72 C73 73 72 80 77 81"),
    # neck and collar
    (HOLLOW, "M42 78 L42 94 L58 94 L58 78 Z"),
    (SOLID, "M36 86 L50 100 L64 86 L73 95 L50 116 L27 95 Z"),
    # face
    (HOLLOW, "M32 38 C30 58 33 76 43 85 C47 88 53 88 57 85 C67 76 70 58 68 38 Z"),
    (LINE, "M37 51 C40 48 43 48 45 50 M55 50 C57 48 60 48 63 51"),
    (SOLID, "M37 57 C40 53 44 53 47 57 C44 60 40 60 37 57 Z M53 57 C56 53 60 53 63 57 C60 60 56 60 53 57 Z"),
    (LINE, "M50 54 C50 59 48 63 47 66 C49 69 51 69 53 68"),
    (SOLID, "M50 71 C46 69 42 70 37 76 C42 77 47 77 50 74 C53 77 58 77 63 76 C58 70 54 69 50 71 Z"),
    (LINE, "M47 80 C49 81 51 81 53 80"),
    # feather and cap
    (HOLLOW, "M30 34 C10 34 -2 18 4 1 C11 3 16 7 18 11 C26 9 36 17 38 30 Z"),
    (LINE, "M7 6 C9 17 18 26 30 30"),
    (HOLLOW, "M24 36 C16 24 26 10 46 10 C68 6 86 18 77 36 C60 30 40 30 24 36 Z"),
    (LINE, "M44 12 C39 17 37 22 38 28 M58 11 C64 16 65 22 64 28"),
    (SOLID, "M16 38 C34 26 66 26 84 38 C83 43 81 46 77 45 C60 36 40 36 23 45 C19 46 17 43 16 38 Z"),
)
RIGHT_BOWER = art_placed(JACK, 50, 50 * 100 / 120, 100 * 100 / 120)
LEFT_BOWER = mirrored(RIGHT_BOWER)
