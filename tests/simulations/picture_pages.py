"""python -m tests.simulations.picture_pages FOLDER: pictures of every state of phone, board and big screen.

    python -m tests.simulations.picture_pages FOLDER [--only phone-tie board] [--sheets]

A picture is named STATE-WIDTH-SCHEME.png. Contact sheets lie next to them: in `states` one of each state in all its
sizes, in `kinds` many states of one kind of page side by side. The nights are `tests.simulations.page_states`; with
`--sheets` only the contact sheets are made again. For whoever changes how pages look; it judges nothing
by itself.
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

from tests.support.standalone_django import a_database

Size = tuple[int, int]
PHONE, LAPTOP, TELEVISION, PROJECTOR = (360, 640), (1366, 768), (1920, 1080), (1024, 768)
PLAYERS = ((PHONE, "light"), (PHONE, "dark"), (LAPTOP, "light"))
SIZES: dict[str, Sequence[tuple[Size, str]]] = {  # of each kind of page
    "phone": PLAYERS,
    "board": (*PLAYERS, (LAPTOP, "dark")),
    "desk": (*PLAYERS, (LAPTOP, "dark")),
    "screen": ((LAPTOP, "light"), (LAPTOP, "dark"), (TELEVISION, "light"), (PROJECTOR, "light")),
}
SIDE_BY_SIDE = {
    "phone": (6, (360, "light"), (360, "dark")),
    "board": (2, (1366, "light"), (360, "light")),
    "desk": (2, (1366, "light"), (360, "light")),
    "screen": (2, (1366, "light"), (1024, "light")),
}
TABLE, GAP, LABEL, ON_A_SHEET, TALLEST = "#55504a", 16, 26, 12, 1500  # of a contact sheet; pixels


def name_of(state: str, width: int, scheme: str) -> str:
    """A picture's file."""
    return f"{state}-{width}-{scheme}.png"


def draw(playwright: Playwright, folder: Path, only: Sequence[str]) -> None:
    """Take the pictures of all states whose names begin so, one story after the other."""
    from tests.simulations.page_states import STORIES
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
    from tests.support.serverless_page import SITE, Near
    from tournament.planning import night_plan, shipped

    shipped.load_charts()
    with patch.object(shipped, "SEARCH_SECONDS", 0.03), patch.object(night_plan, "REPLAN_SECONDS", 0.03):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for story in STORIES:
            for state, client, at, *then in story():
                if not state.startswith(tuple(only)):
                    continue
                sizes = SIZES[state.partition("-")[0]]
                with Near(chromium, client, size=sizes[0][0], reduced_motion="reduce") as near:
                    page = near.open(at if isinstance(at, str) else "/j/")
                    if not isinstance(at, str):
                        page.set_content(at.content.decode().replace("<head>", f'<head><base href="{SITE}">'))
                    _take(page, state, sizes, folder, then[0] if then else None)
                print(state, flush=True)


def _take(page: Page, state: str, sizes: Sequence[tuple[Size, str]], folder: Path, then: Any) -> None:
    if then:
        then(page)
    for (width, height), scheme in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_timeout(80)
        page.screenshot(path=folder / name_of(state, width, scheme), full_page=True)


# --- Contact sheets -------------------------------------------------------------------------------------------


def lay(pictures: Sequence[Path], across: int, widest: int) -> Image.Image:
    """Pictures next to each other on a card table, with their names; none wider than `widest` pixels."""
    font = ImageFont.load_default(18)
    small = [_small(picture, widest) for picture in pictures]
    rows = [
        list(zip(pictures[at : at + across], small[at : at + across], strict=True))
        for at in range(0, len(pictures), across)
    ]
    wide = max(sum(image.width + GAP for _, image in row) for row in rows) + GAP
    high = sum(max(image.height for _, image in row) + LABEL + GAP for row in rows) + GAP
    out = Image.new("RGB", (wide, high), TABLE)
    pen, top = ImageDraw.Draw(out), GAP
    for row in rows:
        left = GAP
        for picture, image in row:
            pen.text((left, top), picture.stem, fill="white", font=font)
            out.paste(image, (left, top + LABEL))
            left += image.width + GAP
        top += max(image.height for _, image in row) + LABEL + GAP
    return out


def _small(picture: Path, widest: int) -> Image.Image:
    image = Image.open(picture).convert("RGB")
    image.thumbnail((widest, image.height))
    return image.crop((0, 0, image.width, min(image.height, TALLEST)))


def sheets(folder: Path) -> None:
    """Lay every contact sheet of the pictures in this folder."""
    for sort in ("states", "kinds"):
        (folder / sort).mkdir(exist_ok=True)
    for state, pictures in groupby(sorted(folder.glob("*-*-*.png")), lambda path: path.stem.rsplit("-", 2)[0]):
        found = list(pictures)
        lay(found, len(found), 900).save(folder / "states" / f"{state}.png")
    for kind, (across, *looks) in SIDE_BY_SIDE.items():
        for width, scheme in looks:
            found = sorted(folder.glob(f"{kind}-*-{width}-{scheme}.png"))
            for number, part in enumerate(_parts(found), 1):
                lay(part, across if width > PHONE[0] else 6, 1000).save(
                    folder / "kinds" / f"{kind}-{width}-{scheme}-{number}.png"
                )


def _parts(pictures: Sequence[Path]) -> Iterator[Sequence[Path]]:
    yield from (pictures[at : at + ON_A_SHEET] for at in range(0, len(pictures), ON_A_SHEET))


def main() -> None:
    """Draw, then lay the sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[""], help="states that begin so")
    parser.add_argument("--sheets", action="store_true", help="lay the contact sheets only")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if not asked.sheets:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser leaves a loop running in this thread
        with sync_playwright() as playwright, a_database():
            draw(playwright, asked.folder, asked.only)
    sheets(asked.folder)


if __name__ == "__main__":
    main()
