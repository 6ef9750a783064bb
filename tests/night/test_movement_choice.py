"""Before the start the organizer chooses a movement: each has a sentence and what it would be tonight."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.support.markup import compact
from tests.support.movement_nights import open_guest_night
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tournament.models import Entry, Night
from tournament.movements.balance import count_rotation
from tournament.movements.balance_wording import describe_balance
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.charts import write_chart
from tournament.movements.rotation_search import find_rotation
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.planning.night_plan import fair_rotation, plan_night
from tournament.planning.rounds import seatings
from tournament.presenters.movement import CARDS, TITLES
from tournament.presenters.saved import movement_saved

FOLLOW_WINNERS = {"winners-up", "winners-stay"}


def address(night: Night) -> str:
    """Return the path of the page that chooses the movement."""
    return f"/n/{night.slug}/desk/movement/"


def labels_by_movement(page: str) -> dict[str, str]:
    """Return the label of each movement's choice, with its picture, by slug."""
    labels = [label.partition("</label>")[0] for label in page.split('<input type="radio"')[1:]]
    return {label.partition('value="')[2].partition('"')[0]: label for label in labels}


@pytest.mark.parametrize("movement", Night.Movement.values)
def test_a_movement_is_chosen_with_its_games(organizer: Client, eight_players: Night, movement: str) -> None:
    answer = organizer.post(address(eight_players), {"movement": movement, "games": "6", "even_head_table": "on"})
    assert (answer.status_code, answer["Location"]) == (302, address(eight_players))
    eight_players.refresh_from_db()
    assert (eight_players.movement, eight_players.games, eight_players.even_head_table) == (movement, 6, True)
    assert "Tonight, with 8 players:" in organizer.get(address(eight_players)).content.decode()


def test_without_a_number_of_games_the_movement_sets_it(organizer: Client, eight_players: Night) -> None:
    organizer.post(address(eight_players), {"movement": "chart", "games": ""})
    eight_players.refresh_from_db()
    assert (eight_players.games, plan_night(eight_players, range(1, 9)).games) == (0, 7)


def test_every_movement_has_a_sentence_and_says_whether_cards_show_all_seats(
    organizer: Client, eight_players: Night
) -> None:
    page = organizer.get(address(eight_players)).content.decode()
    labels = labels_by_movement(page)
    assert set(labels) == set(Night.Movement.values)
    for slug, name in Night.Movement.choices:
        label = labels[slug]
        assert TITLES.get(slug, str(name)) in label and "<svg" in label
        assert ("filled in as you go" if slug in FOLLOW_WINNERS else "printed with all seats") in label, slug
    assert {slug for slug, movement in MOVEMENTS.items() if movement.follows_winners} == FOLLOW_WINNERS


@pytest.mark.parametrize(("players", "impossible"), [(8, set()), (10, {"chart", "perfect"}), (9, {"chart"})])
def test_a_movement_that_cannot_seat_tonights_players_says_so(
    organizer: Client, empty_night: Night, players: int, impossible: set[str]
) -> None:
    sign_up(night=empty_night, names=CAST[:players], who=ORGANIZER)
    labels = labels_by_movement(organizer.get(address(empty_night)).content.decode())
    marked = {slug for slug, label in labels.items() if f"Not for {players} players" in label}
    assert marked == impossible


def test_three_movements_have_cards_and_the_others_are_behind_more(organizer: Client, eight_players: Night) -> None:
    cards, _, others = organizer.get(address(eight_players)).content.decode().partition("More ways to move")
    assert tuple(labels_by_movement(cards)) == CARDS
    assert len(labels_by_movement(others)) == len(Night.Movement) - 3
    assert "<details open" not in cards, "closed, because the standard is chosen"
    organizer.post(address(eight_players), {"movement": "two-colors"})
    assert "<details open" in organizer.get(address(eight_players)).content.decode()


@pytest.mark.parametrize("movement", CARDS)
def test_a_card_on_the_desk_chooses_its_movement_and_keeps_the_rest(
    organizer: Client, eight_players: Night, movement: str
) -> None:
    organizer.post(address(eight_players), {"movement": "night", "games": "6", "even_head_table": "on"})
    answer = organizer.post(f"{address(eight_players)}card/", {"movement": movement})
    assert answer["Location"] == f"/n/{eight_players.slug}/desk/#seats"
    eight_players.refresh_from_db()
    assert (eight_players.movement, eight_players.games, eight_players.even_head_table) == (movement, 6, True)
    page = organizer.get(answer["Location"]).content.decode()
    assert re.findall(r'value="([\w-]*)" aria-pressed="true"', page) == [movement]


@pytest.mark.parametrize("form", [{}, {"movement": "musical-chairs"}])
def test_a_card_that_does_not_exist_is_refused(organizer: Client, eight_players: Night, form: dict[str, str]) -> None:
    with nothing_changes():
        assert organizer.post(f"{address(eight_players)}card/", form).status_code == 409


def test_a_card_cannot_be_chosen_after_the_start(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert organizer.post(f"{address(night)}card/", {"movement": "drawn"}).status_code == 409


def test_there_is_something_to_redraw_only_once_numbers_are_drawn(organizer: Client, eight_players: Night) -> None:
    Entry.objects.update(number=None)
    page = organizer.get(address(eight_players)).content.decode()
    assert "<button>Use this</button>" in page and "redraw" not in page
    draw_numbers(night=eight_players, order="arrival", who=ORGANIZER)
    page = organizer.get(address(eight_players)).content.decode()
    assert "Use this and redraw" in page and "with other partners and tables" in page


def test_the_bar_names_the_program_once(organizer: Client, night: Night) -> None:
    for name, label in (("Euchre Night", "November 22, 2026"), ("Tuesday euchre", "Tuesday euchre")):
        Night.objects.update(name=name, date=date(2026, 11, 22))
        page = organizer.get(f"/n/{night.slug}/players/").content.decode()
        bar = page.partition('aria-label="Pages">')[2].partition("</nav>")[0]
        assert bar.count("Euchre Night</b>") == 1 and compact(bar).count(f">{label}</a>") == 1
        assert compact(bar).count("Euchre Night") == 2, "and the name that screen readers read"


def test_drawing_again_gives_another_rotation_of_the_same_movement(organizer: Client, eight_players: Night) -> None:
    organizer.post(address(eight_players), {"movement": "drawn", "games": "6"})
    eight_players.refresh_from_db()
    before = plan_night(eight_players, range(1, 9)).rounds
    organizer.post(address(eight_players), {"movement": "drawn", "games": "6", "again": "1"})
    eight_players.refresh_from_db()
    assert plan_night(eight_players, range(1, 9)).rounds != before
    organizer.post(f"/n/{eight_players.slug}/desk/start/")
    assert tuple(seatings(eight_players)) == plan_night(eight_players, range(1, 9)).rounds


@pytest.mark.parametrize(
    "form",
    [
        {"movement": "musical-chairs"},
        {"movement": "night", "games": "0"},
        {"movement": "night", "games": "21"},
        {"movement": "night", "games": "x"},
    ],
)
def test_an_impossible_choice_is_refused_and_changes_nothing(
    organizer: Client, eight_players: Night, form: dict[str, str]
) -> None:
    with nothing_changes():
        answer = organizer.post(address(eight_players), form)
    assert answer.status_code == 400
    assert "There is a problem" in answer.content.decode()


def test_strangers_and_players_cannot_choose_the_movement(stranger: Client, eight_players: Night) -> None:
    draw_numbers(night=eight_players, order="arrival", who=ORGANIZER)
    phone = phone_of(eight_players, 1)
    with nothing_changes():
        for client in (stranger, phone):
            assert client.post(address(eight_players), {"movement": "drawn"}).status_code == 403
            assert client.get(address(eight_players)).status_code == 403


def test_the_movement_cannot_change_after_the_start(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, "drawn", games=3)
    with nothing_changes():
        assert organizer.post(address(night), {"movement": "night"}).status_code == 409
    page = organizer.get(address(night)).content.decode()
    assert "its movement stays" in page and 'type="radio"' not in page


# Searching longer


def search(client: Client, night: Night, step: int = 0, *, htmx: bool = False) -> HttpResponse:
    """Search one more step for a better rotation."""
    return client.post(
        f"/n/{night.slug}/desk/search/", {"step": step}, headers={"HX-Request": "true"} if htmx else None
    )


@pytest.fixture
def eighteen_players(empty_night: Night) -> Night:
    """A night of eight games in sign-up, with eighteen numbered players."""
    sign_up(night=empty_night, names=[f"Guest{n} X" for n in range(18)], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    empty_night.games = 8
    empty_night.save()
    return empty_night


@pytest.fixture
def _short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the steps of a search, and start from a rotation that is easily improved."""
    monkeypatch.setattr("tournament.night.movement_choice.STEP_SECONDS", 0.005)
    monkeypatch.setattr(
        "tournament.planning.night_plan._search_rotation", lambda *terms: find_rotation(18, 8, budget=0)
    )


@pytest.mark.usefixtures("_short_steps")
def test_a_longer_search_is_never_worse_and_its_result_is_played(organizer: Client, eighteen_players: Night) -> None:
    before = count_rotation(fair_rotation(eighteen_players, 18)).repeats
    answer = search(organizer, eighteen_players)
    assert answer["Location"] == f"{address(eighteen_players)}?step=1"
    eighteen_players.refresh_from_db()
    better = fair_rotation(eighteen_players, 18)
    assert count_rotation(better).repeats.meetings < before.meetings and better.sitting_out
    page = organizer.get(answer["Location"]).content.decode()
    assert '<progress max="20" value="1">' in page and describe_balance(count_rotation(better))[2] in page
    organizer.post(f"/n/{eighteen_players.slug}/desk/start/")
    assert [seating.tables for seating in seatings(eighteen_players)] == list(better.rounds)


@pytest.mark.usefixtures("_short_steps")
def test_the_search_continues_by_itself_to_its_last_step(organizer: Client, eighteen_players: Night) -> None:
    steps = [search(organizer, eighteen_players, step, htmx=True).content.decode() for step in (0, 18, 19)]
    assert ['hx-trigger="load, submit"' in step for step in steps] == [True, True, False]
    assert 'value="20"' in steps[2] and "Searched" in steps[2]


@pytest.mark.usefixtures("_short_steps")
def test_another_choice_discards_the_result_of_the_search(organizer: Client, eighteen_players: Night) -> None:
    search(organizer, eighteen_players)
    organizer.post(address(eighteen_players), {"movement": "night", "games": "8"})
    eighteen_players.refresh_from_db()
    assert eighteen_players.drawn == ""


def test_the_result_of_a_search_counts_only_for_its_number_of_players(eighteen_players: Night) -> None:
    eighteen_players.drawn = write_chart(find_rotation(19, 8, budget=0))
    assert fair_rotation(eighteen_players, 18).players == 18


def test_only_the_organizer_searches_and_only_for_a_fair_rotation_before_the_start(
    organizer: Client, stranger: Client, eight_players: Night
) -> None:
    with nothing_changes():
        assert search(stranger, eight_players).status_code == 403
        assert search(organizer, eight_players).status_code == 409  # eight players use the printed chart
    assert "Search longer" not in organizer.get(address(eight_players)).content.decode()
    organizer.post(address(eight_players), {"movement": "night", "games": "6"})
    assert "Search longer" in organizer.get(address(eight_players)).content.decode()
    organizer.post(f"/n/{eight_players.slug}/desk/start/")
    with nothing_changes():
        assert search(organizer, eight_players).status_code == 409


# Sit-outs


def test_where_some_sit_out_the_page_asks_who_and_what_it_is_worth(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:10], who=ORGANIZER)
    page = organizer.get(address(empty_night)).content.decode()
    assert "Losers at the last table, however often they have" in page
    assert 'name="sit_out_credit" value="0"' in page
    answer = organizer.post(
        address(empty_night),
        {"movement": "winners-up", "games": "", "sit_out_rule": "last-table", "sit_out_credit": "7"},
    )
    assert answer.status_code == 302
    empty_night.refresh_from_db()
    assert (empty_night.sit_out_rule, empty_night.house_rules["sit_out_credit"]) == ("last-table", 7)
    assert "2 sit out, losers at the last table" in organizer.get(address(empty_night)).content.decode()


def test_full_tables_ask_nothing_about_sit_outs_and_keep_what_was_chosen(
    organizer: Client, eight_players: Night
) -> None:
    Night.objects.filter(pk=eight_players.pk).update(sit_out_rule="last-table", house_rules={"sit_out_credit": 7})
    assert "sit_out_credit" not in organizer.get(address(eight_players)).content.decode()
    organizer.post(address(eight_players), {"movement": "winners-up", "games": ""})
    eight_players.refresh_from_db()
    assert (eight_players.sit_out_rule, eight_players.house_rules) == ("last-table", {"sit_out_credit": 7})


@pytest.mark.parametrize("credit", ["21", "-1", "seven"])
def test_a_credit_that_no_house_rule_allows_is_refused(organizer: Client, empty_night: Night, credit: str) -> None:
    sign_up(night=empty_night, names=CAST[:10], who=ORGANIZER)
    data = {"movement": "winners-up", "games": "", "sit_out_rule": "in-turn", "sit_out_credit": credit}
    with nothing_changes():
        answer = organizer.post(address(empty_night), data)
    assert answer.status_code == 400
    assert "Write the points for a sit-out as a whole number, 0 to 20." in answer.content.decode()


def test_no_points_for_a_sit_out_leaves_the_house_rule_as_it_usually_is(organizer: Client, empty_night: Night) -> None:
    Night.objects.filter(pk=empty_night.pk).update(house_rules={"sit_out_credit": 7, "renege": 4})
    data = {"movement": "winners-up", "games": "", "sit_out_rule": "in-turn", "sit_out_credit": "0"}
    organizer.post(address(empty_night), data)
    empty_night.refresh_from_db()
    assert empty_night.house_rules == {"renege": 4}


def test_what_was_saved_names_one_movement(empty_night: Night) -> None:
    empty_night.games = 2
    assert movement_saved(empty_night) == "Saved: the movement for your number of players, 2 games."
