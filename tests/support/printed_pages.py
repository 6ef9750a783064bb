"""Values to print in tests, and functions that read PDFs back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pdfplumber
import pypdfium2
import pytest

from tally.paper import fairness, rules_sheet, standings, tally_cards
from tally.paper.document import Heading, Job, compose
from tally.paper.measures import Paper
from tally.paper.standings import StandingRow
from tally.paper.tally_cards import Card, CardRow
from tally.rules import VARIANTS, Variant, summarize_rules
from tests.support.odd_names import LONG_NAME, UNBROKEN_NAME
from tests.support.paper_checks import DOTS, share_of_ink
from tournament.movements.balance import Balance, count_rounds, meeting_matrix
from tournament.movements.balance_wording import describe_balance

HEADING = Heading("Summer Euchre Night", "Friday, June 12, 2026")
LONG_NIGHT = Heading("The Greater Springfield and Shelbyville Senior Citizens’ Euchre", "Wednesday, September 23, 2026")
ADDRESS = "HTTP://192.168.1.50:8000/J/K7QM2X9D"
CODE = "K7QM-2X9D"
BOTH_PAPERS = pytest.mark.parametrize("paper", list(Paper))
# The default run has each paper and each size of print once, and not every two of them together.
PAPERS_AND_SIZES = pytest.mark.parametrize(
    ("paper", "large"),
    [
        (Paper.LETTER, False),
        pytest.param(Paper.LETTER, True, marks=pytest.mark.long),
        pytest.param(Paper.A4, False, marks=pytest.mark.long),
        (Paper.A4, True),
    ],
)


def draw(drawing: Any, *values: Any, paper: Paper = Paper.LETTER, title: str = "A sheet", **job: Any) -> bytes:
    """Draw one sheet from values as a PDF."""
    return compose(title, Job(paper, **job), [(title, partial(_call, drawing, values))])


def _call(drawing: Any, values: Sequence[Any], document: Any) -> None:
    drawing(document, *values)


def draw_tally_cards(heading: Heading, cards: Sequence[Card], paper: Paper, **job: Any) -> bytes:
    return draw(tally_cards.draw_tally_cards, heading, cards, paper=paper, **job)


def draw_standings(heading: Heading, rows: Sequence[StandingRow], paper: Paper, *more: Any, **job: Any) -> bytes:
    return draw(standings.draw_standings, heading, rows, *more, paper=paper, **job)


def draw_rules_sheet(heading: Heading, variant: Variant, house_rules: Any, paper: Paper, **job: Any) -> bytes:
    summary = summarize_rules(variant, house_rules)
    return draw(rules_sheet.draw_rules_sheet, heading, variant.name, summary, paper=paper, **job)


def draw_fairness(
    heading: Heading, known: str, lines: Sequence[str], numbers: Sequence[int], met: Any, paper: Paper, **job: Any
) -> bytes:
    return draw(fairness.draw_fairness, heading, known, lines, numbers, met, paper=paper, **job)


def card_rows(games: int, played: int = 0, players: int = 48) -> tuple[CardRow, ...]:
    """Make the rows of a card with numbers of one and two digits; the first `played` games are scored."""
    rows, total = [], 0
    for game in range(1, games + 1):
        us, them = (game * 7 % 15, game * 5 % 13) if game <= played else (None, None)
        total += us or 0
        one, two, three = ((game * k) % players + 1 for k in (5, 11, 17))
        rows.append(
            CardRow(
                game,
                game % 12 + 1,
                one,
                (two, three),
                us,
                them,
                total if us is not None else None,
                us is not None and game % 3 > 0,
            )
        )
    return tuple(rows)


def card(number: int = 17, name: str = "Margaret W.", games: int = 12, played: int = 0, **other: object) -> Card:
    rows = card_rows(games, played)
    values: dict[str, object] = {
        "code": CODE,
        "address": ADDRESS,
        "rows": rows,
        "total": rows[-1].total if played == games else None,
        "loners": 3 if played else None,
    }
    return Card(number=number, name=name, **{**values, **other})  # type: ignore[arg-type]


def full_sheet(games: int, played: int = 0) -> list[Card]:
    names = {1: "Erzsébet Őrsi", 17: "王小明", 48: LONG_NAME, 100: UNBROKEN_NAME}
    keys = {"code": "", "address": ""} if played == games else {}  # filled cards have none
    return [card(number, name, games, played, **keys) for number, name in names.items()]


def pages(pdf: bytes) -> Iterator[pdfplumber.page.Page]:
    with pdfplumber.open(BytesIO(pdf)) as document:
        yield from document.pages


def text_of(pdf: bytes) -> str:
    """Return all words of all pages in the order of drawing, in which screen readers read them."""
    document = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return " ".join(text.replace("\ufffe", "- ").split())  # PDFium's character for a hyphen at the end of a line


def quarters(page: pdfplumber.page.Page) -> list[pdfplumber.page.Page]:
    """Crop a page to its four cards, in reading order."""
    wide, high = page.width / 2, page.height / 2
    return [page.crop((x, y, x + wide, y + high)) for y in (0, high) for x in (0, wide)]


def first_card(pdf: bytes) -> pdfplumber.page.Page:
    return quarters(next(pages(pdf)))[0]


def lines_of(page: pdfplumber.page.Page) -> list[str]:
    """Return the upright lines of a page."""
    return upright(page).extract_text(x_tolerance_ratio=0.35, y_tolerance=4).splitlines()


def upright(page: pdfplumber.page.Page) -> pdfplumber.page.Page:
    """Leave out the text that stands on its head: in a card's lower corner."""
    return page.filter(lambda drawn: drawn.get("matrix", (1,))[0] > 0)


def render_gray(pdf: bytes, dots: int = 144, page: int = 0):  # a Pillow image, 0 for ink and 255 for paper
    return pypdfium2.PdfDocument(pdf)[page].render(scale=dots / 72).to_pil().convert("L")


def ink_share(pdf: bytes, page: int = 0) -> float:
    """Return the share of a page that is ink."""
    return share_of_ink(render_gray(pdf, DOTS, page))


def ink_box(image, left: float, top: float, right: float, bottom: float):
    """Find the smallest box around all ink in a part of a picture, in points from its corner; None without ink."""
    part = image.crop(tuple(round(edge * 2) for edge in (left, top, right, bottom)))
    box = part.point([255] * 215 + [0] * 41).getbbox()
    return box and tuple(edge / 2 for edge in box)


def fairness_pdf(balance: Balance, paper: Paper = Paper.LETTER) -> bytes:
    return draw_fairness(
        HEADING, f"{balance.games} games", describe_balance(balance), balance.numbers, meeting_matrix(balance), paper
    )


def random_balance(players: int, games: int) -> Balance:
    """Count a night with random seats in every game, where partners and opponents repeat often."""
    chance = Random(players)
    rounds = []
    for _ in range(games):
        order = chance.sample(range(1, players + 1), players)
        rounds.append([tuple(order[start : start + 4]) for start in range(0, players // 4 * 4, 4)])
    return count_rounds(rounds, [], range(1, players + 1))  # type: ignore[arg-type]


def standing_rows(players: int, games: int, names: list[str] | None = None) -> list[StandingRow]:
    points = sorted((tuple((k * 7 + g * k) % 15 for g in range(games)) for k in range(players)), key=sum, reverse=True)
    totals = [sum(line) for line in points]
    places = [f"{'T-' * (totals.count(total) > 1)}{totals.index(total) + 1}" for total in totals]
    names = names or [f"P{k}" for k in range(players)]
    return [StandingRow(places[k], k + 1, names[k], totals[k], points[k]) for k in range(players)]


def pairs_by_column(page: pdfplumber.page.Page) -> dict[str, list[str]]:
    """Map each heading "Table 4" or "Sits out" to the numbers below it, from top to bottom."""
    words = page.extract_words(x_tolerance_ratio=0.25)
    columns = {}
    for one, other in pairwise(words):
        if (one["text"], other["text"]) == ("Sits", "out") or (one["text"] == "Table" and other["text"].isdigit()):
            middle = (one["x0"] + other["x1"]) / 2
            columns[f"{one['text']} {other['text']}"] = [
                word["text"]
                for word in words
                if one["bottom"] < word["top"] < page.height - 60
                and abs((word["x0"] + word["x1"]) / 2 - middle) < 24
                and word["text"].replace("·", "").isdigit()
            ]
    return columns


def rules_pdf(slug: str, paper: Paper = Paper.LETTER, heading: Heading = HEADING, **house_rules: object) -> bytes:
    return draw_rules_sheet(heading, VARIANTS[slug], house_rules, paper)
