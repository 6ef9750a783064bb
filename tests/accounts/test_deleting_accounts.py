"""Accounts that are deleted, and what happens meanwhile."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.test import Client

from tests.support.accounts import ANN, BOB, account, club_log, member
from tests.support.night import nothing_changes
from tournament.club import members as writes
from tournament.club.members import start_club
from tournament.models import Account, Club, Membership
from tournament.night.locking import lock_clubs
from tournament.people.errors import Gone, Refused


def test_an_account_is_deleted_with_all_about_its_person_but_not_while_it_owns_a_club(
    club: Club, ann: Client, bob: Client
) -> None:
    page = ann.post("/account/delete/", {"email": ANN})
    assert page.status_code == 400 and "You own Tuesday club" in page.content.decode()
    assert bob.post("/account/delete/", {"email": "other@club.example"}).status_code == 400
    assert bob.get("/account/account.json").json()["clubs"][0]["role"] == "Scorer"
    assert bob.get("/account/delete/").status_code == 200
    assert bob.post("/account/delete/", {"email": BOB}).status_code == 302
    assert not Account.objects.filter(email=BOB).exists() and not Membership.objects.filter(name="Bob").exists()
    assert bob.get("/account/clubs/").status_code == 302
    assert club_log(club)[-1] == "Bob (scorer) left the club, and deleted their account"


def test_an_account_that_took_a_club_over_while_it_was_being_deleted_stays(
    club: Club, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes.offer_club(owner=member(ANN), to=member(BOB), site="https://euchre.example")

    def wait_for_the_other_change(ids: Iterable[int]) -> list[Club]:
        writes.accept_club(member=member(BOB))
        return lock_clubs(ids)

    monkeypatch.setattr(writes, "lock_clubs", wait_for_the_other_change)
    with pytest.raises(Refused, match="You own Tuesday club"):
        writes.delete_account(account=account(BOB))
    assert member(BOB).account.email == BOB


def test_an_account_that_joined_a_club_while_it_was_being_deleted_stays(
    club: Club, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writes, "lock_clubs", lambda ids: lock_clubs([]))
    with nothing_changes(), pytest.raises(Refused, match="You have just joined a club"):
        writes.delete_account(account=account(BOB))


def test_a_second_tap_on_delete_account_finds_it_deleted(club: Club, bob: Client) -> None:
    """Both waited for the lock with the account as it was."""
    first, second = account(BOB), account(BOB)
    writes.delete_account(account=first)
    with nothing_changes():
        writes.delete_account(account=second)


def test_a_club_is_not_started_for_an_account_that_was_just_deleted() -> None:
    bob, same = account(BOB), account(BOB)
    writes.delete_account(account=same)
    with nothing_changes(), pytest.raises(Gone, match="This account was deleted"):
        start_club(account=bob, name="Bob’s club", own_name="Bob")


def test_an_owner_of_several_clubs_reads_all_that_are_to_be_handed_over(club: Club, ann: Client) -> None:
    start_club(account=account(ANN), name="Other club", own_name="Ann")
    page = ann.post("/account/delete/", {"email": ANN}).content.decode()
    assert "You own Tuesday club and Other club. Hand them over to another member first." in page
    Membership.objects.filter(club=club).delete()
    page = ann.post("/account/delete/", {"email": ANN}).content.decode()
    assert "You own Other club. Hand it over to another member first." in page
