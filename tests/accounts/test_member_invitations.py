"""Invitations, by email and to help: accepted, declined, withdrawn, ended with whoever made them."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.accounts import (
    ANN,
    BOB,
    CARLA,
    account,
    browser_of,
    club_log,
    invitation,
    join,
    member,
    stop_organizing,
)
from tests.support.night import ORGANIZER, nothing_changes
from tournament.access import Who
from tournament.club import members as writes
from tournament.club import rights, sign_ins
from tournament.club.members import invite_member, start_club
from tournament.club.sign_ins import invite, renew_link
from tournament.models import Club, MemberInvitation, Membership, OutgoingEmail, Role
from tournament.night.locking import lock_club
from tournament.people.errors import NotAllowed, Refused


def test_only_the_account_of_the_invited_address_may_accept(club: Club) -> None:
    made, carla = invitation(club), browser_of(CARLA)
    assert "invites you" not in carla.get("/account/clubs/").content.decode()
    with nothing_changes():
        for answer in ("yes", "no"):
            assert carla.post(f"/account/clubs/invitations/{made.pk}/", {"answer": answer}).status_code == 403


def test_an_invitation_expires_and_can_be_withdrawn_declined_and_renewed(club: Club, ann: Client) -> None:
    bob = browser_of(BOB)

    def accept(made: MemberInvitation) -> int:
        return bob.post(f"/account/clubs/invitations/{made.pk}/", {"answer": "yes"}).status_code

    expired = invitation(club)
    MemberInvitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert accept(expired) == 409
    withdrawn = invitation(club)
    assert ann.post(f"/club/members/invitations/{withdrawn.pk}/withdraw/").status_code == 302
    assert accept(withdrawn) == 409
    declined = invitation(club)
    assert bob.post(f"/account/clubs/invitations/{declined.pk}/", {"answer": "no"}).status_code == 302
    assert accept(declined) == 409
    first, second = invitation(club), invitation(club, role=Role.ANNOUNCER)
    assert (accept(first), accept(second)) == (409, 302)
    assert member(BOB).role == "announcer" and accept(second) == 409
    assert club_log(club)[-1] == "Bob (announcer) joined"


@pytest.mark.parametrize("form", [{}, {"answer": ""}, {"answer": "maybe"}])
def test_an_answer_that_is_neither_yes_nor_no_is_refused(
    club: Club, ann: Client, bob: Client, form: dict[str, str]
) -> None:
    made, bobs, carla = invitation(club, CARLA), member(BOB), browser_of(CARLA)
    ann.post(f"/club/members/{bobs.pk}/hand-over/")
    with nothing_changes():
        for answer in (
            carla.post(f"/account/clubs/invitations/{made.pk}/", form),
            bob.post(f"/account/clubs/{bobs.pk}/own/", form),
        ):
            assert answer.status_code == 409 and "Answer yes or no" in answer.content.decode()


def test_a_member_is_not_invited_again_and_invitations_have_limits(
    club: Club, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"email": BOB, "name": "Bob", "role": "scorer"}
    page = ann.post("/club/members/invite/", form)
    assert page.status_code == 400 and "already has this address" in page.content.decode()
    monkeypatch.setattr(writes, "MOST_A_DAY", 1)
    invitation(club, CARLA)
    page = ann.post("/club/members/invite/", form | {"email": "dan@club.example"})
    assert page.status_code == 400 and "Try again tomorrow" in page.content.decode()
    monkeypatch.setattr(writes, "MOST_MEMBERS", 3)
    page = ann.post("/club/members/invite/", form | {"email": "dan@club.example"})
    assert page.status_code == 400 and "at most 3 members" in page.content.decode()


def test_clubs_that_are_started_and_erased_invite_no_more_people_than_one(
    club: Club, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writes, "MOST_A_DAY", 1)
    invitation(club, CARLA)
    club.delete()
    other = start_club(account=account(ANN), name="Other club", own_name="Ann")
    with nothing_changes(), pytest.raises(Refused, match="to this owner’s clubs"):
        invitation(other, "dan@club.example")
    bobs = start_club(account=account(BOB), name="Bob’s club", own_name="Bob")
    assert invitation(bobs, "dan@club.example").email == "dan@club.example"
    OutgoingEmail.objects.update(created_at=timezone.now() - timedelta(days=1))
    assert invitation(other, "dan@club.example").club == other


def test_an_account_that_is_deleted_and_made_again_has_invited_as_many(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writes, "MOST_A_DAY", 1)
    invitation(club, CARLA)
    club.delete()
    writes.delete_account(account=account(ANN))
    other = start_club(account=account(ANN), name="Other club", own_name="Ann")
    with pytest.raises(Refused, match="Try again tomorrow"):
        invitation(other, "dan@club.example")
    assert not OutgoingEmail.objects.filter(sender__contains=ANN).exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"email": "bob"}, "not an email address"),
        ({"email": ""}, "Write their email"),
        ({"name": ""}, "Write their name"),
        ({"name": "x" * 25}, "more than 24 letters"),
        ({"role": "owner"}, "Choose one"),
        ({"email": "a" * 250 + "@club.example"}, "too long for an email address"),
    ],
)
def test_a_wrong_invitation_is_refused_and_stays_typed(ann: Client, wrong: dict[str, str], sentence: str) -> None:
    with nothing_changes():
        page = ann.post("/club/members/invite/", {"email": BOB, "name": "Bobby", "role": "scorer"} | wrong)
    assert page.status_code == 400 and sentence in page.content.decode()
    assert wrong.get("name", "Bobby") in page.content.decode()


@pytest.fixture
def dans_invitation(club: Club, ann: Client) -> MemberInvitation:
    """An invitation of another address that Bob made for himself, as an organizer."""
    join(club, BOB)
    form = {"email": "bob2@club.example", "name": "Dan", "role": "organizer"}
    assert browser_of(BOB).post("/club/members/invite/", form).status_code == 302
    ann.post("/club/members/invite/", {"email": CARLA, "name": "Carla", "role": "organizer"})  # Ann’s own: it stays
    return club.member_invitations.get(name="Dan")


@pytest.mark.parametrize("how", ["removed", "scorer", "left", "deleted"])
def test_who_is_no_organizer_anymore_comes_back_by_no_invitation_of_their_own(
    club: Club, ann: Client, dans_invitation: MemberInvitation, how: str
) -> None:
    stop_organizing(how, member(BOB), ann)
    dan = browser_of("bob2@club.example")
    with nothing_changes():
        assert dan.post(f"/account/clubs/invitations/{dans_invitation.pk}/", {"answer": "yes"}).status_code == 409
    assert "The site withdrew the invitation of Dan (organizer), made by Bob" in club_log(club)
    assert club.member_invitations.open(timezone.now()).get().email == CARLA


@pytest.mark.parametrize("how", ["removed", "scorer", "left", "deleted"])
def test_helpers_are_signed_out_when_whoever_invited_them_is_no_organizer_anymore(
    club: Club, ann: Client, how: str
) -> None:
    """Ann’s invitation stays."""
    join(club, BOB)
    for browser, name in ((ann, "Sue"), (browser_of(BOB), "Dan")):
        assert browser.post("/club/helpers/invite/", {"name": name, "role": "scorer", "lasts": "90"}).status_code == 302
    sue, dan = Client(), Client()
    for helper, name in ((sue, "Sue"), (dan, "Dan")):
        helper.post(f"/h/{club.invitations.get(name=name).key}/")
    stop_organizing(how, member(BOB), ann)
    assert "Sue, you help" in sue.get("/").content.decode() and "you help" not in dan.get("/").content.decode()
    assert dan.post(f"/h/{club.invitations.get(name='Dan').key}/").status_code == 409
    assert "The site withdrew the invitation of Dan (scorer), made by Bob" in club_log(club)
    assert club.invitations.open(timezone.now()).get().name == "Sue"


def test_an_invitation_to_help_that_a_scorer_made_by_the_link_is_not_their_own(club: Club, bob: Client) -> None:
    bob.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    bob.post("/club/helpers/invite/", {"name": "Dan", "role": "scorer", "lasts": "90"})
    assert club.invitations.get().made_by is None


@pytest.mark.parametrize("role", ["organizer", "scorer"])
def test_invitations_that_were_made_by_the_link_end_when_an_organizer_goes(club: Club, ann: Client, role: str) -> None:
    bob = join(club, BOB)
    guest = Client()
    guest.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    guest.post("/club/members/invite/", {"email": CARLA, "name": "Sue", "role": role})
    guest.post("/club/helpers/invite/", {"name": "Dan", "role": role, "lasts": "90"})
    Client().post(f"/h/{club.invitations.get().key}/")
    ann.post(f"/club/members/{bob.pk}/remove/")
    for rows in (club.invitations.open, club.member_invitations.open, club.sign_ins.active):
        assert not rows(timezone.now()).exists()
    assert f"The site withdrew the invitation of Sue ({role}), made by the sign-in link" in club_log(club)


@pytest.mark.parametrize("how", ["removed", "scorer", "left", "deleted"])
def test_what_an_organizer_invited_through_their_own_invitation_ends_with_them(
    club: Club, ann: Client, how: str
) -> None:
    """Bob's helpers, each let in by the one before, of whom the first has had to go already."""
    join(club, BOB)
    browser = browser_of(BOB)
    for name in ("Dan", "Sue"):
        browser.post("/club/helpers/invite/", {"name": name, "role": "organizer", "lasts": "1"})
        browser = Client()
        browser.post(f"/h/{club.invitations.get(name=name).key}/")
    browser.post("/club/helpers/invite/", {"name": "Zoe", "role": "scorer", "lasts": "90"})
    invitation(club, CARLA)
    club.member_invitations.update(made_through=club.invitations.get(name="Sue"))
    club.invitations.filter(name="Dan").update(expires_at=timezone.now())
    Client().post(f"/h/{club.invitations.get(name='Zoe').key}/")
    stop_organizing(how, member(BOB), ann)
    for rows in (club.invitations.open, club.member_invitations.open, club.sign_ins.active):
        assert not rows(timezone.now()).exists()
    assert "The site withdrew the invitation of Zoe (scorer), made by Sue" in club_log(club)


def test_an_organizer_who_became_a_scorer_or_was_removed_meanwhile_invites_nobody(club: Club) -> None:
    bob = join(club, BOB)
    as_it_was = Who(role=Role.ORGANIZER, name="Bob", member=Membership.objects.get(pk=bob.pk))
    for change in (partial(writes.change_role, role=Role.SCORER), writes.remove_member):
        change(member=bob, who=ORGANIZER)
        with nothing_changes(), pytest.raises(NotAllowed, match="has just changed"):
            invite_member(club=club, email=CARLA, name="C", role=Role.ORGANIZER, who=as_it_was, site="")


def test_nobody_who_was_removed_meanwhile_invites_a_helper(club: Club) -> None:
    bob = join(club, BOB)
    as_it_was = Who(role=Role.ORGANIZER, name="Bob", member=Membership.objects.get(pk=bob.pk))
    writes.remove_member(member=bob, who=ORGANIZER)
    with nothing_changes(), pytest.raises(NotAllowed, match="has just changed"):
        invite(club=club, name="Dan", role=Role.ORGANIZER, lasts=timedelta(days=1), who=as_it_was)


@pytest.mark.parametrize("path", ["/club/members/invite/", "/club/helpers/invite/"])
def test_a_browser_that_is_signed_out_while_it_waits_for_the_club_invites_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    guest = Client()
    guest.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")

    def sign_out_first(club_id: int) -> Club:
        monkeypatch.setattr(rights, "lock_club", lock_club)
        sign_ins.sign_out_everywhere(club=club, who=ORGANIZER)
        return lock_club(club_id)

    monkeypatch.setattr(rights, "lock_club", sign_out_first)
    with nothing_changes():
        form = {"name": "Dan", "role": "organizer", "email": "dan@club.example", "lasts": "1"}
        assert guest.post(path, form).status_code == 403


def test_an_invitation_by_a_scorer_who_is_here_by_the_link_ends_with_the_link(
    club: Club, ann: Client, bob: Client
) -> None:
    carlas = join(club, CARLA)
    bob.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    form = {"email": "dan@club.example", "name": "Dan", "role": "organizer"}
    assert bob.post("/club/members/invite/", form).status_code == 302
    ann.post(f"/club/members/{carlas.pk}/remove/")
    assert not club.member_invitations.open(timezone.now()).exists()
