"""Takes pictures of every state of phone, board, desk and big screen, for people who change how pages look.

    python -m tests.simulations.picture_pages FOLDER [--only phone-tie board] [--sheets]

A picture is named STATE-WIDTH-SCHEME.png. There are also contact sheets: `states` has one for each state with all its
sizes, `kinds` has many states of one kind of page side by side. The states come from `tests.simulations.page_states`;
`--sheets` makes only the contact sheets again. It checks nothing.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, Playwright, sync_playwright

from tests.support.standalone_django import temporary_database

Size = tuple[int, int]
PHONE, LAPTOP, TELEVISION, PROJECTOR = (360, 640), (1366, 768), (1920, 1080), (1024, 768)
PLAYERS = ((PHONE, "light"), (PHONE, "dark"), (LAPTOP, "light"))
SIZES: dict[str, Sequence[tuple[Size, str]]] = {  # by kind of page
    "phone": PLAYERS,
    "board": (*PLAYERS, (LAPTOP, "dark")),
    "desk": (*PLAYERS, (LAPTOP, "dark")),
    "screen": ((LAPTOP, "light"), (LAPTOP, "dark"), (TELEVISION, "light"), (PROJECTOR, "light")),
}
CONTACT_SHEETS = {  # by kind of page: pictures in a row, then the width and color scheme of each sheet
    "phone": (6, (360, "light"), (360, "dark")),
    "board": (2, (1366, "light"), (360, "light")),
    "desk": (2, (1366, "light"), (360, "light")),
    "screen": (2, (1366, "light"), (1024, "light")),
}
BACKGROUND, GAP, LABEL_HEIGHT, PICTURES_PER_SHEET, MOST_HEIGHT = "#55504a", 16, 26, 12, 1500  # sizes in pixels

TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def file_name(state: str, width: int, scheme: str) -> str:
    """Name a picture's file."""
    return f"{state}-{width}-{scheme}.png"


def take_pictures(playwright: Playwright, folder: Path, only: Sequence[str]) -> None:
    """Take the pictures of all states whose names begin with one of `only`."""
    from tests.simulations.page_states import STORIES
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
    from tests.support.serverless_browser import SITE, ServerlessBrowser
    from tournament.night.charts import load_charts
    from tournament.planning import night_plan, shipped

    load_charts()
    with patch.object(shipped, "SEARCH_SECONDS", 0.03), patch.object(night_plan, "REPLAN_SECONDS", 0.03):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for story in STORIES:
            for state, client, source, *action in story():
                if not state.startswith(tuple(only)):
                    continue
                sizes = SIZES[state.partition("-")[0]]
                with ServerlessBrowser(chromium, client, size=sizes[0][0], reduced_motion="reduce") as serverless:
                    page = serverless.open(source if isinstance(source, str) else "/j/")
                    if not isinstance(source, str):
                        page.set_content(source.content.decode().replace("<head>", f'<head><base href="{SITE}">'))
                    _take(page, state, sizes, folder, action[0] if action else None)
                print(state, flush=True)


def _take(page: Page, state: str, sizes: Sequence[tuple[Size, str]], folder: Path, action: Any) -> None:
    if action:
        action(page)
    for (width, height), scheme in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(TWO_FRAMES)
        page.screenshot(path=folder / file_name(state, width, scheme), full_page=True)


# --- Contact sheets -------------------------------------------------------------------------------------------


def contact_sheet(pictures: Sequence[Path], across: int, most_width: int) -> Image.Image:
    """Lay pictures next to each other with their names, none wider than `most_width` pixels."""
    font = ImageFont.load_default(18)
    small = [_small(picture, most_width) for picture in pictures]
    rows = [
        list(zip(pictures[start : start + across], small[start : start + across], strict=True))
        for start in range(0, len(pictures), across)
    ]
    wide = max(sum(image.width + GAP for _, image in row) for row in rows) + GAP
    high = sum(max(image.height for _, image in row) + LABEL_HEIGHT + GAP for row in rows) + GAP
    out = Image.new("RGB", (wide, high), BACKGROUND)
    pen, top = ImageDraw.Draw(out), GAP
    for row in rows:
        left = GAP
        for picture, image in row:
            pen.text((left, top), picture.stem, fill="white", font=font)
            out.paste(image, (left, top + LABEL_HEIGHT))
            left += image.width + GAP
        top += max(image.height for _, image in row) + LABEL_HEIGHT + GAP
    return out


def _small(picture: Path, most_width: int) -> Image.Image:
    image = Image.open(picture).convert("RGB")
    image.thumbnail((most_width, image.height))
    return image.crop((0, 0, image.width, min(image.height, MOST_HEIGHT)))


def make_contact_sheets(folder: Path) -> None:
    """Make every contact sheet of the pictures in this folder."""
    for subfolder in ("states", "kinds"):
        (folder / subfolder).mkdir(exist_ok=True)
    for state, pictures in groupby(sorted(folder.glob("*-*-*.png")), lambda path: path.stem.rsplit("-", 2)[0]):
        found = list(pictures)
        contact_sheet(found, len(found), 900).save(folder / "states" / f"{state}.png")
    for kind, (across, *variants) in CONTACT_SHEETS.items():
        for width, scheme in variants:
            found = sorted(folder.glob(f"{kind}-*-{width}-{scheme}.png"))
            for number, part in enumerate(_parts(found), 1):
                contact_sheet(part, across if width > PHONE[0] else 6, 1000).save(
                    folder / "kinds" / f"{kind}-{width}-{scheme}-{number}.png"
                )


def _parts(pictures: Sequence[Path]) -> Iterator[Sequence[Path]]:
    for start in range(0, len(pictures), PICTURES_PER_SHEET):
        yield pictures[start : start + PICTURES_PER_SHEET]


def main() -> None:
    """Take the pictures, then make the contact sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[""], help="only states whose names begin with one of these")
    parser.add_argument("--sheets", action="store_true", help="make only the contact sheets")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if not options.sheets:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright leaves an event loop running in this thread
        with sync_playwright() as playwright, temporary_database():
            take_pictures(playwright, options.folder, options.only)
    make_contact_sheets(options.folder)


if __name__ == "__main__":
    main()
