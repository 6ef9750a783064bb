"""A scanned or typed card pairs a phone with a player; the newest phone plays, the older ones watch."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands, tap
from tournament.models import Entry, Night, Phone
from tournament.models.keys import ALPHABET, new_key, printed_key, sealed, typed_key
from tournament.night.lifecycle import back_to_sign_up, close_night, reopen_night
from tournament.night.phones import pair_phone
from tournament.night.removal import remove_player
from tournament.night.roster_changes import substitute
from tournament.people.errors import Refused
from tournament.web.addresses import card_address
from tournament.web.visitors import PHONE_COOKIE


def card_of(night: Night, number: int) -> str:
    """Return the path in the QR code of a player's card."""
    return card_address(night.entries.get(number=number), "")


def page_of(client: Client, address: str) -> str:
    """Return a page's HTML."""
    return client.get(address).content.decode()


# Keys


def test_keys_have_no_characters_that_look_alike() -> None:
    assert not set(ALPHABET) & set("01OIL")
    assert all(set(new_key()) <= set(ALPHABET) and len(new_key()) == 8 for _ in range(200))
    assert len({new_key() for _ in range(200)}) == 200


def test_a_key_is_printed_in_two_groups_and_typed_back() -> None:
    assert printed_key("K7QM2X9D") == "K7QM-2X9D"
    assert typed_key(" k7qm – 2x9d_ ") == "K7QM2X9D"


def test_a_cards_address_is_uppercase_for_a_small_qr_code(night: Night) -> None:
    entry = night.entries.get(number=1)
    assert card_address(entry, "http://192.168.1.50:8000") == f"HTTP://192.168.1.50:8000/J/{entry.sealed_key}"


# Scanning


def test_opening_a_card_does_not_pair_the_phone(stranger: Client, night: Night) -> None:
    with nothing_changes():
        page = page_of(stranger, card_of(night, 1))
        assert "Is this you?" in page
        assert "Yes, that’s me" in page
        assert stranger.head(card_of(night, 1)).status_code == 200
    assert PHONE_COOKIE not in stranger.cookies


def test_confirming_pairs_the_phone_with_the_player(stranger: Client, night: Night) -> None:
    answer = stranger.post(card_of(night, 1))
    assert answer["Location"] == f"/n/{night.slug}/play/"
    cookie = stranger.cookies[PHONE_COOKIE]
    phone = Phone.objects.active().get()
    assert (phone.entry.number, phone.token) == (1, cookie.value)
    assert (bool(cookie["httponly"]), cookie["samesite"]) == (True, "Lax")
    assert "1 Ann M." in page_of(stranger, answer["Location"])
    assert tap(stranger, game_at(night, 1, 1), 1).status_code == 302


def test_scanning_again_with_the_same_phone_only_opens_the_page(stranger: Client, night: Night) -> None:
    stranger.post(card_of(night, 1))
    with nothing_changes():
        assert stranger.get(card_of(night, 1))["Location"] == f"/n/{night.slug}/play/"
        assert stranger.post(card_of(night, 1))["Location"] == f"/n/{night.slug}/play/"


def test_a_second_phone_is_asked_whether_to_take_over(stranger: Client, night: Night) -> None:
    old = phone_of(night, 1)
    with nothing_changes():
        page = page_of(stranger, card_of(night, 1))
        assert "Ann M. already plays on another phone. Use this phone instead?" in page
    assert tap(old, game_at(night, 1, 1), 1).status_code == 302, "the first phone plays until the second one confirms"


def test_after_a_takeover_the_old_phone_only_watches(stranger: Client, night: Night) -> None:
    old, game = phone_of(night, 1), game_at(night, 1, 1)
    stranger.post(card_of(night, 1))
    page = page_of(old, f"/n/{night.slug}/play/")
    assert "this one only watches" in page
    assert 'name="result"' not in page and 'name="word"' not in page
    with nothing_changes():
        assert tap(old, game, 1).status_code == 403
    assert tap(stranger, game, 1).status_code == 302
    assert "Hand 2 of 4" in page_of(old, f"/n/{night.slug}/play/"), "it still shows the table"


def test_the_old_phone_takes_over_again_by_scanning(stranger: Client, night: Night) -> None:
    old = phone_of(night, 1)
    stranger.post(card_of(night, 1))
    assert "Use this phone instead" in page_of(old, card_of(night, 1))
    old.post(card_of(night, 1))
    assert tap(old, game_at(night, 1, 1), 1).status_code == 302
    with nothing_changes():
        assert tap(stranger, game_at(night, 1, 1), 2).status_code == 403
    assert Phone.objects.filter(entry__number=1).count() == 3, "each pairing stays on record"


def test_a_phone_paired_with_another_player_names_whom_it_would_leave(night: Night) -> None:
    phone = phone_of(night, 1)
    page = page_of(phone, card_of(night, 2))
    assert "This phone plays for 1 Ann M. now. If you continue, it plays for Bob S. instead." in page
    phone.post(card_of(night, 2))
    assert [p.entry.number for p in Phone.objects.active()] == [2]
    assert "2 Bob S." in page_of(phone, f"/n/{night.slug}/play/")


def test_a_phone_stays_paired_with_its_player_of_another_night(night: Night) -> None:
    later = Night.objects.create(club=night.club, name="Next week", date="2026-12-01")
    entry = Entry.objects.create(night=later, player=night.entries.get(number=2).player, name="Bob Stone")
    phone = phone_of(night, 1)
    phone.post(f"/j/{entry.key}")
    assert Phone.objects.active().count() == 2
    assert "1 Ann M." in page_of(phone, f"/n/{night.slug}/play/")
    assert "Welcome, Bob Stone" in page_of(phone, f"/n/{later.slug}/play/")


def test_pairing_is_announced_to_the_players_other_phone(night: Night) -> None:
    entry = night.entries.get(number=1)
    pair_phone(entry=entry, token="a-new-phone")
    event = night.events.order_by("-pk")[0]
    logged = night.log_entries.order_by("-pk")[0]
    assert (event.topics, logged.actor, logged.text) == (f"entry-{entry.pk}", "1 Ann M.", "plays with a phone")
    pair_phone(entry=entry, token="another-phone")
    assert night.log_entries.order_by("-pk")[0].text == "plays with another phone"


def test_keys_work_before_the_start(stranger: Client, night: Night) -> None:
    back_to_sign_up(night=night, who=ORGANIZER)
    stranger.post(card_of(night, 1))
    page = page_of(stranger, f"/n/{night.slug}/play/")
    assert "Welcome, Ann Miller" in page and '<p class="total">1</p>' in page


@pytest.mark.parametrize("change", ["substitute", "remove"])
def test_a_card_that_goes_out_of_use_while_it_is_scanned_pairs_no_phone(night: Night, change: str) -> None:
    scanned = night.entries.get(number=1)
    if change == "substitute":
        substitute(entry=scanned, name="Zoe New", who=ORGANIZER)
        pair_phone(entry=night.entries.get(number=1), token="phone-of-zoe")
    else:
        back_to_sign_up(night=night, who=ORGANIZER)
        remove_player(entry=scanned, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match=r"^This card is no longer in use\. Ask the organizer"):
        pair_phone(entry=scanned, token="phone-of-ann")


# Typing


@pytest.mark.parametrize(
    "typed_as",
    [
        str,
        str.lower,
        printed_key,
        lambda key: printed_key(key).lower(),
        lambda key: " ".join(key),
        lambda key: f"  {key[:4]} {key[4:].lower()} ",
        lambda key: f"{key[:4]}–{key[4:]}",
    ],
)
def test_a_code_can_be_typed_in_lowercase_with_dashes_or_spaces(
    stranger: Client, night: Night, typed_as: object
) -> None:
    key = night.entries.get(number=3).key
    answer = stranger.post("/j/", {"code": typed_as(key)})  # type: ignore[operator]
    assert answer["Location"] == f"/J/{sealed(key)}"
    assert "Number 3" in page_of(stranger, answer["Location"])


@pytest.mark.parametrize("shape", ["/J/{}", "/j/{}", "/J/{}/", "/j/{}/"])
def test_a_cards_address_works_in_upper_and_lower_case_with_and_without_a_slash(
    stranger: Client, night: Night, shape: str
) -> None:
    key = night.entries.get(number=4).key
    for written in (key, key.lower(), printed_key(key), printed_key(key).lower()):
        assert "Number 4" in page_of(stranger, shape.format(written))
    assert stranger.post(shape.format(key.lower())).status_code == 302


@pytest.mark.parametrize("address", ["/j/", "/J/", "/j", "/J"])
def test_the_page_for_typing_a_code_opens_at_every_spelling_of_its_address(
    stranger: Client, db: None, address: str
) -> None:
    assert "Type a code" in page_of(stranger, address)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "Type the code"),
        ("----", "There is no such code"),
        ("K7QM-2X9D", "There is no such code"),
        ("0O1IL", "There is no such code"),
        ("A" * 21, "at most 20 characters"),
        ("A\x00", "Null characters"),
        ("<b>", "There is no such code"),
    ],
)
def test_a_wrong_code_is_refused_with_a_sentence(stranger: Client, night: Night, code: str, sentence: str) -> None:
    with nothing_changes():
        page = stranger.post("/j/", {"code": code})
    assert page.status_code == 400
    assert sentence in page.content.decode()
    assert "<b>" not in page.content.decode().split("<form", 1)[1]


@pytest.mark.parametrize("key", ["K7QM2X9D", "%00", "a%20b", "'", "-", "é", "..", "A" * 40])
def test_an_unknown_card_is_not_found_and_pairs_no_phone(stranger: Client, night: Night, key: str) -> None:
    with nothing_changes():
        assert stranger.get(f"/j/{key}").status_code == 404
        assert stranger.post(f"/j/{key}").status_code == 404
    assert PHONE_COOKIE not in stranger.cookies


# The end of a night


def test_keys_expire_with_the_night(stranger: Client, night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    page = page_of(stranger, card_of(night, 1))
    assert "its cards have expired" in page
    assert 'method="post">' not in page, "the phone can no longer be paired"
    with nothing_changes():
        answer = stranger.post(card_of(night, 1))
        assert answer.status_code == 409
        assert "its cards have expired" in answer.content.decode()
    assert PHONE_COOKIE not in stranger.cookies


def test_an_expired_key_shows_no_last_name(stranger: Client, night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    assert "Miller" not in page_of(stranger, card_of(night, 1))


def test_reopening_the_night_makes_keys_and_phones_work_again(stranger: Client, night: Night) -> None:
    phone, game = phone_of(night, 1), game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        assert tap(phone, game, 2).status_code == 409
    reopen_night(night=night, who=ORGANIZER)
    assert tap(phone, game, 2).status_code == 302
    assert stranger.post(card_of(night, 2)).status_code == 302


def test_pair_phone_refuses_a_closed_night(night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="its cards have expired"):
        pair_phone(entry=night.entries.get(number=1), token="late-phone")


@pytest.mark.parametrize("number", [1, 8])
def test_no_page_shows_a_key(organizer: Client, night: Night, number: int) -> None:
    entry = night.entries.get(number=number)
    phone = phone_of(night, number)
    pages = [page_of(phone, f"/n/{night.slug}/{path}") for path in ("", "play/", "standings/", f"tally/{number}/")]
    pages += [page_of(organizer, f"/n/{night.slug}/{path}") for path in ("desk/", "board/", "log/", "close/")]
    assert not [page for page in pages if re.search(f"{entry.key}|{entry.printed_key}|token-of", page, re.I)]
