"""What ends a game is chosen on the desk before the night and on the board during it."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from tally.loading.games import load_game
from tests.support.clocks import start_game_clock
from tests.support.markup import page_text
from tests.support.movement_nights import sign_both_sides
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tournament.models import Bell, Night
from tournament.night.bell import unring_bell
from tournament.night.clock import start_clock
from tournament.night.games import reopen_game, sign_game
from tournament.night.lifecycle import back_to_sign_up, close_night, create_night
from tournament.night.settings import save_settings
from tournament.night.signup import sign_up

DESK = {
    "name": "Tuesday euchre",
    "date": "2026-11-24",
    "bell_by": "clock",
    "minutes": "12",
    "pause": "0",
    "tie_by": "cut",
    "hidden_games": "2",
    "paper": "letter",
}
BOARD = {"bell_by": "head-table", "deals": "8", "minutes": "20", "pause": "4", "hidden_games": "1"}
BELL_FIELDS = ("bell_by", "minutes", "pause", "tie_by", "hidden_games")
WRONG = [
    ({"minutes": "0"}, "A game lasts 1 to 120 minutes, not 0."),
    ({"minutes": "500"}, "A game lasts 1 to 120 minutes, not 500."),
    ({"minutes": ""}, "This field is required."),
    ({"minutes": "soon"}, "Enter a whole number."),
    ({"pause": "-1"}, "Ensure this value is greater than or equal to 0."),
    ({"pause": "61"}, "Between games there are 0 to 60 minutes, not 61."),
    ({"hidden_games": "21"}, "Hide the last 0 to 20 games, not 21."),
    ({"bell_by": "moon"}, "Select a valid choice."),
]


def save_desk(organizer: Client, night: Night, **more: str) -> int:
    """Save the desk's settings and return the status code."""
    return organizer.post(f"/n/{night.slug}/desk/settings/", DESK | more).status_code


def test_the_desk_sets_the_nights_bell(organizer: Client, empty_night: Night) -> None:
    assert save_desk(organizer, empty_night) == 302
    empty_night.refresh_from_db()
    assert [getattr(empty_night, field) for field in BELL_FIELDS] == ["clock", 12, 0, "cut", 2]
    page = unescape(organizer.get(f"/n/{empty_night.slug}/desk/").content.decode())
    assert "12 minutes a game" in page and 'value="12"' in page


@pytest.mark.parametrize(
    ("bell_by", "sentence"),
    [
        ("deals", "4 hands a game"),
        ("head-table", "each game until table 1 has played 4 hands"),
        ("clock", "15 minutes a game"),
        ("organizer", "each game until the organizer rings"),
    ],
)
def test_everybody_sees_how_long_a_game_is(organizer: Client, empty_night: Night, bell_by: str, sentence: str) -> None:
    Night.objects.update(bell_by=bell_by)
    for client, path in ((organizer, "desk"), (Client(), "rules")):
        assert sentence in client.get(f"/n/{empty_night.slug}/{path}/").content.decode()


def test_the_log_shows_each_changed_setting_with_its_old_and_new_value(organizer: Client, night: Night) -> None:
    organizer.post(f"/n/{night.slug}/bell/settings/", BOARD | {"bell_by": "clock", "deals": "4", "pause": "3"})
    assert night.log_entries.order_by("-pk")[0].text == (
        "changed What ends a game: Every table plays the same number of hands → A clock rings the bell; "
        "Minutes a game: 15 → 20; Surprise: hide the standings for the last games: 0 → 1"
    )
    organizer.post(
        f"/n/{night.slug}/print/",
        {"paper": "a4", "large_print": "on", "wifi_name": "Hall", "wifi_password": "open sesame"},
    )
    assert night.log_entries.order_by("-pk")[0].text == (
        "changed Paper in the printer: Letter → A4; Large print: nothing under 16 points: no → yes; "
        "Wi-Fi in the hall: name: nothing → Hall; Password"
    )


def test_a_new_night_has_the_bell_of_the_last_one(organizer: Client, empty_night: Night) -> None:
    save_desk(organizer, empty_night)
    new = create_night(club=empty_night.club, who=ORGANIZER)
    assert [getattr(new, field) for field in BELL_FIELDS] == ["clock", 12, 0, "cut", 2]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_an_impossible_setting_is_refused_with_a_sentence_on_both_pages(
    organizer: Client, night: Night, wrong: dict[str, str], sentence: str
) -> None:
    for address, form in (("bell/settings", BOARD), ("desk/settings", DESK)):
        if address == "desk/settings":
            back_to_sign_up(night=night, who=ORGANIZER)
        with nothing_changes():
            answer = organizer.post(f"/n/{night.slug}/{address}/", form | wrong)
            page = unescape(answer.content.decode())
            assert answer.status_code == 400
            assert "There is a problem" in page and page.count(sentence) >= 2


def test_the_board_links_to_the_bell_settings_and_they_change_during_a_night(organizer: Client, night: Night) -> None:
    play_hands(game_at(night, 1, 2), *["NS:3-4"] * 4)
    address = f"/n/{night.slug}/bell/settings/"
    assert address in organizer.get(f"/n/{night.slug}/board/").content.decode()
    assert "A change takes effect right away" in organizer.get(address).content.decode()
    assert organizer.post(address, BOARD)["Location"] == f"/n/{night.slug}/board/"
    night.refresh_from_db()
    assert [getattr(night, field) for field in BOARD] == ["head-table", 8, 20, 4, 1]
    assert "room" in night.events.order_by("-pk")[0].topics.split(), "every page refreshes"
    assert "Hand 5:" in phone_of(night, 3).get(f"/n/{night.slug}/play/").content.decode(), (
        "the number of hands is no longer limited"
    )
    with nothing_changes():
        organizer.post(address, BOARD)


def test_hands_that_were_played_count_where_a_game_has_fewer_now(organizer: Client, night: Night) -> None:
    game = game_at(night, 1, 2)
    play_hands(game, "NS:3-4", "NS:3-4")
    organizer.post(f"/n/{night.slug}/bell/settings/", {"bell_by": "deals", "deals": "1"})
    assert "hand 2 of 2" in page_text(organizer, f"/n/{night.slug}/board/")
    number = game.places.values_list("entry__number", flat=True)[0]
    assert 'data-hand="2"' in phone_of(night, number).get(f"/n/{night.slug}/play/").content.decode()
    loaded = load_game(game, Night.objects.get())
    assert loaded.progress.complete and loaded.next_hand is None, "the four confirm their score now"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"bell_by": "deals", "deals": "6"}, "6 hands a game"),
        ({"bell_by": "head-table", "deals": "1"}, "table 1 plays 1 hand"),
        ({"bell_by": "clock", "minutes": "20"}, "the clock rings the bell"),
        ({"bell_by": "organizer"}, "the organizer rings the bell"),
    ],
)
def test_phones_of_games_under_way_hear_what_ends_a_game_now(
    organizer: Client, night: Night, changed: dict[str, str], words: str
) -> None:
    play_hands(game_at(night, 1, 2), "NS:3-4")
    assert organizer.post(f"/n/{night.slug}/bell/settings/", changed).status_code == 302
    event = night.events.latest("pk")
    assert event.public_text == f"The organizer changed what ends a game: {words}."
    assert {topic for topic in event.topics.split() if "notice" in topic} == {
        f"notice-{pk}" for pk in game_at(night, 1, 2).places.values_list("entry", flat=True)
    }
    assert " → " in night.log_entries.latest("pk").text


def test_phones_hear_nothing_of_settings_that_do_not_end_their_game(organizer: Client, night: Night) -> None:
    Night.objects.update(bell_by="organizer")
    play_hands(game_at(night, 1, 2), "NS:3-4")
    form = {"bell_by": "organizer", "deals": "6", "minutes": "9"}
    assert organizer.post(f"/n/{night.slug}/bell/settings/", form).status_code == 302
    assert night.log_entries.latest("pk").text.startswith("changed ")
    assert "notice" not in night.events.latest("pk").topics


def test_settings_saved_from_an_older_reading_change_and_tell_only_what_was_changed(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:3-4")
    older = Night.objects.get()
    night.bell_by = Night.BellBy.CLOCK
    save_settings(night=night, changed=["bell_by"], who=ORGANIZER)
    rings_at = start_game_clock(night)
    older.name = "Wednesday euchre"
    save_settings(night=older, changed=["name"], who=ORGANIZER)
    assert "notice" not in night.events.latest("pk").topics, "the clock still rings"
    assert night.rounds.get(number=1).rings_at == rings_at
    assert (Night.objects.get().bell_by, Night.objects.get().name) == (Night.BellBy.CLOCK, "Wednesday euchre")


def test_only_the_organizer_changes_the_bell_and_only_while_the_night_is_in_play(
    organizer: Client, stranger: Client, night: Night, empty_night: Night
) -> None:
    address = f"/n/{night.slug}/bell/settings/"
    phone = phone_of(night, 1)
    with nothing_changes():
        assert [client.post(address, BOARD).status_code for client in (stranger, phone)] == [403, 403]
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(address, BOARD).status_code == 409


def test_an_outdated_desk_page_does_not_change_the_bell_of_a_night_in_play(organizer: Client, night: Night) -> None:
    assert organizer.post(f"/n/{night.slug}/bell/settings/", BOARD | {"bell_by": "clock"}).status_code == 302
    start_clock(round_=night.rounds.get(number=1), who=ORGANIZER)
    before, rings_at = Night.objects.values().get(), night.rounds.get(number=1).rings_at
    assert rings_at is not None
    assert save_desk(organizer, night, name="Harvest euchre", bell_by="deals", minutes="0", count_loners="on") == 302
    assert Night.objects.values().get() == before | {"name": "Harvest euchre", "count_loners": True}
    assert night.rounds.get(number=1).rings_at == rings_at
    page = organizer.get(f"/n/{night.slug}/desk/").content.decode()
    assert 'name="minutes"' not in page and f"/n/{night.slug}/bell/settings/" in page


def test_the_desk_changes_only_name_date_and_paper_of_a_closed_night(organizer: Client, night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    before = Night.objects.values().get()
    assert save_desk(organizer, night, name="Harvest euchre", paper="a4", count_loners="on") == 302
    assert Night.objects.values().get() == before | {"name": "Harvest euchre", "paper": "a4"}


def test_settings_missing_from_the_form_stay_as_they_are(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    form = {name: value for name, value in DESK.items() if name not in ("minutes", "pause", "tie_by", "hidden_games")}
    assert organizer.post(f"/n/{empty_night.slug}/desk/settings/", form).status_code == 302
    empty_night.refresh_from_db()
    assert [getattr(empty_night, field) for field in BELL_FIELDS] == ["clock", 15, 3, "last", 0]


def test_a_head_table_that_already_has_its_hands_rings_when_it_signs(organizer: Client, night: Night) -> None:
    Night.objects.update(bell_by="clock")
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 5)
    play_hands(game_at(night, 1, 2), "NS:3-4")
    organizer.post(f"/n/{night.slug}/bell/settings/", BOARD | {"deals": "4"})
    assert not Bell.objects.exists()
    sign_both_sides(game_at(night, 1, 1))
    bell = Bell.objects.get()
    assert (bell.round.number, bell.rung_by) == (1, "The head table")
    assert load_game(game_at(night, 1, 2), night).progress.may_agree, "the other table can sign its game"


def test_a_head_table_that_signs_last_or_after_a_canceled_bell_does_not_ring(night: Night) -> None:
    Night.objects.update(bell_by="head-table")
    head, other = game_at(night, 1, 1), game_at(night, 1, 2)
    for game in (head, other):
        play_hands(game, *["NS:3-4"] * 4)
    unring_bell(night=night, who=ORGANIZER)
    sign_both_sides(head)
    assert not Bell.objects.active().exists()
    sign_game(game=other, winner="NS", who=ORGANIZER)
    Bell.objects.all().delete()
    reopen_game(game=head, who=ORGANIZER)
    sign_both_sides(head)
    assert not Bell.objects.exists(), "no other table is still playing"
