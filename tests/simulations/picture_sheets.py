"""Draws the small pictures of all printed sheets again, for the page that prints them and for Help.

    python -m tests.simulations.picture_sheets

Run it when a sheet is new or looks different, and commit the pictures: so the site needs nothing that renders a PDF.
They show a night of twelve players that is made here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from tally.paper.document import Job
from tally.paper.measures import Paper
from tests.support.standalone_django import temporary_database

FOLDER = Path(__file__).parents[2] / "tally" / "static" / "tally" / "sheets"
WIDE, HIGH = 320, 414  # pixels of a small picture, two for each of the page: crisp on a phone; 180 kB in all
BACKS = {"tally-cards-with-movement"}
GAMMA = 1.8  # darkens thin strokes, which grow pale when they are scaled down
DRAWN_WIDTH = 720  # pixels of a page before it is scaled down
PRIZES = [
    {"kind": kind, "what": what, "money": ""}
    for kind, what in (
        ("high", "A ham"),
        ("second", "A bottle of cider"),
        ("low", "A deck of cards"),
        ("door", "A cake"),
    )
]
NAMES = (
    "Ann Miller",
    "Bob Stone",
    "Carla Reyes",
    "Dan O’Hara",
    "Eve Lund",
    "Fritz Bauer",
    "Gina Rossi",
    "Hal Young",
    "Ida Novák",
    "Jim Chen",
    "Kay Ito",
    "Łukasz Żółć",
)


def first_pages() -> dict[str, Image.Image]:
    """Draw the first page of every sheet, by slug; of cards with backs, a page of backs, which shows what is new."""
    from django.utils import timezone

    from tally.printing.catalog import SHEETS, SheetSpec, draw
    from tests.support.night import ORGANIZER
    from tests.support.printed_nights import SITE, make_printed_night
    from tournament.models import Game, Night
    from tournament.night.single_table import open_single_table

    before, after = make_printed_night(12, 10), make_printed_night(12, 10, "drawn")
    for night in (before, after):
        _rename(night)
    Night.objects.update(deals=4, wifi_name="Hall Guest", wifi_password="bower-and-bell", prizes={"list": PRIZES})
    Night.objects.filter(pk=after.pk).update(status="closed")
    before.refresh_from_db()
    Game.objects.filter(round__night=after).update(signed_at=timezone.now())
    after.refresh_from_db()
    table = open_single_table(club=before.club, name="Euchre", variant="standard", names=NAMES[:4], who=ORGANIZER)

    def night_of(sheet: SheetSpec) -> Night:
        return (after if sheet.when == "after" else before) if sheet.progressive else table

    return {
        slug: _page(draw(night_of(sheet), slug, Job(Paper.LETTER), SITE), slug in BACKS)
        for slug, sheet in SHEETS.items()
    }


def _rename(night: Any) -> None:
    for entry in night.entries.all():
        entry.name = NAMES[entry.number - 1]
        entry.save(update_fields=["name"])


def _page(pdf: bytes, number: int) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf)[number]
    return page.render(scale=DRAWN_WIDTH / page.get_width()).to_pil().convert("RGB")


def thumbnail(page: Image.Image) -> Image.Image:
    """Scale a whole page down to a small picture in six colors."""
    small = page.copy()
    small.thumbnail((WIDE, HIGH), Image.Resampling.LANCZOS)
    paper = Image.new("RGB", (WIDE, HIGH), "white")
    paper.paste(small, ((paper.width - small.width) // 2, (paper.height - small.height) // 2))
    paper = paper.point([round(255 * (level / 255) ** GAMMA) for level in range(256)] * 3)
    return paper.quantize(6, dither=Image.Dither.NONE)


def main() -> int:
    """Write all pictures and print their sizes."""
    pages = first_pages()
    FOLDER.mkdir(exist_ok=True)
    for slug, page in pages.items():
        thumbnail(page).convert("RGB").save(FOLDER / f"{slug}.webp", lossless=True, quality=100, method=6)
    print(*(f"{file.name} {file.stat().st_size / 1000:.1f} kB" for file in sorted(FOLDER.iterdir())), sep="\n")
    return 0


if __name__ == "__main__":
    with temporary_database():
        sys.exit(main())
