"""The rules sheet, read back from the PDF; and the table of pay, counted against the rules. No database."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pdfplumber
import pytest

from tally.paper.document import Heading
from tally.paper.measures import SAFE, Paper
from tally.rules import VARIANTS, HouseRuleRefused, answers_of, check_house_rules, explain, house_rules_of
from tally.rules.house_rules import resolve
from tally.rules.language import ALL, BID, CLUB, OWN_TRICKS
from tally.rules.pay_table import Cell, PayRow, pay_table
from tally.rules.rulebook import open_rulebook
from tally.rules.summary import WHERE_OPEN, sentence, summarize_rules
from tests.support.paper_checks import read_pages
from tests.support.printed_pages import LONG, UNBROKEN, draw_rules_sheet, gray, ink, ink_box, rules_pdf, text_of

HEADING = Heading("Summer Euchre Night", "12 June 2026")
EVERY = pytest.mark.parametrize("slug", VARIANTS)
BOTH = pytest.mark.parametrize("paper", list(Paper))


@cache
def usually(slug: str) -> str:
    """All words of a variant's sheet without house rules, in the order of reading: in a table cell after cell."""
    return text_of(rules_pdf(slug))


def latest(slug: str) -> dict[str, Any]:
    """Every house rule changed, to its last answer."""
    return {name: list(rule.answers)[-1] for name, rule in house_rules_of(VARIANTS[slug]).items()}


def check_page(pdf: bytes, paper: Paper) -> str:
    """The words of the only page, which keeps the laws of paper."""
    (said,) = read_pages(pdf, paper)
    return said


def in_words(row: PayRow) -> str:
    """A line of the table as it is printed."""
    cells = [cell for ends in (row.made, row.set) for cell in ends or ()]
    paid = ["–" if cell == (("0", ""),) else " ".join(part for item in cell for part in item) for cell in cells]
    return " ".join(" ".join((row.call, row.note, row.needs, *paid)).split())


def curly(words: str) -> str:
    """As a book prints it."""
    return re.sub(r'"([^"]*)"', r"“\1”", words).replace("'", "’")


@pytest.mark.long
@BOTH
@EVERY
@pytest.mark.parametrize("night", [lambda slug: {}, latest], ids=["usual", "changed"])
def test_nothing_that_is_in_the_entry_is_left_out(slug: str, night: Any, paper: Paper) -> None:
    """Every section, note and house rule, on one page, in text of 12 points or more, even with every answer changed."""
    variant, house_rules = VARIANTS[slug], night(slug)
    said = check_page(rules_pdf(slug, paper, **house_rules), paper)
    assert said.startswith(variant.name.replace("'", "’"))
    assert "TONIGHT’S RULES Summer Euchre Night, 12 June 2026 Players" in said
    assert " ".join(map(in_words, pay_table(variant, house_rules))) in said
    answers = answers_of(variant, house_rules)
    assert all(curly(note) in said for note in resolve(variant, answers).notes)
    for name, rule in house_rules_of(variant).items():
        stands = curly(f"{rule.question} {sentence(rule.answer_text(answers[name]))}") in said
        assert stands == (rule.origin != CLUB or answers[name] != rule.default), name
    for part in (*summarize_rules(variant, house_rules).before, *summarize_rules(variant, house_rules).after):
        assert curly(" ".join((part.label, *part.paragraphs))) in said
    assert (f"Open {curly(WHERE_OPEN)}" in said) == bool(summarize_rules(variant, house_rules).open)


def test_a_table_that_is_longer_than_a_page_goes_on_overleaf_with_its_head() -> None:
    usual = VARIANTS["hoosier"].contracts[0]
    assert usual is not None
    game = replace(
        VARIANTS["hoosier"],
        contracts=tuple(replace(usual, bids=(bid,), label=f"bid number {bid}") for bid in range(1, 61)),
    )
    said = read_pages(draw_rules_sheet(HEADING, game, {}, Paper.LETTER), Paper.LETTER)
    assert len(said) > 1 and all("Made Set" in each for each in said if "Bid number" in each)
    assert [f"Bid number {bid} " in " ".join(said) + " " for bid in range(1, 61)] == [True] * 60
    assert "Renege Costs" in said[-1]


@BOTH
def test_what_a_club_says_at_length_goes_on_overleaf(paper: Paper) -> None:
    notes = tuple(
        f"Custom {n} of the club is told here at some length, as clubs do, so that it is not forgotten."
        for n in range(1, 25)
    )
    game = replace(VARIANTS["pepper-grinnell"], notes=notes)
    said = read_pages(draw_rules_sheet(HEADING, game, {}, paper), paper)
    assert len(said) == 2 and all(note in " ".join(said) for note in notes)
    assert all("TONIGHT’S RULES" in each for each in said)


def test_a_house_rule_that_differs_is_said_and_changes_the_table() -> None:
    usual, other = usually("standard"), text_of(rules_pdf("standard", loner=5, renege=4))
    assert "No house rule differs from the usual ones." in usual and "2 for all 5" in usual
    assert "two points" in usual and "four points" in other
    assert "What do all five tricks alone pay? 5 points." in other and "5 for all 5" in other
    assert "No house rule" not in other
    assert "5 points to the lone player, 4 to the partner." in text_of(rules_pdf("standard", loner="5-4"))
    assert "in a lone hand four." in text_of(rules_pdf("standard", renege="4-alone"))
    assert "What does a euchre pay? 2 points off the makers." in text_of(rules_pdf("standard", euchre=-2))
    assert "What is paid? 3, 4 or 5 tricks 1 point, all six 2." in text_of(rules_pdf("progressive", reading="P3"))


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("progressive", "tonight’s answer is: The text pays for five tricks, but six are dealt."),
        ("barrie", "12, 18 and 24 points. (from elsewhere)"),
        ("auction-six", "The one for five players. (an assumption)"),
        ("pfeffer", "or by setting the other side; with both at 42 or more, the bidders win."),
        ("pfeffer", "Who wins when both sides stand at 42 or more after a hand? The bidders."),
        ("standard", "One card is turned up: accept its suit, or in a second round name another. No number is bid."),
        ("railroad", "Accept the suit turned up, or in a second round name another. No number is bid."),
        ("railroad", "Points above the target are carried to the next game; 5 of them win it."),
        ("michigan-family", "There is no no-trump."),
        ("hoosier", "Game To 32; a side wins only"),
        ("standard", "the higher total wins; equal totals are a tie. A rubber is the best of three games."),
        ("progressive-cats", "Each of the four players deals once; there is no limit to the points."),
        ("racehorse", "Nobody plays alone."),
        ("racehorse", "each card twice. Six each for four, eight each for six, six each for eight."),
        ("dirty-clubs", "six: 32 cards, 7 to ace. Five each."),
        ("dirty-clubs", "From 15 down to 0"),
        ("auction-five", "two in the widow, five stay out."),
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
def test_what_a_card_player_asks_is_answered(slug: str, said: str) -> None:
    assert said in usually(slug)


@pytest.mark.parametrize(
    ("slug", "house_rules", "usual", "tonight"),
    [
        ("michigan-family", {"all_pass": "dealer-bids-3"}, "the same dealer deals again", "dealer must bid at least 3"),
        ("pfeffer", {"no_trump": False}, "in a suit or at no-trump.", "A pfeffer is all six tricks alone. Where"),
        ("pfeffer", {"no_trump": False}, "The lowest no-trump bid is 5.", "There is no no-trump."),
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
def test_what_a_house_rule_makes_false_is_not_said(
    slug: str, house_rules: dict[str, Any], usual: str, tonight: str
) -> None:
    said = text_of(rules_pdf(slug, **house_rules))
    assert tonight in said and usual not in said and usual in usually(slug)
    told = explain(VARIANTS[slug], house_rules)
    assert all(note in told for note in resolve(VARIANTS[slug], house_rules).notes)


def test_house_rules_of_another_game_are_refused() -> None:
    with pytest.raises(HouseRuleRefused):
        rules_pdf("hoosier", loner=5)


@pytest.mark.parametrize("night", ["", " ", "Żółć ’26", "王小明", "\u200d", LONG, UNBROKEN * 3, "W" * 80])
def test_any_name_of_a_night_prints(night: str) -> None:
    check_page(rules_pdf("hoosier", heading=Heading(night, "")), Paper.LETTER)


@pytest.mark.parametrize("slug", ["railroad", "pepper-grinnell", "dirty-clubs"])
def test_a_sheet_spares_ink(slug: str) -> None:
    assert ink(rules_pdf(slug)) <= 0.10


@BOTH
def test_no_ink_lies_in_the_margin(paper: Paper) -> None:
    box = ink_box(gray(rules_pdf("pepper-grinnell", paper)), 0, 0, paper.width, paper.height)
    assert min(box[0], box[1], paper.width - box[2], paper.height - box[3]) >= SAFE


def test_the_document_says_what_it_is() -> None:
    pdf = rules_pdf("pfeffer")
    with pdfplumber.open(BytesIO(pdf)) as document:
        assert document.metadata["Title"] == "A sheet"
        assert document.doc.catalog["Lang"] == b"en"
    assert b"Helvetica" not in pdf


# --- The table of pay, counted as a player at the table would --------------------------------------------


def counted(cell: Cell, own: int, bid: int, short: int, deal: int) -> int:
    """What a cell pays a side, or one of its players, with so many tricks of its own."""
    fitting = [item for item in cell if own in _named(item[1])] or [item for item in cell if not _named(item[1])]
    ((size, words),) = fitting
    for word, number in (("a point for every trick of the deal", deal), ("the bid", bid), ("minus ", "-"), ("−", "-")):
        size = size.replace(word, str(number))
    points = 0
    for term in size.split(" + "):
        times, _, rest = term.rpartition(" × ")
        points += int(times or 1) * int(rest)
    return points * (own if "a trick" in words else short if "trick short" in words else 1)


def _named(words: str) -> list[int]:
    """The numbers of tricks that these words are for; none for all others."""
    if words.endswith("for none"):
        return [0]
    found = re.search(r"for (?:all )?(\d+)(?: (or|to) (\d+))?(?: tricks?)?$", words)
    if not found:
        return []
    low, joined, high = int(found[1]), found[2], int(found[3] or found[1])
    return list(range(low, high + 1)) if joined == "to" else [low, high]


def check_row(slug: str, house_rules: dict[str, Any], index: int, row: PayRow) -> int:
    """Every bid and every number of tricks of a row, at every table; how many were counted."""
    variant, checked = VARIANTS[slug], 0
    for players in variant.table_sizes:
        rulebook = open_rulebook(variant, players, check_house_rules(variant, house_rules))
        assert rulebook is not None
        contract = [each for each in rulebook.variant.contracts if each is not None][index]
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
                assert counted(ends[0], tricks, bid, int(needs) - tricks, rulebook.deal.tricks) == lone
                for share in range(others + 1) if own and players > 2 else [others]:
                    paid = line.own_tricks[tricks][share] if own else score.defenders
                    assert counted(ends[1], share, bid, 0, rulebook.deal.tricks) == paid
                checked += 1
    return checked


@EVERY
def test_the_table_pays_what_the_rules_pay_under_every_answer_of_every_house_rule(slug: str) -> None:
    nights: list[dict[str, Any]] = [{}, latest(slug)]
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
def test_rows_in_the_words_of_the_table(slug: str, index: int, row: PayRow) -> None:
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
def test_calls_and_how_they_are_played(slug: str, calls: list[tuple[str, str]]) -> None:
    assert [(row.call, row.note) for row in pay_table(VARIANTS[slug])] == calls
