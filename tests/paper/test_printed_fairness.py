"""The printed fairness sheet, read back from the PDF: text, every square, sizes, ink."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from tally.paper.document import Job
from tally.paper.fairness import SQUARES
from tally.paper.measures import GREEN, Paper
from tally.printing.catalog import draw
from tests.support.night import ORGANIZER
from tests.support.paper_checks import read_pages
from tests.support.printed_pages import (
    BOTH_PAPERS,
    HEADING,
    draw_fairness,
    fairness_pdf,
    ink_share,
    lines_of,
    pages,
    random_balance,
)
from tests.support.tag_checks import check_tags
from tournament.models import Night
from tournament.movements.balance import Balance, count_rotation, count_rounds, meeting_matrix
from tournament.movements.balance_wording import describe_balance
from tournament.movements.whist import perfect_rotation
from tournament.night.signup import sign_up
from tournament.planning.night_plan import plan_night
from tournament.planning.rounds import seatings


def count_squares(pdf: bytes, players: int) -> tuple[Counter[int], Counter[int]]:
    """Count the squares above and below the diagonal by what they mean: once, twice, more often."""
    page = next(pages(pdf))
    frame = next(rect for rect in page.rects if rect["stroke"] and not rect["fill"])
    cell = frame["width"] / players
    found: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for rect in page.rects:
        x, y = ((rect[start] + rect[end]) / 2 - frame[start] for start, end in (("x0", "x1"), ("top", "bottom")))
        if rect["fill"] and 0 < x < frame["width"] and 0 < y < frame["height"]:
            times = min(SQUARES, key=lambda often: abs(SQUARES[often] * cell - rect["width"]))
            assert rect["width"] == pytest.approx(rect["height"])
            assert x / cell % 1 == pytest.approx(0.5, abs=0.02) and y / cell % 1 == pytest.approx(0.5, abs=0.02)
            above = int(x / cell) > int(y / cell)
            assert rect["non_stroking_color"] == pytest.approx(GREEN.rgb() if above else (0, 0, 0), abs=0.001)
            found[0 if above else 1][times] += 1
    return found


@BOTH_PAPERS
@pytest.mark.parametrize(
    "balance",
    [
        count_rotation(perfect_rotation(8), 7),
        count_rotation(perfect_rotation(21), 10),
        random_balance(9, 12),
        random_balance(30, 8),
    ],
    ids=["8 perfect", "21 in ten games", "9 random", "30 random"],
)
def test_every_pair_has_its_square_above_or_below_the_diagonal(balance: Balance, paper: Paper) -> None:
    above, below = count_squares(fairness_pdf(balance, paper), len(balance.numbers))
    assert above == Counter(min(times, 3) for times in balance.partners.values())
    assert below == Counter(min(times, 3) for times in balance.opponents.values())


@BOTH_PAPERS
def test_the_figure_includes_the_labels_of_its_last_column(paper: Paper) -> None:
    balance = random_balance(40, 9)
    lines, met = describe_balance(balance), meeting_matrix(balance)
    check_tags(draw_fairness(HEADING, "9 games", lines, balance.numbers, met, paper, large=True))


@BOTH_PAPERS
@pytest.mark.parametrize(
    "balance", [count_rotation(perfect_rotation(12), 11), random_balance(133, 20)], ids=["12", "133"]
)
def test_the_sheet_has_its_sentences_and_its_key(balance: Balance, paper: Paper) -> None:
    (text,) = read_pages(fairness_pdf(balance, paper), paper)
    assert "How fair it is" in text and f"{balance.games} GAMES Summer Euchre Night · Friday, June 12, 2026" in text
    for sentence in describe_balance(balance):
        assert sentence in text
    assert "Above the diagonal, partners; below it, opponents: once twice more often" in text


@pytest.mark.parametrize(
    ("players", "printed"),
    [(4, [1, 2, 3, 4]), (21, list(range(1, 22))), (48, list(range(5, 49, 5))), (133, list(range(10, 134, 10)))],
)
def test_as_many_numbers_are_printed_as_there_is_room_for(players: int, printed: list[int]) -> None:
    page = next(pages(fairness_pdf(count_rotation(perfect_rotation(players), 3))))
    frame = next(rect for rect in page.rects if rect["stroke"] and not rect["fill"])
    above = page.crop((0, frame["top"] - 20, page.width, frame["top"])).extract_text(x_tolerance_ratio=0.35)
    beside = page.crop((0, frame["top"], frame["x0"], page.height)).extract_text(x_tolerance_ratio=0.35)
    assert [int(number) for number in above.split()] == printed
    assert [int(number) for number in beside.split()] == printed


FULLEST = [
    count_rotation(perfect_rotation(133), 133),
    count_rotation(perfect_rotation(25), 20),
    random_balance(4, 20),
    random_balance(24, 20),
    random_balance(100, 20),
]


@BOTH_PAPERS
@pytest.mark.parametrize("balance", FULLEST, ids=lambda balance: f"{len(balance.numbers)}x{balance.games}")
def test_the_fullest_sheets_keep_margins_sizes_and_ink(balance: Balance, paper: Paper) -> None:
    pdf = fairness_pdf(balance, paper)
    assert len(read_pages(pdf, paper)) == 1
    assert 0.01 < ink_share(pdf) <= 0.10


def test_a_long_night_with_large_numbers_fits_on_one_page() -> None:
    balance = random_balance(129, 20)
    lines = [sentence + " And so on, and on, and on, and on, and on, and on." for sentence in describe_balance(balance)]
    pdf = draw_fairness(HEADING, "20 games", lines, balance.numbers, meeting_matrix(balance), Paper.LETTER)
    (text,) = read_pages(pdf, Paper.LETTER)
    assert text.count("And so on, and on,") == len(lines)


# The sheet of a night


def test_it_prints_the_planned_seats_before_the_start_and_the_actual_seats_after(
    organizer: Client, empty_night: Night
) -> None:
    sign_up(night=empty_night, names=[f"Guest {n}" for n in range(1, 22)], who=ORGANIZER)
    answer = organizer.get(f"/n/{empty_night.slug}/print/fairness.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    planned = plan_night(empty_night, range(1, 22)).rounds
    expected = count_rounds([seating.tables for seating in planned], [seating.sitting_out for seating in planned])
    assert count_squares(answer.content, 21)[1] == Counter(min(times, 3) for times in expected.opponents.values())
    organizer.post(f"/n/{empty_night.slug}/desk/start/")
    empty_night.refresh_from_db()
    after = draw(empty_night, "fairness", Job(Paper.LETTER), "")
    assert list(seatings(empty_night)) == list(planned)
    assert count_squares(after, 21) == count_squares(answer.content, 21)
    assert "10 GAMES" in " ".join(lines_of(next(pages(after))))


def test_when_seats_depend_on_winners_it_says_how_many_games_are_known(night: Night) -> None:
    night.movement, night.games = "winners-up", 10
    night.rounds.filter(number__gt=2).delete()
    night.save()
    text = " ".join(lines_of(next(pages(draw(night, "fairness", Job(Paper.A4), "")))))
    assert "2 GAMES OF 10" in text and "Nobody has the same partner twice." in text


def test_with_three_players_the_sheet_is_refused_because_a_table_needs_four(
    organizer: Client, empty_night: Night
) -> None:
    sign_up(night=empty_night, names=["Ann", "Bob", "Cy"], who=ORGANIZER)
    answer = organizer.get(f"/n/{empty_night.slug}/print/fairness.pdf")
    assert answer.status_code == 409 and "a table needs four" in answer.content.decode()


def test_only_the_organizer_finds_its_link_on_the_fairness_page(
    organizer: Client, stranger: Client, night: Night
) -> None:
    link = f'href="/n/{night.slug}/print/fairness.pdf"'
    html = [client.get(f"/n/{night.slug}/fairness/").content.decode() for client in (organizer, stranger)]
    assert [link in page for page in html] == [True, False]
