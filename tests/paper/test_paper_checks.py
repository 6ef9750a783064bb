"""The checker of printed pages finds every fault: each test breaks one print rule on purpose."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from tally.paper.club_look import Theme
from tally.paper.document import Document, Job
from tally.paper.fonts import BOLD
from tally.paper.measures import MM, Paper
from tally.paper.qr import draw_qr
from tally.paper.strokes import write
from tests.simulations import check_paper
from tests.support import code_checks
from tests.support.paper_checks import check_file, check_pdf
from tests.support.printed_pages import ADDRESS, draw
from tournament.reach.wifi_code import wifi_code

PAPER = Paper.A4
MIDDLE = PAPER.width / 2


def page(document: Document, marks: Any) -> None:
    with document.page() as canvas:
        marks(canvas)


def sheet(*marks: Any) -> bytes:
    return draw(page, lambda canvas: [mark(canvas) for mark in marks], paper=PAPER)


def text(x: float, y: float, word: str = "Margaret", size: float = 12, scale: float = 1) -> Any:
    def draw_text(canvas: Any) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.scale(scale, scale)
        write(canvas, 0, 0, word, BOLD, size)
        canvas.restoreState()

    return draw_text


def test_a_good_page_is_described_in_figures() -> None:
    found = check_pdf(sheet(text(100, 100), text(100, 120, "Wilson", 15)), Job(PAPER))
    assert (found.pages, found.words, found.smallest, found.codes) == (1, 2, 12, ()) and 0 < found.ink < 0.01
    assert found.margin == pytest.approx(98, abs=1)


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([text(100, 100), text(110, 104)], "“Margaret” and “Margaret” overlap"),
        ([text(100, 100, size=11.9)], "is set in 11.9 points"),
        ([text(100, 100, size=16, scale=0.7)], "is set in 11.2 points"),
        ([text(4 * MM, 100)], "comes closer than 6 mm to an edge at 0.0 mm"),
        ([text(PAPER.width - 20 * MM, 100)], "comes closer than 6 mm to an edge at 210.0 mm"),
        ([text(MIDDLE - 20 * MM, 100)], "comes closer than 6 mm to an edge at 105.0 mm"),
        ([lambda canvas: canvas.line(3 * MM, 100, 90, 100)], "leaves"),
        ([lambda canvas: canvas.rect(50, 50, 200, 400, stroke=0, fill=1)], "ink"),
        ([lambda canvas: draw_qr(canvas, ADDRESS, 100, 100)], "too many"),
        ([lambda canvas: draw_qr(canvas, ADDRESS, 100, 100), text(100, 97 - 12 * 0.668)], "quiet zone of the code"),
        ([lambda canvas: draw_qr(canvas, "HTTP://OTHER/J/K7QM2X9D", 100, 100, 19.2 * MM)], r"19\.\d mm wide"),
    ],
)
def test_every_fault_is_found(marks: list[Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_pdf(sheet(*marks), Job(PAPER), cuts=([MIDDLE], []))


def test_large_print_needs_sixteen_points_and_a_page_the_size_of_the_paper() -> None:
    with pytest.raises(AssertionError, match=r"12\.0 points"):
        check_pdf(sheet(text(100, 100)), Job(PAPER, large=True))
    with pytest.raises(AssertionError, match="not the job's paper"):
        check_pdf(sheet(text(100, 100)), Job(Paper.LETTER))


def test_shortened_words_are_reported() -> None:
    assert check_pdf(sheet(text(100, 100), text(200, 100, "Featherst…")), Job(PAPER)).shortened == ("Featherst…",)


ALPHA = "Abcdefghijklmnopqrstuvwxyz"


def lines(*texts: str, left: float = 100) -> list[Any]:
    return [text(left, 300 - 16 * index, line) for index, line in enumerate(texts)]


@pytest.mark.parametrize(
    ("marks", "parts"),
    [
        (lines("The Feather", "stonehaugh"), "Feather|stonehaugh"),
        (lines("The Feather-", "stonehaugh"), "Feather|stonehaugh"),
        (lines("THE FEATHER", "STONEHAUGH"), "FEATHER|STONEHAUGH"),
        (lines("with Feath", "erston", "ehaugh"), "Feath|erston|ehaugh"),
        (lines("The Feather", "ston…"), "Feather|ston…"),
        (lines("Feather", "stonehaugh", "is no wider than its line"), "Feather|stonehaugh"),
        (lines("North deals fi", "rst"), "fi|rst"),
        (lines("The part", "ner deals"), "part|ner"),
    ],
)
def test_a_word_that_the_end_of_a_line_cuts_is_found(marks: list[Any], parts: str) -> None:
    with pytest.raises(AssertionError, match=f"page 1: a line ends within a word: “{re.escape(parts)}”"):
        check_pdf(sheet(*marks), Job(PAPER), texts=["The Featherstonehaugh-Worthings"])


@pytest.mark.parametrize(
    "marks",
    [
        lines("The Featherstonehaugh-", "Worthings"),
        lines("The", "Featherstonehaugh", "Worthings"),
        lines(ALPHA[:14], ALPHA[14:]),
        lines("The", ALPHA[:9], ALPHA[9:18], ALPHA[18:], "as"),
        lines("score", "sheets"),
        lines("Bid a", "lone hand"),
        [*lines("Feather"), *lines("", "stonehaugh", left=300)],
    ],
)
def test_a_word_at_its_end_or_too_wide_for_a_line_is_none_that_is_cut(marks: list[Any]) -> None:
    check_pdf(
        sheet(*marks), Job(PAPER), texts=["The Featherstonehaugh-Worthings", ALPHA, "scoresheets", "score sheets"]
    )


def test_a_missing_code_is_reported() -> None:
    with pytest.raises(AssertionError, match="missing"):
        check_pdf(sheet(text(100, 100)), Job(PAPER), codes=[ADDRESS])
    found = check_pdf(sheet(lambda canvas: draw_qr(canvas, ADDRESS, 200, 200)), Job(PAPER), codes=[ADDRESS])
    assert found.codes == (ADDRESS,)


@pytest.mark.parametrize("reader", ["zxing-cpp", "zbar"])
@pytest.mark.parametrize("dots", [100, 200])
def test_a_code_that_one_reader_misses_at_one_density_is_reported(
    monkeypatch: pytest.MonkeyPatch, reader: str, dots: int
) -> None:
    """Both read at both densities: a reader that sees nothing in pictures of one density is noticed."""
    if reader == "zbar" and not code_checks.TWO_READERS:
        pytest.skip(code_checks.ONE_READER)
    pdf = sheet(lambda canvas: draw_qr(canvas, ADDRESS, 200, 200))
    module, name = (code_checks.zxingcpp, "read_barcodes") if reader == "zxing-cpp" else (code_checks.pyzbar, "decode")
    read, asked = getattr(module, name), []

    def blind(picture: Any, **options: Any) -> Any:
        asked.append(picture.width)
        return [] if (len(asked) == 1) == (dots == code_checks.FINE) else read(picture, **options)

    monkeypatch.setattr(module, name, blind)
    with pytest.raises(AssertionError, match="missing" if (reader, dots) == ("zxing-cpp", 200) else f"at {dots} dots"):
        check_pdf(pdf, Job(PAPER), codes=[ADDRESS])


def test_the_simulation_asks_for_both_readers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(code_checks, "TWO_READERS", False)
    monkeypatch.setattr("sys.argv", ["check_paper", "--players", "4"])
    with pytest.raises(SystemExit):
        check_paper.main()
    assert "two readers must read the codes, but zbar is not here" in capsys.readouterr().err


def test_the_simulation_prints_with_backs_and_with_every_theme() -> None:
    every = list(check_paper.plans(check_paper.PLAYERS, [], look=False))
    for movement in ("night", "winners-up"):
        printed = {
            (job.paper, job.large, bool(job.look.logo)) for one in every if one.movement == movement for job in one.jobs
        }
        assert len(printed) == 8
    assert {job.look.theme for one in every for job in one.jobs} == set(Theme)
    assert [job.backs for job in check_paper.ways("tally-cards", every[0].jobs)] == 4 * [False] + 4 * [True]


@pytest.mark.skipif(not code_checks.TWO_READERS, reason=code_checks.ONE_READER)
def test_a_network_with_letters_of_any_script_is_read_by_both_readers() -> None:
    codes = [wifi_code(name, "a;b") for name in ("Café; 2", "Гости", "東京")]
    pdf = sheet(*(partial(draw_qr, address=code, x=100, y=80 + 150 * at, side=99) for at, code in enumerate(codes)))
    assert sorted(check_pdf(pdf, Job(PAPER), codes=codes).codes) == sorted(codes)


def test_a_file_with_a_broken_stream_is_found() -> None:
    pdf = sheet(text(100, 100))
    check_file(pdf)
    start = pdf.index(b"stream\n", pdf.index(b"FlateDecode")) + 7
    with pytest.raises(AssertionError, match="qpdf"):
        check_file(pdf[: start + 8] + bytes(8) + pdf[start + 16 :])
