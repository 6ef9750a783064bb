"""A player's night to keep, read back from the PDF, and who is the partner of the night."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pypdfium2
import pytest
from django.test import Client

from tally.forms import read_result
from tally.loading.awards import night_standings
from tally.paper.club_look import PLAIN_LOOK, ClubLook
from tally.paper.document import Heading, Job
from tally.paper.keepsakes import EDGE, Keepsake, KeptGame, draw_keepsakes
from tally.paper.measures import Paper
from tally.printing.catalog import SHEETS, Tonight, reason_not_printable
from tally.printing.catalog import draw as draw_sheet
from tally.scores.best_partner import BestPartner, best_partners
from tally.scores.tallies import Line, Tally
from tally.scoring.recording import record_hand
from tests.support.club_looks import LOOK
from tests.support.night import ORGANIZER, game_at, play_hands
from tests.support.odd_names import LONG_NAME, ODD_NAMES, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf, read_words
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.printed_pages import HEADING, LONG_NIGHT, PAPERS_AND_SIZES, draw, first_card, pages, text_of
from tests.support.sheet_checks import keepsake_cuts
from tests.support.tag_checks import check_tags
from tournament.models import Night
from tournament.movements.seats import Seat
from tournament.people.errors import Refused

SHORT = ("Bob S.", "Margaret-Anne F.", "Erzsébet Ő.", "ghost", "Женя И.")


def games_of(count: int, names: tuple[str, ...] = SHORT) -> tuple[KeptGame, ...]:
    games = [KeptGame(game, names[game % len(names)], f"{game % 12}–{game * 5 % 13}") for game in range(1, count)]
    return (*games, KeptGame(count, "sat out +7"))


FULL = Keepsake(
    133,
    "Ann Miller",
    "Tied for 133rd of 133",
    "1234 points · 3 loners",
    (),
    "Bob Stone",
    "14 points together in games 3 and 7",
)


@PAPERS_AND_SIZES
@pytest.mark.parametrize(
    ("heading", "look"),
    [
        pytest.param(HEADING, PLAIN_LOOK, marks=pytest.mark.long, id="plain"),
        pytest.param(LONG_NIGHT, LOOK, id="of a club"),
    ],
)
@pytest.mark.parametrize("games", [1, pytest.param(10, marks=pytest.mark.long), 20])
def test_any_players_night_prints(paper: Paper, large: bool, heading: Heading, games: int, look: ClubLook) -> None:
    """Check cards of any names; a club's look changes nothing but the letterhead, which always has the same height."""
    made = [replace(FULL, name=name, games=games_of(games)) for name in ODD_NAMES]
    made += [
        replace(
            FULL,
            name=name,
            games=games_of(games),
            partners=f"{LONG_NAME}, {UNBROKEN_NAME} and {LONG_NAME}",
            together="",
        )
        for name in (LONG_NAME, UNBROKEN_NAME)
    ]
    long_names = (UNBROKEN_NAME[:20], LONG_NAME[:22], *SHORT) if games > 10 else (UNBROKEN_NAME, LONG_NAME)
    made.append(Keepsake(1, "Ann", "10 games", "with 9 partners", games_of(games, long_names)))
    job = Job(paper, large, look=look)
    pdf = draw(draw_keepsakes, heading, made, paper=paper, large=large, look=look)
    found = check_pdf(pdf, job, cuts=keepsake_cuts(job))
    check_tags(pdf)
    assert all(set(word) <= set("W…") for word in found.shortened), found.shortened
    assert found.pages == len(made) if large else (len(made) + 1) // 2


@PAPERS_AND_SIZES
def test_both_cards_of_a_page_have_the_same_margins_of_half_an_inch(paper: Paper, large: bool) -> None:
    cards = [replace(FULL, games=games_of(10))] * 2
    page = next(pages(draw(draw_keepsakes, HEADING, cards, paper=paper, large=large)))
    frames = sorted((curve["x0"], curve["x1"], curve["top"]) for curve in page.curves if curve["height"] > 200)
    halves = [(0, page.width)] if large else [(0, page.width / 2), (page.width / 2, page.width)]
    assert len(frames) == 2 * len(halves)
    for (left, right), (x0, x1, top) in zip(halves, frames[::2], strict=True):
        assert (x0 - left, right - x1, top) == pytest.approx((EDGE, EDGE, EDGE), abs=1)


def line(game: int, partner: int, ours: int | None, theirs: int | None) -> Line:
    return Line(game, 1, Seat.N, partner, (98, 99), ours, theirs, 0, 0, False)


def test_the_partner_of_the_night_is_who_made_the_most_points_with_the_player() -> None:
    tally = Tally(1, (line(1, 2, 5, 6), line(2, 3, 8, 1), line(3, 2, 4, 6), line(4, 5, None, None)))
    assert best_partners(tally) == (BestPartner(2, 9, (1, 3)),)
    assert best_partners(tally, (2,)) == (BestPartner(3, 8, (2,)),), "a ghost is nobody's partner"
    assert best_partners(Tally(1, (line(1, 2, None, None),))) == ()


def test_of_equal_partners_the_opponents_points_decide_and_else_all_are_named() -> None:
    tally = Tally(1, (line(1, 4, 7, 2), line(2, 3, 7, 2), line(3, 2, 7, 3)))
    assert [one.number for one in best_partners(tally)] == [3, 4]


def test_a_keepsake_has_the_place_and_the_partner_of_the_night(night: Night, organizer: Client) -> None:
    assert "Nothing is scored yet" in reason_not_printable(SHEETS["keepsakes"], Tonight(night, Job()))
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    play_hands(game_at(night, 1, 1), "NS:5", "NS:3-4")
    night.refresh_from_db()
    assert reason_not_printable(SHEETS["keepsakes"], Tonight(night, Job())) == ""
    seated = {place.seat: place.entry for place in game_at(night, 1, 1).places.select_related("entry")}
    first, partner, other = (seated[seat] for seat in (Seat.N, Seat.S, Seat.E))
    address = f"/n/{night.slug}/print/keepsakes.pdf?only={first.number}"
    pdf = organizer.get(address).content
    check_pdf(pdf, Job(), cuts=keepsake_cuts(Job()))
    text = text_of(pdf)
    assert f"{first.name} Tied for 1st of 8 3 points so far Game Partner Score 1 {partner.short_name} 3–0" in text
    assert f"Partner of the night {partner.name} 3 points together in game 1" in text
    assert first.printed_key not in text and "loner" not in text
    beaten = text_of(organizer.get(address.replace(f"={first.number}", f"={other.number}")).content)
    assert (
        f"{other.name} 1 game with 1 partner so far" in beaten and "of the night" not in beaten and "0 p" not in beaten
    )
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
    text = text_of(organizer.get(address).content)
    assert "Tied for 1st of 8 3 points Game" in text
    assert all(text.count(words) == 1 for words in (first.name, night.name, "Tied for"))


@pytest.mark.parametrize("counted", [True, False])
def test_loners_are_on_keepsakes_and_fill_the_rings_of_filled_cards(night: Night, counted: bool) -> None:
    """Those that were recorded, also where loners are not asked for any more."""
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    night.refresh_from_db()
    game = game_at(night, 1, 1)
    seated = {place.seat: place.entry for place in game.places.select_related("entry")}
    for number in (1, 2):
        record = read_result(night, "NS:5-alone")
        record_hand(game=game, number=number, record=record, key=uuid4().hex, who=ORGANIZER, alone_by=seated[Seat.S])
    Night.objects.filter(pk=night.pk).update(count_loners=counted)
    night.refresh_from_db()
    for seat, loners in ((Seat.S, 2), (Seat.N, 0)):
        job = Job(only=seated[seat].number)
        text = text_of(draw_sheet(night, "keepsakes", job, SITE))
        assert ("points so far · 2 loners Game" in text, "loner" in text) == (loners > 0, loners > 0)
        rings = [
            curve["fill"]
            for curve in first_card(draw_sheet(night, "filled-cards", job, SITE)).curves
            if abs(curve["width"] - curve["height"]) < 0.01 and curve["width"] < 10 and curve["stroke"]
        ]
        assert (len(rings), sum(rings)) == (8, loners)


def test_the_lower_half_has_its_points_large_and_no_place(club: Any) -> None:
    night = make_printed_night(12, 9)
    ranked = {row.number: row for row in night_standings(night, Tonight(night, Job()).tallies)}
    for number, row in ranked.items():
        text = text_of(draw_sheet(night, "keepsakes", Job(only=number), SITE))
        upper = row.place <= 6 and row.total > 0
        assert (re.search(r" \d+(st|nd|rd|th) of 12 ", text) is not None) == upper, text
        assert "so far" not in text, "every game has its points"
        assert (f"{row.total} point" in text) == (row.total > 0)


def test_whoever_has_not_played_has_no_keepsake(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    played = {place.entry.number for place in game_at(night, 1, 1).places.select_related("entry")}
    waiting = next(number for number in range(1, 9) if number not in played)
    with pytest.raises(Refused, match=f"Number {waiting} has not played a game."):
        draw_sheet(night, "keepsakes", Job(only=waiting), SITE)
    assert len(pypdfium2.PdfDocument(draw_sheet(night, "keepsakes", Job(), SITE))) == 2


def test_all_keepsakes_of_a_file_have_figures_of_one_size() -> None:
    cards = [replace(FULL, games=games_of(10)), replace(FULL, games=games_of(10, (LONG_NAME * 2,)))]
    words = list(read_words(pypdfium2.PdfDocument(draw(draw_keepsakes, HEADING, cards))[0]))
    assert len({word.size for word in words if word.text in "123456789"}) == 1


@PAPERS_AND_SIZES
def test_names_of_a_file_stand_on_one_baseline_and_are_larger_than_the_place(paper: Paper, large: bool) -> None:
    made = [
        replace(FULL, games=games_of(10)),
        replace(FULL, name="Zed", games=games_of(4), best="1 game", also="", partners="", together=""),
        replace(FULL, name="Margaret-Anne Featherstonehaugh", games=games_of(10, (LONG_NAME * 2,))),
    ]
    feet = []
    for page in pages(draw(draw_keepsakes, HEADING, made, paper=paper, large=large)):
        for left, right in ((0, page.width),) if large else ((0, page.width / 2), (page.width / 2, page.width)):
            card = page.crop((left, 0, right, page.height))
            names = [char for char in card.chars if "DMSerif" in char["fontname"] and char["text"].isalpha()]
            if names:
                feet.append(round(min(char["matrix"][5] for char in names if char["top"] == names[0]["top"]), 1))
                place = min(char["size"] for char in names)
                assert all(char["size"] < place for char in card.chars if "DMSerif" not in char["fontname"])
    assert len(feet) == 3 and max(feet) - min(feet) < 0.2


@pytest.mark.sample(3)
@PAPERS_AND_SIZES
@pytest.mark.parametrize("wide", [4, 5, 7, 8])
def test_marks_of_large_names_touch_nothing_where_another_card_has_much_to_say(
    paper: Paper, large: bool, wide: int
) -> None:
    names = (UNBROKEN_NAME,) * wide + ("Bob S.",) * (20 - wide)
    made = [replace(FULL, games=games_of(20, names), partners=f"{LONG_NAME}, {UNBROKEN_NAME} and {LONG_NAME}")]
    made += [replace(FULL, name=name, games=games_of(20)) for name in ("Nguyễn Thị Ánh", "Ωμέγα Őrsi")]
    check_pdf(draw(draw_keepsakes, HEADING, made, paper=paper, large=large), Job(paper, large))
