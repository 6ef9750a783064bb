"""python -m tests.simulations.picture_help: takes the pictures of Help and of the README from the running site.

    python -m tests.simulations.picture_help [--only board phone-seat]

Each is a state of `tests.simulations.page_states`, as a browser shows it, in a few colors; the tally card is drawn from
its PDF. They are committed, so that nobody who reads Help needs a browser to make them. To be run when a page that
stands in Help looks different.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Collection, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pypdfium2
from PIL import Image
from playwright.sync_api import Playwright, sync_playwright

from tests.support.standalone_django import a_database

FOLDER = Path(__file__).parents[2] / "tournament" / "static" / "tournament" / "help"
PHONE, LAPTOP = (360, 640), (1366, 768)
COLORS = 24  # of a picture: paper, ink, rules and accents, and the steps between them
CARD_WIDTH = 480  # pixels of the tally card

# The stories that come to these states, and each picture's state.
STATES = {
    "empty_and_full": {"desk": "desk-twelve"},
    "at_the_door": {"movement": "desk-movement", "rules": "desk-rules"},
    "hands": {
        "phone-seat": "phone-first-hand-N",
        "phone-scoring": "phone-scoring-N",
        "phone-no-wifi": "phone-no-wifi",
        "phone-agree": "phone-sign",
        "correct": "board-correct",
    },
    "disputes": {"phone-two-answers": "phone-conflict"},
    "bids": {"phone-bids": "phone-bids"},
    "one_table": {"phone-single-table": "phone-one-table"},
    "by_the_clock": {"screen-seats": "screen-where-to-sit"},
    "repairs": {
        "changes": "desk-changes-arrive",
        "quick-entry": "desk-quick-5",
        "shelf": "desk-print",
    },
    "to_the_end": {"prizes": "desk-prizes-closed"},
}
BOARD = "board"
BOARD_HANDS = (
    ("NS:3-4", "EW:5", "NS:5-alone", "EW:3-4"),
    ("EW:3-4", "NS:5", "NS:0-2"),
    ("NS:3-4", "NS:3-4", "EW:5"),
    ("EW:5-alone",),
    ("EW:0-2", "EW:3-4", "NS:5", "NS:3-4"),
)
TALLY_CARD = "tally-card"
ADDRESS = "http://192.168.1.50:8000"
PLAYERS = (
    *("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara", "Eve Lund", "Fritz Bauer", "Gina Rossi", "Hal Young"),
    *("Ida Novak", "Jim Chen", "Kay Ito", "Leo Katz", "Mona Diaz", "Ned Park", "Olga Petrov", "Paul Brandt"),
    *("Quinn Hayes", "Rosa Silva", "Sam Cole", "Tess Moore"),
)


def size_of(name: str) -> tuple[int, int]:
    """The size of a picture's page."""
    return PHONE if name.startswith("phone") else LAPTOP


def save(name: str, picture: Image.Image, colors: int = COLORS) -> None:
    """Write a picture in a few colors."""
    file = FOLDER / f"{name}.png"
    picture.convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name} {file.stat().st_size / 1000:.1f} kB", flush=True)


def take(playwright: Playwright, wanted: Collection[str]) -> None:
    """Take these pictures, one story of states after the other."""
    from tests.simulations import page_states
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
    from tournament.planning import night_plan, shipped

    shipped.load_charts()
    with patch.object(shipped, "SEARCH_SECONDS", 0.03), patch.object(night_plan, "REPLAN_SECONDS", 0.03):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for story, pictures in STATES.items():
            left = {state: name for name, state in pictures.items() if name in wanted}
            states: Iterator[Any] = getattr(page_states, story)() if left else iter(())
            for state, client, at, *then in states:
                if name := left.pop(state, ""):
                    save(name, _shot(chromium, size_of(name), client, at, then[0] if then else None))
                if not left:
                    break
            assert not left, f"{story} has no state {', '.join(left)}"
        if BOARD in wanted:
            save(BOARD, _shot(chromium, LAPTOP, *board()))


def _shot(
    chromium: Any, size: tuple[int, int], client: Any, at: Any, then: Callable[[Any], object] | None = None
) -> Image.Image:
    from tests.support.serverless_page import SITE, Near

    with Near(chromium, client, size=size, reduced_motion="reduce", color_scheme="light") as near:
        page = near.open(at if isinstance(at, str) else "/j/")
        if not isinstance(at, str):
            page.set_content(at.content.decode().replace("<head>", f'<head><base href="{SITE}">'))
        if then:
            then(page)
        page.evaluate("document.fonts.ready")
        picture = Image.open(BytesIO(page.screenshot()))
        end = page.evaluate("document.querySelector('body > footer')?.getBoundingClientRect().bottom") or size[1]
        return picture if size == PHONE else picture.crop((0, 0, size[0], min(size[1], round(end))))


def board() -> tuple[Any, str]:
    """The organizer's board: five tables, each doing something else."""
    from tests.simulations.page_states import Party, Side, play_hands

    party = Party(20, names=PLAYERS, games=8)
    for number in (1, 2):
        party.plays(number)
    for table, results in enumerate(BOARD_HANDS, 1):
        play_hands(party.game(3, table), *results)
    for side in Side:
        party.says(side, game=3, table=1)
    party.says(Side.NS, agrees=False, game=3, table=5)
    return party.organizer()


def tally_card() -> Image.Image:
    """A tally card in the middle of a night, out of the four on a page of filled cards."""
    from tally.paper.document import Job
    from tally.paper.measures import Paper
    from tally.printing.catalog import draw
    from tests.simulations.page_states import Party

    party = Party(12)
    for number in range(1, 6):
        party.plays(number)
    page = pypdfium2.PdfDocument(draw(party.night, "filled-cards", Job(Paper.LETTER), ADDRESS))[0]
    four = page.render(scale=2 * CARD_WIDTH / page.get_width()).to_pil()
    return four.crop((0, 0, four.width // 2, four.height // 2))


def main() -> None:
    """Take all pictures, or some."""
    names = [name for pictures in STATES.values() for name in pictures] + [BOARD, TALLY_CARD]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="these pictures only")
    wanted = parser.parse_args().only
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser leaves a loop running in this thread
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, a_database():
        from django.conf import settings

        settings.ADDRESS = ADDRESS
        take(playwright, wanted)
        if TALLY_CARD in wanted:
            save(TALLY_CARD, tally_card())


if __name__ == "__main__":
    main()
