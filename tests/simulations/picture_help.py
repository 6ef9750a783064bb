"""Takes the pictures in Help and in the README again.

    python -m tests.simulations.picture_help [--only board phone-seat]

Run it when a page that Help shows looks different, and commit the pictures. Each is a state from
`tests.simulations.page_states` as a browser shows it, in a few colors; the tally card is drawn from its PDF.
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

from tests.support.standalone_django import temporary_database

FOLDER = Path(__file__).parents[2] / "tournament" / "static" / "tournament" / "help"
PHONE, LAPTOP = (360, 640), (1366, 768)
COLORS = 24  # in a picture: paper, ink, lines and accents, and the steps between them
CARD_WIDTH = 480  # pixels of the tally card

# By story of `page_states`: each picture and the state that it shows.
STATES = {
    "empty_and_full": {"desk": "desk-twelve"},
    "signing_up": {"movement": "desk-movement", "rules": "desk-rules"},
    "hands": {
        "phone-seat": "phone-first-hand-N",
        "phone-scoring": "phone-scoring-N",
        "phone-no-wifi": "phone-no-wifi",
        "phone-agree": "phone-sign",
        "correct": "board-correct",
    },
    "disputes": {"phone-two-answers": "phone-dispute"},
    "bids": {"phone-bids": "phone-bids"},
    "one_table": {"phone-single-table": "phone-one-table"},
    "game_clock": {"screen-seats": "screen-where-to-sit"},
    "middle_of_the_night": {
        "changes": "desk-changes-arrive",
        "quick-entry": "desk-quick-5",
        "shelf": "desk-print",
    },
    "end_of_the_night": {"prizes": "desk-prizes-closed"},
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
    """Return the size of a picture's page."""
    return PHONE if name.startswith("phone") else LAPTOP


def save(name: str, picture: Image.Image, colors: int = COLORS) -> None:
    """Write a picture in a few colors."""
    file = FOLDER / f"{name}.png"
    picture.convert("RGB").quantize(colors, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name} {file.stat().st_size / 1000:.1f} kB", flush=True)


def take(playwright: Playwright, wanted: Collection[str]) -> None:
    """Take these pictures, story by story."""
    from tally.presenters import paper_needed
    from tests.simulations import page_states
    from tests.support.chromium import CHROMIUM, CHROMIUM_FLAGS
    from tests.support.counted_pages import count_at_once
    from tournament.night.charts import load_charts
    from tournament.planning import night_plan, shipped

    load_charts()
    with (
        patch.object(shipped, "SEARCH_SECONDS", 0.03),
        patch.object(night_plan, "REPLAN_SECONDS", 0.03),
        patch.object(paper_needed, "count_pages", count_at_once),
    ):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        for story, pictures in STATES.items():
            left = {state: name for name, state in pictures.items() if name in wanted}
            states: Iterator[Any] = getattr(page_states, story)() if left else iter(())
            for state, client, source, *action in states:
                if name := left.pop(state, ""):
                    save(name, _screenshot(chromium, size_of(name), client, source, action[0] if action else None))
                if not left:
                    break
            assert not left, f"{story} has no state {', '.join(left)}"
        if BOARD in wanted:
            save(BOARD, _screenshot(chromium, LAPTOP, *board()))


def _screenshot(
    chromium: Any, size: tuple[int, int], client: Any, source: Any, action: Callable[[Any], object] | None = None
) -> Image.Image:
    from tests.support.serverless_browser import SITE, ServerlessBrowser

    with ServerlessBrowser(chromium, client, size=size, reduced_motion="reduce", color_scheme="light") as serverless:
        page = serverless.open(source if isinstance(source, str) else "/j/")
        if not isinstance(source, str):
            page.set_content(source.content.decode().replace("<head>", f'<head><base href="{SITE}">'))
        if action:
            action(page)
        page.evaluate("document.fonts.ready")
        picture = Image.open(BytesIO(page.screenshot()))
        end = page.evaluate("document.querySelector('body > footer')?.getBoundingClientRect().bottom") or size[1]
        return picture if size == PHONE else picture.crop((0, 0, size[0], min(size[1], round(end))))


def board() -> tuple[Any, str]:
    """Stage the organizer's board with five tables in different states."""
    from tests.simulations.page_states import Side, StagedNight, play_hands

    staged = StagedNight(20, names=PLAYERS, games=8)
    for number in (1, 2):
        staged.play_round(number)
    for table, results in enumerate(BOARD_HANDS, 1):
        play_hands(staged.game(3, table), *results)
    for side in Side:
        staged.sign(side, game=3, table=1)
    staged.sign(Side.NS, agrees=False, game=3, table=5)
    return staged.organizer()


def tally_card() -> Image.Image:
    """Draw one of the four tally cards on a page of filled cards, in the middle of a night."""
    from tally.paper.document import Job
    from tally.paper.measures import Paper
    from tally.printing.catalog import draw
    from tests.simulations.page_states import StagedNight

    staged = StagedNight(12)
    for number in range(1, 6):
        staged.play_round(number)
    page = pypdfium2.PdfDocument(draw(staged.night, "filled-cards", Job(Paper.LETTER), ADDRESS))[0]
    four = page.render(scale=2 * CARD_WIDTH / page.get_width()).to_pil()
    return four.crop((0, 0, four.width // 2, four.height // 2))


def main() -> None:
    """Take all pictures, or those that the command line names."""
    names = [name for pictures in STATES.values() for name in pictures] + [BOARD, TALLY_CARD]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="these pictures only")
    wanted = parser.parse_args().only
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright leaves an event loop running in this thread
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, temporary_database():
        from django.conf import settings

        settings.ADDRESS = ADDRESS
        take(playwright, wanted)
        if TALLY_CARD in wanted:
            save(TALLY_CARD, tally_card())


if __name__ == "__main__":
    main()
