"""The printed suite as a whole: print checks of every sheet, one document of all, print jobs, the print page."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tally.paper.document import Job, compose
from tally.paper.measures import Paper
from tally.printing.catalog import EVERYTHING, SHEETS, When, draw, for_tonight, prepare
from tally.printing.print_jobs import Printing, run_print_job
from tests.support.help_pages import chapter_page
from tests.support.night import ORGANIZER
from tests.support.paper_checks import read_words
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import (
    HEADING,
    card,
    draw_standings,
    draw_tally_cards,
    fairness_pdf,
    full_sheet,
    random_balance,
    rules_pdf,
    standing_rows,
)
from tests.support.sheet_checks import check_sheet
from tournament.models import Game, Night
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.signup import sign_up
from tournament.people.errors import Refused
from tournament.planning.rounds import game_count


@pytest.fixture
def thirteen_players(club: object) -> Any:
    """A night of thirteen with names in many scripts, every hand of its four games scored."""
    return make_printed_night(13, 4)


# Every sheet


FOR_TWELVE = {"tally-cards-with-movement"}  # sheets with room for no more


@pytest.mark.sample(3)
@pytest.mark.parametrize("slug", [slug for slug, sheet in SHEETS.items() if sheet.progressive])
def test_every_sheet_passes_the_print_checks(slug: str, request: pytest.FixtureRequest, club: object) -> None:
    """Check two ways to print each sheet; `python -m tests.simulations.check_paper` checks all."""
    night = make_printed_night(12, 4) if slug in FOR_TWELVE else request.getfixturevalue("thirteen_players")
    check_sheet(night, slug, Job(Paper.LETTER))
    found = check_sheet(night, slug, Job(Paper.A4, large=True, crop_marks=True))
    assert found.smallest >= 16 and found.words > 10


@pytest.mark.parametrize("slug", SHEETS)
def test_every_sheet_has_a_description_and_a_picture(slug: str) -> None:
    sheet = SHEETS[slug]
    assert sheet.slug == slug and sheet.about.endswith(".") and len(sheet.about) < 90
    picture = finders.find(f"tally/sheets/{slug}.webp")
    assert picture and Path(picture).stat().st_size < 11_000


def test_help_shows_every_sheet_with_its_name() -> None:
    pictures = chapter_page("printing").pictures
    shown = [
        (address.split("/")[-1].split(".")[0], text) for address, text in pictures.items() if "/sheets/" in address
    ]
    assert shown == [(slug, f"The first page: {sheet.title}") for slug, sheet in SHEETS.items()]


def test_unsigned_tables_are_noted_in_one_line_for_each_game(thirteen_players: Any) -> None:
    Game.objects.filter(round__night=thirteen_players, round__number=2).update(signed_at=None)
    text = pypdfium2.PdfDocument(draw(thirteen_players, "standings", Job(), SITE))[0].get_textpage().get_text_bounded()
    assert text.count("not confirmed by both sides") == 1
    assert "Game 2, tables 1, 2 and 3: not confirmed by both sides." in text


def test_one_players_card_can_be_printed_alone(thirteen_players: Any) -> None:
    pdf = draw(thirteen_players, "tally-cards", Job(Paper.A4, only=5), SITE)
    (page,) = pypdfium2.PdfDocument(pdf)
    assert [word.text for word in read_words(page) if word.size == 24] == ["5", "5"], "in both corners"
    with pytest.raises(Refused, match="Nobody has the number 14 tonight"):
        draw(thirteen_players, "tally-cards", Job(Paper.A4, only=14), SITE)


def test_the_code_on_a_card_leads_to_its_player(thirteen_players: Any, client: Client) -> None:
    pdf = draw(thirteen_players, "tally-cards", Job(Paper.A4), SITE)
    with pdfplumber.open(BytesIO(pdf)) as document:
        links = [link["uri"] for page in document.pages for link in page.hyperlinks]
    assert links == [f"{SITE}/J/{entry.sealed_key}".upper() for entry in thirteen_players.entries.order_by("number")]
    assert "Erzsébet" in client.get(links[1].removeprefix(SITE.upper())).content.decode()


# The document


def test_the_whole_suite_is_one_document_in_printing_order(thirteen_players: Any) -> None:
    pdf = draw(thirteen_players, EVERYTHING, Job(Paper.LETTER), SITE)
    outline = [(entry.level, entry.get_title()) for entry in pypdfium2.PdfDocument(pdf).get_toc()]
    assert [title for level, title in outline if level == 0] == [
        sheet.title for sheet in SHEETS.values() if sheet.when == When.BEFORE and sheet.progressive
    ]
    rules, cards = ["Tonight’s rules", "How to play", "An example"], ["1 to 4", "5 to 8", "9 to 12", "13"]
    assert [title for level, title in outline if level == 1][:7] == [*rules, *cards]
    sizes = {(page.get_size(), page.get_rotation()) for page in pypdfium2.PdfDocument(pdf)}
    assert sizes == {((Paper.LETTER.width, Paper.LETTER.height), 0)}
    close_night(night=thirteen_players, who=ORGANIZER)
    thirteen_players.refresh_from_db()
    assert {sheet.slug for sheet in for_tonight(thirteen_players)} >= {"standings", "filled-cards"}


def test_the_file_has_its_title_in_any_script(thirteen_players: Any) -> None:
    thirteen_players.name = "Вечер 王 \ud83d😀"
    pdf = draw(thirteen_players, "rules", Job(), SITE)
    with pdfplumber.open(BytesIO(pdf)) as document:
        catalog = document.doc.catalog
        assert document.metadata["Title"] == "Rules: Вечер 王 😀 · Friday, June 12, 2026"
        assert (document.metadata["Author"], catalog["Lang"]) == ("Euchre Night", b"en")


def test_a_date_is_written_as_it_is_where_the_paper_is_used(thirteen_players: Any) -> None:
    for paper, date in ((Paper.LETTER, "Friday, June 12, 2026"), (Paper.A4, "Friday, 12 June 2026")):
        text = pypdfium2.PdfDocument(draw(thirteen_players, "standings", Job(paper), SITE))[0].get_textpage()
        assert date in text.get_text_bounded()


@pytest.mark.parametrize(
    ("slug", "sides"), [("tally-cards", "Simplex"), ("rules", "DuplexFlipLongEdge"), (EVERYTHING, "Simplex")]
)
def test_a_file_asks_the_printer_for_one_side_and_actual_size(thirteen_players: Any, slug: str, sides: str) -> None:
    """A printer that uses both sides by itself would put card 5 behind card 1."""
    with pdfplumber.open(BytesIO(draw(thirteen_players, slug, Job(), SITE))) as document:
        preferences = document.doc.catalog["ViewerPreferences"].resolve()
    assert (preferences["Duplex"].name, preferences["PrintScaling"].name) == (sides, "None")


@pytest.mark.long
def test_the_same_night_gives_the_same_bytes_in_any_process(thirteen_players: Any, tmp_path: Path) -> None:
    work = prepare(thirteen_players, EVERYTHING, Job(Paper.A4, large=True), SITE)
    here = compose(*work)
    assert here == compose(*prepare(thirteen_players, EVERYTHING, Job(Paper.A4, large=True), SITE))
    settings.DATA_DIR, data_dir = tmp_path, settings.DATA_DIR
    try:
        there = run_print_job(work, patience=120)
    finally:
        settings.DATA_DIR = data_dir
    assert there.content == here


def draw_samples() -> bytes:
    """Return several sheets of made-up values, one after the other."""
    return b"".join(
        (
            draw_tally_cards(HEADING, full_sheet(11, 5), Paper.A4),
            draw_standings(HEADING, standing_rows(30, 7), Paper.LETTER),
            fairness_pdf(random_balance(30, 8), Paper.A4),
            rules_pdf("barrie"),
        )
    )


def test_the_same_values_give_the_same_bytes_in_any_process() -> None:
    script = (
        "import sys, django; django.setup(); import tests.paper.test_printed_suite as suite\n"
        "sys.stdout.buffer.write(suite.draw_samples())"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout == draw_samples()


# Print jobs


@pytest.fixture
def print_folder(tmp_path: Path, settings: Any) -> Path:
    """The folder of print jobs, in a data folder of the test's own."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "prints"


def test_two_clicks_start_one_print_job_and_a_reload_finds_the_file(
    thirteen_players: Any, print_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr(
        "tally.printing.print_jobs.subprocess.Popen", lambda *args, **options: started.append(args) or IdleWorker()
    )
    work = prepare(thirteen_players, "rules", Job(), SITE)
    assert [run_print_job(work, patience=0) for _ in range(2)] == [Printing(None)] * 2 and len(started) == 1
    (file,) = print_folder.iterdir()
    assert print_folder.stat().st_mode & 0o77 == 0, "cards contain keys"
    file.write_text("2 5 12", encoding="ascii")
    assert run_print_job(work, patience=0) == Printing(None, 2, 5, 12)
    file.with_suffix(".pdf").write_bytes(b"%PDF")
    assert run_print_job(work, patience=0).content == b"%PDF" and len(started) == 1


def test_a_file_that_another_print_job_has_just_removed_is_ignored(
    thirteen_players: Any, print_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed, iterdir = print_folder / "removed.pdf", Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda folder: [*iterdir(folder), removed])
    monkeypatch.setattr("tally.printing.print_jobs._claims", lambda file: False)
    assert run_print_job(prepare(thirteen_players, "rules", Job(), SITE), patience=0) == Printing(None)


class IdleWorker:
    """A worker that reads its job and does nothing."""

    stdin = BytesIO()

    def __init__(self) -> None:
        self.stdin = BytesIO()

    def poll(self) -> int:
        return 0


def test_a_print_job_refuses_what_cannot_be_drawn(print_folder: Path) -> None:
    from functools import partial

    from tally.paper.tally_cards import draw_tally_cards as draw_cards

    work = "Cards", Job(), [("Cards", partial(draw_cards, heading=HEADING, cards=[card(games=30)]))]
    with pytest.raises(Refused, match="room for 20 games, not 30"):
        run_print_job(work, patience=120)


def test_a_failed_print_job_is_reported_and_not_repeated_forever(print_folder: Path, capfd: Any) -> None:
    with pytest.raises(Refused, match="Print its sheets one by one"):
        run_print_job(("Broken", Job(), [("Broken", len)]), patience=120)
    log, until = "", time.monotonic() + 60
    while "TypeError" not in log and time.monotonic() < until:  # the worker writes it after its answer
        time.sleep(0.02)
        log += capfd.readouterr().err
    assert "TypeError" in log


def test_the_worker_needs_no_django() -> None:
    script = "import sys; sys.modules['django'] = None; import tally.printing.worker"
    assert subprocess.run([sys.executable, "-c", script], cwd=settings.BASE_DIR, check=False).returncode == 0


# The print page


def test_the_print_page_lists_every_sheet_and_why_some_cannot_be_printed_yet(
    organizer: Client, empty_night: Night
) -> None:
    sign_up(night=empty_night, names=["Ann Miller", "Bob Stone"], who=ORGANIZER)
    html = organizer.get(f"/n/{empty_night.slug}/print/").content.decode()
    sheets = [sheet for sheet in SHEETS.values() if sheet.progressive]
    assert [sheet.slug for sheet in sheets if sheet.title not in html] == ["treasurer"], "money is not kept"
    Night.objects.filter(pk=empty_night.pk).update(money=True)
    html = organizer.get(f"/n/{empty_night.slug}/print/").content.decode()
    for sheet in sheets:
        assert sheet.title in html and sheet.about in html and f"tally/sheets/{sheet.slug}" in html
    assert "Draw the numbers first" in html and "Start the night first" in html
    assert f'action="/n/{empty_night.slug}/print/rules/"' in html
    assert f'action="/n/{empty_night.slug}/print/standings/"' not in html
    assert "Print on one side, at actual size." in html and html.count("prints on both sides of the paper") == 2


def test_paper_and_type_size_are_chosen_once_for_the_night(organizer: Client, night: Night) -> None:
    answer = organizer.post(f"/n/{night.slug}/print/", {"paper": "a4", "large_print": "on"})
    assert answer.status_code == 302
    night.refresh_from_db()
    assert (night.paper, night.large_print, night.crop_marks) == ("a4", True, False)
    pdf = organizer.get(f"/n/{night.slug}/print/tally-cards.pdf").content
    assert pypdfium2.PdfDocument(pdf)[0].get_size() == pytest.approx((842, 595), abs=1)
    requested = organizer.get(f"/n/{night.slug}/print/tally-cards.pdf?paper=letter&print=normal&only=3").content
    assert len(pypdfium2.PdfDocument(requested)) == 1
    assert pypdfium2.PdfDocument(requested)[0].get_size() == (612, 792)
    assert organizer.post(f"/n/{night.slug}/print/", {"paper": "foolscap"}).status_code == 409


def test_the_page_shows_the_progress_of_a_print_job(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [Printing(None, 2, 5, 12), Printing(b"%PDF-1.4")]
    monkeypatch.setattr("tally.views.print_answers.run_print_job", lambda *args: answers.pop(0))
    waiting = organizer.get(f"/n/{night.slug}/print/everything.pdf")
    assert waiting["Refresh"] == "1" and re.search(r"Sheet 2 of 5,\s+12 pages done", waiting.content.decode())
    assert organizer.get(f"/n/{night.slug}/print/everything.pdf")["Content-Type"] == "application/pdf"


@pytest.mark.parametrize("page", ["", "table-charts.pdf", "everything.pdf"])
def test_printing_while_another_desk_goes_back_to_sign_up_is_refused(
    organizer: Client, night: Night, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """The seats have been read when it goes back, and the games have not been counted yet."""

    def gone_meanwhile(night: Night) -> int:
        if night.rounds.exists():
            back_to_sign_up(night=night, who=ORGANIZER)
        return game_count(night)

    monkeypatch.setattr("tally.printing.tonight.game_count", gone_meanwhile)
    answer = organizer.get(f"/n/{night.slug}/print/{page}")
    assert answer.status_code == (409 if page else 200)
