"""Who comes and goes in the middle of a night: looked at first, made as shown; games that began keep their seats."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from tally.exports.night_json import export_night
from tests.support.movement_nights import agree, games_of, open_with, play_round
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, tap
from tournament.models import Entry, Night
from tournament.movements.seating import RoundSeating
from tournament.night.lifecycle import back_to_sign_up, close_night, open_night
from tournament.night.numbers import swap_numbers
from tournament.night.previews import PreviewOutdated, apply_change, preview_change
from tournament.night.roster_changes import arrive_late, come_back, drop_out, substitute
from tournament.night.seating import begun_rounds
from tournament.night.wrong_seats import swap_seats
from tournament.people.errors import Refused
from tournament.planning import night_plan
from tournament.planning.night_plan import plan_remaining_rounds
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
CHART_OR_FREE = ("", "night", "drawn", "north-stays", "winners-up", "winners-stay")


@pytest.fixture
def ten(empty_night: Night) -> Night:
    """Ten players at two tables, four games, the first one played."""
    night = open_with(empty_night, 10)
    play_round(night, 1)
    return night


def who(night: Night, number: int) -> Entry:
    return night.entries.get(number=number)


def posted(client: Client, night: Night, status: int, **said: object) -> str:
    """Send the page's form; the answer, its spaces made one."""
    answer = client.post(f"/n/{night.slug}/changes/", said)
    assert answer.status_code == status, answer.content.decode()
    return re.sub(r"\s+", " ", answer.content.decode())


def mark_in(page: str) -> str:
    found = re.search(r'name="shown" value="(\w+)"', page)
    assert found, page
    return found[1]


def free(seating: RoundSeating) -> int:
    """Somebody who has no seat."""
    return seating.sitting_out[0]


# Every change: looked at, made as it was shown, refused where it must be


def leaves(night: Night) -> dict[str, object]:
    return {"change": "leave", "one": who(night, 2).pk}


def arrives(night: Night) -> dict[str, object]:
    return {"change": "arrive", "name": "Zoe New"}


def returns(night: Night) -> dict[str, object]:
    drop_out(entry=who(night, 3), who=ORGANIZER)
    return {"change": "return", "one": who(night, 3).pk}


def stands_in(night: Night) -> dict[str, object]:
    return {"change": "substitute", "one": who(night, 2).pk, "name": "Zoe New"}


def swaps(night: Night) -> dict[str, object]:
    play_hands(games_of(night, 2)[0], "NS:5")
    a, _, c, _ = seatings(night)[1].tables[0]
    return {"change": "swap", "one": who(night, a).pk, "other": who(night, c).pk}


ALL: list[Callable[[Night], dict[str, object]]] = [leaves, arrives, returns, stands_in, swaps]


@pytest.mark.parametrize("movement", CHART_OR_FREE)
@pytest.mark.parametrize("change", ALL)
def test_a_change_is_looked_at_first_and_then_made_as_it_was_shown(
    organizer: Client, empty_night: Night, change: Callable[[Night], dict[str, object]], movement: str
) -> None:
    night = open_with(empty_night, 10, movement)
    play_round(night, 1)
    said = change(night)
    before, begun = seatings(night), begun_rounds(night)
    with nothing_changes():
        page = posted(organizer, night, 200, **said)
    assert "Yes, do it" in page
    posted(organizer, night, 302, **said, sure="1", shown=mark_in(page))
    after = seatings(night)
    assert after[:begun] == before[:begun] or change is swaps
    assert mark_in(page) == preview_change(night, lambda: None).state_token, "what was shown is what came"
    done = re.sub(r"\s+", " ", organizer.get(f"/n/{night.slug}/changes/?done=1").content.decode())
    assert "✓ Done: The organizer" in done


@pytest.mark.parametrize("change", ALL)
def test_nobody_else_changes_who_plays(
    stranger: Client, ten: Night, change: Callable[[Night], dict[str, object]]
) -> None:
    phone = phone_of(ten, 1)
    said = change(ten) | {"sure": "1", "shown": preview_change(ten, lambda: None).state_token}
    with nothing_changes():
        for client in (stranger, phone):
            posted(client, ten, 403, **said)
            assert client.get(f"/n/{ten.slug}/changes/").status_code == 403


@pytest.mark.parametrize("change", ALL)
def test_a_closed_night_stays_as_it_was(
    organizer: Client, ten: Night, change: Callable[[Night], dict[str, object]]
) -> None:
    said = change(ten)
    close_night(night=ten, who=ORGANIZER)
    with nothing_changes():
        assert "This night is closed" in posted(organizer, ten, 409, **said)
        posted(organizer, ten, 409, **said, sure="1", shown="x")
    assert "nobody comes or goes any more" in organizer.get(f"/n/{ten.slug}/changes/").content.decode()


def test_before_the_start_the_desk_is_the_place(organizer: Client, empty_night: Night) -> None:
    answer = organizer.get(f"/n/{empty_night.slug}/changes/")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{empty_night.slug}/desk/")


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"change": "dance"},
        {"change": "leave"},
        {"change": "leave", "one": "0"},
        {"change": "swap", "one": "0"},
        {"change": "arrive", "name": " "},
        {"change": "arrive", "name": "x" * 41},
    ],
)
def test_an_incomplete_form_is_answered_with_a_sentence(organizer: Client, ten: Night, said: dict[str, str]) -> None:
    with nothing_changes():
        assert "There is a problem" in posted(organizer, ten, 409, **said)


def test_another_outcome_than_the_one_shown_is_shown_again(organizer: Client, ten: Night) -> None:
    said = leaves(ten)
    page = posted(organizer, ten, 200, **said)
    drop_out(entry=who(ten, 5), who=ORGANIZER)
    with nothing_changes():
        again = posted(organizer, ten, 409, **said, sure="1", shown=mark_in(page))
    assert "Look at it once more" in again
    posted(organizer, ten, 302, **said, sure="1", shown=mark_in(again))
    assert who(ten, 2).left_at


def test_hands_recorded_meanwhile_at_running_tables_do_not_ask_again(organizer: Client, ten: Night) -> None:
    play_hands(games_of(ten, 2)[0], "NS:5")
    page = posted(organizer, ten, 200, **leaves(ten))
    play_hands(games_of(ten, 2)[1], "NS:5")
    posted(organizer, ten, 302, **leaves(ten), sure="1", shown=mark_in(page))


# Somebody goes home


def test_who_goes_home_keeps_the_running_seat_and_has_none_after_it(organizer: Client, ten: Night) -> None:
    game = games_of(ten, 2)[0]
    play_hands(game, "NS:5")
    number = seatings(ten)[1].tables[0][0]
    page = posted(organizer, ten, 200, change="leave", one=who(ten, number).pk)
    assert "has a seat in game 2, table 1, which is not agreed" in page
    assert "Games 3 to 4 are drawn anew" in page
    drop_out(entry=who(ten, number), who=ORGANIZER)
    assert number in seatings(ten)[1].everybody
    assert all(number not in seating.everybody for seating in seatings(ten)[2:])
    phone = phone_of(ten, number).get(f"/n/{ten.slug}/play/").content.decode()
    assert "You go home after this game" in phone
    agree(game)
    assert "You went home early" in phone_of(ten, number).get(f"/n/{ten.slug}/play/").content.decode()


def test_in_the_last_game_somebody_goes_home_and_no_seat_changes(organizer: Client, ten: Night) -> None:
    for number in (2, 3, 4):
        play_round(ten, number)
    before = seatings(ten)
    page = posted(organizer, ten, 200, **leaves(ten))
    assert "No seat changes" in page
    posted(organizer, ten, 302, **leaves(ten), sure="1", shown=mark_in(page))
    assert seatings(ten) == before and who(ten, 2).left_at


def test_nobody_comes_when_the_last_game_has_begun(ten: Night) -> None:
    for number in (2, 3, 4):
        play_round(ten, number)
    with nothing_changes(), pytest.raises(Refused, match="nothing left to draw up"):
        arrive_late(night=ten, name="Zoe New", who=ORGANIZER)


def test_a_table_needs_four(empty_night: Night) -> None:
    night = open_with(empty_night, 4)
    with nothing_changes(), pytest.raises(Refused, match="a table needs four"):
        drop_out(entry=who(night, 1), who=ORGANIZER)


def test_who_has_gone_cannot_go_and_who_is_here_cannot_come_back(ten: Night) -> None:
    drop_out(entry=who(ten, 1), who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="has gone home already"):
            drop_out(entry=who(ten, 1), who=ORGANIZER)
        with pytest.raises(Refused, match="is here"):
            come_back(entry=who(ten, 2), who=ORGANIZER)


def test_before_the_first_hand_a_chart_that_seats_nobody_gives_way_to_a_fair_rotation(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(movement="chart")
    drop_out(entry=who(night, 8), who=ORGANIZER)
    assert [sorted(seating.everybody) for seating in seatings(night)] == [[1, 2, 3, 4, 5, 6, 7]] * 7
    night.refresh_from_db()
    assert night.chart == ""


# Somebody comes


@pytest.mark.parametrize(
    ("movement", "before", "after"),
    [
        ("", "Two tables", "a fair rotation"),
        ("perfect", "everybody partners everybody, 7 games", "a fair rotation"),
        ("north-stays", "North stays", "North stays"),
        ("winners-up", "Winners move up", "Winners move up"),
    ],
)
def test_what_is_played_after_a_change_has_its_own_name(
    organizer: Client, empty_night: Night, movement: str, before: str, after: str
) -> None:
    night = open_with(empty_night, 8, movement, games=0)

    def told() -> tuple[str, str]:
        page = organizer.get(f"/n/{night.slug}/desk/movement/").content.decode()
        return page.partition("Tonight: ")[2].partition(". <a")[0], export_night(night)["night"]["chart"]

    assert all(name.startswith(before) for name in told())
    play_hands(games_of(night, 1)[0], "NS:3-4")
    drop_out(entry=who(night, 5), who=ORGANIZER)
    night.refresh_from_db()
    assert told() == (after, after)


def test_a_start_that_is_taken_back_leaves_no_name_of_what_was_played(night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert (night.chart, night.chart_name) == ("", "")


def test_four_rest_become_a_table(empty_night: Night) -> None:
    night = open_with(empty_night, 11)
    play_round(night, 1)
    arrive_late(night=night, name="Zoe New", who=ORGANIZER)
    assert [(len(s.tables), len(s.sitting_out)) for s in seatings(night)] == [(2, 3), (3, 0), (3, 0), (3, 0)]
    assert who(night, 12).name == "Zoe New"


def test_a_name_that_is_there_is_not_taken_again(ten: Night) -> None:
    drop_out(entry=who(ten, 4), who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="signed up already"):
            arrive_late(night=ten, name="guest1 x", who=ORGANIZER)
        with pytest.raises(Refused, match="Somebody comes back"):
            arrive_late(night=ten, name="Guest4 X", who=ORGANIZER)


# Somebody stands in


def test_a_stand_in_plays_on_with_number_seats_and_points(ten: Night) -> None:
    game, number = games_of(ten, 2)[0], seatings(ten)[1].tables[0][0]
    before, key, old = seatings(ten), who(ten, number).key, phone_of(ten, number)
    substitute(entry=who(ten, number), name="Zoe New", who=ORGANIZER)
    entry = who(ten, number)
    assert (entry.name, entry.player.name, seatings(ten)) == ("Zoe New", "Zoe New", before)
    assert entry.key != key
    assert tap(old, game, 1).status_code == 403
    assert "this one only watches" in old.get(f"/n/{ten.slug}/play/").content.decode()
    assert tap(phone_of(ten, number), game, 1).status_code == 302


def test_a_stand_in_for_somebody_who_went_home_is_seated(ten: Night) -> None:
    drop_out(entry=who(ten, 2), who=ORGANIZER)
    substitute(entry=who(ten, 2), name="Zoe New", who=ORGANIZER)
    assert all(2 in seating.everybody for seating in seatings(ten))


def test_nobody_stands_in_who_plays_already(ten: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="plays tonight already"):
        substitute(entry=who(ten, 2), name="Guest5 X", who=ORGANIZER)


# Two changed seats


def test_two_in_each_others_seats_play_it_so_and_scored_hands_stay(ten: Night) -> None:
    game = games_of(ten, 2)[0]
    play_hands(game, "NS:5")
    (a, b, c, d), hands = seatings(ten)[1].tables[0], game.hands.count()  # type: ignore[attr-defined]
    swap_seats(night=ten, one=who(ten, a), other=who(ten, c), who=ORGANIZER)
    assert seatings(ten)[1].tables[0] == (c, b, a, d)
    assert game.hands.count() == hands  # type: ignore[attr-defined]
    drawn = plan_remaining_rounds(ten, seatings(ten)[:2], range(1, 11), 4, ten.seed + 2)
    assert tuple(seatings(ten)[2:]) == drawn, "who met whom counts as it was played"


def test_who_sits_out_stands_in_for_the_running_game(ten: Night) -> None:
    play_hands(games_of(ten, 2)[0], "NS:5")
    seating = seatings(ten)[1]
    a, rests = seating.tables[0][0], free(seating)
    swap_seats(night=ten, one=who(ten, a), other=who(ten, rests), who=ORGANIZER)
    after = seatings(ten)[1]
    assert after.tables[0][0] == rests and a in after.sitting_out and rests not in after.sitting_out


def test_who_went_home_gives_a_seat_away_but_gets_none(ten: Night) -> None:
    play_hands(games_of(ten, 2)[0], "NS:5")
    seating = seatings(ten)[1]
    gone, rests = seating.tables[0][0], free(seating)
    drop_out(entry=who(ten, gone), who=ORGANIZER)
    swap_seats(night=ten, one=who(ten, gone), other=who(ten, rests), who=ORGANIZER)
    assert seatings(ten)[1].tables[0][0] == rests
    with nothing_changes(), pytest.raises(Refused, match="went home and cannot take a seat"):
        swap_seats(night=ten, one=who(ten, gone), other=who(ten, rests), who=ORGANIZER)


def test_a_table_that_has_agreed_keeps_its_seats(ten: Night) -> None:
    first = games_of(ten, 2)[0]
    play_hands(first, "NS:5")
    agree(first)
    one, other = seatings(ten)[1].tables[0][0], seatings(ten)[1].tables[1][0]
    with nothing_changes():
        with pytest.raises(Refused, match="has agreed its score of game 2"):
            swap_seats(night=ten, one=who(ten, one), other=who(ten, other), who=ORGANIZER)
        with pytest.raises(Refused, match="two different players"):
            swap_seats(night=ten, one=who(ten, other), other=who(ten, other), who=ORGANIZER)


# Nobody waits for a search


def test_the_search_runs_outside_of_the_transaction_and_once(ten: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    outside, depths, real = len(connection.savepoint_ids), [], night_plan._search_remaining_rounds

    def searching(*terms: object) -> object:
        depths.append(len(connection.savepoint_ids))
        return real(*terms)  # type: ignore[arg-type]

    monkeypatch.setattr(night_plan, "_search_remaining_rounds", searching)
    look = preview_change(ten, lambda: drop_out(entry=who(ten, 2), who=ORGANIZER))
    apply_change(ten, lambda: drop_out(entry=who(ten, 2), who=ORGANIZER), expected=look.state_token)
    assert depths == [outside]


def test_a_game_that_begins_during_the_search_keeps_its_seats(ten: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    real, before = night_plan._search_remaining_rounds, seatings(ten)

    def searching(*terms: object) -> object:
        if begun_rounds(ten) == 1:
            play_hands(games_of(ten, 2)[0], "NS:5")
        return real(*terms)  # type: ignore[arg-type]

    monkeypatch.setattr(night_plan, "_search_remaining_rounds", searching)
    drop_out(entry=who(ten, 2), who=ORGANIZER)
    assert seatings(ten)[:2] == before[:2]
    assert all(2 not in seating.everybody for seating in seatings(ten)[2:])


def test_making_it_otherwise_than_shown_takes_all_back(ten: Night) -> None:
    with nothing_changes(), pytest.raises(PreviewOutdated):
        apply_change(ten, lambda: drop_out(entry=who(ten, 2), who=ORGANIZER), expected="something else")


# Before the first hand


@pytest.mark.parametrize("movement", CHART_OR_FREE)
def test_numbers_can_be_swapped_and_the_start_taken_back(empty_night: Night, movement: str) -> None:
    night = open_with(empty_night, 9, movement)
    before = seatings(night)
    swap_numbers(night=night, one=1, other=5, who=ORGANIZER)
    assert seatings(night) == before, "the seats belong to the numbers"
    assert who(night, 1).name == "Guest5 X"
    drop_out(entry=who(night, 3), who=ORGANIZER)
    back_to_sign_up(night=night, who=ORGANIZER)
    assert not night.entries.filter(name="Guest3 X").exists() and night.entries.count() == 8
    open_night(night=night, who=ORGANIZER)
    assert sorted(seatings(night)[0].everybody) == list(range(1, 9))
