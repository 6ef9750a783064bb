"""Signing in by a code in an email: a known address and a new one alike, no password, limits, sign-ins that end."""

from __future__ import annotations

import time
from datetime import timedelta
from ipaddress import ip_address

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.support.accounts import ANN, BOB, CARLA, account, browser_of, inbox, newest_code, sign_in
from tournament.club.accounts import forget_unused
from tournament.club.erasing import names_erased
from tournament.club.members import start_club
from tournament.models import Account, OutgoingEmail, Player
from tournament.server.email_sender import tidy

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Mobile/15E148 Safari/604.1"
)


def signed_in_as(client: Client) -> str:
    """Return the address on the account's page; empty for a browser that has to sign in first."""
    page = client.get("/account/")
    return str(page.context["account"].email) if page.status_code == 200 else ""


@pytest.fixture
def ann(client: Client) -> Client:
    return sign_in(client, ANN)


def test_a_new_address_gets_an_account_by_the_code(client: Client) -> None:
    assert client.get("/sign-in/").status_code == 200
    sign_in(client, "Ann@Club.example")
    assert signed_in_as(client) == ANN
    person = Account.objects.get()
    assert not person.has_usable_password() and person.last_login is not None
    assert person.emailaddress_set.get().verified  # type: ignore[attr-defined]


def test_the_same_address_comes_back_to_the_same_account(ann: Client) -> None:
    ann.post("/account/sign-out/")
    assert signed_in_as(ann) == ""
    sign_in(ann, ANN.upper())
    assert signed_in_as(ann) == ANN and Account.objects.count() == 1


def test_the_email_is_short_plain_text_with_the_code_alone(client: Client) -> None:
    client.post("/sign-in/", {"email": ANN})
    [message] = inbox(ANN)
    assert message.subject == "Your code for Euchre Night" and not getattr(message, "alternatives", [])
    assert max(map(len, str(message.body).splitlines())) < 80 and "https://euchre.example" in message.body
    assert "&" not in message.body and "<" not in message.body


def test_the_code_is_nowhere_once_it_was_sent(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.post("/sign-in/", {"email": ANN})
    code = newest_code(ANN)
    assert OutgoingEmail.objects.get().body == "" and code not in caplog.text


def test_a_known_and_an_unknown_address_get_the_same_answer() -> None:
    account(BOB)
    answers = []
    for email in (ANN, BOB):
        client = Client()
        asked = client.post("/sign-in/", {"email": email})
        page = client.get(asked["Location"]).content.decode().replace(email, "")
        answers.append((asked.status_code, asked["Location"], page.split("<main")[1].split("csrf")[0]))
    assert answers[0] == answers[1]
    assert inbox(ANN)[0].subject == inbox(BOB)[0].subject


@pytest.mark.parametrize(
    "email", ["", "ann", "ann@", "ann@club example", "a" * 250 + "@club.example", "a\0b@c.example"]
)
def test_what_is_no_address_is_refused_with_a_sentence_and_stays_typed(client: Client, email: str) -> None:
    page = client.post("/sign-in/", {"email": email})
    assert page.status_code in (200, 400) and 'class="error"' in page.content.decode()
    assert not Account.objects.exists() and not OutgoingEmail.objects.exists()


def test_a_wrong_code_does_not_sign_in_and_the_third_ends_it(client: Client) -> None:
    client.post("/sign-in/", {"email": ANN})
    code = newest_code(ANN)
    for _ in range(2):
        page = client.post("/sign-in/code/", {"code": "AAAA-AAAA"})
        assert "This is not the code" in page.content.decode()
    assert client.post("/sign-in/code/", {"code": "AAAA-AAAA"}).status_code == 302
    client.post("/sign-in/code/", {"code": code})
    assert signed_in_as(client) == ""
    page = client.get("/sign-in/code/", follow=True).content.decode()
    assert "Ask for a new one" in page


def test_a_code_works_once_and_only_in_the_browser_that_asked(client: Client) -> None:
    client.post("/sign-in/", {"email": ANN})
    code, other = newest_code(ANN), Client()
    other.post("/sign-in/", {"email": BOB})
    other.post("/sign-in/code/", {"code": code})
    assert signed_in_as(other) == ""
    client.post("/sign-in/code/", {"code": code.lower().replace("-", " ")})
    assert signed_in_as(client) == ANN
    client.post("/account/sign-out/")
    client.post("/sign-in/code/", {"code": code})
    assert signed_in_as(client) == ""


def test_a_code_expires(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post("/sign-in/", {"email": ANN})
    code, later = newest_code(ANN), time.time() + 15 * 60 + 1
    monkeypatch.setattr(time, "time", lambda: later)
    client.post("/sign-in/code/", {"code": code})
    assert signed_in_as(client) == ""


def test_another_code_can_be_asked_for_and_the_first_one_ends(client: Client) -> None:
    client.post("/sign-in/", {"email": ANN})
    first = newest_code(ANN)
    client.post("/sign-in/code/", {"action": "resend"})
    second = newest_code(ANN)
    assert first != second
    client.post("/sign-in/code/", {"code": first})
    assert signed_in_as(client) == ""
    client.post("/sign-in/code/", {"code": second})
    assert signed_in_as(client) == ANN


def test_codes_for_one_address_are_limited_and_other_addresses_go_on() -> None:
    for _ in range(3):
        assert Client().post("/sign-in/", {"email": ANN}).status_code == 302
    page = Client().post("/sign-in/", {"email": ANN})
    assert "Wait a few minutes" in page.content.decode() and len(inbox(ANN)) == 3
    assert Client().post("/sign-in/", {"email": BOB}).status_code == 302


def test_a_stranger_elsewhere_who_asks_for_codes_does_not_lock_an_address_out() -> None:
    for _ in range(12):
        Client(REMOTE_ADDR="203.0.113.7").post("/sign-in/", {"email": ANN})
    assert len(inbox(ANN)) == 3
    assert signed_in_as(sign_in(Client(REMOTE_ADDR="203.0.113.8"), ANN)) == ANN


def test_erasing_a_name_lets_nobody_ask_for_more_codes() -> None:
    for _ in range(3):
        Client().post("/sign-in/", {"email": ANN})
    names_erased.send(sender=Player)
    page = Client().post("/sign-in/", {"email": ANN})
    assert "Wait a few minutes" in page.content.decode() and len(inbox(ANN)) == 3


def test_codes_for_one_address_are_limited_from_everywhere_too() -> None:
    for n in range(62):
        Client(REMOTE_ADDR=f"203.0.113.{n}").post("/sign-in/", {"email": ANN})
    assert len(inbox(ANN)) == 60


def test_codes_for_one_browser_are_limited_by_its_own_address_behind_the_proxy() -> None:
    statuses = [
        Client(REMOTE_ADDR="203.0.113.7").post("/sign-in/", {"email": f"p{n}@club.example"}).status_code
        for n in range(22)
    ]
    assert statuses[:20] == [302] * 20 and 302 not in statuses[20:]
    assert Client(REMOTE_ADDR="203.0.113.8").post("/sign-in/", {"email": ANN}).status_code == 302


@pytest.mark.parametrize("path", ["/account/password/reset/", "/account/signup/", "/account/password/change/"])
def test_there_is_nothing_about_passwords(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    client.post("/sign-in/", {"login": ANN, "email": ANN, "password": "secret"})
    assert signed_in_as(client) == ""


def test_signing_in_leads_back_to_the_page_that_asked_but_to_no_other_site(client: Client) -> None:
    asked = client.get("/account/email/")
    assert asked["Location"] == "/sign-in/?next=/account/email/"
    page = client.get(asked["Location"]).content.decode()
    assert 'name="next" value="/account/email/"' in page
    sign_in(client, ANN, to="/account/email/")
    other = Client()
    place = other.post("/sign-in/", {"email": BOB, "next": "https://evil.example/"})["Location"]
    typed = other.post(place, {"code": newest_code(BOB), "next": "https://evil.example/"})
    assert "evil" not in typed["Location"]


def test_an_account_that_nobody_signed_in_to_is_forgotten_after_a_day(client: Client) -> None:
    client.post("/sign-in/", {"email": ANN})
    account(BOB)
    forget_unused(timezone.now() + timedelta(hours=23))
    assert Account.objects.count() == 2
    forget_unused(timezone.now() + timedelta(hours=25))
    assert [one.email for one in Account.objects.all()] == [BOB]


def test_an_account_that_nobody_signed_in_to_stays_while_another_code_is_on_the_way(client: Client) -> None:
    Client().post("/sign-in/", {"email": ANN})
    Account.objects.update(joined_at=timezone.now() - timedelta(hours=25))
    client.post("/sign-in/", {"email": ANN})
    forget_unused()
    client.post("/sign-in/code/", {"code": newest_code(ANN)})
    assert signed_in_as(client) == ANN


def test_of_a_session_that_has_expired_nothing_is_left(ann: Client) -> None:
    here, tablet = UserSession.objects.get(), sign_in(Client(), ANN)
    Session.objects.filter(session_key=tablet.session.session_key).update(expire_date=timezone.now())
    assert UserSession.objects.count() == 2
    tidy()
    assert list(UserSession.objects.all()) == [here] and signed_in_as(ann) == ANN


# The account's own page


def test_a_person_sees_their_sign_ins_and_ends_one_or_all_others(ann: Client) -> None:
    phone, tablet = sign_in(Client(HTTP_USER_AGENT=IPHONE), ANN), sign_in(Client(), ANN)
    page = ann.get("/account/")
    assert "Mobile Safari on iOS" in page.content.decode()
    sign_ins = page.context["sign_ins"]
    assert [one["is_here"] for one in sign_ins] == [True, False, False]
    ended = next(one["id"] for one in sign_ins if one["browser"] == "Mobile Safari on iOS")
    assert ann.post(f"/account/sign-ins/{ended}/end/").status_code == 302
    assert [signed_in_as(one) for one in (ann, phone, tablet)] == [ANN, "", ANN]
    assert ann.post("/account/sign-ins/end/").status_code == 302
    assert [signed_in_as(one) for one in (ann, phone, tablet)] == [ANN, "", ""]
    assert len(ann.get("/account/").context["sign_ins"]) == 1


def test_nobody_ends_the_sign_in_of_somebody_else(ann: Client) -> None:
    here = ann.get("/account/").context["sign_ins"][0]["id"]
    assert browser_of(BOB).post(f"/account/sign-ins/{here}/end/").status_code == 404
    assert Client().post(f"/account/sign-ins/{here}/end/").status_code == 302
    assert signed_in_as(ann) == ANN


def test_the_email_changes_by_a_code_to_the_new_address_and_the_old_one_is_told(ann: Client) -> None:
    assert ann.get("/account/email/").status_code == 200
    asked = ann.post("/account/email/", {"email": "ann@new.example", "action_add": "1"})
    assert asked["Location"] == "/account/email/code/"
    assert ann.get("/account/email/code/").status_code == 200 and signed_in_as(ann) == ANN
    assert "not the code" in ann.post("/account/email/code/", {"code": "AAAA-AAAA"}).content.decode()
    assert ann.post("/account/email/code/", {"code": newest_code("ann@new.example")}).status_code == 302
    assert signed_in_as(ann) == "ann@new.example"
    assert "now has the address ann@new.example" in inbox(ANN)[-1].body
    again = sign_in(Client(), "ann@new.example")
    assert signed_in_as(again) == "ann@new.example" and Account.objects.count() == 1


@pytest.mark.parametrize("email", ["", "ann", ANN, "a" * 250 + "@club.example"])
def test_a_new_email_that_is_none_is_refused_with_a_sentence(ann: Client, email: str) -> None:
    page = ann.post("/account/email/", {"email": email, "action_add": "1"})
    assert 'class="error"' in page.content.decode() and signed_in_as(ann) == ANN


def test_the_address_of_somebody_else_cannot_be_taken_and_the_page_does_not_tell(ann: Client) -> None:
    account(BOB)
    asked = ann.post("/account/email/", {"email": BOB, "action_add": "1"})
    assert asked["Location"] == "/account/email/code/"
    assert ann.get("/account/email/code/").status_code == 200
    answer = ann.post("/account/email/code/", {"code": newest_code(BOB)})  # as only Bob could
    assert "Another account has this address" in answer.content.decode() and signed_in_as(ann) == ANN


def test_a_person_can_download_what_is_stored_about_them(ann: Client) -> None:
    stored = ann.get("/account/account.json")
    assert stored["Content-Disposition"] == 'attachment; filename="account.json"'
    assert stored.json()["email"] == ANN and len(stored.json()["signed in"]) == 1
    assert "password" not in stored.content.decode()


def test_whom_a_person_invited_is_stored_about_them(ann: Client) -> None:
    club = start_club(account=account(ANN), name="Tuesday club", own_name="Ann")
    form = {"email": "dan@club.example", "name": "Dan", "role": "scorer"}
    assert ann.post("/club/members/invite/", form).status_code == 302
    (invited,) = ann.get("/account/account.json").json()["invited by you, as members"]
    assert (invited["club"], invited["name"], invited["role"]) == (club.name, "Dan", "Scorer")
    assert ann.post("/club/helpers/invite/", {"name": "Sue", "role": "announcer", "lasts": "1"}).status_code == 302
    (invited,) = ann.get("/account/account.json").json()["invited by you, as helpers"]
    assert (invited["club"], invited["name"], invited["role"]) == (club.name, "Sue", "Announcer")


# In a hall


def test_a_hall_has_no_accounts_and_asks_nothing_more(settings: object, client: Client) -> None:
    settings.ACCOUNTS = False  # type: ignore[attr-defined]
    for path in ("/account/", "/sign-in/", "/account/email/", "/account/account.json"):
        assert client.get(path).status_code == client.post(path).status_code == 404, path
    assert not mail.outbox and not OutgoingEmail.objects.exists()


def test_somebody_with_an_ipv6_address_signs_in() -> None:
    """A household counts by its network, but PostgreSQL keeps single addresses only."""
    sign_in(Client(REMOTE_ADDR="2001:db8:1:2::5"), CARLA)
    assert str(ip_address(UserSession.objects.get().ip)) == "2001:db8:1:2::"
