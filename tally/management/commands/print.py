"""manage.py print NIGHT SHEET: one sheet of a night as PDF, or its pages as PNG."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import CommandError

from tally.paper.club_look import Theme
from tally.paper.measures import Paper
from tally.printing.catalog import EVERYTHING, LAST_TIME, SHEETS, draw, job_for
from tally.printing.page_images import write_images
from tournament.management.night_argument import find_for_command
from tournament.management.plain_command import PlainCommand
from tournament.people.errors import Refused
from tournament.web.addresses import site_address


class Command(PlainCommand):
    """Writes a PDF, a PNG, or a ZIP of PNGs to a file or to standard output."""

    help = (
        "Write a sheet of a night as PDF or as pictures. NIGHT is its code (the letters after /n/ in its address) or "
        "'latest'."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("night", metavar="NIGHT")
        parser.add_argument("sheet", choices=[*SHEETS, EVERYTHING, LAST_TIME])
        parser.add_argument("--paper", choices=["letter", "a4"], help="default: the night's own")
        parser.add_argument("--large", action="store_true", help="large print: no text under 16 points")
        parser.add_argument("--crop-marks", action="store_true", help="marks to cut at instead of dotted lines")
        parser.add_argument("--theme", choices=list(map(str, Theme)), help="ornaments; default: the night's own")
        parser.add_argument("--only", type=int, metavar="NUMBER", help="one player's card alone")
        parser.add_argument("--game", type=int, metavar="NUMBER", help="the score slips of one game alone")
        parser.add_argument("--lines", action="store_true", help="a score sheet with lines for names")
        parser.add_argument("--photo", action="store_true", help="certificates with space for a photograph")
        parser.add_argument("--together", action="store_true", help="one certificate for all who share a prize")
        parser.add_argument("--no-codes", action="store_true", help="no code that leads to this site")
        parser.add_argument(
            "--backs", action="store_true", help="tally cards with their backs, for both sides of the paper"
        )
        parser.add_argument("--product", default="", metavar="CODE", help="of badges or labels: 5160, for example")
        parser.add_argument(
            "--nudge", nargs=2, type=float, default=[0.0, 0.0], metavar=("RIGHT", "DOWN"), help="move labels, in mm"
        )
        parser.add_argument("--outlines", action="store_true", help="labels with their outlines, on plain paper")
        parser.add_argument("--png", action="store_true", help="a picture of the page; of several pages, a ZIP")
        parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        night = find_for_command(options["night"])
        try:
            job = replace(
                job_for(night),
                paper=Paper.named(options["paper"] or night.paper),
                large=options["large"] or night.large_print,
                crop_marks=options["crop_marks"] or night.crop_marks,
                only=options["only"],
                game=options["game"],
                codes=not options["no_codes"],
                together=options["together"],
                names=not options["lines"],
                photograph=options["photo"],
                look=replace(job_for(night).look, theme=Theme(options["theme"] or night.theme)),
                backs=options["backs"],
                product=options["product"],
                nudge=(options["nudge"][0], options["nudge"][1]),
                outlines=options["outlines"],
            )
            pdf = draw(night, options["sheet"], job, site_address(), self._progress())
            content = _images(pdf, options) if options["png"] else pdf
            if options["output"]:
                Path(options["output"]).write_bytes(content)
            elif sys.stdout.isatty():
                ending = "png" if options["png"] else "pdf"
                raise CommandError(f"Say where to write it: -o {options['sheet']}.{ending}")
            else:
                sys.stdout.buffer.write(content)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as error:
            where = options["output"] or "Standard output"
            raise CommandError(f"{where} cannot be written: {error.strerror}.") from None

    def _progress(self) -> Callable[[int], None] | None:
        """Print to a terminal how many pages are drawn, once that takes more than a second."""
        if not self.stderr.isatty():
            return None
        until = time.monotonic() + 1

        def tell(pages: int) -> None:
            if time.monotonic() > until:
                self.stderr.write(f"\r{pages} pages", ending="")

        return tell


def _images(pdf: bytes, options: dict[str, Any]) -> bytes:
    """Return the pages of a PDF as a picture, or as a ZIP of pictures.

    :raises Refused: for several pages in a file that is called a PNG, and for too many pages.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder, "pages")
        count = write_images(pdf, file, options["sheet"])
        if count > 1 and str(options["output"]).lower().endswith(".png"):
            raise Refused(f"These are {count} pages, so they come in a ZIP: -o {options['sheet']}.zip")
        return file.read_bytes()
