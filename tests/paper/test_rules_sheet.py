"""The rules sheet, read back from the PDF, and its table of points, checked against the rules.

These tests use no database.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pdfplumber
import pytest
from pdfplumber.structure import PDFStructTree
from pypdfium2 import PdfDocument

from tally.paper.card_shapes import SHAPES, commands
from tally.paper.document import Heading, Job
from tally.paper.fonts import REGULAR
from tally.paper.measures import SAFE, Paper
from tally.paper.rules_setting import LEADINGS, TAKEN, SetSection, pages_of, set_how_to_play, set_lines
from tally.paper.rules_sheet import draw_rules_sheet as draw_sheet
from tally.rules import VARIANTS, HouseRuleRefused, TableSetup, answers_of, check_house_rules, explain, house_rules_of
from tally.rules.examples import example_of
from tally.rules.house_rules import resolve
from tally.rules.language import ALL, BID, CLUB, OWN_TRICKS
from tally.rules.pay_table import Cell, PayRow, pay_table
from tally.rules.rulebook import open_rulebook
from tally.rules.summary import WHERE_OPEN, sentence, summarize_rules
from tests.support.club_looks import LOOK
from tests.support.odd_names import LONG_NAME, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf, read_pages
from tests.support.printed_pages import (
    PAPERS_AND_SIZES,
    draw,
    draw_rules_sheet,
    ink_box,
    ink_share,
    render_gray,
    rules_pdf,
    text_of,
)

HEADING = Heading("Summer Euchre Night", "Friday, June 12, 2026")
EVERY_VARIANT = pytest.mark.parametrize("slug", VARIANTS)
BOTH_PAPERS = pytest.mark.parametrize("paper", list(Paper))


@cache
def standard_text(slug: str) -> str:
    """Return the text of a variant's sheet without house rules, in reading order (tables cell by cell)."""
    return text_of(rules_pdf(slug))


def last_answers(slug: str) -> dict[str, Any]:
    """Return every house rule with its last answer."""
    return {name: list(rule.answers)[-1] for name, rule in house_rules_of(VARIANTS[slug]).items()}


def check_sides(pdf: bytes, paper: Paper) -> tuple[str, str]:
    """Check the sheet, which has a front and a back, of two pages each at most; return the text of each."""
    pages = read_pages(pdf, paper)
    front = [page for page in pages if "HOW TO PLAY" not in page]
    back = pages[len(front) :]
    assert 1 <= len(front) <= 2 and 1 <= len(back) <= 2 and all("HOW TO PLAY" in page for page in back)
    return " ".join(front), " ".join(back)


def row_text(row: PayRow) -> str:
    """Return a row of the table as it is printed."""
    cells = [cell for ends in (row.made, row.set) for cell in ends or ()]
    paid = ["–" if cell == (("0", ""),) else " ".join(part for item in cell for part in item) for cell in cells]
    return " ".join(" ".join((row.call, row.note, row.needs, *paid)).split())


def curly(text: str) -> str:
    """Return a text with curly quotes."""
    return re.sub(r'"([^"]*)"', r"“\1”", text).replace("'", "’")


@pytest.mark.long
@BOTH_PAPERS
@EVERY_VARIANT
@pytest.mark.parametrize("night", [lambda slug: {}, last_answers], ids=["no house rules", "all changed"])
def test_the_sheet_has_everything_in_the_variants_entry(slug: str, night: Any, paper: Paper) -> None:
    """Every section, note and house rule is on the front, in 12 points or more; one page but for changed answers.

    How the game is played is on the back.
    """
    variant, house_rules = VARIANTS[slug], night(slug)
    pdf = rules_pdf(slug, paper, **house_rules)
    text, back = check_sides(pdf, paper)
    assert house_rules or len(PdfDocument(pdf)) == 2
    assert text.startswith(variant.name.replace("'", "’"))
    assert "TONIGHT’S RULES Summer Euchre Night · Friday, June 12, 2026 Players" in text
    assert " ".join(map(row_text, pay_table(variant, house_rules))) in text
    answers = answers_of(variant, house_rules)
    assert all(curly(note) in text for note in resolve(variant, answers).notes)
    for name, rule in house_rules_of(variant).items():
        printed = curly(f"{rule.question} {sentence(rule.answer_text(answers[name]))}") in text
        assert printed == (rule.origin != CLUB or answers[name] != rule.default), name
    for part in (*summarize_rules(variant, house_rules).before, *summarize_rules(variant, house_rules).after):
        assert curly(" ".join((part.label, *part.paragraphs))) in text
    assert (
        back.startswith(variant.name.replace("'", "’"))
        and "HOW TO PLAY Summer Euchre Night · Friday, June 12, 2026" in back
    )
    for part in summarize_rules(variant, house_rules).how_to_play:
        assert curly(" ".join((part.label, *part.paragraphs))) in back
    assert (f"Open {curly(WHERE_OPEN)}" in text) == bool(summarize_rules(variant, house_rules).open)


def test_a_table_longer_than_a_page_continues_with_its_head_repeated() -> None:
    contract = VARIANTS["hoosier"].contracts[0]
    assert contract is not None
    game = replace(
        VARIANTS["hoosier"],
        contracts=tuple(replace(contract, bids=(bid,), label=f"bid number {bid}") for bid in range(1, 61)),
    )
    texts = read_pages(draw_rules_sheet(HEADING, game, {}, Paper.LETTER), Paper.LETTER)
    assert len(texts) > 1 and all("Made Set" in text for text in texts if "Bid number" in text)
    assert [f"Bid number {bid} " in " ".join(texts) + " " for bid in range(1, 61)] == [True] * 60
    assert "Renege The side that reneged loses" in texts[-2] and "HOW TO PLAY" in texts[-1]


@BOTH_PAPERS
def test_long_notes_of_a_club_continue_on_a_second_page(paper: Paper) -> None:
    notes = tuple(
        f"Custom {number} of the club is told here at some length, as clubs do, so that it is not forgotten."
        for number in range(1, 25)
    )
    game = replace(VARIANTS["pepper-grinnell"], notes=notes)
    texts = read_pages(draw_rules_sheet(HEADING, game, {}, paper), paper)
    assert len(texts) == 3 and all(note in " ".join(texts[:2]) for note in notes)
    assert ["TONIGHT’S RULES" in text for text in texts] == [True, True, False]


@BOTH_PAPERS
@pytest.mark.parametrize("slug", ["railroad", "kokomo-kitty"])
def test_large_print_teaches_on_more_pages_in_place_of_tighter_lines(slug: str, paper: Paper) -> None:
    sheet = summarize_rules(VARIANTS[slug])
    width, height = Job(paper, large=True).room
    page = set_how_to_play(sheet, width, height)
    assert len(list(pages_of(page, height - TAKEN))) in (2, 3)
    sections = [part for part in page.parts if isinstance(part, SetSection)]
    assert all(part.leading > LEADINGS[-1] * part.size for part in sections)
    small = set_how_to_play(sheet, paper.width, paper.height)
    assert len(list(pages_of(small, paper.height - TAKEN))) == 1


def test_a_changed_house_rule_is_listed_and_changes_the_table() -> None:
    standard, changed = standard_text("standard"), text_of(rules_pdf("standard", loner=5, renege=4))
    assert "Every house rule is standard tonight." in standard and "2 for all 5" in standard
    assert "two points" in standard and "four points" in changed
    assert "What do all five tricks alone score? 5 points." in changed and "5 for all 5" in changed
    assert "No house rule" not in changed
    assert "5 points to the lone player, 4 to the partner." in text_of(rules_pdf("standard", loner="5-4"))
    assert "in a lone hand four." in text_of(rules_pdf("standard", renege="4-alone"))
    assert "What does a euchre score? 2 points off the makers." in text_of(rules_pdf("standard", euchre=-2))
    assert "What do they score? 3, 4 or 5 tricks 1 point, all six 2." in text_of(rules_pdf("progressive", reading="P3"))


@pytest.mark.parametrize(
    ("slug", "answer"),
    [
        ("progressive", "tonight’s answer is: The text scores five tricks, but six are dealt."),
        ("barrie", "12, 18 and 24 points. (from elsewhere)"),
        ("auction-six", "The one for five players. (an assumption)"),
        ("pfeffer", "or by setting the other side; with both at 42 or more, the bidders win."),
        ("pfeffer", "the bidders win. If they were set, the other side wins."),
        ("pfeffer", "Who wins when both sides stand at 42 or more after a hand? The bidders."),
        ("standard", "One card is turned up: order it up, or name another suit in the second round. No number is bid."),
        ("railroad", "Order up the upcard, or name another suit in the second round. No number is bid."),
        (
            "railroad",
            "Points above the target are carried to the next game; if 5 or more are carried, they win that game too.",
        ),
        ("michigan-family", "There is no no-trump."),
        ("hoosier", "Game To 32; a side wins only"),
        ("standard", "The first to 5 points wins."),
        ("progressive-cats", "Each of the four players deals once; there is no limit to the points."),
        ("racehorse", "Nobody plays alone."),
        ("racehorse", "each card twice. Six each for four, eight each for six, six each for eight."),
        ("dirty-clubs", "six: 32 cards, 7 to ace. Five each, the rest not dealt."),
        ("dirty-clubs", "From 15 down."),
        ("auction-five", "two in the widow, five not dealt."),
        ("kokomo-kitty", "48 cards, 9 to ace, each card twice; eleven each, four in the kitty."),
        ("indiana-double-deck", "Four in two sides or six in three sides."),
        ("hasenpfeffer-cats", "9 to ace and the joker"),
        ("barrie", "two versions of the end of a game; its list is lost."),
        ("double-hasenpfeffer-cats-six", "One round of bidding; a bid of 8 ends it at once."),
        ("buck", "What does a failed bid lose? The number they bid."),
        ("call-ace", "Four, five or six, each for themselves."),
        ("double-hasenpfeffer", "twelve each for four, eight each"),
    ],
)
def test_the_sheet_answers_a_card_players_question(slug: str, answer: str) -> None:
    assert answer in standard_text(slug)


@pytest.mark.parametrize(
    ("slug", "house_rules", "standard", "tonight"),
    [
        ("michigan-family", {"all_pass": "dealer-bids-3"}, "the same dealer deals again", "dealer must bid at least 3"),
        ("pfeffer", {"no_trump": False}, "in a suit or at no-trump.", "A pfeffer is all six tricks alone. If"),
        ("pfeffer", {"no_trump": False}, "The lowest no-trump bid is 5.", "There is no no-trump."),
        ("pfeffer", {"stuck_no_trump": False}, "Only a stuck dealer may", "The lowest no-trump bid is 5. A pfeffer"),
        ("shawn", {"no_trump": False}, "The lowest bid at no-trump is 5.", "There is no no-trump."),
        ("indiana-double-deck", {"no_trump": False}, "match a no-trump bid", "There is no no-trump."),
        ("railroad", {"defend_alone": False}, "wins 4 for the partnership", "play alone against a lone maker? No."),
        ("bid-single-deck", {"minimum_bid": 3}, "A bid of one is", "One round of bidding."),
        ("bid-single-deck", {"minimum_bid": 3}, "A bid of two is", "Bid 3 to 6"),
        ("hawsy", {"minimum_bid": 2}, "A bid of one is", "A bid of two is said"),
        ("kokomo-kitty", {"shooter_kitty": False}, "tricks alone. Tonight", "eleven tricks alone, without the kitty."),
        ("kokomo-kitty", {"shooter_kitty": False}, "alone, bid 11 all", "alone, bid 11, without the kitty all"),
        ("dirty-clubs", {"no_trump": True}, "There is no no-trump.", "Played without trump, nobody drops out."),
    ],
)
def test_the_sheet_drops_what_a_house_rule_makes_false(
    slug: str, house_rules: dict[str, Any], standard: str, tonight: str
) -> None:
    text = text_of(rules_pdf(slug, **house_rules))
    assert tonight in text and standard not in text and standard in standard_text(slug)
    explanation = explain(VARIANTS[slug], house_rules)
    assert all(note in explanation for note in resolve(VARIANTS[slug], house_rules).notes)


def test_house_rules_of_another_game_are_refused() -> None:
    with pytest.raises(HouseRuleRefused):
        rules_pdf("hoosier", loner=5)


@pytest.mark.parametrize("night", ["", " ", "Żółć ’26", "王小明", "\u200d", LONG_NAME, UNBROKEN_NAME * 3, "W" * 80])
def test_a_night_with_any_name_prints(night: str) -> None:
    check_sides(rules_pdf("hoosier", heading=Heading(night, "")), Paper.LETTER)


@pytest.mark.parametrize("slug", ["railroad", "pepper-grinnell", "dirty-clubs"])
def test_a_sheet_uses_little_ink(slug: str) -> None:
    assert ink_share(rules_pdf(slug)) <= 0.10


@BOTH_PAPERS
def test_the_margin_has_no_ink(paper: Paper) -> None:
    box = ink_box(render_gray(rules_pdf("pepper-grinnell", paper)), 0, 0, paper.width, paper.height)
    assert min(box[0], box[1], paper.width - box[2], paper.height - box[3]) >= SAFE


def test_the_document_has_its_title_and_language() -> None:
    pdf = rules_pdf("pfeffer")
    with pdfplumber.open(BytesIO(pdf)) as document:
        assert document.metadata["Title"] == "A sheet"
        assert document.doc.catalog["Lang"] == b"en"
    assert b"Helvetica" not in pdf


# The table of points, evaluated as a player would


def evaluate_cell(cell: Cell, own: int, bid: int, short: int, deal: int) -> int:
    """Return the points that a cell gives a side, or one of its players, for `own` tricks."""
    fitting = [item for item in cell if own in _named_tricks(item[1])] or [
        item for item in cell if not _named_tricks(item[1])
    ]
    ((size, words),) = fitting
    for word, value in (("a point for every trick of the deal", deal), ("the bid", bid), ("minus ", "-"), ("−", "-")):
        size = size.replace(word, str(value))
    points = 0
    for term in size.split(" + "):
        times, _, number = term.rpartition(" × ")
        points += int(times or 1) * int(number)
    return points * (own if "a trick" in words else short if "trick short" in words else 1)


def _named_tricks(words: str) -> list[int]:
    """Return the numbers of tricks that these words name; empty when they are for all others."""
    if words.endswith("for none"):
        return [0]
    found = re.search(r"for (?:all )?(\d+)(?: (or|to) (\d+))?(?: tricks?)?$", words)
    if not found:
        return []
    low, joined, high = int(found[1]), found[2], int(found[3] or found[1])
    return list(range(low, high + 1)) if joined == "to" else [low, high]


def check_row(slug: str, house_rules: dict[str, Any], index: int, row: PayRow) -> int:
    """Check a row for every bid, number of tricks and size of table, and return how many results were checked."""
    variant, checked = VARIANTS[slug], 0
    for players in variant.table_sizes:
        rulebook = open_rulebook(variant, players, check_house_rules(variant, house_rules))
        assert rulebook is not None
        contract = [contract for contract in rulebook.variant.contracts if contract is not None][index]
        own = rulebook.variant.sides == OWN_TRICKS
        for key, line in rulebook.lines.items():
            if line.contract != contract or "dealer_stuck" in key[3]:
                continue
            bid = contract.bid_value or (key[0] if isinstance(key[0], int) else 0)
            for tricks, score in enumerate(line.scores):
                ends = row.made if score.made else row.set
                if contract.unplayed and tricks:
                    continue
                assert ends is not None
                needs = {BID: bid, ALL: rulebook.deal.tricks}.get(contract.needs, contract.needs)
                others = rulebook.deal.tricks - tricks
                lone = score.makers if score.lone_player is None else score.lone_player
                assert evaluate_cell(ends[0], tricks, bid, int(needs) - tricks, rulebook.deal.tricks) == lone
                for share in range(others + 1) if own and players > 2 else [others]:
                    paid = line.own_tricks[tricks][share] if own else score.defenders
                    assert evaluate_cell(ends[1], share, bid, 0, rulebook.deal.tricks) == paid
                checked += 1
    return checked


@pytest.mark.sample(5)
@EVERY_VARIANT
def test_the_table_gives_the_points_of_the_rules_for_every_answer_of_every_house_rule(slug: str) -> None:
    nights: list[dict[str, Any]] = [{}, last_answers(slug)]
    nights += [
        {name: answer}
        for name, rule in house_rules_of(VARIANTS[slug]).items()
        for answer in rule.answers
        if name not in ("sit_out_credit", "renege", "target")
    ]
    for night in nights:
        for index, row in enumerate(pay_table(VARIANTS[slug], night)):
            assert check_row(slug, night, index, row)


@pytest.mark.parametrize(
    ("slug", "index", "row"),
    [
        (
            "progressive",
            1,
            PayRow(
                "Pepper", "alone, 1 card exchanged", "all 6", ((("2", ""),), (("0", ""),)), ((("0", ""),), (("2", ""),))
            ),
        ),
        (
            "shawn",
            0,
            PayRow(
                "Bid 3 or 4",
                "in a suit",
                "as bid",
                ((("1", "a trick"),), (("1", "a trick"),)),
                ((("minus the bid", ""),), (("1", "a trick"),)),
            ),
        ),
        (
            "hasenpfeffer-joker",
            0,
            PayRow(
                "Bid 1 to 6",
                "",
                "as bid",
                ((("1", "a trick"),), (("1", "a trick"),)),
                ((("−1", "for each trick short"),), (("1", "a trick"),)),
            ),
        ),
        ("pepper-grinnell", 6, PayRow("Bid 4", "a stuck dealer gives up", "", None, ((("−4", ""),), (("0", ""),)))),
    ],
)
def test_rows_are_worded_as_in_the_table(slug: str, index: int, row: PayRow) -> None:
    assert pay_table(VARIANTS[slug])[index] == row


@pytest.mark.parametrize(
    ("slug", "calls"),
    [
        ("hoosier", [("Bid 1 to 9", ""), ("Moon", "bid 10"), ("Moon alone", "bid 10")]),
        ("pfeffer", [("Bid 4", "in a suit"), ("Bid 5 or 6", ""), ("Pfeffer", "alone")]),
        (
            "railroad",
            [
                ("With a partner", ""),
                ("Alone", "1 card exchanged or none"),
                ("Alone", "cards exposed, 1 card exchanged or none"),
                ("Alone", "against a lone defender, 1 card exchanged or none"),
                ("Alone", "against a lone defender, cards exposed, 1 card exchanged or none"),
            ],
        ),
        (
            "auction-five",
            [
                ("Bid 3", "1 partner at most"),
                ("Bid 4", "2 partners at most"),
                ("Bid 5", "2 partners at most"),
                ("Bid 8", "alone"),
                ("Bid 15", "alone, without the widow"),
            ],
        ),
        ("powers-double-deck", [("Bid 1 to 12", ""), ("Bid 12", "alone, up to 3 cards exchanged")]),
        (
            "call-ace",
            [("With a partner", ""), ("Alone", ""), ("Without a partner", "nobody else held the suit called")],
        ),
    ],
)
def test_rows_name_each_call_and_how_it_is_played(slug: str, calls: list[tuple[str, str]]) -> None:
    assert [(row.call, row.note) for row in pay_table(VARIANTS[slug])] == calls


# A sample hand


def example_pages(slug: str, paper: Paper, *, large: bool = False) -> list[str]:
    """The texts of a sheet's pages, with the example where the game has one."""
    variant = VARIANTS[slug]
    shown = example_of(TableSetup(variant, variant.players, {}))
    pdf = draw(draw_sheet, HEADING, variant.name, summarize_rules(variant, {}), shown, paper=paper, large=large)
    return read_pages(pdf, paper)


@BOTH_PAPERS
@pytest.mark.parametrize("slug", ["standard", "indiana-double-deck", "hasenpfeffer-joker", "auction-five"])
def test_the_last_page_has_a_hand_as_an_example(slug: str, paper: Paper) -> None:
    shown = example_of(TableSetup(VARIANTS[slug], VARIANTS[slug].players, {}))
    assert shown
    page = example_pages(slug, paper)[-1]
    assert "A SAMPLE HAND" in page and shown.told in page
    assert f"{shown.pays.happened} {shown.pays.why}" in page
    assert all(name in page for name in shown.names)
    cards = Counter(
        re.findall(r"(?<!\S)(?:Joker|[AKQJ]|10|9|8|7)(?!\S)", page.split("The tricks")[1].split("A triangle")[0])
    )
    played = Counter(each.card.rank for row in shown.rows for each in row)
    numbers = Counter(str(number) for number in range(1, len(shown.rows) + 1))
    assert {rank: cards[rank] - numbers[rank] for rank in played} == played


def test_a_screen_reader_says_the_cards_that_are_drawn() -> None:
    shown = example_of(TableSetup(VARIANTS["standard"], 4, {}))
    assert shown
    pdf = draw(draw_sheet, HEADING, "Euchre", summarize_rules(VARIANTS["standard"], {}), shown)
    with pdfplumber.open(BytesIO(pdf)) as document:
        elements = PDFStructTree(document, document.pages[-1]).find_all("Figure")
        figures = [element.alt_text for element in elements]
    assert figures == [", ".join(card.name for card in shown.hand), " ".join(shown.said)]


@pytest.mark.parametrize("slug", ["call-ace", "kokomo-kitty"])
def test_the_longest_examples_end_above_a_motto_of_two_lines(slug: str) -> None:
    game = VARIANTS[slug]
    shown = example_of(TableSetup(game, game.players, {}))
    pdf = draw(draw_sheet, HEADING, game.name, summarize_rules(game, {}), shown, large=True, look=LOOK)
    check_pdf(pdf, Job(large=True, look=LOOK))


@pytest.mark.long
@PAPERS_AND_SIZES
@EVERY_VARIANT
def test_every_example_fits_on_its_page(slug: str, large: bool, paper: Paper) -> None:
    pages = example_pages(slug, paper, large=large)
    found = example_of(TableSetup(VARIANTS[slug], VARIANTS[slug].players, {}))
    assert ("A SAMPLE HAND" in pages[-1]) == bool(found)
    assert not found or all(name.removeprefix("Player ") in pages[-1] for name in found.names)


@pytest.mark.parametrize("width", [-5.0, 0.0, 0.5, 20.0])
def test_lines_of_any_width_have_all_the_letters(width: float) -> None:
    lines = set_lines((("Bid three", REGULAR),), 12, width)
    assert "".join(word for line in lines for word, _ in line) == "Bidthree"


@pytest.mark.parametrize("shape", SHAPES.values())
def test_the_shapes_on_cards_are_absolute_paths_inside_their_box(shape: str) -> None:
    assert shape.count("M") == shape.count("Z") and not re.search(r"[^MLCZ\d. -]", shape)
    for letter, numbers in commands(shape):
        assert len(numbers) == {"M": 2, "L": 2, "C": 6, "Z": 0}[letter]
        assert all(-2 <= number <= 102 for number in numbers)
