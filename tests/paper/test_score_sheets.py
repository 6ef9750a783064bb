"""The score sheet of a single table, read back from the PDF, for every game and number of players."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import EVERYTHING, draw, for_tonight
from tally.rules import VARIANTS, TableSetup, most_hands
from tests.support.night import ORGANIZER
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_pages import text_of
from tests.support.single_table import LONG_NAMES, TABLES, open_table, post_hands
from tournament.models import Club, Night
from tournament.night.single_table import open_single_table


def sheet_of(night: Night, **job: Any) -> bytes:
    return draw(night, "score-sheet", Job(**job), "")


def game_end(slug: str, players: int) -> Any:
    return TableSetup(VARIANTS[slug], players, {}).rulebook.variant.end


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("slug", "players"),
    [
        pytest.param(slug, players, marks=[] if slug in ("standard", "railroad", "racehorse") else pytest.mark.long)
        for slug, players in TABLES
    ],
)
def test_every_game_has_a_sheet_with_names_and_calls(club: Club, slug: str, players: int) -> None:
    table = open_table(club, slug, players)
    names = [entry.short_name for entry in table.entries.order_by("number")]
    for paper, large in ((Paper.LETTER, False), (Paper.A4, True)):
        pdf = sheet_of(table, paper=paper, large=large)
        report = check_pdf(pdf, Job(paper, large))
        assert {word for word in report.shortened if not word.startswith("Pep")} == set()
        text = text_of(pdf)
        for words in (*names, "Dealer", "Call", "Needs", "Made"):
            assert words in text, words


@pytest.mark.parametrize(("slug", "players"), [("standard", 4), ("double-hasenpfeffer-cats-six", 6), ("racehorse", 8)])
def test_without_names_there_are_lines_to_write_them_on(club: Club, slug: str, players: int) -> None:
    table = open_table(club, slug, players)
    for large in (False, True):
        pdf = sheet_of(table, large=large, names=False)
        check_pdf(pdf, Job(large=large))
        text = text_of(pdf)
        assert "Ann" not in text and "Game 1" not in text and "Game" in text


@pytest.mark.sample(3)
@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_the_longest_names_fit(club: Club, players: int) -> None:
    slug = next(slug for slug, size in TABLES if size == players)
    table = open_table(club, slug, players)
    for entry, name in zip(table.entries.order_by("number"), LONG_NAMES, strict=False):
        entry.name = name
        entry.save(update_fields=["name"])
    for paper in Paper:
        for large in (False, True):
            check_pdf(sheet_of(table, paper=paper, large=large), Job(paper, large))


@pytest.mark.parametrize(
    ("slug", "players", "hands"),
    [
        ("standard", 4, 9),
        ("standard-24", 4, 19),
        ("british-euchre", 4, 21),
        ("three-handed", 3, 13),
        ("progressive-cats", 4, 4),
        ("florida-five-handed", 6, 12),
        ("buck", 4, None),
        ("dirty-clubs", 4, None),
        ("powers-double-deck", 4, None),
    ],
)
def test_a_box_has_a_row_for_every_hand_to_the_end_of_the_game(
    club: Club, slug: str, players: int, hands: int | None
) -> None:
    assert most_hands(TableSetup(VARIANTS[slug], players, {}).rulebook) == hands
    pdf = sheet_of(open_table(club, slug, players))
    words = text_of(pdf).split()
    games = words.count("Game")
    rows = [number for number in range(1, 60) if words.count(str(number)) >= games]
    if hands:
        assert set(range(1, hands + 1)) <= set(rows) and "longer" not in words
    else:
        assert len(rows) >= 14 and "longer" in words


def test_a_game_that_is_too_long_for_a_page_goes_on_on_the_next(club: Club) -> None:
    table = open_table(club, "florida-five-handed", 8)
    document = pypdfium2.PdfDocument(sheet_of(table, large=True))
    rows = [{word.text for word in read_words(page)} & set(map(str, range(1, 17))) for page in document]
    assert {"1", "8"} <= rows[0] and {"9", "16"} <= rows[1] and "9" not in rows[0]


def test_four_games_to_five_points_are_on_one_page(club: Club) -> None:
    pdf = sheet_of(open_table(club, "standard", 4))
    text = text_of(pdf)
    assert len(pypdfium2.PdfDocument(pdf)) == 1
    assert [f"Game {number} " in text for number in range(1, 6)] == [True] * 4 + [False]
    assert text.count("Ann M. Carla R.") == 4, "partners score together"
    assert "The first to 5 points wins." in text and "With a partner 3 tricks 1 for 3 or 4 tricks" in text


def test_who_deals_is_printed_where_it_is_known(club: Club) -> None:
    first, second, *_ = dealers(sheet_of(open_table(club, "standard", 4)))
    assert first[:5] == ["Ann", "Bob", "Carla", "Dan", "Ann"] and second == []
    games = dealers(sheet_of(open_table(club, "progressive-cats", 4)))
    assert games == [["Ann", "Bob", "Carla", "Dan"]] * 6, "every game has four deals"


def dealers(pdf: bytes) -> list[list[str]]:
    """The dealers' first names by box, in reading order: what stands to the right of a row's number."""
    words = list(read_words(pypdfium2.PdfDocument(pdf)[0]))
    heads = [word for word in words if word.text == "Dealer"]
    found: list[list[str]] = [[] for _ in heads]
    for word in words:
        under = [index for index, head in enumerate(heads) if abs(head.left - word.left) < 2 and word.top < head.foot]
        if under and word.text not in ("Start", "Dealer"):
            found[min(under, key=lambda index: heads[index].foot - word.top)].append(word.text)
    return found


def test_points_that_count_down_start_on_the_sheet(club: Club) -> None:
    assert game_end("dirty-clubs", 4).starts == 15
    text = text_of(sheet_of(open_table(club, "dirty-clubs", 4)))
    assert "Start 15 15 15 15" in text and "From 15 down." in text


def test_the_sheet_begins_with_the_game_that_is_being_played(organizer: Client, club: Club) -> None:
    table = open_table(club, "progressive-cats", 4)
    post_hands(organizer, table, *["A:3-4"] * 4)
    assert "Game 2" in text_of(sheet_of(table)) and "Game 1 " not in text_of(sheet_of(table)), "the first is over"
    assert dealers(sheet_of(table))[0][0] == "Ann"


def test_the_shelf_of_a_single_table_offers_it_and_other_nights_do_not(
    organizer: Client, club: Club, night: Night
) -> None:
    table = open_table(club, "standard", 4)
    shelf = unescape(organizer.get(f"/n/{table.slug}/print/").content.decode())
    address = f"/n/{table.slug}/print/score-sheet.pdf"
    assert "With lines for names" in shelf
    chosen = organizer.post(f"/n/{table.slug}/print/score-sheet/", {"names": "no"})
    assert chosen["Location"] == f"{address}?names=no"
    assert "Ann M." in text_of(organizer.get(address).content)
    assert "Ann M." not in text_of(organizer.get(f"{address}?names=no").content)
    assert [sheet.slug for sheet in for_tonight(table)] == ["rules", "score-sheet"]
    assert "Score sheet" in [
        entry.get_title() for entry in pypdfium2.PdfDocument(draw(table, EVERYTHING, Job(), "")).get_toc()
    ]
    assert "score-sheet" not in organizer.get(f"/n/{night.slug}/print/").content.decode()
    answer = organizer.get(f"/n/{night.slug}/print/score-sheet.pdf")
    assert answer.status_code == 409 and "A score sheet is for a single table" in answer.content.decode()
    with pytest.raises(CommandError, match="A score sheet is for a single table"):
        call_command("print", night.slug, "score-sheet")


def test_a_table_until_a_time_has_rows_as_many_as_fit_and_says_when_it_ends(club: Club) -> None:
    until = timezone.now() + timedelta(minutes=45)
    names = [entry.name for entry in open_table(club, "standard", 4).entries.order_by("number")]
    table = open_single_table(
        club=club, name="Till supper", variant="standard", names=names, who=ORGANIZER, until=until
    )
    pdf = sheet_of(table)
    check_pdf(pdf, Job())
    text = text_of(pdf)
    assert "It ends 45 minutes after its start" in text and "Till supper" in text
    assert "goes on in the next box" in text and " 14 " in text
    assert dealers(pdf)[1] == [], "nobody knows who deals first in the next game"
