"""The paper that a night needs: pages counted without drawing, copies, both sides, and the sum of a file of several."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.paper.page_count import page_counts
from tally.presenters import paper_needed
from tally.presenters.paper_needed import Needed, papers_needed, papers_of_file
from tally.printing import print_jobs
from tally.printing.catalog import EVERYTHING, SHEETS, Tonight, draw, for_tonight, prepare, reason_not_printable
from tally.printing.print_jobs import Counted, count_pages, run_print_job
from tests.support.night import CAST, ORGANIZER, play_hands
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.single_table import TABLES, open_table
from tournament.models import Club, Night, Player
from tournament.night.signup import sign_up


@pytest.fixture
def twelve_players(club: object) -> Any:
    """A night of twelve with every hand of its four games scored."""
    return make_printed_night(12, 4)


def pages_of(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


@pytest.mark.sample(3)
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
    needed, _ = papers_needed(Tonight(twelve_players, Job(), SITE), [SHEETS[slug]])
    assert needed[slug].words == words


def test_before_numbers_are_drawn_the_program_is_one_sheet_to_copy(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:10], who=ORGANIZER)
    needed, _ = papers_needed(Tonight(empty_night, Job(), SITE), [SHEETS["program"], SHEETS["rules"]])
    assert [one.copies for one in needed.values()] == [10, 2]


def test_everything_counts_its_own_pages_and_the_copies_besides(twelve_players: Any) -> None:
    tonight = Tonight(twelve_players, Job(), SITE)
    sheets = [sheet for sheet in for_tonight(twelve_players) if not reason_not_printable(sheet, tonight)]
    needed, _ = papers_needed(tonight, sheets)
    pages = pages_of(draw(twelve_players, EVERYTHING, Job(), SITE))
    more = 2 * needed["rules"].pages + needed["score-slips"].copies - 1  # on one side, too
    slips = needed["score-slips"].copies
    assert needed["rules"].pages == 3 and needed["rules"].papers == 2
    assert papers_of_file(needed, sheets).replace("\u00a0", " ") == (
        f"{pages} sheets of paper, or {pages + more} with all copies: Rules × 3, Score slips × {slips}."
    )


def test_a_sheet_that_is_refused_as_it_is_drawn_has_no_count(twelve_players: Any) -> None:
    from tally.paper.tally_cards import draw_tally_cards
    from tests.support.printed_pages import HEADING, card

    assert page_counts(Job(), [partial(draw_tally_cards, heading=HEADING, cards=[card(games=30)])]) == [0]


@pytest.fixture
def counted_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> Iterator[list[object]]:
    """Pages are counted in another process, as a server has it; the processes that were started."""
    settings.DATA_DIR = tmp_path
    started: list[subprocess.Popen[bytes]] = []

    def start(*args: Any, **options: Any) -> Any:
        started.append(subprocess.Popen(*args, **options))
        return started[-1]

    monkeypatch.setattr(print_jobs, "subprocess", SimpleNamespace(Popen=start, PIPE=subprocess.PIPE))
    monkeypatch.setattr(print_jobs, "_counters", [])
    monkeypatch.setattr(paper_needed, "count_pages", print_jobs.count_pages)
    yield started
    for process in started:
        process.wait()


def shelf_of(client: Client, night: Night) -> str:
    return client.get(f"/n/{night.slug}/print/").content.decode()


def polled(client: Client, night: Night) -> str:
    """What the page asks for each second while pages are counted."""
    return client.get(
        f"/n/{night.slug}/print/", headers={"HX-Request": "true", "HX-Target": "counting"}
    ).content.decode()


def is_counting(page: str) -> bool:
    return 'hx-trigger="load delay:1s"' in page


@pytest.mark.long
def test_the_shelf_waits_for_no_count_and_only_words_are_swapped(
    organizer: Client, night: Night, counted_apart: list[Any]
) -> None:
    page = shelf_of(organizer, night)
    assert is_counting(page) and ">…</b>" in page and len(counted_apart) == 1
    assert "sheets of paper" not in page and 'id="paper-for-everything"></span>' in page
    counted_apart[0].wait()
    words = polled(organizer, night)
    assert not is_counting(words) and "<form" not in words and "<li" not in words
    assert re.search(r'id="needed-tally-cards"\s+hx-swap-oob="true"\s*>\s*<p><b>2 sheets of paper</b>', words)
    assert re.search(r'id="zipped-tally-cards"\s+hx-swap-oob="true"\s*>ZIP of 2</span>', words)
    assert re.search(r'id="zipped-wifi-poster"\s+hx-swap-oob="true"\s*></span>', words)
    assert re.search(r'id="paper-for-everything" hx-swap-oob="true">\d+ sheets of paper, or', words)
    assert not is_counting(shelf_of(organizer, night)) and len(counted_apart) == 1


@pytest.mark.long
def test_a_second_look_asks_as_little_for_many_players_as_for_few(
    organizer: Client, night: Night, counted_apart: list[Any]
) -> None:
    queries = []
    for more in ((), [f"Guest {number}" for number in range(30)]):
        Night.objects.filter(pk=night.pk).update(status="sign-up")
        night.refresh_from_db()
        if more:
            sign_up(night=night, names=more, who=ORGANIZER)
        organizer.get(f"/n/{night.slug}/print/")
        counted_apart[-1].wait()
        with CaptureQueriesContext(connection) as caught:
            assert "sheets of paper" in organizer.get(f"/n/{night.slug}/print/").content.decode()
        queries.append(len(caught))
    assert queries[0] == queries[1] <= 45


@pytest.mark.long
def test_a_hand_and_a_minute_count_nothing_anew_and_what_was_counted_last_is_shown_meanwhile(
    organizer: Client, night: Night, counted_apart: list[Any]
) -> None:
    shelf_of(organizer, night)
    counted_apart[0].wait()
    play_hands(night.rounds.get(number=1).games.get(table=1), "NS:5")
    shelf_of(organizer, night)  # keepsakes and certificates now have somebody
    counted_apart[1].wait()
    for hand in ("EW:5", "NS:5"):
        play_hands(night.rounds.get(number=1).games.get(table=1), hand)
        assert not is_counting(shelf_of(organizer, night))
    assert len(counted_apart) == 2
    organizer.post(f"/n/{night.slug}/print/", {"paper": "a4", "theme": "plain"})
    page = shelf_of(organizer, night)
    assert is_counting(page) and "2 sheets of paper" in page and len(counted_apart) == 3


def test_the_shelf_says_where_pages_are_too_many_for_pictures(
    organizer: Client, night: Night, counted_apart: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf_of(organizer, night)
    counted_apart[0].wait()
    monkeypatch.setattr("tally.presenters.shelf.MOST_PAGES", 1)
    page = shelf_of(organizer, night)
    assert re.search(r'id="zipped-tally-cards"\s*>too many pages</span>', page)
    assert re.search(r'id="zipped-wifi-poster"\s*></span>', page)


@pytest.mark.long
def test_a_night_that_changes_all_the_time_is_counted_once_at_a_time(
    organizer: Client, night: Night, counted_apart: list[Any]
) -> None:
    for name in ("Ann One", "Ann Two", "Ann Three", "Ann Four"):
        Player.objects.filter(entries__night=night, entries__number=1).update(paper_name=name)
        assert is_counting(polled(organizer, night))
        assert sum(one.poll() is None for one in counted_apart) <= 1
    counted_apart[-1].wait()
    polled(organizer, night)
    counted_apart[-1].wait()
    assert not is_counting(polled(organizer, night))


def test_a_count_waits_for_no_print(night: Night, counted_apart: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_jobs, "_workers", [])
    monkeypatch.setattr(print_jobs, "MOST_AT_ONCE", 0)
    work = prepare(night, "rules", Job(), SITE)
    assert run_print_job(work, patience=0).content is None and not counted_apart
    count_pages("night-1", "as it is", Job(), lambda: work[2])
    assert counted_apart[0].wait() == 0
    assert count_pages("night-1", "as it is", Job(), lambda: work[2]) == Counted({"Rules": 3}, is_current=True)
    assert count_pages("night-1", "as it was", Job(), lambda: work[2]) == Counted({"Rules": 3}, is_current=False)


@pytest.mark.long
def test_a_count_that_fails_or_hangs_is_not_made_forever(
    counted_apart: list[Any], capfd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(seconds: float, of: str) -> Counted:
        return count_pages("night-1", of, Job(), lambda: [("rules", partial(hang, seconds))])

    assert not count(-1, "broken").is_current  # no time can be slept for less than none: the process ends
    assert counted_apart[0].wait() != 0
    assert count(-1, "broken") == Counted({}, is_current=True) and len(counted_apart) == 1
    assert not count(600, "hanging").is_current and not count(600, "hanging").is_current
    monkeypatch.setattr(print_jobs, "ABANDONED_AFTER", 0)
    assert count(600, "hanging") == Counted({}, is_current=True) and counted_apart[1].poll() is not None
    assert len(counted_apart) == 2


def hang(seconds: float, document: object) -> None:
    time.sleep(seconds)


def test_pages_are_counted_again_after_a_while(counted_apart: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    count_pages("night-1", "night", Job(), list)
    counted_apart[0].wait()
    assert count_pages("night-1", "night", Job(), list).is_current
    monkeypatch.setattr(print_jobs, "COUNTED_FOR", 0)
    assert not count_pages("night-1", "night", Job(), list).is_current and len(counted_apart) == 2


@pytest.mark.sample(5)
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_single_table_is_one_table(variant: str, players: int, club: Club) -> None:
    table = open_table(club, variant, players)
    needed, _ = papers_needed(Tonight(table, Job(), SITE), [SHEETS["rules"]])
    assert needed["rules"].copies == 1


@pytest.mark.long
def test_a_process_that_ends_before_it_has_read_its_work_breaks_no_page(
    counted_apart: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(print_jobs.settings, "BASE_DIR", tmp_path)  # without the module of `hang`

    def count() -> Counted:
        return count_pages("night-1", "night", Job(), lambda: [("rules", partial(hang, 10**6))] * 100_000)

    assert not count().is_current
    counted_apart[0].wait()
    assert count() == Counted({}, is_current=True)
