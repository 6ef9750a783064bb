"""Takes the pictures in Help and in the README again.

    python -m tests.simulations.picture_help [--only board phone-seat]

Run it when a page that Help shows looks different, and commit the pictures with their record, `help_pictures.json`: it
has the page of each picture and the words on it, which `tests/web/test_help_pictures.py` compares with the site. Each
is a page of `tests.support.help_pictures` as a browser shows it, in a few colors; the tally card is drawn from its PDF.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection
from io import BytesIO
from typing import Any

import pypdfium2
from PIL import Image
from playwright.sync_api import Playwright, sync_playwright

from tests.support.help_pictures import (
    ADDRESS,
    FOLDER,
    NAMES,
    TALLY_CARD,
    Staged,
    Taken,
    look_at,
    look_at_tally_card,
    staged_pages,
    tally_card,
    write_record,
)
from tests.support.standalone_django import temporary_database

PHONE, LAPTOP = (360, 640), (1366, 768)
COLORS = 16  # in a picture: paper, ink, lines and accents, and the steps between them
# The text in the window, in the order of the page.
IN_VIEW = """([width, height]) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [], range = new Range();
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    const isIn = ({top, bottom, left, right}) => bottom > 0 && top < height && right > 0 && left < width;
    if (walker.currentNode.parentElement.checkVisibility() && [...range.getClientRects()].some(isIn))
      texts.push(walker.currentNode.data);
  }
  return texts.join(" ");
}"""
CARD_WIDTH = 480  # pixels of the tally card


def size_of(name: str) -> tuple[int, int]:
    """Return the size of a picture's page."""
    return PHONE if name.startswith("phone") else LAPTOP


def save(name: str, picture: Image.Image, colors: int = COLORS) -> None:
    """Write a picture in a few colors."""
    file = FOLDER / f"{name}.webp"
    few = picture.convert("RGB").quantize(colors, dither=Image.Dither.NONE).convert("RGB")
    few.save(file, lossless=True, quality=100, method=6)
    print(f"{file.name} {file.stat().st_size / 1000:.1f} kB", flush=True)


def take(playwright: Playwright, wanted: Collection[str]) -> dict[str, Taken]:
    """Take these pictures, story by story, and return what is known of each."""
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS

    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
    taken = {}
    for name, staged in staged_pages(wanted):
        picture, in_view = _screenshot(chromium, size_of(name), staged)
        save(name, picture)
        taken[name] = look_at(name, staged, in_view)
    return taken


def _screenshot(chromium: Any, size: tuple[int, int], staged: Staged) -> tuple[Image.Image, str]:
    """Return a picture of a page, and the text that it shows before anything is done there."""
    from tests.support.serverless_browser import SITE, ServerlessBrowser

    looks = {"reduced_motion": "reduce", "color_scheme": "light"}
    with ServerlessBrowser(chromium, staged.client, size=size, **looks) as serverless:
        page = serverless.open(staged.source if isinstance(staged.source, str) else "/j/")
        if not isinstance(staged.source, str):
            page.set_content(staged.source.content.decode().replace("<head>", f'<head><base href="{SITE}">'))
        page.evaluate("document.fonts.ready")
        in_view = page.evaluate(IN_VIEW, size)
        if staged.action:
            staged.action(page)
        picture = Image.open(BytesIO(page.screenshot()))
        end = page.evaluate("document.querySelector('body > footer')?.getBoundingClientRect().bottom") or size[1]
        return picture if size == PHONE else picture.crop((0, 0, size[0], min(size[1], round(end)))), in_view


def picture_of_tally_card(pdf: bytes) -> Image.Image:
    """Return one of the four cards on a page."""
    page = pypdfium2.PdfDocument(pdf)[0]
    four = page.render(scale=2 * CARD_WIDTH / page.get_width()).to_pil()
    return four.crop((0, 0, four.width // 2, four.height // 2))


def main() -> None:
    """Take all pictures, or those that the command line names."""
    names = [*NAMES, TALLY_CARD]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="these pictures only")
    wanted = parser.parse_args().only
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright leaves an event loop running in this thread
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, temporary_database():
        from django.conf import settings

        settings.ADDRESS = ADDRESS
        write_record(take(playwright, wanted))
        if TALLY_CARD in wanted:
            pdf = tally_card()
            save(TALLY_CARD, picture_of_tally_card(pdf))
            write_record({TALLY_CARD: look_at_tally_card(pdf)})


if __name__ == "__main__":
    main()
