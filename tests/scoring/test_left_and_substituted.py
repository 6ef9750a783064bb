"""Whoever leaves early or hands a number over: ranked, named and marked, and no prize for too few games."""

from __future__ import annotations

import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.loading.awards import night_awards, night_standings
from tally.loading.games import night_games
from tally.loading.tallies import night_tallies
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.printing.catalog import draw
from tally.scores.standings import low
from tests.support.markup import page_text
from tests.support.movement_nights import games_of, open_guest_night, sign_both_sides
from tests.support.night import ORGANIZER, play_hands
from tests.support.printed_pages import text_of
from tournament.models import Entry, Night
from tournament.movements.seats import Side
from tournament.night.lifecycle import close_night
from tournament.night.roster_changes import drop_out, substitute

pytestmark = pytest.mark.usefixtures("short_searches")
PRIZES = {"list": [{"kind": "high"}, {"kind": "low", "money": "$5"}], "one_each": True, "ties": "split"}
DAVE, NORM = "Dave Miller", "Norm Stone"


def play_all(night: Night, *rounds: int) -> None:
    """Play one march a table in these rounds, won by the side of the lower number."""
    for number in rounds:
        for game in games_of(night, number):
            numbers = {place.seat: place.entry.number or 0 for place in game.places.select_related("entry")}
            lowest = min(Side, key=lambda side: min(numbers[str(seat)] for seat in side.seats))
            play_hands(game, f"{lowest}:5")
            sign_both_sides(game)


@pytest.fixture
def night_of_nine(empty_night: Night) -> Night:
    """Nine players; number 9 goes home after two of eight games with the fewest points."""
    night = open_guest_night(empty_night, 9, games=8, prizes=PRIZES)
    play_all(night, 1, 2)
    drop_out(entry=night.entries.get(number=9), who=ORGANIZER)
    play_all(night, *range(3, 9))
    return night


def totals(night: Night) -> dict[int, int]:
    return {number: tally.total for number, tally in night_tallies(night, night_games(night)).items()}


def pdf_text(night: Night, sheet: str) -> str:
    return " ".join(text_of(draw(night, sheet, Job(Paper.LETTER), "http://192.168.1.50:8000")).split())


# Too few games


def test_low_is_not_for_somebody_who_went_home_after_two_games(night_of_nine: Night) -> None:
    tallies = night_tallies(night_of_nine, night_games(night_of_nine))
    points = totals(night_of_nine)
    assert points[9] == min(points.values())
    awards = {str(award.prize.kind): award.winners for award in night_awards(night_of_nine, tallies)}
    assert awards["low"] and 9 not in awards["low"]
    standings = night_standings(night_of_nine, tallies)
    assert 9 not in {row.number for row in low(standings)}
    assert [row.number for row in standings if row.too_few_games] == [9], "and is ranked all the same"


def test_standings_say_who_left_and_has_too_few_games(night_of_nine: Night) -> None:
    page = page_text(Client(), f"/n/{night_of_nine.slug}/standings/")
    assert "Guest9 X. left too few games for a prize" in page
    assert "A prize needs 4 games, played or sat out." in page
    assert "Guest9 X.   ·  Low" not in page


def test_the_clubs_own_minimum_counts_and_none_is_allowed(night_of_nine: Night) -> None:
    for fewest, too_few in ((0, []), (2, []), (3, [9])):
        Night.objects.filter(pk=night_of_nine.pk).update(prizes=PRIZES | {"fewest_games": fewest})
        night_of_nine.refresh_from_db()
        rows = night_standings(night_of_nine, night_tallies(night_of_nine, night_games(night_of_nine)))
        assert [row.number for row in rows if row.too_few_games] == too_few


def test_a_minimum_above_the_games_so_far_is_all_of_them(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, games=7, prizes=PRIZES | {"fewest_games": 6})
    play_all(night, 1, 2)
    rows = night_standings(night, night_tallies(night, night_games(night)))
    assert not any(row.too_few_games for row in rows)


def test_the_minimum_is_written_on_the_page_of_prizes_and_kept(organizer: Client, night: Night) -> None:
    data = {"p-TOTAL_FORMS": "0", "p-INITIAL_FORMS": "0", "ties": "split"}
    for written, stored in (("5", 5), ("", None), ("0", 0)):
        organizer.post(f"/n/{night.slug}/prizes/", data | {"fewest_games": written})
        night.refresh_from_db()
        assert night.prizes["fewest_games"] == stored
    refused = organizer.post(f"/n/{night.slug}/prizes/", data | {"fewest_games": "-1"})
    assert refused.status_code == 400
    assert "Write the games needed to win a prize as a whole number" in refused.content.decode()


def test_paper_says_who_left_and_has_too_few_games(night_of_nine: Night) -> None:
    close_night(night=night_of_nine, who=ORGANIZER)
    night_of_nine.refresh_from_db()
    text = pdf_text(night_of_nine, "standings")
    assert "Guest9 X (left)" in text and "Too few games for a prize: Guest9 X (left)." in text
    assert "Guest9 X (left)" in pdf_text(night_of_nine, "filled-cards")
    assert "Guest9" not in pdf_text(night_of_nine, "prizes")


# A substitute


@pytest.fixture
def taken_over(empty_night: Night) -> Night:
    """Eight players in seven games; Norm plays on for Dave, who leads, from the third game on."""
    night = open_guest_night(empty_night, 8, games=7, prizes=PRIZES)
    Entry.objects.filter(night=night, number=1).update(name=DAVE)
    play_all(night, 1, 2)
    substitute(entry=night.entries.get(number=1), name=NORM, who=ORGANIZER)
    play_all(night, *range(3, 8))
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def test_both_names_stand_in_standings_tally_and_prizes(organizer: Client, taken_over: Night) -> None:
    for path in ("standings/", "tally/1/", "prizes/"):
        assert "Dave M. / Norm S." in page_text(organizer, f"/n/{taken_over.slug}/{path}"), path


@pytest.mark.parametrize("sheet", ["standings", "filled-cards", "prizes", "certificates"])
def test_both_names_stand_on_paper(taken_over: Night, sheet: str) -> None:
    assert f"{DAVE} / {NORM}" in pdf_text(taken_over, sheet)


def test_the_export_has_both_names(taken_over: Night) -> None:
    first = export_night(taken_over)["players"][0]
    assert (first["name"], first["earlier_names"], first["left_at"]) == (NORM, [DAVE], None)


def test_the_export_has_who_left_and_has_too_few_games(night_of_nine: Night) -> None:
    document = export_night(night_of_nine)
    assert [player["number"] for player in document["players"] if player["left_at"]] == [9]
    assert [row["number"] for row in document["standings"] if row["too_few_games"]] == [9]
    assert {row["number"]: row["games"] for row in document["standings"]}[9] <= 2


def test_a_number_handed_straight_back_has_one_name_again(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 8, games=7)
    Entry.objects.filter(night=night, number=1).update(name=DAVE)
    for name in (NORM, DAVE):
        substitute(entry=night.entries.get(number=1), name=name, who=ORGANIZER)
    assert night.entries.get(number=1).names == DAVE
    substitute(entry=night.entries.get(number=1), name=NORM, who=ORGANIZER)
    play_all(night, 1)
    substitute(entry=night.entries.get(number=1), name=DAVE, who=ORGANIZER)
    assert night.entries.get(number=1).names == f"{DAVE} / {NORM}"


def test_a_substitute_for_the_ghost_shares_no_name(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 7, games=7, ghost=True)
    ghost = night.entries.ghosts().get()
    substitute(entry=ghost, name=NORM, who=ORGANIZER)
    assert night.entries.get(pk=ghost.pk).names == NORM
