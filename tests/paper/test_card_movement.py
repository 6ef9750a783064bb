"""The whole movement on tally cards: below the games, or on the back of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pdfplumber
import pytest
from django.test import Client

from tally.paper.card_backs import Back
from tally.paper.card_movement import MovementColumns, fits_below, height_below
from tally.paper.document import Job
from tally.paper.grids import CardGrid
from tally.paper.measures import MM, SAFE, TEXT, Paper
from tally.paper.rotation import Four, GameRow
from tally.paper.tally_cards import Card, CardRow, draw_tally_cards
from tally.printing.catalog import draw, prepare
from tests.support.movement_nights import open_guest_night
from tests.support.paper_checks import check_pdf
from tests.support.printed_charts import PRINTED
from tests.support.printed_nights import SITE
from tests.support.printed_pages import ADDRESS, CODE, HEADING, PAPERS_AND_SIZES, pages, quarters
from tests.support.printed_pages import draw as draw_sheet
from tests.support.sheet_checks import card_cuts
from tournament.models import Night
from tournament.people.errors import Refused

Rounds = Sequence[Sequence[Sequence[int]]]


def movement_of(rounds: Rounds) -> list[GameRow]:
    """Make the movement of these rounds, whose tables name partners side by side."""
    return [GameRow(game, tuple(Four(*table) for table in tables)) for game, tables in enumerate(rounds, 1)]


def cards_of(rounds: Rounds) -> list[Card]:
    """Make the cards of everybody who plays in the first round."""
    players = sorted(player for table in rounds[0] for player in table)
    return [Card(player, f"Player {player}", CODE, ADDRESS, tuple(_rows(player, rounds))) for player in players]


def _rows(player: int, rounds: Rounds) -> list[CardRow]:
    rows = []
    for game, tables in enumerate(rounds, 1):
        for table, (a, b, c, d) in enumerate(tables, 1):
            pair, others = ((a, b), (c, d)) if player in (a, b) else ((c, d), (a, b))
            if player in pair:
                rows.append(CardRow(game, table, sum(pair) - player, others, deals=player == a))
    return rows


def drawn_rounds(players: int, games: int) -> list[list[list[int]]]:
    """Seat everybody at random in every game."""
    chance, rounds = Random(players), []
    for _ in range(games):
        order = chance.sample(range(1, players + 1), players)
        rounds.append([order[start : start + 4] for start in range(0, players, 4)])
    return rounds


def cards_with_movement(rounds: Rounds, paper: Paper, cards: int = 99, **job: Any) -> bytes:
    """Draw the first so many cards of these rounds, with the movement below the games if it fits, else on the backs."""
    movement = movement_of(rounds)
    below = not job.get("large") and fits_below(paper, len(movement), movement)
    where = (movement, None) if below else ((), Back("2026", movement))
    return draw_sheet(draw_tally_cards, HEADING, cards_of(rounds)[:cards], *where, paper=paper, **job)


def written(rounds: Rounds) -> list[str]:
    """Return the lines of a movement as they are printed."""
    return [
        " ".join([str(game), *(f"{a}·{b} vs {c}·{d}" for a, b, c, d in tables)])
        for game, tables in enumerate(rounds, 1)
    ]


def lines_of(page: Any) -> list[str]:
    return page.extract_text(x_tolerance_ratio=0.3, y_tolerance=3).splitlines()


# On the page

FITS_BELOW = [(8, Paper.LETTER, False), (8, Paper.A4, False)]
ON_BACKS = [(12, Paper.LETTER, False), (12, Paper.A4, False), (8, Paper.LETTER, True), (8, Paper.A4, True)]
ON_BACKS += [(12, Paper.LETTER, True), (12, Paper.A4, True)]


@pytest.mark.sample(5)
@pytest.mark.parametrize(("players", "paper", "large"), FITS_BELOW + ON_BACKS)
@pytest.mark.parametrize("marks", [pytest.param(False, marks=pytest.mark.long), True])
def test_cards_with_the_movement_pass_the_print_checks(players: int, paper: Paper, large: bool, marks: bool) -> None:
    job = Job(paper, large, crop_marks=marks)
    pdf = cards_with_movement(PRINTED[players], paper, large=large, crop_marks=marks)
    found = check_pdf(pdf, job, codes=[ADDRESS] * players, cuts=card_cuts(job))
    fronts = players // (2 if large else 4)
    assert found.pages == fronts * (1 + ((players, paper, large) in ON_BACKS))
    assert found.smallest == (16 if large else 12)


@pytest.mark.sample(5)
@pytest.mark.parametrize("players", [4, 8, 12])
@PAPERS_AND_SIZES
@pytest.mark.parametrize("games", [1, pytest.param(10, marks=pytest.mark.long), 20])
def test_any_movement_of_three_tables_has_room(players: int, paper: Paper, large: bool, games: int) -> None:
    pdf = cards_with_movement(drawn_rounds(players, games), paper, cards=4, large=large)
    job = Job(paper, large)
    check_pdf(pdf, job, codes=[ADDRESS] * 4, cuts=card_cuts(job))


def test_the_heads_of_narrow_columns_stay_apart() -> None:
    rounds = [
        [[1, 2, 3, 4], *two]
        for two in (
            ([10, 11, 5, 6], [9, 12, 7, 8]),
            ([5, 6, 10, 11], [7, 8, 9, 12]),
            ([5, 6, 7, 8], [10, 11, 9, 12]),
            ([5, 6, 7, 8], [9, 12, 10, 11]),
        )
    ]
    pdf = cards_with_movement(rounds, Paper.A4, cards=4)
    check_pdf(pdf, Job(Paper.A4), codes=[ADDRESS] * 4, cuts=card_cuts(Job(Paper.A4)))


def test_the_widest_pair_has_room_in_every_place() -> None:
    rounds = []
    for game in range(12):
        pairs = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 12]]
        pairs.insert(game % 6, [10, 11])
        rounds.append([pairs[0] + pairs[1], pairs[2] + pairs[3], pairs[4] + pairs[5]])
    _, back = pages(cards_with_movement(rounds, Paper.A4, cards=1))
    assert set(written(rounds)) < set(lines_of(quarters(back)[1]))
    for word, following in pairwise(back.extract_words(x_tolerance_ratio=0.25)):
        assert not 0 <= following["x0"] - word["x1"] < 2.5, f"{word['text']} and {following['text']}"


@pytest.mark.parametrize("paper", list(Paper))
def test_two_tables_are_below_the_games_of_every_card(paper: Paper) -> None:
    for page in pages(cards_with_movement(PRINTED[8], paper)):
        for quarter in quarters(page):
            lines = lines_of(quarter)
            start = lines.index("Game Table 1 Table 2")
            assert lines[start + 1 :] == [*written(PRINTED[8]), "The first one named deals first."]


@pytest.mark.parametrize("paper", list(Paper))
def test_rows_to_write_in_stay_5_millimeters_high(paper: Paper) -> None:
    movements = [movement_of(drawn_rounds(8, games)) for games in range(1, 20)]
    most = [movement for movement in movements if fits_below(paper, len(movement), movement)][-1]
    grid = CardGrid(paper, len(most), below=height_below(most))
    assert 5.4 * MM <= grid.row < 7 * MM


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("games", [7, 11, 15])
def test_rows_to_write_in_are_larger_in_large_print(paper: Paper, games: int) -> None:
    grid = CardGrid(paper, games, large=True)
    assert grid.row * grid.scale >= 26
    assert grid.left * grid.scale == pytest.approx(18), "a quarter of an inch from the edge"


def test_the_owners_own_number_is_bold_below_the_games() -> None:
    quarter = quarters(next(pages(cards_with_movement(PRINTED[8], Paper.LETTER))))[2]
    head = max(word["bottom"] for word in quarter.extract_words() if word["text"] == "Table")
    black = [char for char in quarter.chars if char["top"] > head and sum(char["non_stroking_color"]) == 0]
    bold = [char["text"] for char in black if "Bold" in char["fontname"]]
    assert bold == ["3"] * 7
    assert sum(char["text"] == "3" for char in black) == 7


# On the back


def test_three_tables_are_on_the_back_of_every_card() -> None:
    fronts_and_backs = list(pages(cards_with_movement(PRINTED[12], Paper.A4)))
    assert len(fronts_and_backs) == 6
    for front, back in zip(fronts_and_backs[::2], fronts_and_backs[1::2], strict=True):
        assert "vs" not in front.extract_text()
        for quarter in quarters(back):
            lines = lines_of(quarter)
            start = lines.index("Table 1 Table 2 Table 3")
            assert lines[start + 1 : start + 12] == written(PRINTED[12])
            assert (
                " ".join(lines[start + 12 :]) == "1·2 vs 3·4: 1 and 2 are partners against 3 and 4, and 1 deals first."
            )


@pytest.mark.parametrize(
    ("cards", "behind"),
    [(1, [False, True, False, False]), (2, [True, True, False, False]), (3, [True, True, False, True])],
)
def test_turned_over_its_long_edge_the_back_lies_behind_its_cards(cards: int, behind: list[bool]) -> None:
    _, back = pages(cards_with_movement(PRINTED[12], Paper.LETTER, cards=cards))
    assert [bool(quarter.chars) for quarter in quarters(back)] == behind


def test_margins_are_the_same_on_both_sides_and_all_backs_are_alike() -> None:
    front, back = pages(cards_with_movement(PRINTED[12], Paper.LETTER, cards=4))
    for card, behind in zip(quarters(front), quarters(back), strict=True):
        for page in (card, behind):
            left, _, right, _ = page.bbox
            marks = [*page.chars, *page.curves]
            assert min(mark["x0"] for mark in marks) == pytest.approx(left + SAFE, abs=1)
            assert max(mark["x1"] for mark in marks) == pytest.approx(right - SAFE, abs=1)
    texts = {tuple(lines_of(quarter)) for quarter in quarters(back)}
    assert len(texts) == 1


def test_a_landscape_page_that_is_turned_over_its_long_edge_has_left_behind_left() -> None:
    front, back = pages(cards_with_movement(drawn_rounds(12, 20), Paper.A4, cards=1, large=True))
    for page in (front, back):
        assert page.width > page.height and max(char["x1"] for char in page.chars) < page.width / 2


# From a night


def test_the_movement_on_a_card_is_tonights(night: Night) -> None:
    quarter = quarters(next(pages(draw(night, "tally-cards-with-movement", Job(), SITE))))[0]
    lines = lines_of(quarter)
    for round_ in night.rounds.all():
        fours = []
        for game in round_.games.order_by("table"):
            seats = {place.seat: place.entry.number for place in game.places.all()}
            fours.append(f"{seats['N']}·{seats['S']} vs {seats['E']}·{seats['W']}")
        assert " ".join([str(round_.number), *fours]) in lines


def test_cards_with_backs_ask_the_printer_for_both_sides(three_tables: Night) -> None:
    assert _sides(draw(three_tables, "tally-cards-with-movement", Job(), SITE)) == "DuplexFlipLongEdge"
    assert _sides(draw(three_tables, "tally-cards-with-movement", Job(large=True), SITE)) == "DuplexFlipLongEdge"
    assert _sides(draw(three_tables, "tally-cards", Job(), SITE)) == "Simplex"


def test_cards_of_two_tables_are_printed_on_one_side(night: Night) -> None:
    assert _sides(draw(night, "tally-cards-with-movement", Job(), SITE)) == "Simplex"


def _sides(pdf: bytes) -> str:
    with pdfplumber.open(BytesIO(pdf)) as document:
        return str(document.doc.catalog["ViewerPreferences"].resolve()["Duplex"].name)


def test_one_card_has_its_own_back(three_tables: Night) -> None:
    front, back = pages(draw(three_tables, "tally-cards-with-movement", Job(only=7), SITE))
    assert lines_of(quarters(front)[0])[0] == "7"
    assert [bool(quarter.chars) for quarter in quarters(back)] == [False, True, False, False]


def test_the_movement_of_more_than_twelve_players_has_no_room_on_a_card(empty_night: Night) -> None:
    with pytest.raises(Refused, match="room for the movement of 12 players"):
        prepare(open_guest_night(empty_night, 13), "tally-cards-with-movement", Job(), SITE)


def test_a_movement_that_follows_winners_is_not_known_beforehand(empty_night: Night) -> None:
    with pytest.raises(Refused, match="nobody knows the later seats"):
        prepare(open_guest_night(empty_night, 8, "winners-up"), "tally-cards-with-movement", Job(), SITE)


def test_numbers_come_before_the_movement(eight_players: Night) -> None:
    with pytest.raises(Refused, match="Draw the numbers first"):
        prepare(eight_players, "tally-cards-with-movement", Job(), SITE)


def test_the_shelf_says_when_cards_print_on_both_sides(organizer: Client, night: Night) -> None:
    address = f"/n/{night.slug}/print/"
    assert "It prints on both sides of the paper." not in " ".join(organizer.get(address).content.decode().split())
    organizer.post(address, {"paper": "letter", "large_print": "on"})
    assert "It prints on both sides of the paper." in " ".join(organizer.get(address).content.decode().split())


@pytest.mark.parametrize("wide", [75 * MM, 93 * MM, 97 * MM, 140 * MM])
@pytest.mark.parametrize("players", [8, 12])
def test_tables_of_a_movement_have_a_rule_between_them(players: int, wide: float) -> None:
    columns = MovementColumns(movement_of(drawn_rounds(players, 11)), 0, wide, TEXT)
    assert len(columns.between) == len(columns.middles) - 1 == players // 4 - 1
    for left, rule, right in zip(columns.middles, columns.between, columns.middles[1:], strict=False):
        assert left < rule < right
    assert columns.game_right < columns.middles[0]
    assert columns.says_game is (wide > 93 * MM or players == 8)
