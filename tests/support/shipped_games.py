"""The games that come with the program: all but those that a club has added in `tally/rules/entries/clubs.py`."""

from __future__ import annotations

from tally.rules import VARIANTS
from tally.rules.entries import clubs

# Sources in words, of games that no seed describes.
CUSTOMS = ("the custom of American clubs", "the custom of pubs in the west of England")
SHIPPED = {slug: variant for slug, variant in VARIANTS.items() if variant not in clubs.VARIANTS}
