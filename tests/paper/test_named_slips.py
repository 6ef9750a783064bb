"""Score slips with names, read back from the PDF."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.core.management import call_command
from django.test import Client

from tally.paper.document import Job
from tally.paper.fonts import BOLD, REGULAR
from tally.paper.measures import Paper
from tally.paper.named_slips import BLANK, NamedGrid, NamedSlip, SlipRules, code_words, draw_named_slips
from tally.paper.slip_form import ROW_LEAST
from tally.printing.catalog import draw as draw_sheet
from tally.rules import VARIANTS, summarize_rules
from tally.rules.pay_lines import pay_lines
from tests.support.odd_names import LONG_NAME, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import ADDRESS, CODE, HEADING, PAPERS_AND_SIZES, draw, text_of
from tests.support.tag_checks import check_tags
from tournament.models import Game, Night
from tournament.movements.seats import Seat
from tournament.people.errors import Refused
from tournament.web.addresses import join_address

USUAL = ("Ann M.", "Bob S.", "Carla R.", "Erzsébet Ő.")


def rules_of(slug: str, hands: int = 4) -> SlipRules:
    summary = summarize_rules(VARIANTS[slug], {})
    return SlipRules(hands, summary.bid, pay_lines(summary))


def slips_of(tables: int, games: int, names: tuple[str, ...] = USUAL) -> list[NamedSlip]:
    return [
        NamedSlip(
            table, game, tuple(((table - 1) * 4 + seat + 1, names[seat]) for seat in range(4)), (table - 1) * 4 + 1
        )
        for table in range(1, tables + 1)
        for game in range(1, games + 1)
    ]


def in_piles(pdf: bytes, across: int, high: int) -> list[tuple[int, ...]]:
    """The table and game of every slip, once the stack is cut and its piles are put on one another, row by row.

    A slip to fill in has none.
    """
    document = pypdfium2.PdfDocument(pdf)
    order = []
    for row, column in product(range(high), range(across)):
        for page in document:
            wide, tall = page.get_width() / across, page.get_height() / high
            text = page.get_textpage().get_text_bounded(
                left=column * wide, right=(column + 1) * wide, bottom=(high - 1 - row) * tall, top=(high - row) * tall
            )
            order.append(tuple(int(one) for word in ("Table", "Game") for one in re.findall(rf"{word} (\d+)", text)))
    return order


@PAPERS_AND_SIZES
@pytest.mark.parametrize(("tables", "games"), [(1, 1), (3, 10), (7, 3)])
def test_a_stack_that_is_cut_lies_in_order_by_table(paper: Paper, large: bool, tables: int, games: int) -> None:
    pdf = draw(draw_named_slips, HEADING, rules_of("standard"), slips_of(tables, games), paper=paper, large=large)
    order = in_piles(pdf, 2, 1 if large else 2)
    count = tables * games
    assert order[:count] == [(table, game) for table in range(1, tables + 1) for game in range(1, games + 1)]
    assert order[count:] == [()] * (-count % (2 if large else 4)), "the last pages are filled with blank slips"


@pytest.mark.sample(5)
@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    ("slug", "hands", "names"),
    [
        pytest.param("standard", 4, USUAL, marks=pytest.mark.long),
        ("standard", 12, (LONG_NAME, UNBROKEN_NAME, "王小明", "أحمد")),
        pytest.param("progressive", 8, USUAL, marks=pytest.mark.long),
        ("pfeffer", 4, ("W" * 40, "", "😀", "I")),
        pytest.param("railroad", 12, USUAL, marks=pytest.mark.long),
        ("pepper-grinnell", 12, (LONG_NAME, UNBROKEN_NAME, LONG_NAME, LONG_NAME)),
    ],
)
def test_a_slip_of_any_game_prints(paper: Paper, large: bool, slug: str, hands: int, names: tuple[str, ...]) -> None:
    typed = "192.168.1.50:8000/J" if slug == "standard" else "a-club-of-a-long-name.euchre.example.org/J"
    rules, slips, job = rules_of(slug, hands), slips_of(2, 3, names), Job(paper, large)
    grid = NamedGrid(job.room, large, rules, [*slips, BLANK], code_words(CODE, typed))
    count = len(slips) + -len(slips) % (grid.across * grid.high)
    scale = job.scale
    ups = [grid.width * scale * place for place in range(1, grid.across)]
    levels = [grid.height * scale * place for place in range(1, grid.high)]
    pdf = draw(draw_named_slips, HEADING, rules, slips, ADDRESS, CODE, typed, paper=paper, large=large)
    found = check_pdf(pdf, job, codes=[ADDRESS] * count, cuts=(ups, levels))
    check_tags(pdf)
    assert all(set(word) <= set("W…") for word in found.shortened)
    assert grid.frame.row * scale >= ROW_LEAST * 0.95
    text = text_of(pdf)
    assert text.count("Initials") == text.count("deals first") == text.count(f"Or type {CODE} at") == count
    assert bool(grid.pay) == (not large or paper == Paper.A4 or slug != "pepper-grinnell"), "only where it must be"
    for line in rules.pay:
        assert text.count(f"{line.call}: {line.pays}") == count * bool(grid.pay)


@pytest.mark.parametrize("slug", [slug for slug, variant in VARIANTS.items() if variant.players == 4])
def test_a_bid_game_has_boxes_for_bid_and_tricks_and_any_other_a_ring_for_a_loner(slug: str) -> None:
    rules = rules_of(slug)
    pdf = draw(draw_named_slips, HEADING, rules, slips_of(1, 1))
    head = text_of(pdf).split("Hand", 1)[1].split("1 N–S")[0].split()
    boxes = ["Bid", "Tricks"] if rules.bid else ["Alone"]
    assert head == ["Called", "circle", "one", *boxes, "N–S", "E–W"]


@pytest.mark.parametrize("paper", list(Paper))
def test_a_game_of_more_hands_than_fit_is_refused(paper: Paper) -> None:
    rules = rules_of("pepper-grinnell", 24)
    for large in (False, True):
        check_pdf(draw(draw_named_slips, HEADING, rules, slips_of(1, 1), paper=paper, large=large), Job(paper, large))
    rules = rules_of("pepper-grinnell", 60)
    with pytest.raises(
        Refused, match=r"^In large print, a slip with names has room for [23]\d hands, not 60. Print it"
    ):
        draw(draw_named_slips, HEADING, rules, slips_of(1, 1), paper=paper, large=True)
    with pytest.raises(Refused, match=r"^A slip with names has room for [34]\d hands, not 60. Print blank slips.$"):
        draw(draw_named_slips, HEADING, rules, slips_of(1, 1), paper=paper)


def test_only_the_code_has_slashed_zeros_and_the_address_plain_ones() -> None:
    assert [face for _, face in code_words(CODE, "192.168.1.50:8000/J")] == [REGULAR, BOLD, REGULAR, BOLD]


def test_partners_stand_below_each_other_and_the_first_dealer_is_named() -> None:
    pdf = draw(draw_named_slips, HEADING, rules_of("standard"), slips_of(1, 1))
    words = read_words(pypdfium2.PdfDocument(pdf)[0])
    at = {word.text: word for word in words if word.right < 306 and word.foot > 396}
    for north, south in (("Ann", "Carla"), ("Bob", "Erzsébet")):
        assert at[north].foot > at[south].top and at[north].left == pytest.approx(at[south].left, abs=1.5)
    text = text_of(pdf)
    for words in (
        "N 1 Ann M. E 2 Bob S. S 3 Carla R. W 4 Erzsébet Ő.",
        "1 deals first; then the deal passes to the left.",
    ):
        assert words in text


def test_the_slips_of_a_night_have_its_seats_and_the_code_of_its_tables(night: Night, organizer: Client) -> None:
    pdf = organizer.get(f"/n/{night.slug}/print/named-slips.pdf?paper=letter&game=2").content
    games = Game.objects.filter(round__night=night, round__number=2).order_by("table")
    check_pdf(
        pdf,
        Job(),
        codes=[join_address(night, "http://testserver")] * (games.count() + -games.count() % 4),
        cuts=([306], [396]),
    )
    text = text_of(pdf)
    for game in games:
        seated = {place.seat: place.entry for place in game.places.select_related("entry")}
        four = [seated[seat] for seat in (Seat.N, Seat.E, Seat.S, Seat.W)]
        assert f"Table {game.table} Game 2" in text
        seats = zip("NESW", four, strict=True)
        assert " ".join(f"{seat} {entry.number} {entry.short_name}" for seat, entry in seats) in text
        assert f"{four[0].number} deals first" in text
    assert f"Or type {night.printed_join_key} at testserver/J" in text


def test_one_game_is_printed_again_from_the_shelf(night: Night, organizer: Client) -> None:
    shelf = organizer.get(f"/n/{night.slug}/print/").content.decode()
    form = shelf.split(f'action="/n/{night.slug}/print/named-slips/"')[1].split("</form>")[0]
    assert 'name="game"' in form
    chosen = organizer.post(f"/n/{night.slug}/print/named-slips/", {"game": "1"})
    assert chosen["Location"] == f"/n/{night.slug}/print/named-slips.pdf?game=1"
    answer = organizer.get(f"/n/{night.slug}/print/named-slips.pdf?game=99")
    assert answer.status_code == 409 and "Tonight has games 1 to" in answer.content.decode()


def test_one_game_is_printed_by_the_command(night: Night, tmp_path: Path) -> None:
    file = tmp_path / "slips.pdf"
    call_command("print", night.slug, "named-slips", game=3, output=str(file))
    text = text_of(file.read_bytes())
    assert (text.count("Initials"), text.count("Game 3"), text.count("North deals first")) == (4, 2, 2)


def test_where_winners_move_only_the_games_that_are_seated_have_slips(club: object) -> None:
    night: Any = make_printed_night(12, 4, "winners-up")
    assert night.rounds.count() == 1
    text = text_of(draw_sheet(night, "named-slips", Job(), SITE))
    assert (text.count("Initials"), text.count("Game 1")) == (4, 3), "one is left to fill in"
    with pytest.raises(Refused, match="Nobody knows yet who sits where in game 2: so far game 1 has seats"):
        draw_sheet(night, "named-slips", Job(game=2), SITE)
    with pytest.raises(Refused, match="Tonight has games 1 to 4"):
        draw_sheet(night, "named-slips", Job(game=0), SITE)


def test_without_codes_the_slips_have_the_code_that_is_typed(night: Night) -> None:
    pdf = draw_sheet(night, "named-slips", Job(codes=False, game=1), SITE)
    check_pdf(pdf, Job(), cuts=([306], [396]))
    text = text_of(pdf)
    assert f"Code for phones: {night.printed_join_key}" in text and "type" not in text


def test_the_partner_of_a_ghost_deals_for_it(three_tables: Night) -> None:
    seated = {
        place.seat: place.entry
        for place in Game.objects.get(round__night=three_tables, round__number=1, table=1).places.all()
    }
    north, south = seated[Seat.N], seated[Seat.S]
    three_tables.entries.filter(pk=north.pk).update(is_ghost=True)
    slip = text_of(draw_sheet(three_tables, "named-slips", Job(game=1), SITE)).split("Table ")[1]
    assert f"{north.number} ghost" in slip and f"{south.number} deals first" in slip


def test_a_long_name_leaves_no_gap_on_other_slips_and_names_are_large() -> None:
    slips = slips_of(2, 1)
    slips[1] = NamedSlip(2, 1, ((5, LONG_NAME), (6, "Bob"), (7, "Carla R."), (8, "Dan O.")), 5)
    words = list(read_words(pypdfium2.PdfDocument(draw(draw_named_slips, HEADING, rules_of("standard"), slips))[0]))
    north, south = (next(word for word in words if word.text == name) for name in ("Ann", "Carla"))
    assert north.size == south.size == 17 and 17 < north.foot - south.foot < 21
    hands = sorted((word.top for word in words if word.text == "Called" and word.foot > 396), reverse=True)
    assert hands[0] - hands[1] > 17, "the hands of the slip with the long name are lower"
