"""Wrong codes and links: few are answered, and whoever scans a right code comes in all the while."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.night import nothing_changes
from tournament.models import Club, Night, Phone
from tournament.models.keys import ALPHABET, KEY_LETTERS, SEAL_LETTERS, new_key, sealed, unsealed
from tournament.web import guessing
from tournament.web.addresses import calendar_address
from tournament.web.guessing import MINUTES, OF_AN_ADDRESS

HALL = "203.0.113.7"


def visitor(address: str = HALL) -> Client:
    """Return a browser at an address."""
    return Client(REMOTE_ADDR=address)


def guess(client: Client, times: int = 1) -> HttpResponse:
    """Try random codes, and return the answer to the last."""
    answers = [client.get(f"/j/{new_key()}") for _ in range(times)]
    return answers[-1]


def type_code(client: Client, code: str) -> HttpResponse:
    """Type a code."""
    return client.post("/j/", {"code": code})


@pytest.fixture
def throttled(night: Night) -> Client:
    """A guesser who has had all answers that there are."""
    guesser = visitor()
    assert guess(guesser, OF_AN_ADDRESS).status_code == 404
    return guesser


def test_a_seal_is_right_for_one_key_and_one_secret(settings: object) -> None:
    key = new_key()
    assert unsealed(sealed(key).lower()) == (key, True)
    assert len(sealed(key)) == KEY_LETTERS + SEAL_LETTERS and set(sealed(key)) <= set(ALPHABET)
    other = next(found for found in map(sealed, iter(new_key, "")) if found[KEY_LETTERS:] != sealed(key)[KEY_LETTERS:])
    assert unsealed(key + other[KEY_LETTERS:]) == (key, False)
    assert unsealed(key) == (key, False)
    right = sealed(key)
    settings.SECRET_KEY = "of another laptop"  # type: ignore[attr-defined]
    assert sealed(key) != right and unsealed(right) == (key, False)


def test_a_card_of_before_the_seals_and_one_of_another_laptop_still_work(night: Night) -> None:
    key = night.entries.get(number=1).key
    wrong = "222" if sealed(key)[KEY_LETTERS:] != "222" else "333"
    for code in (key, key + wrong, key.lower()):
        assert b"Is this you?" in visitor().get(f"/J/{code}").content


def test_wrong_codes_are_answered_so_many_times(throttled: Client) -> None:
    with nothing_changes():
        answer = guess(throttled)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "600" and answer["X-Night"] == "1"
    assert "Scan the QR code" in answer.content.decode()
    assert type_code(throttled, new_key()).status_code == 429
    assert throttled.get(f"/j/{new_key()}/12/").status_code == 429
    assert throttled.post(f"/j/{new_key()}").status_code == 429


def test_a_guesser_cannot_tell_a_right_code_from_a_wrong_one(throttled: Client, night: Night) -> None:
    wrong = guess(throttled)
    for right in (night.entries.get(number=1).key, night.join_key):
        for answer in (throttled.get(f"/j/{right}"), throttled.post(f"/j/{right}"), type_code(throttled, right)):
            assert (answer.status_code, answer.content) == (429, wrong.content)
    assert not Phone.objects.exists()


def test_people_beside_a_guesser_scan_and_come_in(throttled: Client, night: Night) -> None:
    for entry in night.entries.all():
        phone = visitor()
        assert "Is this you?" in phone.get(f"/J/{entry.sealed_key}").content.decode()
        assert phone.post(f"/J/{entry.sealed_key}")["Location"] == f"/n/{night.slug}/play/"
        guess(throttled, 3)
    assert Phone.objects.active().count() == 8


def test_people_beside_a_guesser_tap_their_names(throttled: Client, night: Night) -> None:
    phone, entry = visitor(), night.entries.get(number=3)
    address = reverse("take-name", args=[night.sealed_join_key, entry.pk])
    assert f'href="{address}"' in phone.get(f"/J/{night.sealed_join_key}").content.decode()
    assert phone.post(address)["Location"] == f"/n/{night.slug}/play/"


def test_whoever_types_a_right_code_goes_on_where_a_guesser_begins(night: Night) -> None:
    phone, entry = visitor(), night.entries.get(number=2)
    claim = type_code(phone, entry.printed_key)["Location"]
    guess(visitor(), OF_AN_ADDRESS + 1)
    assert phone.post(claim)["Location"] == f"/n/{night.slug}/play/"


def test_right_codes_are_never_counted(night: Night) -> None:
    phone = visitor()
    for _ in range(3 * OF_AN_ADDRESS):
        assert phone.get(f"/j/{night.join_key}").status_code == 200
    assert type_code(phone, night.join_key).status_code == 302


def test_a_typed_code_with_its_seal_is_never_counted(night: Night) -> None:
    """The card of somebody who was removed: it was right once."""
    phone, removed = visitor(), sealed(new_key())
    for _ in range(OF_AN_ADDRESS + 1):
        assert type_code(phone, removed).status_code == 400
    assert type_code(phone, night.join_key).status_code == 302


def test_other_addresses_are_not_held_up(throttled: Client, night: Night) -> None:
    assert type_code(visitor("203.0.113.8"), night.join_key).status_code == 302
    assert type_code(visitor("2001:db8::1"), night.join_key).status_code == 302


def test_an_ipv6_household_is_one_guesser(night: Night) -> None:
    for number in range(OF_AN_ADDRESS):
        guess(visitor(f"2001:db8:1:2::{number:x}"))
    assert guess(visitor("2001:db8:1:2:ffff::1")).status_code == 429
    assert guess(visitor("2001:db8:1:3::1")).status_code == 404


def test_many_addresses_together_are_stopped_and_scanning_goes_on(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing._codes, "altogether", 40)
    for number in range(40):
        guess(visitor(f"10.0.0.{number}"))
    fresh = visitor("203.0.113.9")
    assert guess(fresh).status_code == 429
    assert fresh.get(f"/J/{night.entries.get(number=1).sealed_key}").status_code == 200
    assert fresh.get(f"/J/{night.sealed_join_key}").status_code == 200


def test_typing_works_again_after_the_minutes(throttled: Client, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    later = time.monotonic() + 60 * MINUTES
    monkeypatch.setattr(guessing, "monotonic", lambda: later)
    assert type_code(throttled, night.join_key).status_code == 302


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_is_set_locks_nobody_out_and_lets_no_guesser_in(
    throttled: Client, night: Night, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(days=days))
    monkeypatch.setattr(time, "time", lambda: real().timestamp() + days * 86400)
    assert guess(throttled).status_code == 429
    assert type_code(visitor("203.0.113.8"), night.join_key).status_code == 302
    assert visitor().get(f"/J/{night.sealed_join_key}").status_code == 200


def test_wrong_links_are_counted_and_right_ones_always_work(night: Night, club: Club) -> None:
    guesser = visitor()
    for _ in range(OF_AN_ADDRESS // 4):
        assert guesser.get(f"/o/{new_key(20)}/").status_code == 403
        assert guesser.get(f"/p/{new_key(20)}/").status_code == 404
        assert guesser.get(f"/calendar/1.{new_key(20)}.ics").status_code == 404
        assert guesser.get(f"/h/{new_key(20)}").status_code == 403
    for _ in range(2):
        guesser.get(f"/o/{new_key(20)}/")
    for address in (f"/o/{new_key(20)}/", f"/h/{new_key(20)}", f"/p/{new_key(20)}/", f"/calendar/1.{new_key(20)}.ics"):
        assert guesser.get(address).status_code == 429
    assert guesser.get(f"/o/{club.key}/").status_code == 302
    assert guesser.get(calendar_address(club, "")).status_code == 200
    assert type_code(guesser, night.join_key).status_code == 302, "wrong links are not wrong codes"


def test_the_log_says_once_whence_the_codes_come(throttled: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    with caplog.at_level(logging.WARNING, "tournament"):
        guess(visitor("203.0.113.8"), OF_AN_ADDRESS + 20)
    assert [record.getMessage() for record in caplog.records] == [
        "Too many wrong codes from 203.0.113.8: no more are answered for now."
    ]
