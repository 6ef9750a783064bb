"""Players who arrive, leave or swap during a night: each change is previewed, and started games keep their seats."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client

from tally.exports.night_json import export_night
from tests.support.markup import compact
from tests.support.movement_nights import games_of, open_guest_night, play_round, sign_both_sides
from tests.support.night import ORGANIZER, nothing_changes, phone_of, play_hands, tap
from tests.support.strangers import invited_helper
from tournament.models import Entry, Night, Role
from tournament.movements.seating import RoundSeating
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import back_to_sign_up, close_night, start_night
from tournament.night.numbers import swap_numbers
from tournament.night.previews import PreviewOutdated, apply_change, preview_change
from tournament.night.roster_changes import arrive_late, come_back, drop_out, substitute
from tournament.night.seating import started_rounds
from tournament.night.wrong_seats import swap_seats
from tournament.people.errors import Refused
from tournament.planning import night_plan
from tournament.planning.night_plan import plan_remaining_rounds
from tournament.planning.rounds import seatings

pytestmark = pytest.mark.usefixtures("short_searches")
MOVEMENTS = ("", "night", "drawn", "north-stays", "winners-up", "winners-stay")


def entry_of(night: Night, number: int) -> Entry:
    """Return the entry with this number."""
    return night.entries.get(number=number)


def post_change(client: Client, night: Night, status: int, **form: object) -> str:
    """Post the form, expect this status, and return the page with single spaces."""
    answer = client.post(f"/n/{night.slug}/changes/", form)
    assert answer.status_code == status, answer.content.decode()
    return re.sub(r"\s+", " ", answer.content.decode())


def token_in(page: str) -> str:
    """Return the state token of a preview's page."""
    found = re.search(r'name="shown" value="(\w+)"', page)
    assert found, page
    return found[1]


def first_sitting_out(seating: RoundSeating) -> int:
    """Return the first player without a seat."""
    return seating.sitting_out[0]


# Every change: previewed, made as previewed, or refused


def leave_form(night: Night) -> dict[str, object]:
    """Return the form by which player 2 leaves."""
    return {"change": "leave", "one": entry_of(night, 2).pk}


def arrive_form(night: Night) -> dict[str, object]:
    """Return the form by which a late player arrives."""
    return {"change": "arrive", "name": "Zoe New"}


def return_form(night: Night) -> dict[str, object]:
    """Let player 3 leave, and return the form by which they come back."""
    drop_out(entry=entry_of(night, 3), who=ORGANIZER)
    return {"change": "return", "one": entry_of(night, 3).pk}


def substitute_form(night: Night) -> dict[str, object]:
    """Return the form by which a substitute takes over from player 2."""
    return {"change": "substitute", "one": entry_of(night, 2).pk, "name": "Zoe New"}


def swap_form(night: Night) -> dict[str, object]:
    """Start game 2, and return the form that swaps two of its players."""
    play_hands(games_of(night, 2)[0], "NS:5")
    a, _, c, _ = seatings(night)[1].tables[0]
    return {"change": "swap", "one": entry_of(night, a).pk, "other": entry_of(night, c).pk}


FORMS: list[Callable[[Night], dict[str, object]]] = [leave_form, arrive_form, return_form, substitute_form, swap_form]


@pytest.mark.sample(5)
@pytest.mark.parametrize("movement", MOVEMENTS)
@pytest.mark.parametrize("make_form", FORMS)
def test_a_change_is_previewed_first_and_then_made_as_previewed(
    organizer: Client, empty_night: Night, make_form: Callable[[Night], dict[str, object]], movement: str
) -> None:
    night = open_guest_night(empty_night, 10, movement)
    play_round(night, 1)
    form = make_form(night)
    before, started = seatings(night), started_rounds(night)
    with nothing_changes():
        page = post_change(organizer, night, 200, **form)
    assert ">Cancel</a>" in page
    post_change(organizer, night, 302, **form, sure="1", shown=token_in(page))
    after = seatings(night)
    assert after[:started] == before[:started] or make_form is swap_form
    assert token_in(page) == preview_change(night, lambda: None).state_token, "the result matches the preview"
    done = re.sub(r"\s+", " ", organizer.get(f"/n/{night.slug}/players/?done=1").content.decode())
    assert re.search(r"✓ Done\. You [^<]*[^.]\. Cards of newcomers", done), done


@pytest.mark.parametrize("make_form", FORMS)
def test_only_the_organizer_changes_who_plays(
    stranger: Client, ten_players: Night, make_form: Callable[[Night], dict[str, object]]
) -> None:
    phone = phone_of(ten_players, 1)
    form = make_form(ten_players) | {"sure": "1", "shown": preview_change(ten_players, lambda: None).state_token}
    with nothing_changes():
        for client in (stranger, phone):
            post_change(client, ten_players, 403, **form)
            assert client.get(f"/n/{ten_players.slug}/changes/").status_code == 403


@pytest.mark.parametrize("make_form", FORMS)
def test_the_roster_of_a_closed_night_cannot_change(
    organizer: Client, ten_players: Night, make_form: Callable[[Night], dict[str, object]]
) -> None:
    form = make_form(ten_players)
    close_night(night=ten_players, who=ORGANIZER)
    with nothing_changes():
        assert "This night is closed" in post_change(organizer, ten_players, 409, **form)
        post_change(organizer, ten_players, 409, **form, sure="1", shown="x")
    assert "players stay as they are" in organizer.get(f"/n/{ten_players.slug}/changes/").content.decode()


def test_before_the_start_the_page_redirects_to_the_desk(organizer: Client, empty_night: Night) -> None:
    answer = organizer.get(f"/n/{empty_night.slug}/changes/")
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{empty_night.slug}/desk/")


@pytest.mark.parametrize(
    "form",
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
def test_an_incomplete_form_is_refused_with_a_sentence(
    organizer: Client, ten_players: Night, form: dict[str, str]
) -> None:
    with nothing_changes():
        assert "There is a problem" in post_change(organizer, ten_players, 409, **form)


def test_a_change_whose_outcome_differs_from_its_preview_is_previewed_again(
    organizer: Client, ten_players: Night
) -> None:
    form = leave_form(ten_players)
    page = post_change(organizer, ten_players, 200, **form)
    drop_out(entry=entry_of(ten_players, 5), who=ORGANIZER)
    with nothing_changes():
        again = post_change(organizer, ten_players, 409, **form, sure="1", shown=token_in(page))
    assert "Nothing has changed yet" in again and "There is a problem" not in again
    assert "The night has gone on since. This is how it looks now." in again
    post_change(organizer, ten_players, 302, **form, sure="1", shown=token_in(again))
    assert entry_of(ten_players, 2).left_at


@pytest.mark.parametrize(("change", "ghost"), [("substitute", False), ("substitute", True), ("leave", False)])
def test_a_change_to_a_number_that_somebody_else_has_since_is_previewed_again(
    organizer: Client, empty_night: Night, change: str, ghost: bool
) -> None:
    night = open_guest_night(empty_night, 7 if ghost else 10, ghost=ghost)
    entry = night.entries.ghosts().get() if ghost else entry_of(night, 2)
    form = {"change": change, "one": entry.pk, "name": "Tom Tall"}
    page = post_change(organizer, night, 200, **form)
    substitute(entry=entry, name="Tia Tall", who=ORGANIZER)
    with nothing_changes():
        again = post_change(organizer, night, 409, **form, sure="1", shown=token_in(page))
    assert "The night has gone on since. This is how it looks now." in again and "Tia T." in again
    post_change(organizer, night, 302, **form, sure="1", shown=token_in(again))


def test_hands_recorded_meanwhile_do_not_outdate_a_preview(organizer: Client, ten_players: Night) -> None:
    play_hands(games_of(ten_players, 2)[0], "NS:5")
    page = post_change(organizer, ten_players, 200, **leave_form(ten_players))
    play_hands(games_of(ten_players, 2)[1], "NS:5")
    post_change(organizer, ten_players, 302, **leave_form(ten_players), sure="1", shown=token_in(page))


def test_the_page_and_the_board_say_the_same_game(organizer: Client, ten_players: Night) -> None:
    def said() -> tuple[str, str]:
        pages = [organizer.get(f"/n/{ten_players.slug}/{path}/").content.decode() for path in ("changes", "board")]
        changes, board = (re.findall(r"Game (\d+) of 4", page) for page in pages)
        return changes[0], board[0]

    assert said() == ("2", "2")
    play_hands(games_of(ten_players, 2)[0], "NS:5")
    assert said() == ("2", "2")
    ring_bell(round_=ten_players.rounds.get(number=2), who=ORGANIZER)
    assert said() == ("2", "2")
    play_hands(games_of(ten_players, 3)[1], "NS:5")
    assert said() == ("3", "3")
    ring_bell(round_=ten_players.rounds.get(number=3), who=ORGANIZER)
    play_round(ten_players, 4)
    assert len(set(said())) == 1


# A player leave_form


def test_a_player_who_leaves_finishes_the_current_game_and_gets_no_more_seats(
    organizer: Client, ten_players: Night
) -> None:
    game = games_of(ten_players, 2)[0]
    play_hands(game, "NS:5")
    number = seatings(ten_players)[1].tables[0][0]
    form = {"change": "leave", "one": entry_of(ten_players, number).pk}
    page = post_change(organizer, ten_players, 200, **form)
    assert "has a seat in game 2 at table 1, whose score is not confirmed" in compact(page)
    assert "somebody who sits out takes it (<b>Fix seating</b>), or" in page
    check_in = invited_helper(ten_players.club, Role.CHECK_IN)
    assert "takes it (the organizer or the scorer notes that), or" in post_change(check_in, ten_players, 200, **form)
    assert "Games 3 and 4 get new seats; every other game stays as it is." in page
    drop_out(entry=entry_of(ten_players, number), who=ORGANIZER)
    assert number in seatings(ten_players)[1].everybody
    assert all(number not in seating.everybody for seating in seatings(ten_players)[2:])
    phone = phone_of(ten_players, number).get(f"/n/{ten_players.slug}/play/").content.decode()
    assert "You leave after this game" in phone
    sign_both_sides(game)
    assert "You left early" in phone_of(ten_players, number).get(f"/n/{ten_players.slug}/play/").content.decode()


def test_leaving_in_the_last_game_changes_no_seat(organizer: Client, ten_players: Night) -> None:
    for number in (2, 3, 4):
        play_round(ten_players, number)
    before = seatings(ten_players)
    page = post_change(organizer, ten_players, 200, **leave_form(ten_players))
    assert "No seat changes" in page
    post_change(organizer, ten_players, 302, **leave_form(ten_players), sure="1", shown=token_in(page))
    assert seatings(ten_players) == before and entry_of(ten_players, 2).left_at


def test_nobody_can_arrive_after_the_last_game_started(ten_players: Night) -> None:
    for number in (2, 3, 4):
        play_round(ten_players, number)
    with nothing_changes(), pytest.raises(Refused, match="nothing left to draw up"):
        arrive_late(night=ten_players, name="Zoe New", who=ORGANIZER)


def test_four_players_cannot_become_three(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 4)
    with nothing_changes(), pytest.raises(Refused, match="a table needs four"):
        drop_out(entry=entry_of(night, 1), who=ORGANIZER)


def test_only_players_present_can_leave_and_only_absent_ones_can_return(ten_players: Night) -> None:
    drop_out(entry=entry_of(ten_players, 1), who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="has left already"):
            drop_out(entry=entry_of(ten_players, 1), who=ORGANIZER)
        with pytest.raises(Refused, match="is here"):
            come_back(entry=entry_of(ten_players, 2), who=ORGANIZER)


def test_nobody_comes_back_while_they_play_for_another_number(organizer: Client, ten_players: Night) -> None:
    gone = entry_of(ten_players, 2)
    drop_out(entry=gone, who=ORGANIZER)
    substitute(entry=entry_of(ten_players, 1), name=gone.name.upper(), who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="plays as number 1 now"):
            come_back(entry=gone, who=ORGANIZER)
        page = post_change(organizer, ten_players, 409, change="return", one=gone.pk)
        assert "plays as number 1 now" in page
    substitute(entry=entry_of(ten_players, 1), name="Zoe New", who=ORGANIZER)
    come_back(entry=gone, who=ORGANIZER)
    assert ten_players.entries.present().filter(name=gone.name).count() == 1


def test_one_of_two_namesakes_goes_home_and_comes_back(empty_night: Night) -> None:
    night = open_guest_night(empty_night, 9)
    namesake = arrive_late(night=night, name="Ann Miller", who=ORGANIZER)
    other = entry_of(night, 1)
    Entry.objects.filter(pk=other.pk).update(name=namesake.name)  # two people of one name, told apart by their numbers
    drop_out(entry=other, who=ORGANIZER)
    come_back(entry=other, who=ORGANIZER)
    assert night.entries.present().filter(name=namesake.name).count() == 2


def test_a_chart_that_no_longer_fits_before_the_first_hand_becomes_a_fair_rotation(night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(movement="chart")
    drop_out(entry=entry_of(night, 8), who=ORGANIZER)
    assert [sorted(seating.everybody) for seating in seatings(night)] == [[1, 2, 3, 4, 5, 6, 7]] * 7
    night.refresh_from_db()
    assert night.chart == ""


# A player arrive_form


@pytest.mark.parametrize(
    ("movement", "before", "after"),
    [
        ("", "Two tables", "a fair rotation"),
        ("perfect", "everybody partners everybody, 7 games", "a fair rotation"),
        ("north-stays", "North stays", "North stays"),
        ("winners-up", "Winners move up", "Winners move up"),
    ],
)
def test_the_rotation_played_after_a_change_has_its_own_name(
    organizer: Client, empty_night: Night, movement: str, before: str, after: str
) -> None:
    night = open_guest_night(empty_night, 8, movement, games=0)

    def names_shown() -> tuple[str, str]:
        page = organizer.get(f"/n/{night.slug}/desk/movement/").content.decode()
        return page.partition("Tonight: ")[2].partition(". <a")[0], export_night(night)["night"]["chart"]

    assert all(name.startswith(before) for name in names_shown())
    play_hands(games_of(night, 1)[0], "NS:3-4")
    drop_out(entry=entry_of(night, 5), who=ORGANIZER)
    night.refresh_from_db()
    assert names_shown() == (after, after)


def test_undoing_the_start_clears_the_name_of_the_chart(night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    night.refresh_from_db()
    assert (night.chart, night.chart_name) == ("", "")


def test_four_players_sitting_out_become_a_table(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 11)
    play_round(night, 1)
    page = post_change(organizer, night, 200, **arrive_form(night))
    assert re.search(r"<p><b>12 Zoe N.</b> sits at table [123] in game 2.</p>", page)
    arrive_late(night=night, name="Zoe New", who=ORGANIZER)
    assert [(len(s.tables), len(s.sitting_out)) for s in seatings(night)] == [(2, 3), (3, 0), (3, 0), (3, 0)]
    assert entry_of(night, 12).name == "Zoe New"


def test_a_late_player_needs_a_name_that_is_not_on_the_list(ten_players: Night) -> None:
    drop_out(entry=entry_of(ten_players, 4), who=ORGANIZER)
    with nothing_changes():
        with pytest.raises(Refused, match="signed up already"):
            arrive_late(night=ten_players, name="guest1 x", who=ORGANIZER)
        with pytest.raises(Refused, match="Coming back"):
            arrive_late(night=ten_players, name="Guest4 X", who=ORGANIZER)


@pytest.mark.parametrize("left", [False, True])
def test_a_late_player_of_the_same_name_comes_in_once_the_box_is_checked(
    organizer: Client, ten_players: Night, left: bool
) -> None:
    if left:
        drop_out(entry=entry_of(ten_players, 1), who=ORGANIZER)
    form = {"change": "arrive", "name": "Guest1 X", "why": "came late"}
    with nothing_changes():
        refused = post_change(organizer, ten_players, 409, **form)
    assert 'name="also_same_names"' in refused and "They are different people with the same name" in refused
    assert 'value="Guest1 X"' in refused and 'value="came late"' in refused, "what was typed stays"
    page = post_change(organizer, ten_players, 200, **form, also_same_names="on")
    assert '<input type="hidden" name="also_same_names" value="on">' in page
    post_change(organizer, ten_players, 302, **form, also_same_names="on", sure="1", shown=token_in(page))
    assert entry_of(ten_players, 11).name == entry_of(ten_players, 1).name == "Guest1 X"
    assert entry_of(ten_players, 11).player_id != entry_of(ten_players, 1).player_id


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "Z" * 41}, "The name has more than 40 letters. Shorten it to fit the card."),
        ({"name": "Zoe New", "why": "w" * 121}, "The reason has more than 120 letters. Shorten it."),
    ],
)
def test_a_text_that_is_too_long_says_which_one(
    organizer: Client, ten_players: Night, form: dict[str, str], sentence: str
) -> None:
    with nothing_changes():
        assert sentence in post_change(organizer, ten_players, 409, change="arrive", **form)


def test_the_box_for_the_same_name_appears_only_when_a_name_is_taken(organizer: Client, ten_players: Night) -> None:
    page = post_change(organizer, ten_players, 409, change="arrive", name=" ")
    assert "also_same_names" not in page
    assert "also_same_names" not in organizer.get(f"/n/{ten_players.slug}/changes/").content.decode()


@pytest.mark.parametrize("change", ["arrive", "leave", "return", "substitute", "swap"])
def test_a_refused_change_shows_the_form_that_was_sent_alone(
    organizer: Client, ten_players: Night, change: str
) -> None:
    drop_out(entry=entry_of(ten_players, 4), who=ORGANIZER)
    page = post_change(organizer, ten_players, 409, change=change, one="0", name="")
    assert re.findall(r'name="change" value="(\w+)"', page) == [change]
    assert ">Other player changes</a>" in page
    everything = organizer.get(f"/n/{ten_players.slug}/changes/").content.decode()
    assert everything.count('name="change"') == 5 and "Other player changes" not in everything


# A substitute


def substitute_preview(organizer: Client, night: Night, name: str = "Zoe New") -> str:
    """Return the text of the preview in which somebody plays on for player 2."""
    form = {"change": "substitute", "one": entry_of(night, 2).pk, "name": name}
    return " ".join(re.sub("<[^>]+>", "", post_change(organizer, night, 200, **form)).split())


def test_the_preview_of_a_substitute_says_whose_games_count_in_seasons(organizer: Client, empty_night: Night) -> None:
    night = open_guest_night(empty_night, 10, games=4)
    first = entry_of(night, 2).short_name
    begins = "Tonight number 2 keeps its points, under both names. In seasons"
    none = f"{begins} every game from now on counts for Zoe New; {first} has finished none."
    assert none in substitute_preview(organizer, night)
    play_round(night, 1)
    own = f"{begins}, each person gets credit only for the games they played: {first} game 1, Zoe New from game 2 on."
    assert own in substitute_preview(organizer, night)
    play_round(night, 2)
    assert f"{first} games 1 to 2, Zoe New from game 3 on." in substitute_preview(organizer, night)
    substitute(entry=entry_of(night, 2), name="Zoe New", who=ORGANIZER)
    assert "Zoe N. has finished none" in substitute_preview(organizer, night, "Ole Berg")
    for game in (3, 4):
        play_round(night, game)
    assert "Zoe N. games 3 to 4, Ole Berg none: all are played." in substitute_preview(organizer, night, "Ole Berg")


def test_the_preview_of_a_substitute_for_the_ghost_says_who_counts_its_points(
    organizer: Client, empty_night: Night
) -> None:
    night = open_guest_night(empty_night, 7, ghost=True)
    form = {"change": "substitute", "one": night.entries.ghosts().get().pk, "name": "Zoe New"}
    page = " ".join(re.sub("<[^>]+>", "", post_change(organizer, night, 200, **form)).split())
    assert "keeps its points. In seasons all of them count for Zoe New." in page


def test_a_substitute_takes_over_number_seats_and_points(ten_players: Night) -> None:
    game, number = games_of(ten_players, 2)[0], seatings(ten_players)[1].tables[0][0]
    before, key, old_phone = seatings(ten_players), entry_of(ten_players, number).key, phone_of(ten_players, number)
    substitute(entry=entry_of(ten_players, number), name="Zoe New", who=ORGANIZER)
    entry = entry_of(ten_players, number)
    assert (entry.name, entry.player.name, seatings(ten_players)) == ("Zoe New", "Zoe New", before)
    assert entry.key != key
    assert tap(old_phone, game, 1).status_code == 403
    assert "this one only watches" in old_phone.get(f"/n/{ten_players.slug}/play/").content.decode()
    assert tap(phone_of(ten_players, number), game, 1).status_code == 302


def test_a_substitute_for_a_player_who_went_home_is_seated(ten_players: Night) -> None:
    drop_out(entry=entry_of(ten_players, 2), who=ORGANIZER)
    substitute(entry=entry_of(ten_players, 2), name="Zoe New", who=ORGANIZER)
    assert all(2 in seating.everybody for seating in seatings(ten_players))


def test_a_player_of_tonight_cannot_be_a_substitute(ten_players: Night) -> None:
    with nothing_changes(), pytest.raises(Refused, match="plays tonight already"):
        substitute(entry=entry_of(ten_players, 2), name="Guest5 X", who=ORGANIZER)


# Two players in each other's seats


def test_swapping_two_seats_preserves_the_recorded_hands(ten_players: Night) -> None:
    game = games_of(ten_players, 2)[0]
    play_hands(game, "NS:5")
    (a, b, c, d), hands = seatings(ten_players)[1].tables[0], game.hands.count()  # type: ignore[attr-defined]
    swap_seats(night=ten_players, one=entry_of(ten_players, a), other=entry_of(ten_players, c), who=ORGANIZER)
    assert seatings(ten_players)[1].tables[0] == (c, b, a, d)
    assert game.hands.count() == hands  # type: ignore[attr-defined]
    drawn = plan_remaining_rounds(ten_players, seatings(ten_players)[:2], range(1, 11), 4, ten_players.seed + 2)
    assert tuple(seatings(ten_players)[2:]) == drawn, "the redrawn rounds count meetings as they were played"


def test_a_player_sitting_out_can_swap_into_the_current_game(ten_players: Night) -> None:
    play_hands(games_of(ten_players, 2)[0], "NS:5")
    seating = seatings(ten_players)[1]
    a, sitting_out = seating.tables[0][0], first_sitting_out(seating)
    swap_seats(night=ten_players, one=entry_of(ten_players, a), other=entry_of(ten_players, sitting_out), who=ORGANIZER)
    after = seatings(ten_players)[1]
    assert after.tables[0][0] == sitting_out and a in after.sitting_out and sitting_out not in after.sitting_out


def test_a_player_who_went_home_can_give_a_seat_away_but_not_get_one(ten_players: Night) -> None:
    play_hands(games_of(ten_players, 2)[0], "NS:5")
    seating = seatings(ten_players)[1]
    gone, sitting_out = seating.tables[0][0], first_sitting_out(seating)
    drop_out(entry=entry_of(ten_players, gone), who=ORGANIZER)
    swap_seats(
        night=ten_players, one=entry_of(ten_players, gone), other=entry_of(ten_players, sitting_out), who=ORGANIZER
    )
    assert seatings(ten_players)[1].tables[0][0] == sitting_out
    with nothing_changes(), pytest.raises(Refused, match="went home and cannot take a seat"):
        swap_seats(
            night=ten_players, one=entry_of(ten_players, gone), other=entry_of(ten_players, sitting_out), who=ORGANIZER
        )


def test_two_who_sit_in_a_game_without_a_hand_read_that_it_has_not_started(ten_players: Night) -> None:
    one, other = seatings(ten_players)[1].tables[0][:2]
    with nothing_changes(), pytest.raises(Refused, match="Game 2 has not started"):
        swap_seats(night=ten_players, one=entry_of(ten_players, one), other=entry_of(ten_players, other), who=ORGANIZER)


def test_seats_at_a_signed_table_cannot_be_swapped(ten_players: Night) -> None:
    first = games_of(ten_players, 2)[0]
    play_hands(first, "NS:5")
    sign_both_sides(first)
    one, other = seatings(ten_players)[1].tables[0][0], seatings(ten_players)[1].tables[1][0]
    with nothing_changes():
        with pytest.raises(Refused, match="has already confirmed its score of game 2"):
            swap_seats(
                night=ten_players, one=entry_of(ten_players, one), other=entry_of(ten_players, other), who=ORGANIZER
            )
        with pytest.raises(Refused, match="two different players"):
            swap_seats(
                night=ten_players, one=entry_of(ten_players, other), other=entry_of(ten_players, other), who=ORGANIZER
            )


# The night goes on between a preview and its confirmation


ASKED_ANEW = "The bell has rung since. This is how it looks now."
MAY_SIT = "Players have been shown their seats of game 2 and may sit there already."


@pytest.fixture
def at_game_1(empty_night: Night) -> Night:
    """A night of ten players whose two tables have played the one hand of game 1, which nobody has signed."""
    night = open_guest_night(empty_night, 10)
    for game in games_of(night, 1):
        play_hands(game, "NS:3-4")
    return night


@pytest.mark.parametrize("make_form", [arrive_form, leave_form, return_form])
def test_after_a_bell_a_change_is_previewed_anew_and_the_seats_that_were_shown_stay(
    organizer: Client, at_game_1: Night, make_form: Callable[[Night], dict[str, object]]
) -> None:
    form = make_form(at_game_1)
    page = post_change(organizer, at_game_1, 200, **form)
    assert MAY_SIT not in page and ASKED_ANEW not in page
    ring_bell(round_=at_game_1.rounds.get(number=1), who=ORGANIZER)
    with nothing_changes():
        anew = post_change(organizer, at_game_1, 409, **form, sure="1", shown=token_in(page))
    assert ASKED_ANEW in anew and MAY_SIT in anew
    assert ("Or cancel, and do this once a hand of game 2 is in" in anew) == (make_form is not leave_form)
    post_change(organizer, at_game_1, 302, **form, sure="1", shown=token_in(anew))


def test_a_table_that_signs_since_the_preview_has_been_shown_its_next_seats(
    organizer: Client, at_game_1: Night
) -> None:
    page = post_change(organizer, at_game_1, 200, **arrive_form(at_game_1))
    sign_both_sides(games_of(at_game_1, 1)[0])
    with nothing_changes():
        anew = post_change(organizer, at_game_1, 409, **arrive_form(at_game_1), sure="1", shown=token_in(page))
    assert "The night has gone on since. This is how it looks now." in anew and MAY_SIT in anew


@pytest.mark.parametrize("token", ["", "1", "1_", "9" * 5000 + "_0", "x_0123456789abcdef"])
def test_what_is_no_token_of_a_preview_changes_nothing(organizer: Client, ten_players: Night, token: str) -> None:
    form = arrive_form(ten_players)
    with nothing_changes():
        assert "gone on since" in post_change(organizer, ten_players, 409, **form, sure="1", shown=token)


# The search for seats


def test_the_search_runs_once_and_outside_the_transaction(ten_players: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    outside, depths, real = len(connection.savepoint_ids), [], night_plan._search_remaining_rounds

    def counting_search(*terms: object) -> object:
        depths.append(len(connection.savepoint_ids))
        return real(*terms)  # type: ignore[arg-type]

    monkeypatch.setattr(night_plan, "_search_remaining_rounds", counting_search)
    preview = preview_change(ten_players, lambda: drop_out(entry=entry_of(ten_players, 2), who=ORGANIZER))
    apply_change(
        ten_players, lambda: drop_out(entry=entry_of(ten_players, 2), who=ORGANIZER), expected=preview.state_token
    )
    assert depths == [outside]


def test_a_game_that_starts_during_the_search_keeps_its_seats(
    ten_players: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, before = night_plan._search_remaining_rounds, seatings(ten_players)

    def counting_search(*terms: object) -> object:
        if started_rounds(ten_players) == 1:
            play_hands(games_of(ten_players, 2)[0], "NS:5")
        return real(*terms)  # type: ignore[arg-type]

    monkeypatch.setattr(night_plan, "_search_remaining_rounds", counting_search)
    drop_out(entry=entry_of(ten_players, 2), who=ORGANIZER)
    assert seatings(ten_players)[:2] == before[:2]
    assert all(2 not in seating.everybody for seating in seatings(ten_players)[2:])


def test_a_change_that_differs_from_its_preview_is_rolled_back(ten_players: Night) -> None:
    with nothing_changes(), pytest.raises(PreviewOutdated):
        apply_change(
            ten_players, lambda: drop_out(entry=entry_of(ten_players, 2), who=ORGANIZER), expected="something else"
        )


# Before the first hand


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_numbers_can_be_swapped_and_the_start_undone(empty_night: Night, movement: str) -> None:
    night = open_guest_night(empty_night, 9, movement)
    before = seatings(night)
    swap_numbers(night=night, one=1, other=5, who=ORGANIZER)
    assert seatings(night) == before, "the seats belong to the numbers"
    assert entry_of(night, 1).name == "Guest5 X"
    drop_out(entry=entry_of(night, 3), who=ORGANIZER)
    back_to_sign_up(night=night, who=ORGANIZER)
    assert not night.entries.filter(name="Guest3 X").exists() and night.entries.count() == 8
    start_night(night=night, who=ORGANIZER)
    assert sorted(seatings(night)[0].everybody) == list(range(1, 9))
