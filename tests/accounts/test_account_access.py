"""Who may open and change what on the pages of accounts, on a hosted site and in a hall."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client

from tests.support.accounts import ANN, BOB, account, browser_of, sign_in
from tests.support.night import nothing_changes, taken_back
from tests.support.url_table import ACCOUNT_URLS
from tournament.club.members import invite_member, start_club
from tournament.models import Club, Membership, Role
from tournament.server import application
from tournament.web.visitors import SIGN_IN_COOKIE

ANN_TOO = "ann@home.example"
OWN = [path for path, (_, who) in ACCOUNT_URLS.items() if who == "account"]
POST_ONLY = [path for path, (_, who) in ACCOUNT_URLS.items() if who == "-"]
assert OWN and POST_ONLY


@pytest.fixture
def ids() -> dict[str, int]:
    """What Ann has: a passkey, a sign-in, a club, and an invitation into it for another of her addresses."""
    sign_in(Client(), ANN)
    passkey = Authenticator.objects.create(user=account(ANN), type="webauthn", data={"name": "Ann’s phone"})
    club = start_club(account=account(ANN), name="Tuesday club", own_name="Ann")
    made = invite_member(club=club, email=ANN_TOO, name="Ann", role=Role.SCORER, who="Ann", site="https://e.example")
    return {
        "passkey": passkey.pk,
        "sign_in": UserSession.objects.get().pk,
        "membership": Membership.objects.get().pk,
        "member_invitation": made.pk,
    }


def test_a_hall_has_none_of_these_pages(settings: Any, ids: dict[str, int]) -> None:
    settings.ACCOUNTS = False
    for path in ACCOUNT_URLS:
        with taken_back():
            client, address = browser_of(ANN), path.format(**ids)
            with nothing_changes(path):
                statuses = client.get(address).status_code, client.post(address, {"email": BOB}).status_code
        assert statuses in [(404, 404), (405, 404)], path


def test_a_page_of_ones_own_asks_everybody_else_to_sign_in(ids: dict[str, int]) -> None:
    for path in OWN:
        address = path.format(**ids)
        with taken_back():
            with nothing_changes(path):
                assert Client().get(address).get("Location") == f"/sign-in/?next={address}", path
                assert Client().post(address, {"email": BOB}).status_code == 302, path
            own = browser_of(ANN if "{" in path else BOB).get(address)
            assert own.status_code == 200 or own.get("Location", "").startswith("/account/"), path


def test_nobody_changes_what_is_somebody_elses(ids: dict[str, int]) -> None:
    for path in (path for path in ACCOUNT_URLS if "{" in path):
        with taken_back():
            bob = browser_of(BOB)
            with nothing_changes(path):
                assert bob.get(path.format(**ids)).status_code in (403, 404, 405), path
                assert bob.post(path.format(**ids), {"name": "Bob’s", "answer": "no"}).status_code in (403, 404), path


def test_a_get_request_changes_nothing(ids: dict[str, int]) -> None:
    for path in POST_ONLY:
        with taken_back():
            client = browser_of(ANN)
            with nothing_changes(path):
                assert client.get(path.format(**ids)).status_code == 405, path


@pytest.mark.parametrize("path", ["/sign-in/", "/sign-in/code/", "/account/sign-out/", "/account/email/"])
def test_nothing_is_accepted_without_the_csrf_token(path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(browser_of(ANN).cookies)
    with nothing_changes():
        assert client.post(path, {"email": BOB, "action_add": "1"}).status_code == 403


def test_no_browser_keeps_a_copy_of_these_pages(ids: dict[str, int]) -> None:
    for path in ACCOUNT_URLS:
        with taken_back():
            page = browser_of(ANN if "{" in path or path == "/club/members/" else BOB).get(path.format(**ids))
            assert page.status_code == 405 or "no-store" in page.get("Cache-Control", ""), path


def test_a_passkey_is_renamed_and_removed_and_its_person_is_told(ids: dict[str, int]) -> None:
    ann = browser_of(ANN)
    address = f"/account/passkeys/{ids['passkey']}"
    assert "Ann’s phone" in ann.get(f"{address}/name/").content.decode()
    assert ann.post(f"{address}/name/", {"name": "My phone"}).status_code == 302
    assert "My phone" in ann.get("/account/").content.decode()
    assert 'class="problem"' in ann.post(f"{address}/name/", {"name": ""}).content.decode()
    assert ann.post(f"{address}/remove/").status_code == 302
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", "x", '{"id": 1, "response": {"userHandle": "!"}}'])
def test_a_forged_passkey_signs_nobody_in(credential: str, client: Client) -> None:
    client.get("/sign-in/passkey/", headers={"Accept": "application/json"})
    answer = client.post("/sign-in/passkey/", {"credential": credential}, follow=True)
    assert answer.status_code in (200, 400) and answer.request["PATH_INFO"] == "/sign-in/"
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("credential", ["", "{}", "[]", "x", '{"id": 1}'])
def test_a_forged_passkey_is_not_added(credential: str) -> None:
    ann = browser_of(ANN)
    ann.get("/account/passkeys/add/")
    page = ann.post("/account/passkeys/add/", {"name": "x", "credential": credential, "passwordless": "on"})
    assert page.status_code in (200, 400) and not Authenticator.objects.exists()


def test_a_scorer_with_an_account_who_was_signed_in_by_a_link_is_not_told_that_they_are_signed_out(
    club: Club, bob: Client
) -> None:
    bob.cookies[SIGN_IN_COOKIE] = "of a sign-in that has ended"
    page = bob.get("/club/")
    assert page.status_code == 403 and "Only the organizer can open" in page.content.decode()


def test_an_organizer_with_an_account_may_send_a_large_file(club: Club, ann: Client) -> None:
    def welcome(browser: Client, query: str = "") -> bool:
        cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in browser.cookies.items())
        headers = [(b"host", b"testserver"), (b"cookie", cookies.encode())]
        scope = {"type": "http", "http_version": "1.1", "scheme": "https", "method": "POST", "root_path": ""}
        scope |= {"path": "/club/data/import/", "query_string": query.encode(), "headers": headers}
        return application._may_send_large_file(scope | {"server": ("testserver", 443), "client": ("127.0.0.1", 1)})

    assert welcome(ann)
    assert welcome(ann, "from=café"), "as somebody typed it"
    assert not welcome(Client())
