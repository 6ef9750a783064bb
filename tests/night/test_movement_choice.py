"""Choosing the movement: every one in a sentence, what it would be for tonight, and only before the start."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.support.movement_nights import open_with
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tournament.models import Night
from tournament.movements.balance import count_rotation
from tournament.movements.balance_wording import describe_balance
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.charts import write_chart
from tournament.movements.rotation_search import find_rotation
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.planning.night_plan import fair_rotation, plan_night
from tournament.planning.rounds import seatings

FOLLOW_WINNERS = {"winners-up", "winners-stay"}


def address(night: Night) -> str:
    return f"/n/{night.slug}/desk/movement/"


@pytest.mark.parametrize("movement", Night.Movement.values)
def test_a_movement_is_chosen_with_its_games(organizer: Client, eight: Night, movement: str) -> None:
    answer = organizer.post(address(eight), {"movement": movement, "games": "6", "even_head_table": "on"})
    assert (answer.status_code, answer["Location"]) == (302, address(eight))
    eight.refresh_from_db()
    assert (eight.movement, eight.games, eight.even_head_table) == (movement, 6, True)
    assert "Tonight, with 8 players:" in organizer.get(address(eight)).content.decode()


def test_no_number_of_games_means_the_movements_own(organizer: Client, eight: Night) -> None:
    organizer.post(address(eight), {"movement": "chart", "games": ""})
    eight.refresh_from_db()
    assert (eight.games, plan_night(eight, range(1, 9)).games) == (0, 7)


def test_every_movement_has_a_sentence_and_says_what_cards_can_show(organizer: Client, eight: Night) -> None:
    page = organizer.get(address(eight)).content.decode()
    labels = page.split('<input type="radio"')[1:]
    assert len(labels) == len(Night.Movement)
    for (slug, name), label in zip(Night.Movement.choices, labels, strict=True):
        label = label.partition("</label>")[0]
        assert f'value="{slug}"' in label and str(name) in label
        assert ("filled in as you go" if slug in FOLLOW_WINNERS else "printed with all seats") in label, slug
    assert {slug for slug, movement in MOVEMENTS.items() if movement.follows_winners} == FOLLOW_WINNERS


@pytest.mark.parametrize(("players", "not_for"), [(8, set()), (10, {"chart", "perfect"}), (9, {"chart"})])
def test_a_movement_that_cannot_seat_tonights_players_says_so(
    organizer: Client, empty_night: Night, players: int, not_for: set[str]
) -> None:
    sign_up(night=empty_night, names=CAST[:players], who=ORGANIZER)
    labels = organizer.get(address(empty_night)).content.decode().split('<input type="radio"')[1:]
    said = {
        slug
        for slug, label in zip(Night.Movement.values, labels, strict=True)
        if f"Not for {players} players" in label.partition("</label>")[0]
    }
    assert said == not_for


def test_another_draw_is_another_rotation_with_the_same_movement(organizer: Client, eight: Night) -> None:
    organizer.post(address(eight), {"movement": "drawn", "games": "6"})
    eight.refresh_from_db()
    before = plan_night(eight, range(1, 9)).rounds
    organizer.post(address(eight), {"movement": "drawn", "games": "6", "again": "1"})
    eight.refresh_from_db()
    assert plan_night(eight, range(1, 9)).rounds != before
    organizer.post(f"/n/{eight.slug}/desk/start/")
    assert tuple(seatings(eight)) == plan_night(eight, range(1, 9)).rounds


@pytest.mark.parametrize(
    "said",
    [
        {"movement": "musical-chairs"},
        {"movement": "night", "games": "0"},
        {"movement": "night", "games": "21"},
        {"movement": "night", "games": "x"},
    ],
)
def test_what_no_night_can_be_is_said_at_the_field_and_changes_nothing(
    organizer: Client, eight: Night, said: dict[str, str]
) -> None:
    with nothing_changes():
        answer = organizer.post(address(eight), said)
    assert answer.status_code == 400
    assert "There is a problem" in answer.content.decode()


def test_strangers_and_players_choose_no_movement(stranger: Client, eight: Night) -> None:
    draw_numbers(night=eight, order="arrival", who=ORGANIZER)
    phone = phone_of(eight, 1)
    with nothing_changes():
        for client in (stranger, phone):
            assert client.post(address(eight), {"movement": "drawn"}).status_code == 403
            assert client.get(address(eight)).status_code == 403


def test_after_the_start_the_movement_stays(organizer: Client, empty_night: Night) -> None:
    night = open_with(empty_night, 10, "drawn", games=3)
    with nothing_changes():
        assert organizer.post(address(night), {"movement": "night"}).status_code == 409
    page = organizer.get(address(night)).content.decode()
    assert "its movement stays" in page and 'type="radio"' not in page


# A longer search


def search(client: Client, night: Night, step: int = 0, *, htmx: bool = False) -> HttpResponse:
    return client.post(
        f"/n/{night.slug}/desk/search/", {"step": step}, headers={"HX-Request": "true"} if htmx else None
    )


@pytest.fixture
def eighteen(empty_night: Night) -> Night:
    """Eighteen guests signed up, eight games of a fair rotation."""
    sign_up(night=empty_night, names=[f"Guest{n} X" for n in range(18)], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    empty_night.games = 8
    empty_night.save()
    return empty_night


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short steps, from a rotation that is easily bettered."""
    monkeypatch.setattr("tournament.night.setup.SEARCH", 0.005)
    monkeypatch.setattr(
        "tournament.planning.night_plan._search_rotation", lambda *terms: find_rotation(18, 8, budget=0)
    )


@pytest.mark.usefixtures("_quick")
def test_a_longer_search_is_never_worse_and_what_it_finds_is_played(organizer: Client, eighteen: Night) -> None:
    before = count_rotation(fair_rotation(eighteen, 18)).repeats
    answer = search(organizer, eighteen)
    assert answer["Location"] == f"{address(eighteen)}?step=1"
    eighteen.refresh_from_db()
    better = fair_rotation(eighteen, 18)
    assert count_rotation(better).repeats.meetings < before.meetings and better.sitting_out
    page = organizer.get(answer["Location"]).content.decode()
    assert '<progress max="20" value="1">' in page and describe_balance(count_rotation(better))[2] in page
    organizer.post(f"/n/{eighteen.slug}/desk/start/")
    assert [seating.tables for seating in seatings(eighteen)] == list(better.rounds)


@pytest.mark.usefixtures("_quick")
def test_the_search_goes_on_by_itself_until_it_is_over(organizer: Client, eighteen: Night) -> None:
    steps = [search(organizer, eighteen, step, htmx=True).content.decode() for step in (0, 18, 19)]
    assert ['hx-trigger="load, submit"' in step for step in steps] == [True, True, False]
    assert 'value="20"' in steps[2] and "Searched" in steps[2]


@pytest.mark.usefixtures("_quick")
def test_another_choice_forgets_what_was_searched_for(organizer: Client, eighteen: Night) -> None:
    search(organizer, eighteen)
    organizer.post(address(eighteen), {"movement": "night", "games": "8"})
    eighteen.refresh_from_db()
    assert eighteen.drawn == ""


def test_what_was_searched_for_is_for_as_many_players_only(eighteen: Night) -> None:
    eighteen.drawn = write_chart(find_rotation(19, 8, budget=0))
    assert fair_rotation(eighteen, 18).players == 18


def test_only_the_organizer_searches_and_only_for_a_fair_rotation_before_the_start(
    organizer: Client, stranger: Client, eight: Night
) -> None:
    with nothing_changes():
        assert search(stranger, eight).status_code == 403
        assert search(organizer, eight).status_code == 409  # eight play the printed chart
    assert "Search longer" not in organizer.get(address(eight)).content.decode()
    organizer.post(address(eight), {"movement": "night", "games": "6"})
    assert "Search longer" in organizer.get(address(eight)).content.decode()
    organizer.post(f"/n/{eight.slug}/desk/start/")
    with nothing_changes():
        assert search(organizer, eight).status_code == 409
