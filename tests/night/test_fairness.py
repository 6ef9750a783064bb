"""The fairness page describes the night in sentences, a picture and a table of players."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_guest_night, play_hands, play_round
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tournament.models import Night
from tournament.movements.balance import count_rounds
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.presenters.fairness import labels, picture

pytestmark = pytest.mark.usefixtures("short_searches")
TWICE = [[(1, 2, 3, 4)], [(1, 2, 4, 5)]]  # 1 and 2 are partners twice, and both meet 4 twice


def page(client: Client, night: Night) -> str:
    """Return the fairness page with single spaces."""
    answer = client.get(f"/n/{night.slug}/fairness/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def squares(path: str) -> list[tuple[float, float]]:
    """Return the corners of a path's squares as (column, row)."""
    return [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path)]


def test_the_picture_has_partners_above_opponents_below_and_frames_repeats() -> None:
    drawn = picture(count_rounds(TWICE))
    assert drawn["size"] == 5
    assert squares(str(drawn["partners"])) == [(3, 2), (4, 3)]
    assert squares(str(drawn["partners_again"])) == [(1, 0)]
    assert squares(str(drawn["opponents"])) == [(0.25, 2.25), (1.25, 2.25), (0.25, 4.25), (1.25, 4.25)]
    assert squares(str(drawn["opponents_again"])) == [(0.25, 3.25), (1.25, 3.25)]
    assert "h1v1" in str(drawn["partners"]) and "h.5v.5" in str(drawn["opponents"])


def test_every_row_of_the_picture_has_a_name_up_to_forty_players() -> None:
    names = {number: f"Guest{number} X." for number in range(1, 41)}
    drawn = labels(range(1, 41), names)
    assert [one["name"] for one in drawn["labels"]] == list(names.values())  # type: ignore[attr-defined]


def test_a_picture_of_many_players_labels_every_fifth_number_and_the_viewers_own_row_with_the_name() -> None:
    names = {number: f"Guest{number} X." for number in range(1, 134)}
    drawn = labels(range(1, 134), names)
    assert [one["number"] for one in drawn["labels"]] == list(range(5, 134, 5))  # type: ignore[attr-defined]
    assert {one["name"] for one in drawn["labels"]} == {""}  # type: ignore[attr-defined]
    own = labels(range(1, 134), names, own=77)
    assert [one["name"] for one in own["labels"] if one["own"]] == ["Guest77 X."]  # type: ignore[attr-defined]


def test_the_page_says_in_a_sentence_how_fair_it_is_and_the_figures_are_one_tap_away(
    stranger: Client, empty_night: Night
) -> None:
    night = open_guest_night(empty_night, 8, "perfect", games=7)
    text = page(stranger, night)
    sentence = "Everybody partners everybody once; nobody meets the same opponent more than twice."
    assert f"<b>{sentence}</b>" in text
    assert "<summary>In figures</summary>" in text.split(sentence)[1]
    assert "Guest3 X. 3</text>" in text
    own = phone_of(night, 3).get(f"/n/{night.slug}/fairness/").content.decode()
    assert own.count('class="own"') == own.count("<rect") > 0


def test_before_the_start_everybody_sees_the_planned_rotation(stranger: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    text = page(stranger, empty_night)
    assert "The whole night as it is drawn up" in text and "Seats are not drawn yet" in text
    assert "Nobody has the same partner twice" in text
    assert compact(text).count('<td class="numeric">7</td><td class="numeric">7</td>') == 8, (
        "each has 7 partners and meets 7 of 7"
    )


def test_once_numbers_are_drawn_the_page_does_not_say_that_they_are_not(stranger: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    assert "not drawn yet" not in page(stranger, empty_night)


def test_without_players_the_page_says_why_it_is_empty(stranger: Client, empty_night: Night) -> None:
    assert "Nobody is signed up; a table needs four." in page(stranger, empty_night)


def test_the_games_played_are_shown_beside_the_whole_night(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, games=3)
    assert "played or started" not in page(organizer, night)
    play_round(night, 1)
    play_hands(games_of(night, 2)[0], "NS:5")
    text = page(organizer, night)
    assert "Games 1 to 2, played or started" in text and "The whole night as it is drawn up" in text
    play_round(night, 3)
    assert "Games 1 to 3, played or started" in page(organizer, night)
    assert "as it is drawn up" not in page(organizer, night)


def test_when_seats_follow_winners_only_known_games_are_counted(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, "winners-up", games=3)
    text = page(organizer, night)
    assert "The winners decide who sits where" in text and "The first game" in text
    play_round(night, 1)
    text = page(organizer, night)
    assert "<h2>Game 1</h2>" in text and "With game 2, which comes next" in text
    for number in (2, 3):
        play_round(night, number)
    assert "The winners decide" not in page(organizer, night)


def test_the_table_of_players_counts_the_games_played(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9, games=2)
    rows = re.findall(r"<tr>(?: ?<td[^>]*>([^<]*)</td>)" + r"(?: ?<td[^>]*>([^<]*)</td>)" * 6, page(organizer, night))
    assert len(rows) == 9
    assert [int(row[0]) for row in rows] == list(range(1, 10))
    assert sum(int(row[2]) for row in rows) == 2 * 2 * 2 * 2  # games × tables × pairs × both of them
    assert sum(int(row[4]) for row in rows) == 2 * 4 and sum(int(row[5]) for row in rows) == 2 * 2
    assert sum(int(row[6]) for row in rows) == 2


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_page_changes_nothing_and_htmx_gets_only_its_part(
    stranger: Client, empty_night: Night, headers: dict[str, str]
) -> None:
    night = open_guest_night(empty_night, 9, games=2)
    with nothing_changes():
        body = stranger.get(f"/n/{night.slug}/fairness/", headers=headers).content.decode()
        assert stranger.post(f"/n/{night.slug}/fairness/", {"movement": "drawn"}).status_code == 200
    assert ("<html" in body) is not bool(headers)
    assert "Guest1" in body and "fairness" in body
