"""Names in scripts whose letters join, stack or run from right to left: on paper as their owners write them."""

from __future__ import annotations

import subprocess
import sys

import pypdfium2
import pytest

from tally.paper import fonts, name_tags, scripts, standings, strokes
from tally.paper.document import Document, Job
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.letters import BLANK, SCRIPTS, printable, script_of
from tally.paper.measures import Paper
from tests.support.odd_names import ARABIC, DEVANAGARI, HEBREW, OWN_LETTERS, POINTED, THAI
from tests.support.paper_checks import check_words, read_words
from tests.support.printed_pages import (
    HEADING,
    card,
    draw,
    draw_standings,
    draw_tally_cards,
    first_card,
    standing_rows,
    text_of,
)
from tournament.people.names import END_ISOLATE, ISOLATE, listed, not_isolated

EITHER_WEIGHT = pytest.mark.parametrize("font", [REGULAR, BOLD])
IN_TWO_PROCESSES = """
import hashlib, sys
from tests.support.printed_pages import *
names = sys.argv[1:]
for name in names:
    draw_standings(HEADING, standing_rows(1, 1, [name]), Paper.A4)
print(hashlib.sha256(draw_standings(HEADING, standing_rows(len(names), 1, sorted(names)), Paper.A4)).hexdigest())
"""


@pytest.mark.parametrize("name", OWN_LETTERS)
def test_a_name_is_printed_in_its_own_letters_and_can_be_found(name: str) -> None:
    assert fonts.printable_text(name) == name
    assert not fonts.is_respelled(name) and not fonts.lacks_letters(name)
    text = text_of(draw_standings(HEADING, standing_rows(1, 1, [name]), Paper.LETTER))
    assert all(word in text for word in name.split())


@pytest.mark.parametrize("name", OWN_LETTERS)
def test_a_name_fits_where_it_is_measured_to_fit(name: str) -> None:
    tags = pypdfium2.PdfDocument(draw(name_tags.draw_name_tags, HEADING, [(7, name)]))[0]
    check_words(list(read_words(tags)), "", 12, tags.get_size())
    for width in (30, 60, 90, 200):
        text, size = fonts.fit(name, BOLD, 15, width, 12)
        assert fonts.width_of(text, BOLD, size) <= width
        assert all(fonts.width_of(line, BOLD, 13) <= width for line in fonts.wrap(name, BOLD, 13, width, 2))


def ink_width(name: str, font: str) -> float:
    """How wide a name is drawn on a page, in points at size 40."""
    document = Document(name, Job())
    with document.page(size=(900, 120)) as page:
        strokes.write(page, 50, 50, name, font, 40)
    picture = pypdfium2.PdfDocument(document.save())[0].render().to_pil().convert("L")
    left, _, right, _ = picture.point([255] * 200 + [0] * 56).getbbox()
    return right - left


@EITHER_WEIGHT
@pytest.mark.parametrize("name", [ARABIC, HEBREW, DEVANAGARI, THAI, f"Bob {HEBREW} 2"])
def test_a_name_is_as_wide_as_it_is_measured(name: str, font: str) -> None:
    assert ink_width(name, font) == pytest.approx(fonts.width_of(name, font, 40), abs=6)


def test_letters_join_and_marks_take_no_room() -> None:
    face = scripts.face_of("Arabic", "Regular")
    joined = {glyph.number for glyph in scripts.glyphs_of(scripts.shaped("محمد", face), face)}
    alone = {glyph.number for letter in "محد" for glyph in scripts.glyphs_of(scripts.shaped(letter, face), face)}
    assert not joined & alone
    assert fonts.width_of(POINTED, REGULAR, 1) == pytest.approx(fonts.width_of("דוד", REGULAR, 1), abs=0.02)
    consonants, conjunct = (fonts.width_of(text, REGULAR, 1) for text in ("पर", "प्र"))
    assert conjunct < consonants


def test_bold_letters_are_bolder() -> None:
    for script, name in {"Arabic": ARABIC, "Hebrew": HEBREW, "Devanagari": DEVANAGARI, "Thai": THAI}.items():
        assert {face for _, face in fonts.runs(name, BOLD) if script in face} == {f"{script}-Bold"}
        assert fonts.width_of(name, BOLD, 1) > fonts.width_of(name, REGULAR, 1)


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("Bob דוד III", ["Bob ", "דוד", " III"]),
        ("דוד כהן", ["כהן", " ", "דוד"]),
        ("דוד (Ali) 12", ["12 (Ali) ", "דוד"]),
        ("Dave / דוד כהן", ["Dave / ", "כהן", " ", "דוד"]),
        ("דוד says hi (x)", ["says hi (x) ", "דוד"]),
        ("דוד (כהן) (x)", ["(x) (", "כהן", ") ", "דוד"]),
        ("Dave (דוד) ((x))", ["Dave (", "דוד", ") ((x))"]),
        ("राम दास", ["राम", " ", "दास"]),
    ],
)
def test_a_line_is_drawn_from_left_to_right_in_the_order_in_which_it_is_seen(line: str, pieces: list[str]) -> None:
    assert [piece for piece, _ in scripts.pieces_in_order(line)] == pieces


@pytest.mark.parametrize(
    ("sentence", "pieces"),
    [
        (f"High. {listed(['Ann', 'דוד'])}, 6 points.", ["High. Ann and ", "דוד", ", 6 points."]),
        (f"{listed(['דוד'])}, 6 points", ["דוד", ", 6 points"]),
        (f"Not paid: {listed(['דוד', 'Ann'])}.", ["Not paid: ", "דוד", " and Ann."]),
    ],
)
def test_a_name_from_right_to_left_turns_nothing_around_in_a_sentence(sentence: str, pieces: list[str]) -> None:
    assert [piece for piece, _ in fonts.runs(fonts.printable_text(sentence), REGULAR)] == [
        fonts.runs(piece, REGULAR)[0][0] for piece in pieces
    ]
    printed = text_of(draw(standings.draw_standings, HEADING, standing_rows(1, 1, ["Ann"]), [sentence]))
    assert not_isolated(sentence) in printed


def test_a_name_from_right_to_left_that_is_broken_between_lines_turns_nothing_around() -> None:
    sentence = f"Not paid: {listed(['Ann', 'דוד כהן לוי'])}, 6 points."
    lines = fonts.wrap(sentence, REGULAR, 12, 120, 3)
    assert [not_isolated(line) for line in lines] == ["Not paid: Ann and דוד", "כהן לוי, 6 points."]
    assert [[piece for piece, _ in scripts.pieces_in_order(line)] for line in lines] == [
        ["Not paid: Ann and ", "דוד"],
        ["לוי", " ", "כהן", ", 6 points."],
    ]


def test_only_names_from_right_to_left_are_isolated_on_paper() -> None:
    assert fonts.printable_text(f"{ISOLATE}Ann{END_ISOLATE}, {ISOLATE}田中{END_ISOLATE}.") == f"Ann, {BLANK}"
    assert fonts.printable_text(f"Ann {END_ISOLATE}Bob{ISOLATE}") == "Ann Bob"


def test_a_persian_name_keeps_the_letters_that_do_not_join_apart() -> None:
    assert fonts.printable_text("علی\u200cرضا") == "علی\u200cرضا"
    assert fonts.width_of("علی\u200cرضا", REGULAR, 1) != fonts.width_of("علیرضا", REGULAR, 1)
    assert fonts.printable_text("\u200cBob\u200c") == "Bob"


def test_a_name_is_cut_between_letters_and_not_before_a_vowel() -> None:
    for name in (POINTED, "น้ำผึ้ง" * 3, "हिन्दी" * 3):
        for width in range(20, 120, 3):
            kept = fonts.fit(name, REGULAR, 12, width, 12)[0]
            if kept.endswith("…"):
                assert fonts.before_marks(name, len(kept) - 1) == len(kept) - 1, kept


def test_every_sign_of_a_script_has_one_script() -> None:
    assert {script_of(name[0]) for name in (ARABIC, HEBREW, DEVANAGARI, THAI)} == set(SCRIPTS)
    assert not any(map(script_of, "Bob Ωж王 12-'\u200c😀"))


@pytest.mark.parametrize(
    ("name", "on_paper"),
    [
        ("Bob 👍", "Bob"),
        ("👩‍👩‍👧 Ann 🏳️‍🌈", "Ann"),
        ("👍👍", BLANK),
        ("田中", BLANK),
        ("田中 太郎", BLANK),
        ("Ann 王小明", f"Ann {BLANK}"),
        ("王Ann", BLANK),
        ("გია", BLANK),
    ],
)
def test_nothing_is_guessed_and_no_emoji_becomes_a_word(name: str, on_paper: str) -> None:
    assert fonts.printable_text(name) == on_paper
    assert fonts.lacks_letters(name) == (BLANK in on_paper)


def test_a_typeface_without_a_letter_leaves_a_line_for_its_word() -> None:
    assert printable("Łé 王 Ab", {"A", "b"}) == f"{BLANK} Ab"
    assert printable("é", {"e"}) == "e"


@pytest.mark.parametrize(("name", "lines"), [("", 1), ("Bob", 0), ("田中", 1), ("👍", 1), (ARABIC, 0), ("ʾAli", 1)])
def test_a_card_has_a_line_for_a_name_that_cannot_be_printed(name: str, lines: int) -> None:
    page, plain = (
        first_card(draw_tally_cards(HEADING, [card(name=words)], Paper.LETTER)) for words in (name, "Margaret W.")
    )
    assert len(page.lines) - len(plain.lines) == lines
    assert "_" not in page.extract_text() and "?" not in page.extract_text()


@pytest.mark.long
def test_a_file_does_not_depend_on_what_was_printed_before() -> None:
    names = sorted([ARABIC, DEVANAGARI, THAI, POINTED, "فاطمة"])
    one, other = (
        subprocess.run(
            [sys.executable, "-c", IN_TWO_PROCESSES, *said], check=True, capture_output=True, text=True
        ).stdout
        for said in (names, [*reversed(names)])
    )
    assert one == other and len(one) > 60
