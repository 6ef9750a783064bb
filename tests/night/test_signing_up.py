"""Players are signed up by the organizer or from their own phones, and can be removed from the list."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.rosters import names_by_arrival
from tournament.access import Who
from tournament.models import Entry, Night, Phone, Player
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.lifecycle import back_to_sign_up, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import join_night
from tournament.night.removal import remove_player
from tournament.night.signup import AlreadyHere, sign_up
from tournament.people.errors import Refused
from tournament.server.hall import tonight
from tournament.web.visitors import PHONE_COOKIE


def add(organizer: Client, night: Night, names: str, **more: str) -> int:
    """Paste a list of names at the desk; return the status code."""
    return organizer.post(f"/n/{night.slug}/desk/names/", {"names": names} | more).status_code


# The organizer's list


@pytest.mark.parametrize(
    "pasted",
    [
        "Ann Miller\nBob Stone\nCarla Reyes",
        "Ann Miller, Bob Stone, Carla Reyes",
        "Ann Miller, Bob Stone\r\nCarla Reyes\r\n",
        "1. Ann Miller\n2. Bob Stone\n3. Carla Reyes",
        "  Ann  Miller ;Bob Stone\n\n,\nCarla\u00a0Reyes",
    ],
)
def test_names_can_be_pasted_one_a_line_or_by_comma(organizer: Client, empty_night: Night, pasted: str) -> None:
    assert add(organizer, empty_night, pasted) == 302
    assert names_by_arrival(empty_night) == ["Ann Miller", "Bob Stone", "Carla Reyes"]


@pytest.mark.parametrize(
    ("pasted", "sentence"),
    [
        ("", "Write at least one name."),
        (" \n\n ", "Write at least one name."),
        (",;,", "There is no name in this list."),
        ("\u200b", "There is no name in this list."),
        ("7", "There is no name in this list."),
        ("Ann\x00Miller", "Null characters are not allowed."),
        ("A" * 41, f"{'A' * 40}…&quot; is longer than 40 letters."),
        ("A" * 20_001, "at most 20000 characters"),
    ],
)
def test_a_list_without_a_usable_name_is_refused(
    organizer: Client, empty_night: Night, pasted: str, sentence: str
) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/names/", {"names": pasted})
    assert page.status_code == 400
    assert "There is a problem" in page.content.decode()
    assert sentence in page.content.decode()


def test_one_name_that_is_too_long_refuses_the_whole_list(organizer: Client, empty_night: Night) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/names/", {"names": f"Ann Miller\n{'B' * 41}"})
    assert page.status_code == 400
    assert "Ann Miller" in page.content.decode(), "the field still contains what was typed"


def test_a_refused_name_says_that_nobody_of_its_list_was_added(organizer: Client, empty_night: Night) -> None:
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/names/", {"names": f"Bob Stone\n{'A' * 41}"})
    assert "to fit the card. Nobody on this list has been added yet." in page.content.decode()


def test_a_name_of_forty_letters_is_stored_whole(organizer: Client, empty_night: Night) -> None:
    longest = "Maximiliane " + "Ł" * 28
    assert add(organizer, empty_night, longest) == 302
    assert names_by_arrival(empty_night) == [longest]


def test_control_characters_are_removed_from_names(organizer: Client, empty_night: Night) -> None:
    assert add(organizer, empty_night, "\u202eAnn\u0007 Miller\ufeff") == 302
    assert names_by_arrival(empty_night) == ["Ann Miller"]


@pytest.mark.parametrize("again", ["Ann Miller", "ann MILLER", " Ann  Miller ", "Ａnn Miller"])
def test_a_name_already_on_the_list_needs_confirmation(organizer: Client, empty_night: Night, again: str) -> None:
    add(organizer, empty_night, "Ann Miller")
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/names/", {"names": f"Bob Stone\n{again}"})
    assert page.status_code == 400
    assert "signed up already" in page.content.decode()
    assert 'name="also_same_names"' in page.content.decode()


def test_a_name_twice_in_one_list_needs_confirmation(empty_night: Night) -> None:
    with (
        nothing_changes(),
        pytest.raises(AlreadyHere, match=r"^Ann and Bob are more than once in this list\.$") as raised,
    ):
        sign_up(night=empty_night, names=["Ann", "Bob", "Ann", "Bob", "Bob"], who=ORGANIZER)
    assert raised.value.names == ("Ann", "Bob")


def test_a_name_that_is_pasted_twice_and_on_the_list_is_asked_about_once(empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Alice"], who=ORGANIZER)
    with pytest.raises(AlreadyHere, match=r"^Alice is signed up already\.$"):
        sign_up(night=empty_night, names=["Alice", "alice"], who=ORGANIZER)


def test_namesakes_are_two_players_once_confirmed(organizer: Client, empty_night: Night) -> None:
    add(organizer, empty_night, "Ann Miller")
    assert add(organizer, empty_night, "Ann Miller", also_same_names="on") == 302
    one, other = empty_night.entries.all()
    assert one.player_id != other.player_id
    assert one.key != other.key


def test_somebody_who_returns_another_night_is_the_same_player_of_the_club(empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Ann Miller"], who=ORGANIZER)
    later = Night.objects.create(club=empty_night.club, name="Next week", date="2026-12-01")
    sign_up(night=later, names=["ann miller"], who=ORGANIZER)
    assert Player.objects.count() == 1
    assert later.entries.get().player == empty_night.entries.get().player


def test_the_hall_holds_133_people_and_no_more(organizer: Client, empty_night: Night) -> None:
    everybody = "\n".join(f"Guest {n} Nr{n}" for n in range(1, MAX_PLAYERS + 2))
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/names/", {"names": everybody})
    assert (page.status_code, MAX_PLAYERS) == (400, 133)
    assert "At most 133 people can play in one night; 0 are signed up." in page.content.decode()
    assert add(organizer, empty_night, "\n".join(everybody.splitlines()[:-1])) == 302
    assert empty_night.entries.count() == 133
    with nothing_changes():
        assert add(organizer, empty_night, "One More") == 400


@pytest.mark.parametrize("status", [Night.Status.PLAYING, Night.Status.CLOSED])
@pytest.mark.parametrize(
    ("path", "field", "sentence"),
    [
        ("desk/names/", "names", "The night has started; the list of players is closed."),
        ("join/", "name", "The list of players is closed"),
    ],
)
def test_nobody_can_sign_up_after_the_start(
    organizer: Client, night: Night, path: str, field: str, sentence: str, status: str
) -> None:
    Night.objects.update(status=status)
    with nothing_changes():
        page = organizer.post(f"/n/{night.slug}/{path}", {field: "Late Comer"})
    assert page.status_code == 400
    assert sentence in page.content.decode()


def test_somebody_who_signs_up_after_the_draw_gets_the_next_number(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:3], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    sign_up(night=empty_night, names=CAST[3:5], who=ORGANIZER)
    assert list(empty_night.entries.order_by("pk").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_signing_up_is_logged_with_short_names_only(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:2], who=ORGANIZER)
    event = empty_night.events.get()
    logged = empty_night.log_entries.get()
    assert (logged.actor, logged.text, event.topics) == ("The organizer", "signed up Ann M., Bob S.", "desk")


# Joining from a phone


def test_a_player_who_joins_is_paired_with_the_phone(stranger: Client, empty_night: Night) -> None:
    answer = stranger.post(f"/n/{empty_night.slug}/join/", {"name": " Zoë  Meyer"})
    assert (answer.status_code, answer["Location"]) == (302, f"/n/{empty_night.slug}/play/")
    phone = Phone.objects.get()
    assert phone.entry.name == "Zoë Meyer"
    assert stranger.cookies[PHONE_COOKIE].value == phone.token
    assert stranger.cookies[PHONE_COOKIE]["httponly"]
    assert "Welcome, Zoë Meyer" in stranger.get(answer["Location"]).content.decode()


def test_joining_twice_with_the_same_phone_signs_up_once(stranger: Client, empty_night: Night) -> None:
    address = f"/n/{empty_night.slug}/join/"
    stranger.post(address, {"name": "Ann Miller"})
    with nothing_changes():
        assert stranger.post(address, {"name": "ann  Miller"})["Location"].endswith("/play/")
        assert stranger.get(address)["Location"].endswith("/play/")
        page = stranger.post(address, {"name": "Zoe New"})
    assert page.status_code == 400 and "This phone plays for Ann M. already. Use another phone" in page.content.decode()


@pytest.mark.parametrize("more", [{}, {"also_same_names": "on"}])
def test_joining_again_after_a_lost_response_continues_as_the_same_player(
    stranger: Client, empty_night: Night, more: dict[str, str]
) -> None:
    address, first_attempt = f"/n/{empty_night.slug}/join/", Client()
    stranger.get(address)
    first_attempt.cookies[PHONE_COOKIE] = stranger.cookies[PHONE_COOKIE].value
    first_attempt.post(address, {"name": "Ann Miller"} | more)
    with nothing_changes():
        assert stranger.post(address, {"name": "Ann Miller"} | more)["Location"] == f"/n/{empty_night.slug}/play/"
    assert "Welcome, Ann Miller" in stranger.get(f"/n/{empty_night.slug}/play/").content.decode()


def test_joining_twice_at_once_signs_up_once(empty_night: Night) -> None:
    one, other = [
        join_night(night=empty_night, name="Ann Miller", token="one-phone", who=Who(), also_same_names=True)
        for _ in range(2)
    ]
    assert one == other == empty_night.entries.get()
    assert Phone.objects.get().entry == one


def test_the_form_sets_a_phones_cookie_once_and_only_during_sign_up(stranger: Client, empty_night: Night) -> None:
    address = f"/n/{empty_night.slug}/join/"
    tokens = [stranger.get(address).cookies[PHONE_COOKIE].value for _ in range(2)]
    assert tokens[0] == tokens[1]
    Night.objects.update(status=Night.Status.PLAYING)
    assert PHONE_COOKIE not in Client().get(address).cookies


def test_a_namesake_who_joins_must_confirm_being_another_person(stranger: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Ann Miller"], who=ORGANIZER)
    address = f"/n/{empty_night.slug}/join/"
    with nothing_changes():
        page = stranger.post(address, {"name": "ann miller"})
    assert page.status_code == 400
    assert "If that’s you, scan the QR code on a table or at the desk and tap your name." in page.content.decode()
    assert PHONE_COOKIE not in stranger.cookies
    assert stranger.post(address, {"name": "ann miller", "also_same_names": "on"}).status_code == 302
    assert empty_night.entries.count() == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Write your name"),
        ("   ", "Write your name"),
        ("\u200b", "Write a name"),
        ("\u200d", "Write a name"),
        ("A" * 41, "more than 40 letters"),
        ("A\x00n", "Null characters are not allowed."),
    ],
)
def test_joining_needs_a_valid_name(stranger: Client, empty_night: Night, name: str, sentence: str) -> None:
    with nothing_changes():
        page = stranger.post(f"/n/{empty_night.slug}/join/", {"name": name})
    assert page.status_code == 400
    assert sentence in page.content.decode()


def test_joining_a_full_night_is_refused(stranger: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=[f"G{n}" for n in range(MAX_PLAYERS)], who=ORGANIZER)
    with nothing_changes():
        page = stranger.post(f"/n/{empty_night.slug}/join/", {"name": "One More"})
    assert "At most 133 people can play in one night; 133 are signed up." in page.content.decode()


# Removing a player


def remove(organizer: Client, night: Night, entry: int | str) -> int:
    """Tap the cross beside a name; return the status code."""
    return organizer.post(f"/n/{night.slug}/desk/remove/", {"entry": entry}).status_code


def test_removing_a_player_closes_the_gap_in_the_numbers(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:5], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    assert remove(organizer, empty_night, empty_night.entries.get(number=2).pk) == 302
    numbers = dict(empty_night.entries.values_list("name", "number"))
    assert numbers == {"Ann Miller": 1, "Carla Reyes": 2, "Dan O'Hara": 3, "Eve Lund": 4}


def test_a_second_tap_on_the_cross_removes_nobody_else(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:5], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    entry = empty_night.entries.get(number=2)
    remove_player(entry=entry, who=ORGANIZER)
    with nothing_changes():
        remove_player(entry=entry, who=ORGANIZER)
        assert remove(organizer, empty_night, entry.pk) == 302


def test_removing_a_player_uses_their_current_number(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:5], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    stale_entry = empty_night.entries.get(number=4)
    remove_player(entry=empty_night.entries.get(number=2), who=ORGANIZER)
    remove_player(entry=stale_entry, who=ORGANIZER)
    assert list(empty_night.entries.values_list("number", flat=True)) == [1, 2, 3]


def test_removing_a_player_before_the_draw_numbers_nobody(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:3], who=ORGANIZER)
    remove_player(entry=empty_night.entries.all()[1], who=ORGANIZER)
    assert list(empty_night.entries.values_list("number", flat=True)) == [None, None]


def test_the_phone_of_a_removed_player_is_no_longer_paired(empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:2], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    phone = phone_of(empty_night, 1)
    remove_player(entry=empty_night.entries.get(number=1), who=ORGANIZER)
    assert "Whose phone is this?" in phone.get(f"/n/{empty_night.slug}/play/").content.decode()


@pytest.mark.parametrize("entry", ["", "x", "0", "-1", "²", "9" * 40])
def test_removing_an_unknown_entry_is_refused(organizer: Client, empty_night: Night, entry: str) -> None:
    sign_up(night=empty_night, names=CAST[:2], who=ORGANIZER)
    with nothing_changes():
        assert remove(organizer, empty_night, entry) == 404


def test_a_player_of_another_night_cannot_be_removed(organizer: Client, empty_night: Night) -> None:
    elsewhere = Night.objects.create(club=empty_night.club, name="Another", date="2026-12-01")
    (entry,) = sign_up(night=elsewhere, names=["Ann Miller"], who=ORGANIZER)
    with nothing_changes():
        assert remove(organizer, empty_night, entry.pk) == 404


def test_nobody_can_be_removed_after_the_start(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert remove(organizer, night, night.entries.get(number=3).pk) == 409
    play_hands(game_at(night, 1, 1), "NS:3-4")
    with nothing_changes(), pytest.raises(Refused):
        remove_player(entry=Entry.objects.get(night=night, number=3), who=ORGANIZER)


def test_the_desk_shows_full_names_to_the_organizer(organizer: Client, empty_night: Night) -> None:
    assert "No players yet." in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    sign_up(night=empty_night, names=CAST[:8], who=ORGANIZER)
    page = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert all(name.replace("'", "&#x27;") in page for name in CAST[:8])
    assert "8 players" in page


def test_the_desk_sends_htmx_only_its_list(organizer: Client, empty_night: Night) -> None:
    page = organizer.get(f"/n/{empty_night.slug}/desk/", headers={"HX-Request": "true"}).content.decode()
    assert page.lstrip().startswith('<div id="list"')
    assert page.count('hx-swap-oob="true"') == 4, "and with it the steps, the seats, how many lack a name, and the foot"
    assert "<html" not in page


@pytest.mark.parametrize("created_by", ["button", "command"])
def test_a_new_night_copies_the_settings_of_the_last_one(
    organizer: Client, empty_night: Night, created_by: str
) -> None:
    copied = {
        "name": "Harvest euchre",
        "paper": "a4",
        "bell_by": "head-table",
        "count_loners": True,
        "variant": "standard",
        "deals": 8,
        "house_rules": {"loner": "5-4"},
        "movement": "drawn",
        "games": 3,
    }
    not_copied = {"seed": 5, "date": date(2026, 1, 1), "chart_name": "Drawn each game"}
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    Night.objects.update(**copied, **not_copied, status=Night.Status.CLOSED)
    address = organizer.post("/new/")["Location"] if created_by == "button" else f"/n/{tonight().slug}/desk/"
    new = Night.objects.exclude(pk=empty_night.pk).get()
    assert address == f"/n/{new.slug}/desk/"
    assert (new.club, new.status, new.entries.count()) == (empty_night.club, Night.Status.SIGN_UP, 0)
    assert {field: getattr(new, field) for field in copied} == copied
    assert not [field for field, value in not_copied.items() if getattr(new, field) == value]
    assert [str(entry) for entry in new.log_entries.all()] == ["The organizer set up a night"]


def test_posting_the_same_page_twice_creates_one_night(organizer: Client, empty_night: Night) -> None:
    for _ in range(2):  # a second tap on a slow server, without JavaScript
        organizer.post("/new/", {"after": empty_night.pk})
    assert Night.objects.count() == 2
    newest = Night.objects.latest("pk").pk
    assert f'name="after" value="{newest}"' in organizer.get("/").content.decode()
    organizer.post("/new/", {"after": newest})
    assert Night.objects.count() == 3


def test_settings_are_saved_or_refused_with_a_sentence(organizer: Client, empty_night: Night) -> None:
    address = f"/n/{empty_night.slug}/desk/settings/"
    form = {
        "name": "Harvest euchre",
        "date": "2026-10-01",
        "bell_by": "head-table",
        "count_loners": "on",
        "paper": "a4",
    }
    assert organizer.post(address, form).status_code == 302
    empty_night.refresh_from_db()
    assert (empty_night.name, empty_night.bell_by, empty_night.paper) == ("Harvest euchre", "head-table", "a4")
    with nothing_changes():
        for wrong in ({"name": ""}, {"date": "tomorrow"}, {"bell_by": "nobody"}, {"paper": "papyrus"}):
            page = organizer.post(address, form | wrong)
            assert page.status_code == 400
            assert "There is a problem" in page.content.decode()


def test_settings_ignore_fields_that_the_form_does_not_have(organizer: Client, night: Night) -> None:
    form = {
        "name": night.name,
        "date": "2026-11-24",
        "bell_by": "deals",
        "paper": "a4",
        "status": "sign-up",
        "deals": "1",
        "variant": "bald",
        "chart": "1 1-2 vs 3-4",
        "club": "99",
        "slug": "mine",
    }
    before = Night.objects.values().get(pk=night.pk)
    assert organizer.post(f"/n/{night.slug}/desk/settings/", form).status_code == 302
    assert Night.objects.values().get(pk=night.pk) == before | {"paper": "a4"}


def test_players_can_sign_up_after_going_back(night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    assert list(night.entries.values_list("number", flat=True)) == list(range(1, 9)), (
        "going back does not change the numbers"
    )
    sign_up(night=night, names=CAST[8:12], who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    assert game_at(night, 11, 3)
