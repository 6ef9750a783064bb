"""A player's night to frame, read back from the PDF, and who is the partner of the night."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from django.test import Client

from tally.loading.awards import night_standings
from tally.paper.document import Heading, Job
from tally.paper.keepsakes import Keepsake, draw_keepsakes
from tally.paper.measures import Paper
from tally.printing.catalog import SHEETS, Tonight, reason_not_printable
from tally.scores.best_partner import BestPartner, best_partners
from tally.scores.tallies import Line, Tally
from tests.support.night import game_at, play_hands
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import HEADING, LONG_NAME, ODD_NAMES, UNBROKEN_NAME, card, draw, text_of
from tests.support.tag_checks import check_tags
from tournament.models import Night
from tournament.movements.seats import Seat

LONG_NIGHT = Heading("The Greater Springfield and Shelbyville Senior Citizens’ Euchre", "Wednesday, September 23, 2026")
FULL = Keepsake(
    card(games=10, played=10, code="", address=""),
    "T-133",
    "Final place, of 133 players",
    "1234 points",
    "Bob Stone",
    "14 points together in games 3 and 7",
    "3 loners",
)


@pytest.mark.parametrize(("paper", "large"), list(product(Paper, [False, True])))
@pytest.mark.parametrize("heading", [HEADING, LONG_NIGHT])
@pytest.mark.parametrize("games", [1, 10, 20])
def test_any_players_night_prints(paper: Paper, large: bool, heading: Heading, games: int) -> None:
    cards = [card(133, name, games, games, code="", address="") for name in ODD_NAMES]
    made = [replace(FULL, card=one) for one in cards]
    made += [
        replace(FULL, partners=f"{LONG_NAME}, {UNBROKEN_NAME} and {LONG_NAME}", card=one)
        for one in cards
        if one.name in (LONG_NAME, UNBROKEN_NAME)
    ]
    made.append(Keepsake(cards[0], "1", "Place so far, of 4 players", "0 points"))
    pdf = draw(draw_keepsakes, heading, made, paper=paper, large=large)
    found = check_pdf(pdf, Job(paper, large))
    check_tags(pdf)
    assert all(set(word) <= set("W…") for word in found.shortened), found.shortened
    assert found.pages == len(made)


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


def test_a_keepsake_has_the_place_the_partner_and_the_loners(night: Night, organizer: Client) -> None:
    assert reason_not_printable(SHEETS["keepsakes"], Tonight(night, Job())) == ""
    Night.objects.filter(pk=night.pk).update(count_loners=True)
    play_hands(game_at(night, 1, 1), "NS:5", "NS:3-4")
    night.refresh_from_db()
    first = game_at(night, 1, 1).places.select_related("entry").get(seat=Seat.N).entry
    partner = game_at(night, 1, 1).places.select_related("entry").get(seat=Seat.S).entry
    address = f"/n/{night.slug}/print/keepsakes.pdf?only={first.number}"
    pdf = organizer.get(address).content
    check_pdf(pdf, Job())
    text, tonight = text_of(pdf), Tonight(night, Job())
    place = next(row for row in night_standings(night, tonight.tallies) if row.number == first.number)
    assert f"{first.name} Place so far, of {len(tonight.players)} players {place.place_text} 3 points" in text
    assert f"Partner of the night {partner.name} 3 points together in game 1" in text
    assert first.printed_key not in text
    Night.objects.filter(pk=night.pk).update(status=Night.Status.CLOSED)
    assert "Final place, of" in text_of(organizer.get(address).content)
