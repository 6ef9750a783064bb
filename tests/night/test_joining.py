"""A phone that has scanned the table's code takes the name that is tapped; a name whose phone is in stays with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, phone_of, tap
from tournament.access import Who
from tournament.models import Entry, Night, Phone, PhoneRequest
from tournament.models.keys import printed_key
from tournament.night import joining
from tournament.night.joining import answer_request, ask_for_name, release_all_phones, release_phone, take_name
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.phone_check import Measured, report_phone_check
from tournament.night.roster_changes import drop_out, substitute
from tournament.night.signup import add_ghost, sign_up
from tournament.people.errors import Refused
from tournament.web.addresses import join_address
from tournament.web.visitors import PHONE_COOKIE, SIGN_IN_COOKIE


def page_of(client: Client, address: str) -> str:
    """Return a page's HTML with single spaces."""
    return re.sub(r"\s+", " ", client.get(address).content.decode())


def name_address(night: Night, number: int) -> str:
    """Return the address of a name on the list of the table's code."""
    return f"/j/{night.join_key}/{night.entries.get(number=number).pk}/"


def playing_for(night: Night) -> dict[int | None, str]:
    """Return the token of the phone that plays for each number."""
    return {phone.entry.number: phone.token for phone in Phone.objects.active().filter(entry__night=night)}


# The list


def test_the_tables_code_opens_tonights_names(stranger: Client, night: Night) -> None:
    phone_of(night, 2)
    page = page_of(stranger, join_address(night, ""))
    assert all(f"<b>{entry.short_name}</b>" in page for entry in night.entries.all() if "'" not in entry.name)
    assert page.count("✓ phone is here") == 1 and "Miller" not in page
    assert "Count me in" not in page


def test_a_long_list_of_names_has_letters_to_jump_to_and_a_short_one_has_not(
    stranger: Client, empty_night: Night
) -> None:
    sign_up(night=empty_night, names=[f"{letter}anna Guest" for letter in "ABCDEFGHIJKLMNOPQRSTUVW"], who=ORGANIZER)
    assert "<h3" not in (page := page_of(stranger, join_address(empty_night, ""))) and "letter-" not in page
    sign_up(night=empty_night, names=["Zoe New"], who=ORGANIZER)
    page = page_of(stranger, join_address(empty_night, ""))
    assert '<a href="#letter-24">Z</a>' in page and '<h3 id="letter-24">Z</h3>' in page


@pytest.mark.parametrize("typed_as", [str, str.lower, printed_key, lambda key: f" {printed_key(key).lower()} "])
def test_the_tables_code_can_be_typed(stranger: Client, night: Night, typed_as: Callable[[str], str]) -> None:
    answer = stranger.post("/j/", {"code": typed_as(night.join_key)})
    assert "Tap your name" in page_of(stranger, answer["Location"])


def test_before_the_start_somebody_who_is_not_on_the_list_adds_their_name(
    stranger: Client, eight_players: Night
) -> None:
    page = page_of(stranger, join_address(eight_players, ""))
    assert "<b>Ann M.</b>" in page and f'action="/n/{eight_players.slug}/join/"' in page
    assert stranger.post(f"/n/{eight_players.slug}/join/", {"name": "Zoe New"}).status_code == 302
    assert "This phone plays for <b>Zoe N.</b>" in page_of(stranger, join_address(eight_players, ""))


def test_names_are_found_by_the_beginning_of_a_word_or_the_number(stranger: Client, night: Night) -> None:
    for find, name in (("car", "Carla R."), ("r", "Carla R."), ("3", "Carla R."), ("CARLA R", "Carla R.")):
        page = page_of(stranger, f"{join_address(night, '')}?find={find}")
        assert f"<b>{name}</b>" in page and "Bob S." not in page, find
    assert "No name begins with “x”." in page_of(stranger, f"{join_address(night, '')}?find=x")


def test_neither_the_ghost_nor_those_who_left_are_on_the_list(stranger: Client, empty_night: Night) -> None:
    entries = sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    ghost = add_ghost(night=empty_night, who=ORGANIZER)
    Entry.objects.filter(pk=entries[0].pk).update(left_at="2026-11-24T20:00:00Z")
    page = page_of(stranger, join_address(empty_night, ""))
    assert "Ghost" not in page and "Ann M." not in page and "Bob S." in page
    with nothing_changes():
        assert stranger.post(f"/j/{empty_night.join_key}/{ghost.pk}/").status_code == 404
        assert stranger.post(f"/j/{empty_night.join_key}/{entries[0].pk}/").status_code == 409


# Who knows only the night's public addresses


def test_no_public_page_and_no_other_key_opens_the_names(stranger: Client, night: Night) -> None:
    entry = night.entries.get(number=1)
    for path in ("", "join/", "standings/", "screen/", "play/", "rules/"):
        assert night.join_key not in page_of(stranger, f"/n/{night.slug}/{path}").upper().replace("-", "")
    with nothing_changes():
        for key in (night.slug, night.slug.upper(), "K7QM2X9D", entry.key, night.entries.get(number=2).key):
            assert stranger.post(f"/j/{key}/{entry.pk}/").status_code == 404, key
            assert stranger.get(f"/j/{key}/{entry.pk}/").status_code == 404, key


def test_before_the_start_only_the_organizers_big_screen_has_the_code(
    stranger: Client, organizer: Client, eight_players: Night
) -> None:
    address = f"/n/{eight_players.slug}/screen/"
    assert eight_players.join_key in page_of(organizer, address).upper().replace("-", "")
    assert eight_players.join_key not in page_of(stranger, address).upper().replace("-", "")


def test_a_code_opens_only_its_own_nights_names(stranger: Client, night: Night) -> None:
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    assert later.join_key != night.join_key
    with nothing_changes():
        assert stranger.post(f"/j/{later.join_key}/{night.entries.get(number=1).pk}/").status_code == 404


def test_a_single_tables_key_opens_nothing(stranger: Client, night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(kind=Night.Kind.SINGLE_TABLE)
    assert stranger.get(join_address(night, "")).status_code == 404
    assert stranger.post("/j/", {"code": night.join_key}).status_code == 400


# Taking a name


def test_opening_a_name_asks_and_takes_nothing(stranger: Client, night: Night) -> None:
    with nothing_changes():
        page = page_of(stranger, name_address(night, 1))
        assert "You are Ann M., number 1?" in page and "Yes, that’s me" in page and "Miller" not in page
        assert stranger.head(name_address(night, 1)).status_code == 200


@pytest.mark.parametrize("before_the_start", [True, False])
def test_tapping_a_name_pairs_the_phone(stranger: Client, night: Night, before_the_start: bool) -> None:
    if before_the_start:
        back_to_sign_up(night=night, who=ORGANIZER)
    stranger.get(join_address(night, ""))
    answer = stranger.post(name_address(night, 1))
    assert answer["Location"] == f"/n/{night.slug}/play/"
    assert playing_for(night) == {1: stranger.cookies[PHONE_COOKIE].value}
    logged, event = night.log_entries.latest("pk"), night.events.latest("pk")
    assert (logged.actor, logged.text) == ("1 Ann M.", "joined by phone")
    assert event.topics == f"entry-{night.entries.get(number=1).pk} phones board" and event.public_text == ""
    if not before_the_start:
        assert tap(stranger, game_at(night, 1, 1), 1).status_code == 302


def test_tapping_twice_is_tapping_once(stranger: Client, night: Night) -> None:
    stranger.get(join_address(night, ""))
    stranger.post(name_address(night, 1))
    with nothing_changes():
        assert stranger.post(name_address(night, 1)).status_code == 302
        assert stranger.get(name_address(night, 1))["Location"] == f"/n/{night.slug}/play/"


def test_a_phone_takes_one_name(stranger: Client, night: Night) -> None:
    stranger.get(join_address(night, ""))
    stranger.post(name_address(night, 1))
    page = page_of(stranger, name_address(night, 2))
    assert "This phone plays for Ann M." in page and "Yes, that’s me" not in page
    assert "Ann M.’s phone can score for everybody at the table" in page
    with nothing_changes():
        for form in ({}, {"ask": "1"}):
            assert stranger.post(name_address(night, 2), form).status_code == 409


def test_whoever_tapped_the_wrong_name_gives_it_back(stranger: Client, night: Night) -> None:
    stranger.get(join_address(night, ""))
    stranger.post(name_address(night, 1))
    assert stranger.post(name_address(night, 1), {"release": "1"})["Location"] == f"/J/{night.sealed_join_key}"
    assert playing_for(night) == {}
    assert night.log_entries.latest("pk").text == "gave the name back"
    assert stranger.post(name_address(night, 2)).status_code == 302
    assert list(playing_for(night)) == [2]


def test_a_name_given_back_by_mistake_is_taken_again_while_it_is_free(stranger: Client, night: Night) -> None:
    stranger.get(join_address(night, ""))
    for _ in range(2):
        assert stranger.post(name_address(night, 1)).status_code == 302
        assert playing_for(night) == {1: stranger.cookies[PHONE_COOKIE].value}
        stranger.post(name_address(night, 1), {"release": "1"})
    take_name(entry=night.entries.get(number=1), token="meanwhile")
    with nothing_changes():
        assert stranger.post(name_address(night, 1)).status_code == 409


@pytest.mark.parametrize("cookie", ["x" * 41, "x" * 5000, "two words", "é", "\x00", "", "' or 1=1"])
def test_a_cookie_that_this_site_never_gave_counts_as_none(stranger: Client, night: Night, cookie: str) -> None:
    stranger.cookies[PHONE_COOKIE] = cookie
    stranger.cookies[SIGN_IN_COOKIE] = cookie
    for path in ("/", f"/n/{night.slug}/", f"/n/{night.slug}/join/", join_address(night, ""), name_address(night, 1)):
        assert stranger.get(path).status_code == 200, path
        stranger.cookies[PHONE_COOKIE] = cookie
    assert stranger.post(name_address(night, 1)).status_code == 302
    (token,) = playing_for(night).values()
    assert re.fullmatch(r"[\w-]{32}", token) and token == stranger.cookies[PHONE_COOKIE].value


def test_nobody_releases_somebody_elses_phone(stranger: Client, night: Night) -> None:
    phone_of(night, 1)
    phone_of(night, 2)
    with nothing_changes():
        stranger.post(name_address(night, 1), {"release": "1"})
        phone = Client()
        phone.cookies[PHONE_COOKIE] = "token-of-2"
        phone.post(name_address(night, 1), {"release": "1"})


def test_a_closed_night_gives_no_name(stranger: Client, night: Night) -> None:
    address, entry = name_address(night, 1), night.entries.get(number=1)
    close_night(night=night, who=ORGANIZER)
    assert "Ann M." not in page_of(stranger, join_address(night, ""))
    assert "its codes have expired" in page_of(stranger, address)
    with nothing_changes():
        for form in ({}, {"ask": "1"}, {"release": "1"}):
            assert stranger.post(address, form).status_code == 409
        with pytest.raises(Refused, match="closed"):
            take_name(entry=entry, token="late")
    assert PHONE_COOKIE not in stranger.cookies


def test_more_phones_a_minute_than_a_hall_has_are_refused(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_JOINED", 2)
    for number in (1, 2):
        take_name(entry=night.entries.get(number=number), token=f"t{number}")
    with nothing_changes(), pytest.raises(Refused, match="Wait a minute"):
        take_name(entry=night.entries.get(number=3), token="t3")


# A name whose phone is in


def test_a_name_whose_phone_is_in_is_not_taken(stranger: Client, night: Night) -> None:
    old = phone_of(night, 1)
    page = page_of(stranger, name_address(night, 1))
    assert "Ann M.’s phone is already here" in page and "Ask the organizer" in page and "Yes, that’s me" not in page
    with nothing_changes():
        answer = stranger.post(name_address(night, 1))
        assert answer.status_code == 409 and "Ask the organizer" in answer.content.decode()
    assert tap(old, game_at(night, 1, 1), 1).status_code == 302


def asking(night: Night, number: int = 1) -> Client:
    """Return a phone that has asked for this number's name, whose own phone is in."""
    phone_of(night, number)
    client = Client()
    client.get(join_address(night, ""))
    assert client.post(name_address(night, number), {"ask": "1"}).status_code == 302
    return client


def test_the_organizer_lets_a_phone_in_and_the_old_one_only_watches(organizer: Client, night: Night) -> None:
    client, request = asking(night), PhoneRequest.objects.get()
    assert "asks to play for 1 Ann M.: phone" in night.log_entries.latest("pk").text
    assert f'<p class="total">{request.sign}</p>' in page_of(client, name_address(night, 1))
    answer = organizer.post(f"/n/{night.slug}/players/let-in/", {"request": request.pk, "answer": "yes"})
    assert answer.status_code == 302
    assert client.get(name_address(night, 1))["Location"] == f"/n/{night.slug}/play/"
    assert tap(client, game_at(night, 1, 1), 1).status_code == 302
    old = Client()
    old.cookies[PHONE_COOKIE] = "token-of-1"
    with nothing_changes():
        assert tap(old, game_at(night, 1, 1), 2).status_code == 403
        assert old.post(name_address(night, 1)).status_code == 409, "it gets back only through the organizer"


def test_a_phone_that_was_kept_out_does_not_ask_again(organizer: Client, night: Night) -> None:
    client, request = asking(night), PhoneRequest.objects.get()
    organizer.post(f"/n/{night.slug}/players/let-in/", {"request": request.pk, "answer": "no"})
    assert playing_for(night) == {1: "token-of-1"}
    assert "The organizer did not let this phone in." in page_of(client, name_address(night, 1))
    with nothing_changes():
        assert client.post(name_address(night, 1), {"ask": "1"}).status_code == 409


def test_asking_twice_is_asking_once_and_the_newest_three_ask(night: Night) -> None:
    phone_of(night, 1)
    entry = night.entries.get(number=1)

    def open_requests() -> list[str]:
        return [request.token for request in entry.phone_requests.open()]

    for token in ("a", "a", "b", "c"):
        ask_for_name(entry=entry, token=token)
    assert open_requests() == ["a", "b", "c"] and joining.MOST_ASKING == 3
    ask_for_name(entry=entry, token="d")
    assert open_requests() == ["b", "c", "d"], "strangers never shut the owner out"
    ask_for_name(entry=entry, token="a")
    assert open_requests() == ["c", "d", "a"], "whoever gave way may ask again"


def test_a_phone_asks_for_a_few_names(night: Night) -> None:
    for number in (1, 2, 3, 4):
        phone_of(night, number)
    asked = [ask_for_name(entry=night.entries.get(number=number), token="a") for number in (1, 2, 3)]
    with nothing_changes(), pytest.raises(Refused, match="asks for 3 names already"):
        ask_for_name(entry=night.entries.get(number=4), token="a")
    assert ask_for_name(entry=night.entries.get(number=1), token="a") == asked[0], "again is no new request"
    assert asked[0] is not None
    answer_request(request=asked[0], let_in=False, who=ORGANIZER)
    assert ask_for_name(entry=night.entries.get(number=4), token="a") is not None


def test_a_stranger_with_ever_new_phones_does_not_flood_the_organizer(night: Night) -> None:
    phone_of(night, 1)
    entry = night.entries.get(number=1)
    for token in range(joining.MOST_ASKS):
        ask_for_name(entry=entry, token=str(token))
    with nothing_changes(), pytest.raises(Refused, match="Wait a minute, then ask again"):
        ask_for_name(entry=entry, token="one more")
    night.log_entries.update(at=timezone.now() - timedelta(minutes=1))
    assert ask_for_name(entry=entry, token="one more") is not None


def test_phones_that_are_checked_keep_no_phone_from_asking(night: Night) -> None:
    phone_of(night, 1)
    back_to_sign_up(night=night, who=ORGANIZER)
    for _ in range(joining.MOST_ASKS):
        report_phone_check(night=night, page_id="", measured=Measured(), who=Who())
    assert ask_for_name(entry=night.entries.get(number=1), token="a") is not None


def test_a_request_that_gave_way_is_not_answered(organizer: Client, night: Night) -> None:
    asking(night)
    form = {"request": PhoneRequest.objects.get().pk, "answer": "yes"}
    for token in ("b", "c", "d"):
        ask_for_name(entry=night.entries.get(number=1), token=token)
    with nothing_changes():
        answer = organizer.post(f"/n/{night.slug}/players/let-in/", form)
        assert answer.status_code == 409 and "This phone no longer asks" in answer.content.decode()


def test_an_answer_counts_once(night: Night) -> None:
    asking(night)
    request = PhoneRequest.objects.get()
    answer_request(request=request, let_in=False, who=ORGANIZER)
    with nothing_changes():
        answer_request(request=request, let_in=False, who=ORGANIZER)
        with pytest.raises(Refused, match="no longer asks"):
            answer_request(request=request, let_in=True, who=ORGANIZER)


def test_only_the_organizer_answers_and_not_after_the_end(organizer: Client, stranger: Client, night: Night) -> None:
    client, request = asking(night), PhoneRequest.objects.get()
    address, form = f"/n/{night.slug}/players/let-in/", {"request": request.pk, "answer": "yes"}
    with nothing_changes():
        for intruder in (client, stranger, phone_of(night, 1)):
            assert intruder.post(address, form).status_code == 403
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(address, form).status_code == 409


def test_a_request_for_somebody_who_was_substituted_is_void(night: Night) -> None:
    asking(night)
    substitute(entry=night.entries.get(number=1), name="Zoe New", who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="somebody else plays for that number"):
        answer_request(request=PhoneRequest.objects.get(), let_in=True, who=ORGANIZER)


# Releasing


def test_the_organizer_releases_a_phone_and_another_takes_the_name(
    organizer: Client, stranger: Client, night: Night
) -> None:
    old, entry = phone_of(night, 1), night.entries.get(number=1)
    assert organizer.post(f"/n/{night.slug}/players/release/", {"entry": entry.pk}).status_code == 302
    assert night.log_entries.latest("pk").text == "released the phone of 1 Ann M."
    assert "No phone plays for Ann M. now" in page_of(old, f"/n/{night.slug}/play/")
    with nothing_changes():
        assert tap(old, game_at(night, 1, 1), 1).status_code == 403
        assert old.post(name_address(night, 1)).status_code == 409, "whoever had to give it up asks the organizer"
        release_phone(entry=entry, who=ORGANIZER)
    assert stranger.post(name_address(night, 1)).status_code == 302


def test_a_released_phone_may_ask(organizer: Client, night: Night) -> None:
    old, entry = phone_of(night, 1), night.entries.get(number=1)
    release_phone(entry=entry, who=ORGANIZER)
    page = page_of(old, name_address(night, 1))
    assert "Are you Ann M.?" in page and "This phone played for Ann M. before." in page
    old.post(name_address(night, 1), {"ask": "1"})
    answer_request(request=PhoneRequest.objects.get(), let_in=True, who=ORGANIZER)
    assert playing_for(night) == {1: "token-of-1"}


def test_releasing_is_the_organizers(stranger: Client, organizer: Client, night: Night) -> None:
    phone, form = phone_of(night, 1), {"entry": night.entries.get(number=1).pk}
    with nothing_changes():
        for client in (stranger, phone):
            assert client.post(f"/n/{night.slug}/players/release/", form).status_code == 403
        assert organizer.post(f"/n/{night.slug}/players/release/", {"entry": "0"}).status_code == 404
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/players/release/", form).status_code == 409


@pytest.mark.usefixtures("short_searches")
def test_after_a_change_of_laptop_all_phones_scan_again_without_being_let_in(
    organizer: Client, stranger: Client, night: Night
) -> None:
    old = [phone_of(night, number) for number in (1, 2)]
    page = organizer.post(f"/n/{night.slug}/players/release-all/", follow=True).content.decode()
    assert "2 phones may scan again." in page and playing_for(night) == {}
    assert stranger.post(name_address(night, 1)).status_code == 302, "a phone that lost its cookie with the old address"
    assert old[1].post(name_address(night, 2)).status_code == 302, "one that still has it"
    assert playing_for(night).keys() == {1, 2}
    close_night(night=night, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused):
        release_all_phones(night=night, who=ORGANIZER)


def test_the_name_of_somebody_who_went_home_is_nobodys(night: Night) -> None:
    entry = night.entries.get(number=1)
    drop_out(entry=entry, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="no longer on the list"):
        take_name(entry=entry, token="t")


# Two phones at once


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_tap_a_name_at_once_one_gets_it(empty_night: Night) -> None:
    entries = sign_up(night=empty_night, names=[f"Guest {n}" for n in range(12)], who=ORGANIZER)
    ready = Barrier(2)

    def take(entry: Entry, token: str) -> str:
        ready.wait()
        try:
            take_name(entry=entry, token=token)
        except Refused:
            return ""
        finally:
            connections.close_all()
        return token

    with ThreadPoolExecutor(2) as phones:
        for entry in entries:
            tokens = [f"{entry.pk}-{side}" for side in "ab"]
            got = list(phones.map(take, [entry] * 2, tokens))
            assert sorted(got) == ["", max(got)], "one of them, and the other is told"
            assert [phone.token for phone in entry.phones.all()] == [max(got)]


def test_who_took_a_name_is_its_player(night: Night) -> None:
    phone = take_name(entry=night.entries.get(number=4), token="t")
    assert str(Who(phone=phone)) == "4 Dan O."
