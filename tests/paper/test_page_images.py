"""Pages as PNG: a picture, or a ZIP of several; drawn in the worker, read by a code reader, limited as all prints."""

from __future__ import annotations

import os
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
import zxingcpp
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image

from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing import page_images, print_jobs, worker
from tally.printing.catalog import draw, prepare
from tally.printing.page_images import DPI, write_images
from tally.printing.print_jobs import Output, Printing, run_print_job
from tests.support.printed_nights import SITE
from tests.support.sheet_checks import card_codes
from tournament.models import Night
from tournament.people.errors import Refused


@pytest.fixture
def print_folder(tmp_path: Path, settings: Any) -> Path:
    """The folder of print jobs, in a data folder of the test's own."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "prints"


def pictures(file: bytes) -> dict[str, Image.Image]:
    """Return the pictures in a ZIP by name."""
    with ZipFile(BytesIO(file)) as archive:
        return {name: Image.open(BytesIO(archive.read(name))) for name in archive.namelist()}


@pytest.mark.long
def test_several_pages_are_a_zip_in_which_all_codes_can_be_read(night: Night, print_folder: Path) -> None:
    work = prepare(night, "tally-cards", Job(), SITE)
    content = run_print_job(work, Output.PNG, patience=120).content
    assert content
    pages = pictures(content)
    assert list(pages) == ["tally-cards-1.png", "tally-cards-2.png"]
    assert {page.size for page in pages.values()} == {(1700, 2200)}, "Letter at 200 dots an inch"
    assert pages["tally-cards-1.png"].info["dpi"] == pytest.approx((DPI, DPI), abs=0.1)
    codes = [code.text for page in pages.values() for code in zxingcpp.read_barcodes(page.convert("L"))]
    assert sorted(codes) == sorted(card_codes(night, Job()))
    assert content == run_print_job(prepare(night, "tally-cards", Job(), SITE), Output.PNG, patience=120).content


@pytest.mark.parametrize(("slug", "size"), [("wifi-poster", (1654, 2339)), ("wall-board-large", (3307, 2339))])
def test_one_page_is_a_picture_as_large_as_its_paper(night: Night, tmp_path: Path, slug: str, size: Any) -> None:
    file = tmp_path / "page.png"
    assert write_images(draw(night, slug, Job(Paper.A4), SITE), file, slug) == 1
    page = Image.open(file)
    assert page.format == "PNG" and page.size in (pytest.approx(size, abs=1), pytest.approx(size[::-1], abs=1))


def test_ink_is_black_and_paper_white(night: Night, tmp_path: Path) -> None:
    file = tmp_path / "page.png"
    write_images(draw(night, "wifi-poster", Job(), SITE), file, "poster")
    colors = {color for _, color in Image.open(file).convert("RGB").getcolors() or []}
    assert {(0, 0, 0), (255, 255, 255)} <= colors and len(colors) <= 64


def test_too_many_pages_are_refused(night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_images, "MOST_PAGES", 1)
    with pytest.raises(Refused, match="These are 2 pages, and pictures are for up to 1"):
        write_images(draw(night, "tally-cards", Job(), SITE), tmp_path / "pages", "cards")


def test_a_worker_refuses_too_many_pages_before_it_draws_one(
    night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_images, "MOST_PAGES", 1)
    drawn: list[object] = []
    monkeypatch.setattr(worker, "compose", lambda *args: drawn.append(args))
    work = prepare(night, "tally-cards", Job(), SITE)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(pickle.dumps(work))))
    worker.work(tmp_path / "cards.png")
    assert "These are 2 pages" in (tmp_path / "cards.refused").read_text(encoding="utf-8") and not drawn


@pytest.mark.parametrize("output", [Output.PNG, Output.COUNTS])
def test_pictures_and_counts_say_with_each_page_that_they_live(
    output: Output, night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress, heard = tmp_path / "cards.progress", []
    touch = Path.touch
    monkeypatch.setattr(Path, "touch", lambda path: heard.append(path) or touch(path))
    work = prepare(night, "tally-cards", Job(), SITE)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(pickle.dumps(work))))
    worker.work(tmp_path / f"cards.{output}")
    assert heard == [progress] * (4 if output is Output.PNG else 2), "two pages counted, two composed"


@pytest.mark.long
def test_the_server_sends_a_picture_to_show_and_a_zip_to_save(
    night: Night, organizer: Client, print_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tally.views.print_answers.run_print_job", lambda *work: run_print_job(*work[:2], patience=120))
    one = organizer.get(f"/n/{night.slug}/print/wifi-poster.png")
    assert (one["Content-Type"], one.content[:4]) == ("image/png", b"\x89PNG")
    assert one["Content-Disposition"] == f'inline; filename="wifi-poster-{night.slug}.png"'
    several = organizer.get(f"/n/{night.slug}/print/tally-cards.png")
    assert several["Content-Type"] == "application/zip"
    assert several["Content-Disposition"] == f'attachment; filename="tally-cards-{night.slug}.zip"'
    refused = organizer.get(f"/n/{night.slug}/print/tally-cards.png?only=99")
    assert refused.status_code == 409 and "Nobody has the number 99 tonight" in refused.content.decode()
    assert organizer.get(f"/n/{night.slug}/print/nothing.png").status_code == 404


def test_only_a_few_jobs_are_drawn_at_once(night: Night, print_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty buttons PNG pressed at once must not start thirty processes; who waits is drawn when one ends."""
    started: list[Any] = []

    def start(*args: Any, **options: Any) -> Any:
        started.append(SimpleNamespace(stdin=BytesIO(), ended=None))
        started[-1].poll = lambda worker=started[-1]: worker.ended
        return started[-1]

    monkeypatch.setattr(print_jobs.subprocess, "Popen", start)
    monkeypatch.setattr(print_jobs, "_workers", [])
    works = [prepare(night, slug, Job(), SITE) for slug in ("rules", "rotation", "wifi-poster")]
    assert [run_print_job(work, Output.PNG, patience=0) for work in works] == [Printing(None)] * 3
    assert len(started) == 2
    started[0].ended = 0
    assert run_print_job(works[2], Output.PNG, patience=0) == Printing(None) and len(started) == 3


def test_a_club_leaves_a_place_to_the_others_of_a_hosted_site(
    night: Night, print_folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    started: list[Any] = []

    def start(*args: Any, **options: Any) -> Any:
        started.append(SimpleNamespace(stdin=BytesIO(), poll=lambda: None))
        return started[-1]

    def jobs_of_two_clubs() -> list[int]:
        started.clear()
        monkeypatch.setattr(print_jobs, "_workers", [])
        for club, number in ((1, 1), (1, 2), (2, 3), (1, 4)):
            run_print_job(prepare(night, "rules", Job(only=number), SITE), patience=0, club=club)
        clubs = [worker.club for worker in print_jobs._workers]
        print_jobs.forget_prints()
        for file in print_folder.rglob("*.progress"):
            file.unlink()
        return clubs

    monkeypatch.setattr(print_jobs.subprocess, "Popen", start)
    settings.ACCOUNTS = True
    assert jobs_of_two_clubs() == [1, 2]
    settings.ACCOUNTS = False  # in a hall there is one club
    assert jobs_of_two_clubs() == [1, 1]


def test_a_job_that_is_stuck_is_ended_and_started_again(
    night: Night, print_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_jobs, "_workers", [])
    stuck = ("Stuck", Job(), [("Stuck", _sleep)])
    try:
        assert run_print_job(stuck, patience=0).content is None
        (first,) = print_jobs._workers
        assert run_print_job(stuck, patience=0).content is None and print_jobs._workers == [first]
        old = time.time() - print_jobs.ABANDONED_AFTER - 1
        print_jobs._workers[:] = [first._replace(started=old)]
        assert run_print_job(stuck, patience=0).content is None and print_jobs._workers[0].file == first.file
        assert first.process.poll() is None, "it has just said that it lives"
        os.utime(first.file.with_suffix(".progress"), (old, old))
        assert run_print_job(stuck, patience=0).content is None
        assert first.process.poll() is not None, "or two of it would draw"
        assert [one.process.poll() for one in print_jobs._workers] == [None]
    finally:
        for worker_ in print_jobs._workers:
            worker_.process.kill()
            worker_.process.wait()


def _sleep(document: object) -> None:
    time.sleep(600)


def test_many_threads_start_no_more_than_a_few(
    night: Night, print_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []

    def start(*args: Any, **options: Any) -> Any:
        time.sleep(0.05)  # others ask meanwhile
        started.append(SimpleNamespace(stdin=BytesIO(), poll=lambda: None))
        return started[-1]

    monkeypatch.setattr(print_jobs.subprocess, "Popen", start)
    monkeypatch.setattr(print_jobs, "_workers", [])
    works = [prepare(night, "rules", Job(only=number), SITE) for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda work: run_print_job(work, patience=0), works))
    assert len(started) == len(print_jobs._workers) == 2


def test_the_command_writes_pictures(night: Night, tmp_path: Path) -> None:
    one, several = tmp_path / "poster.png", tmp_path / "cards.zip"
    call_command("print", night.slug, "wifi-poster", "--png", "-o", str(one))
    call_command("print", night.slug, "tally-cards", "--png", "-o", str(several))
    assert one.read_bytes()[:4] == b"\x89PNG"
    assert list(pictures(several.read_bytes())) == ["tally-cards-1.png", "tally-cards-2.png"]
    with pytest.raises(CommandError, match=r"These are 2 pages, so they come in a ZIP: -o tally-cards\.zip"):
        call_command("print", night.slug, "tally-cards", "--png", "-o", str(tmp_path / "cards.png"))
    assert not (tmp_path / "cards.png").exists()
