"""What makes a tally card one to keep: its corners and suits, the size of its name, its back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tally.paper.card_backs import Back, monogram
from tally.paper.club_look import ClubLook, Theme
from tally.paper.document import Heading, Job
from tally.paper.measures import GUIDE, HAIRLINE, MM, NUMBER, RULE, WRITTEN, Paper
from tally.paper.tally_cards import CardRow, draw_tally_cards
from tally.printing.catalog import EVERYTHING, draw, prepare
from tests.support.paper_checks import check_pdf
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import ADDRESS, BOTH_PAPERS, HEADING, PAPERS_AND_SIZES, card, lines_of, pages, quarters
from tests.support.printed_pages import draw as draw_sheet
from tests.support.sheet_checks import card_cuts
from tests.support.tag_checks import check_tags
from tournament.models import Night

OPTIONAL = ("tally-cards", "blank-cards")  # and filled cards, once the night has begun


def cards(*values: Any, paper: Paper = Paper.LETTER, **job: Any) -> bytes:
    return draw_sheet(draw_tally_cards, HEADING, *values, paper=paper, **job)


# The corners


def corners(quarter: Any) -> Iterator[tuple[str, bool, Any]]:
    """Yield the number in a card's upper and lower corner, whether it is upright, and its color."""
    for upright in (True, False):
        figures = [
            char
            for char in quarter.chars
            if round(char["size"]) == NUMBER and (char["matrix"][0] > 0) is upright and char["text"].isdigit()
        ]
        number = "".join(char["text"] for char in sorted(figures, key=lambda char: char["x0"] * char["matrix"][0]))
        yield number, upright, figures[0]["non_stroking_color"]


def test_a_number_stands_in_two_corners_turned_round_as_on_a_playing_card() -> None:
    quarter = quarters(next(pages(cards([card(17)]))))[0]
    upper, lower = (
        [char for char in quarter.chars if round(char["size"]) == NUMBER and (char["matrix"][0] > 0) is upright]
        for upright in (True, False)
    )
    assert [number for number, *_ in corners(quarter)] == ["17", "17"]
    left, top, right, foot = quarter.bbox
    for one, turned in zip(upper, lower, strict=True):
        assert one["x0"] - left == pytest.approx(right - turned["x1"], abs=1)
        assert one["top"] - top == pytest.approx(foot - turned["bottom"], abs=1)


def test_suits_go_round_with_the_numbers_black_and_red_in_turn() -> None:
    quarter_pages = quarters(next(pages(cards([card(number) for number in (1, 2, 3, 4)]))))
    reds = [{color for *_, color in corners(quarter)} for quarter in quarter_pages]
    assert [len(colors) for colors in reds] == [1, 1, 1, 1]
    assert [sum(colors.pop()) > 0 for colors in reds] == [False, True, False, True]


def suits(quarter: Any) -> list[tuple[int, bool, bool]]:
    """Find the suit in a card's upper corner: how many points its path has, and whether it is stroked and filled."""
    left, top, *_ = quarter.bbox
    return [
        (len(curve["pts"]), bool(curve["stroke"]), bool(curve["fill"]))
        for curve in quarter.curves
        if curve["bottom"] - top < 18 * MM and curve["x1"] - left < 18 * MM
    ]


def test_red_suits_are_open_so_that_a_gray_copy_tells_them_apart() -> None:
    found = [suits(quarter) for quarter in quarters(next(pages(cards([card(number) for number in (1, 2, 3, 4)]))))]
    assert [each[0][1:] for each in found] == [
        (False, True),
        (True, False),
        (False, True),
        (True, False),
    ]


def test_a_sheet_of_blank_cards_has_all_four_suits() -> None:
    blank = card(0, "", code="", address="")
    found = [suits(quarter) for quarter in quarters(next(pages(cards([blank] * 4))))]
    assert [each[0][1:] for each in found] == [(False, True), (True, False), (False, True), (True, False)]
    assert found[0] != found[2]


@PAPERS_AND_SIZES
def test_words_say_what_goes_on_the_two_lines_of_a_blank_card(paper: Paper, large: bool) -> None:
    pdf = cards([card(0, "", code="", address="")], paper=paper, large=large)
    check_pdf(pdf, Job(paper, large), cuts=card_cuts(Job(paper, large)))
    page = next(pages(pdf))
    words = [page.search(word)[0] for word in (r"No\.", "Name")]
    foot = words[0]["bottom"]
    lines = sorted((line["x0"], line["x1"]) for line in page.lines if foot - 8 < line["top"] < foot)
    (number, end), (name, right) = (line for line in lines if line[0] < page.width / 2)
    assert words[0]["x1"] < number < end < words[1]["x0"] < words[1]["x1"] < name < right
    assert end - number >= 10 * MM - 0.1 and right - name >= 40 * MM


# Names


def sizes_of_names(names: list[str]) -> list[float]:
    made = [card(number, name) for number, name in enumerate(names, 11)]
    return [
        max(char["size"] for char in quarter.chars if char["text"].isalpha() and "Bold" in char["fontname"])
        for page in pages(cards(made))
        for quarter in quarters(page)
        if quarter.chars
    ]


@pytest.mark.parametrize(
    ("names", "sizes"),
    [
        (["Ann", "Margaret W."], [18, 18]),
        (["Ann", "Theodora Papadopoulos"], [18, 18]),
        (["Ann", "Christopher Featherstonehaughs", "Bob"], [17, 17, 17]),
        (["Ann", "Margaret-Anne Featherstonehaugh-Worthing"], [18, 12]),
    ],
)
def test_all_names_of_a_run_have_one_size_unless_one_is_very_long(names: list[str], sizes: list[float]) -> None:
    assert sizes_of_names(names) == pytest.approx(sizes)


def test_a_nameless_card_says_whose_code_it_is() -> None:
    tree = check_tags(cards([card(7, "")]))
    assert "Code that opens the page of number 7" in str(tree)


CLUB = Heading("Summer Euchre Night", "Friday, June 12, 2026", "Jun 12, 2026", "Elks Lodge")


def heads(made: list[Any], heading: Heading = CLUB, **job: Any) -> list[list[str]]:
    """The lines of each card of a run down to the names of its columns."""
    found = [lines_of(q) for page in pages(draw_sheet(draw_tally_cards, heading, made, **job)) for q in quarters(page)]
    return [lines[: next(at for at, line in enumerate(lines) if line.startswith("Game"))] for lines in found if lines]


@BOTH_PAPERS
def test_the_club_and_the_night_are_two_lines_at_the_same_height_on_every_card_of_a_run(paper: Paper) -> None:
    names = ["Ann", "", "Theodora Papadopoulos", "Margaret-Anne Featherstonehaugh-Worthing", "Łukasz", "王小明"]
    made = [card(number, name) for number, name in enumerate(names, 11)]
    assert {tuple(lines[-2:]) for lines in heads(made, paper=paper)} == {
        ("Elks Lodge", "Summer Euchre Night · Jun 12, 2026")
    }
    for page in pages(draw_sheet(draw_tally_cards, CLUB, made, paper=paper)):
        found = [
            quarter.search("Elks Lodge")[0]["top"] - quarter.bbox[1] for quarter in quarters(page) if quarter.chars
        ]
        assert found == pytest.approx([found[0]] * len(found))


def test_a_night_too_long_for_one_line_with_its_date_takes_the_clubs() -> None:
    long = replace(CLUB, night="The Annual Thanksgiving Night")
    assert heads([card(7, "Ann")], long)[0][-2:] == ["The Annual Thanksgiving Night", "Friday, June 12, 2026"]


def test_the_code_stands_beside_the_rings_under_the_total() -> None:
    (quarter, *_) = quarters(next(pages(cards([card(7, "Ann")]))))
    assert "Loners K7QM-2X9D" in lines_of(quarter)
    code, loners = quarter.search("K7QM-2X9D")[0], quarter.search("Loners")[0]
    assert code["top"] == pytest.approx(loners["top"], abs=0.5)


def test_the_code_stands_beside_the_club_on_all_cards_of_a_run_where_something_else_is_beside_the_rings() -> None:
    rows = tuple(CardRow(game, None, None, None) for game in range(1, 20))
    made = [replace(card(7, name), rows=rows, brief="Winners go up", note="Winners move up.") for name in ("Ann", "")]
    assert [lines[-2:] for lines in heads(made)] == [["Elks Lodge K7QM-2X9D", "Summer Euchre Night · Jun 12, 2026"]] * 2


def test_the_lines_for_a_number_and_a_name_are_at_one_height() -> None:
    (quarter, *_) = quarters(next(pages(cards([card(0, "", code="", address="")]))))
    written = [
        line for line in quarter.lines if line["linewidth"] == WRITTEN and line["top"] - quarter.bbox[1] < 30 * MM
    ]
    number, name = sorted(written, key=lambda line: line["x0"])[:2]
    assert number["top"] == pytest.approx(name["top"])
    assert number["x1"] < name["x0"]


# Figures


def figure_size(partner: int, **job: Any) -> float:
    """The size of the figures of a card whose partners have such numbers, on paper."""
    rows = tuple(CardRow(game, 5, partner, (partner + 1, partner + 2)) for game in range(1, 10))
    (quarter, *_) = quarters(next(pages(cards([replace(card(1), rows=rows)], **job))))
    return float(
        max(char["size"] for char in quarter.chars if char["text"] == str(partner + 1)[0] and char["size"] < 24)
    )


@pytest.mark.parametrize(("paper", "least", "large"), [(Paper.LETTER, 15.5, 20), (Paper.A4, 13.5, 20)])
def test_numbers_of_three_figures_have_wider_columns(paper: Paper, least: float, large: float) -> None:
    assert figure_size(98, paper=paper) < figure_size(12, paper=paper) + 0.1
    assert figure_size(101, paper=paper) >= least
    assert figure_size(101, paper=paper, large=True) * 4 / 3 >= large


@BOTH_PAPERS
def test_the_mark_of_who_deals_first_is_clear_of_two_figures(paper: Paper) -> None:
    rows = tuple(CardRow(game, 5, 3, (1, 2), deals=True) for game in range(1, 14))
    (quarter, *_) = quarters(next(pages(cards([replace(card(1), rows=rows)], paper=paper))))
    figures = max(word["x1"] for word in quarter.extract_words() if word["text"] in ("10", "11", "12", "13"))
    dots = [curve["x0"] for curve in quarter.curves if 2 * MM < curve["x1"] - curve["x0"] < 2.6 * MM]
    dots = [x for x in dots if quarter.bbox[0] + 10 * MM < x < quarter.bbox[0] + 22 * MM]
    assert min(dots) - figures >= 1.2 * MM


# Backs


@pytest.mark.parametrize(
    ("club", "letters"),
    [
        ("Elks Lodge of Dayton", "ELD"),
        ("Westside", "W"),
        ("the card room", "TCR"),
        ("Maple Street Euchre Club", "MSEC"),
        ("The Old Mill Pond Euchre Club", "TOM"),
        ("Post 1234", "P"),
        ("", ""),
    ],
)
def test_a_monogram_is_a_clubs_initials(club: str, letters: str) -> None:
    assert monogram(club) == letters


@pytest.mark.sample(5)
@PAPERS_AND_SIZES
@pytest.mark.parametrize("club", ["", "Elks Lodge of Dayton", "Wandering Widows of Wisconsin"])
def test_backs_pass_the_print_checks(paper: Paper, large: bool, club: str) -> None:
    look = ClubLook(club=club, theme=Theme.FALL if club else Theme.PLAIN)
    made = [card(number) for number in range(1, 6)]
    pdf = cards(made, (), Back("2026"), paper=paper, large=large, look=look)
    job = Job(paper, large)
    found = check_pdf(pdf, job, codes=[ADDRESS] * 5, cuts=card_cuts(job))
    check_tags(pdf)
    assert found.pages == (6 if large else 4)
    assert found.ink < 0.1


@pytest.mark.parametrize(
    ("count", "behind"),
    [(1, [False, True, False, False]), (2, [True, True, False, False]), (3, [True, True, False, True])],
)
def test_a_back_lies_behind_its_card_when_the_paper_is_turned_over_its_long_edge(
    count: int, behind: list[bool]
) -> None:
    pdf = cards([card(number) for number in range(1, count + 1)], (), Back("2026"), look=ClubLook(club="Elks Lodge"))
    _, back = pages(pdf)
    assert ["2026" in quarter.extract_text() for quarter in quarters(back)] == behind
    assert ["EL" in quarter.extract_text() for quarter in quarters(back)] == behind


def test_without_cards_there_is_no_back() -> None:
    assert len(list(pages(cards([], (), Back("2026"))))) == 1


def test_large_cards_have_their_backs_on_the_same_side() -> None:
    _, back = pages(cards([card(1)], (), Back("2026"), large=True))
    assert back.width > back.height
    assert max(char["x1"] for char in back.chars) < back.width / 2


# From a night


def test_cards_have_backs_where_they_are_asked_for(night: Night) -> None:
    for slug in OPTIONAL:
        plain, backed = (list(pages(draw(night, slug, Job(backs=backs), SITE))) for backs in (False, True))
        assert len(backed) == 2 * len(plain), slug
        assert str(night.date.year) in backed[1].extract_text()
        _, job, _ = prepare(night, slug, Job(backs=True), SITE)
        assert job.both_sides and not job.short_edge
        _, job, _ = prepare(night, slug, Job(), SITE)
        assert not job.both_sides


@pytest.mark.django_db
def test_filled_cards_have_backs_too() -> None:
    one = make_printed_night(8, 4)
    plain, backed = (list(pages(draw(one, "filled-cards", Job(backs=backs), SITE))) for backs in (False, True))
    assert len(backed) == 2 * len(plain)


def test_a_back_has_the_whole_movement_where_it_fits(night: Night) -> None:
    back = list(pages(draw(night, "tally-cards", Job(backs=True), SITE)))[1]
    assert "are partners" in back.extract_text()


def test_a_back_of_many_players_has_none(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tally.printing.cards.MOST_PLAYERS", 7)
    back = list(pages(draw(night, "tally-cards", Job(backs=True), SITE)))[1]
    assert "are partners" not in back.extract_text()
    assert str(night.date.year) in back.extract_text()


def test_everything_is_printed_on_one_side_without_backs(night: Night) -> None:
    night.print_options = {"tally-cards": {"backs": "yes"}}
    _, job, drawings = prepare(night, EVERYTHING, Job(), SITE)
    assert not job.both_sides
    drawing = dict(drawings)["Tally cards"]
    assert drawing.keywords["back"] is None  # type: ignore[attr-defined]


def test_the_shelf_offers_cards_with_backs_and_the_address_prints_them(organizer: Client, night: Night) -> None:
    shelf = f"/n/{night.slug}/print/"
    html = organizer.get(shelf).content.decode()
    for slug in OPTIONAL:
        assert f'id="{slug}-backs"' in html
    assert 'id="name-tags-backs"' not in html
    plain, backed = (organizer.get(f"{shelf}tally-cards.pdf{more}").content for more in ("", "?backs=yes"))
    assert len(list(pages(backed))) == 2 * len(list(pages(plain)))


def test_a_stranger_prints_no_cards_with_backs(stranger: Client, night: Night) -> None:
    assert stranger.get(f"/n/{night.slug}/print/tally-cards.pdf?backs=yes").status_code == 403


def test_before_numbers_are_drawn_there_are_no_cards_and_so_no_backs(organizer: Client, eight_players: Night) -> None:
    answer = organizer.get(f"/n/{eight_players.slug}/print/tally-cards.pdf?backs=yes")
    assert "Draw the numbers first" in answer.content.decode()


def test_the_command_prints_backs(night: Night, tmp_path: Any) -> None:
    for more, count in (([], 2), (["--backs"], 4)):
        file = tmp_path / "cards.pdf"
        call_command("print", night.slug, "tally-cards", "-o", str(file), *more)
        assert len(list(pages(file.read_bytes()))) == count


# Rules


@pytest.mark.parametrize("blank", [False, True])
def test_rules_to_write_on_live_through_a_photocopier(blank: bool) -> None:
    rows = tuple(CardRow(game, None, None, None) for game in range(1, 8)) if blank else card(1).rows
    (quarter, *_) = quarters(next(pages(cards([replace(card(1), rows=rows)]))))
    written = [line for line in quarter.lines if HAIRLINE < line["linewidth"] < RULE]
    assert {line["linewidth"] for line in written} == {WRITTEN, GUIDE}
    uprights = [line for line in written if line["x0"] == line["x1"] and line["linewidth"] == GUIDE]
    assert len(uprights) == 1
    levels = [line for line in written if line["top"] == line["bottom"]]
    assert [line["linewidth"] for line in sorted(levels, key=lambda line: line["top"])] == [
        GUIDE if game % 3 == 0 else WRITTEN for game in range(1, len(rows))
    ]
