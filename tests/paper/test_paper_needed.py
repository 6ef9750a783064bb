"""The paper that a night needs: pages counted without drawing, copies, both sides, and the sum of a file of several."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.paper.page_count import page_counts
from tally.presenters import paper_needed
from tally.presenters.paper_needed import Needed, papers_needed, papers_of_file
from tally.printing.catalog import EVERYTHING, SHEETS, Tonight, draw, for_tonight, prepare, reason_not_printable
from tests.support.night import CAST, ORGANIZER
from tests.support.printed_nights import SITE, make_printed_night
from tournament.models import Night
from tournament.night.signup import sign_up


@pytest.fixture
def twelve_players(club: object) -> Any:
    """A night of twelve with every hand of its four games scored."""
    return make_printed_night(12, 4)


def pages_of(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


@pytest.mark.parametrize("slug", [slug for slug, sheet in SHEETS.items() if sheet.progressive])
def test_pages_are_counted_as_they_are_drawn(slug: str, twelve_players: Any) -> None:
    for job in (Job(), Job(Paper.A4, large=True, crop_marks=True)):
        title, job, drawings = prepare(twelve_players, slug, job, SITE)
        counted = page_counts(job, [drawing for _, drawing in drawings])
        assert counted == [pages_of(compose(title, job, drawings))], f"{slug}, {job}"


def test_copies_pages_and_sheets_are_said_as_briefly_as_they_are_clear() -> None:
    words = {
        (25, 1, False): "25 copies · 1 page · 25 sheets of paper",
        (25, 3, True): "25 copies · 3 pages · 50 sheets of paper",
        (1, 12, True): "12 pages · 6 sheets of paper",  # 24 cards with backs, four to a page
        (1, 6, False): "6 sheets of paper",
        (1, 1, True): "1 sheet of paper",
    }
    for (copies, pages, both_sides), said in words.items():
        assert Needed(copies, pages, both_sides, "paper").words == said
    assert Needed(1, 2, False, "labels").words == "2 sheets of labels"


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("rules", "3 copies · 3 pages · 6 sheets of paper"),  # one a table
        ("score-slips", "2 copies · 1 page · 2 sheets of paper"),  # three tables, four games, six slips to a page
        ("tally-cards", "3 sheets of paper"),
        ("program", "24 pages · 12 sheets of paper"),
        ("table-tents", "3 sheets of paper"),
        ("wall-board-large", "1 sheet of paper"),
        ("labels", "1 sheet of labels"),
    ],
)
def test_the_night_says_how_often_it_needs_a_sheet(slug: str, words: str, twelve_players: Any) -> None:
    Night.objects.filter(pk=twelve_players.pk).update(deals=4)
    twelve_players.refresh_from_db()
    needed = papers_needed(Tonight(twelve_players, Job(), SITE), [SHEETS[slug]])
    assert needed and needed[slug].words == words


def test_before_numbers_are_drawn_the_program_is_one_sheet_to_copy(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:10], who=ORGANIZER)
    needed = papers_needed(Tonight(empty_night, Job(), SITE), [SHEETS["program"], SHEETS["rules"]])
    assert needed and [one.copies for one in needed.values()] == [10, 2]


def test_everything_counts_its_own_pages_and_the_copies_besides(twelve_players: Any) -> None:
    tonight = Tonight(twelve_players, Job(), SITE)
    sheets = [sheet for sheet in for_tonight(twelve_players) if not reason_not_printable(sheet, tonight)]
    needed = papers_needed(tonight, sheets)
    pages = pages_of(draw(twelve_players, EVERYTHING, Job(), SITE))
    assert needed
    more = sum((one.copies - 1) * one.papers for one in needed.values())
    slips = needed["score-slips"].copies
    assert papers_of_file(needed, sheets) == (
        f"{pages} sheets of paper, or {pages + more} with all copies: Rules × 3, Score slips × {slips}."
    )


def test_a_sheet_that_is_refused_as_it_is_drawn_has_no_count(twelve_players: Any) -> None:
    from functools import partial

    from tally.paper.tally_cards import draw_tally_cards
    from tests.support.printed_pages import HEADING, card

    assert page_counts(Job(), [partial(draw_tally_cards, heading=HEADING, cards=[card(games=30)])]) == [0]


def test_a_second_look_asks_as_little_for_many_players_as_for_few(organizer: Client, night: Night) -> None:
    queries = []
    for more in ((), [f"Guest {number}" for number in range(30)]):
        Night.objects.filter(pk=night.pk).update(status="sign-up")
        night.refresh_from_db()
        if more:
            sign_up(night=night, names=more, who=ORGANIZER)
        organizer.get(f"/n/{night.slug}/print/")
        with CaptureQueriesContext(connection) as caught:
            assert "sheets of paper" in organizer.get(f"/n/{night.slug}/print/").content.decode()
        queries.append(len(caught))
    assert queries[0] == queries[1] <= 45


def test_counts_are_made_once_until_the_night_changes(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    count = paper_needed.page_counts
    monkeypatch.setattr(paper_needed, "page_counts", lambda *args: made.append(1) or count(*args))
    shelf = f"/n/{night.slug}/print/"
    for _ in range(2):
        organizer.get(shelf)
    assert len(made) == 1
    organizer.post(shelf, {"paper": "a4"})
    organizer.get(shelf)
    assert len(made) == 2


def test_a_large_night_is_counted_in_another_process(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, settings: Any
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(paper_needed, "AT_ONCE", 4)
    monkeypatch.setattr(paper_needed, "PATIENCE", 0)
    page = organizer.get(f"/n/{night.slug}/print/").content.decode()
    assert "sheets of paper" not in page and 'hx-trigger="load delay:1s"' in page, "it asks again by itself"
    monkeypatch.setattr(paper_needed, "PATIENCE", 120)
    page = organizer.get(f"/n/{night.slug}/print/").content.decode()
    assert "2 sheets of paper" in page and "hx-trigger" not in page.partition('id="sheets"')[2].partition(">")[0]
    caches["pages"].clear()
