"""The printed fairness sheet, read back from the PDF: words, squares counted one by one, sizes, ink."""

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
from tests.support.printed_pages import BOTH, HEADING, draw_fairness, fairness_pdf, ink, lines_of, pages, random_balance
from tournament.models import Night
from tournament.movements.balance import Balance, count_rotation, count_rounds, meeting_matrix
from tournament.movements.balance_wording import describe_balance
from tournament.movements.whist import perfect_rotation
from tournament.night.signup import sign_up
from tournament.planning.night_plan import plan_night
from tournament.planning.rounds import seatings


def picture(pdf: bytes, players: int) -> tuple[Counter[int], Counter[int]]:
    """How many squares stand for once, twice, more often: above the diagonal, and below it."""
    page = next(pages(pdf))
    frame = next(rect for rect in page.rects if rect["stroke"] and not rect["fill"])
    cell = frame["width"] / players
    found: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for rect in page.rects:
        x, y = ((rect[one] + rect[other]) / 2 - frame[one] for one, other in (("x0", "x1"), ("top", "bottom")))
        if rect["fill"] and 0 < x < frame["width"] and 0 < y < frame["height"]:
            times = min(SQUARES, key=lambda often: abs(SQUARES[often] * cell - rect["width"]))
            assert rect["width"] == pytest.approx(rect["height"])
            assert x / cell % 1 == pytest.approx(0.5, abs=0.02) and y / cell % 1 == pytest.approx(0.5, abs=0.02)
            above = int(x / cell) > int(y / cell)
            assert rect["non_stroking_color"] == pytest.approx(GREEN.rgb() if above else (0, 0, 0), abs=0.001)
            found[0 if above else 1][times] += 1
    return found


@BOTH
@pytest.mark.parametrize(
    "balance",
    [
        count_rotation(perfect_rotation(8), 7),
        count_rotation(perfect_rotation(21), 10),
        random_balance(9, 12),
        random_balance(30, 8),
    ],
    ids=["8 perfect", "21 in ten games", "9 by chance", "30 by chance"],
)
def test_every_pair_has_its_square_above_or_below_the_diagonal(balance: Balance, paper: Paper) -> None:
    above, below = picture(fairness_pdf(balance, paper), len(balance.numbers))
    assert above == Counter(min(times, 3) for times in balance.partners.values())
    assert below == Counter(min(times, 3) for times in balance.opponents.values())


@BOTH
@pytest.mark.parametrize(
    "balance", [count_rotation(perfect_rotation(12), 11), random_balance(133, 20)], ids=["12", "133"]
)
def test_the_sentences_stand_over_the_picture(balance: Balance, paper: Paper) -> None:
    (said,) = read_pages(fairness_pdf(balance, paper), paper)
    assert "How fair it is" in said and f"{balance.games} GAMES Summer Euchre Night, 12 June 2026" in said
    for sentence in describe_balance(balance):
        assert sentence in said
    assert "Above the diagonal partners, below it opponents: once twice more often" in said


@pytest.mark.parametrize(
    ("players", "written"),
    [(4, [1, 2, 3, 4]), (21, list(range(1, 22))), (48, list(range(5, 49, 5))), (133, list(range(10, 134, 10)))],
)
def test_as_many_numbers_are_written_as_there_is_room_for(players: int, written: list[int]) -> None:
    page = next(pages(fairness_pdf(count_rotation(perfect_rotation(players), 3))))
    frame = next(rect for rect in page.rects if rect["stroke"] and not rect["fill"])
    over = page.crop((0, frame["top"] - 20, page.width, frame["top"])).extract_text(x_tolerance_ratio=0.35)
    beside = page.crop((0, frame["top"], frame["x0"], page.height)).extract_text(x_tolerance_ratio=0.35)
    assert [int(number) for number in over.split()] == written
    assert [int(number) for number in beside.split()] == written


FULLEST = [
    count_rotation(perfect_rotation(133), 133),
    count_rotation(perfect_rotation(25), 20),
    random_balance(4, 20),
    random_balance(24, 20),
    random_balance(100, 20),
]


@BOTH
@pytest.mark.parametrize("balance", FULLEST, ids=lambda balance: f"{len(balance.numbers)}x{balance.games}")
def test_it_keeps_margins_sizes_and_ink(balance: Balance, paper: Paper) -> None:
    pdf = fairness_pdf(balance, paper)
    assert len(read_pages(pdf, paper)) == 1
    assert 0.01 < ink(pdf) <= 0.10


def test_a_long_night_and_long_numbers_keep_to_one_page() -> None:
    balance = random_balance(129, 20)
    lines = [sentence + " And so on, and on, and on, and on, and on, and on." for sentence in describe_balance(balance)]
    pdf = draw_fairness(HEADING, "20 games", lines, balance.numbers, meeting_matrix(balance), Paper.LETTER)
    (said,) = read_pages(pdf, Paper.LETTER)
    assert said.count("And so on, and on,") == len(lines)


# From the night


def test_it_prints_what_is_planned_before_the_start_and_what_is_seated_after(
    organizer: Client, empty_night: Night
) -> None:
    sign_up(night=empty_night, names=[f"Guest {n}" for n in range(1, 22)], who=ORGANIZER)
    answer = organizer.get(f"/n/{empty_night.slug}/print/fairness.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    planned = plan_night(empty_night, range(1, 22)).rounds
    expected = count_rounds([seating.tables for seating in planned], [seating.sitting_out for seating in planned])
    assert picture(answer.content, 21)[1] == Counter(min(times, 3) for times in expected.opponents.values())
    organizer.post(f"/n/{empty_night.slug}/desk/start/")
    empty_night.refresh_from_db()
    after = draw(empty_night, "fairness", Job(Paper.LETTER), "")
    assert list(seatings(empty_night)) == list(planned)
    assert picture(after, 21) == picture(answer.content, 21)
    assert "10 GAMES" in " ".join(lines_of(next(pages(after))))


def test_where_seats_follow_the_winners_it_says_how_many_games_are_known(night: Night) -> None:
    night.movement, night.games = "winners-up", 10
    night.rounds.exclude(number=1).delete()
    night.save()
    said = " ".join(lines_of(next(pages(draw(night, "fairness", Job(Paper.A4), "")))))
    assert "1 GAME OF 10" in said and "Nobody has the same partner twice." in said


def test_three_players_hear_that_a_table_needs_four(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Ann", "Bob", "Cy"], who=ORGANIZER)
    answer = organizer.get(f"/n/{empty_night.slug}/print/fairness.pdf")
    assert answer.status_code == 409 and "a table needs four" in answer.content.decode()


def test_the_organizer_finds_it_on_the_fairness_page_and_nobody_else(
    organizer: Client, stranger: Client, night: Night
) -> None:
    link = f'href="/n/{night.slug}/print/fairness.pdf"'
    pages_seen = [client.get(f"/n/{night.slug}/fairness/").content.decode() for client in (organizer, stranger)]
    assert [link in page for page in pages_seen] == [True, False]
