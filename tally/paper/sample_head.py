"""A short page with the head and the foot of a sheet, to show how a club's paper looks."""

from __future__ import annotations

from tally.paper.document import Document
from tally.paper.measures import MM
from tally.paper.ornaments import draw_title
from tally.paper.pages import SIDE, TOP, draw_foot

HEIGHT = 74 * MM


def draw_sample_head(document: Document, night: str) -> None:
    """Draw the head of “Where you start” for a night, and right below it the foot."""
    width = document.job.paper.width
    with document.page(size=(width, HEIGHT)) as canvas:
        draw_title(document, width, SIDE, HEIGHT - TOP, "Where you start", "GAME 1", night)
        draw_foot(canvas, width)
