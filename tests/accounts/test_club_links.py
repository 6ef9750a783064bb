"""The sign-in link of a club whose members have accounts: who makes it, whom it lets in, and when it ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.accounts import ANN, BOB, account, browser_of, club_log, invitation, join, member, stop_organizing
from tests.support.markup import compact
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.strangers import invited_helper
from tournament.club.members import invite_member, start_club
from tournament.club.sign_ins import invite, renew_link, sign_out_everywhere
from tournament.models import Club, Membership, Role


def test_the_organizers_link_goes_on_working_beside_accounts(club: Club) -> None:
    renew_link(who=ORGANIZER, club=club)
    club.refresh_from_db()
    guest = Client()
    assert guest.get(f"/o/{club.key}/").status_code == 302
    assert guest.get("/club/members/").status_code == 200
    other = start_club(account=account(BOB), name="Other club", own_name="Bob")
    bob = browser_of(BOB)
    bob.post(f"/account/clubs/{member(BOB).pk}/open/")
    assert other.name in bob.get("/club/").content.decode()
    bob.get(f"/o/{club.key}/")
    assert club.name in bob.get("/club/").content.decode()
    bob.post(f"/account/clubs/{member(BOB).pk}/open/")
    assert other.name in bob.get("/club/").content.decode()


def test_the_link_of_a_club_that_one_is_a_member_of_opens_that_club(club: Club, ann: Client) -> None:
    other = start_club(account=account(ANN), name="Other club", own_name="Ann")
    ann.post(f"/account/clubs/{Membership.objects.get(club=club).pk}/open/")
    ann.get(f"/o/{renew_link(who=ORGANIZER, club=other).key}/")
    assert "Other club" in ann.get("/club/").content.decode()


def test_the_link_of_a_club_that_one_scores_for_makes_an_organizer_of_it(club: Club, bob: Client) -> None:
    start_club(account=account(BOB), name="Bob’s club", own_name="Bob")
    bob.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    page = bob.get("/club/")
    assert page.status_code == 200 and "Tuesday club" in page.content.decode()


def test_the_link_of_a_club_of_accounts_is_off_until_it_is_made_and_can_be_turned_off(club: Club, ann: Client) -> None:
    assert Client().get(f"/o/{club.key}/").status_code == 403
    page = ann.get("/club/helpers/").content.decode()
    assert "There is none" in page and "Signed in</h2>" not in page
    ann.post("/club/helpers/new-link/")
    club.refresh_from_db()
    guest = Client()
    assert guest.get(f"/o/{club.key}/").status_code == 302 and guest.get("/club/").status_code == 200
    assert ann.post("/club/members/link-off/").status_code == 302
    assert guest.get("/club/").status_code == guest.get(f"/o/{club.key}/").status_code == 403
    assert ann.get("/club/").status_code == 200


def test_the_link_of_a_club_that_nobody_owns_stays(bob: Client) -> None:
    guest = Client()
    guest.get(f"/o/{Club.objects.create(name='Club of a link').key}/")
    with nothing_changes():
        for other in (bob, Client()):
            assert other.post("/club/members/link-off/").status_code == 403
        assert guest.post("/club/members/link-off/").status_code == 409


def test_only_the_owner_makes_a_new_link(club: Club, ann: Client) -> None:
    join(club, BOB)
    bob = browser_of(BOB)
    page = bob.get("/club/helpers/").content.decode()
    assert "Only the club’s owner can make one." in page and "new-link" not in page
    assert "/club/helpers/new-link/" in ann.get("/club/helpers/").content.decode()
    with nothing_changes():
        assert bob.post("/club/helpers/new-link/").status_code == 403
    assert ann.post("/club/helpers/new-link/").status_code == 302


def test_only_the_owner_turns_the_link_off(club: Club, ann: Client) -> None:
    renew_link(who=ORGANIZER, club=club)
    join(club, BOB)
    bob = browser_of(BOB)
    assert "Turn the link off" not in bob.get("/club/helpers/").content.decode()
    with nothing_changes():
        assert bob.post("/club/members/link-off/").status_code == 403
    assert ann.post("/club/members/link-off/").status_code == 302


@pytest.mark.parametrize("how", ["removed", "scorer", "left", "deleted"])
def test_who_is_organizer_no_more_has_no_way_in_by_a_link(club: Club, ann: Client, how: str) -> None:
    bobs = join(club, BOB)
    key = renew_link(who=ORGANIZER, club=club).key
    invited = invite(who=ORGANIZER, club=club, name="Bob again", role=Role.ORGANIZER, lasts=timedelta(days=1))
    by_link, by_invitation = Client(), Client()
    by_link.get(f"/o/{key}/")
    by_invitation.post(f"/h/{invited.key}/")
    assert [browser.get("/club/").status_code for browser in (by_link, by_invitation)] == [200, 200]
    stop_organizing(how, bobs, ann)
    assert [browser.get("/club/").status_code for browser in (by_link, by_invitation)] == [403, 403]
    assert Client().get(f"/o/{key}/").status_code == 403
    assert Client().post(f"/h/{invited.key}/").status_code == 409
    assert ann.get("/club/").status_code == 200


def test_an_invitation_that_was_made_through_another_one_ends_once(club: Club, ann: Client) -> None:
    bobs, ruth = join(club, BOB), invited_helper(club, Role.ORGANIZER)
    ruth.post("/club/helpers/invite/", {"name": "Dan", "role": "organizer", "lasts": "90"})
    ann.post(f"/club/members/{bobs.pk}/remove/")
    lines = [line for line in club_log(club) if "withdrew the invitation of Dan" in line]
    assert lines == ["The site withdrew the invitation of Dan (organizer), made by Ruth"]


@pytest.mark.parametrize("maker", ["the link", "a member"])
def test_who_withdrew_the_invitation_that_let_them_in_is_signed_out_all_the_same(
    club: Club, ann: Client, maker: str
) -> None:
    """Whoever signs everybody else out withdraws every invitation, the one by which this browser came in, too."""
    bobs, guest, helper = join(club, BOB), Client(), Client()
    guest.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    inviting = guest if maker == "the link" else browser_of(BOB)
    inviting.post("/club/helpers/invite/", {"name": "Dan", "role": "organizer", "lasts": "90"})
    helper.post(f"/h/{club.invitations.get().key}/")
    helper.post("/club/helpers/sign-ins/end-all/")
    assert helper.get("/club/").status_code == 200
    ann.post("/club/members/link-off/" if maker == "the link" else f"/club/members/{bobs.pk}/remove/")
    assert helper.get("/club/").status_code == 403
    maker = "the sign-in link" if maker == "the link" else "Bob"
    assert f"The site signed out Dan (organizer), by an invitation made by {maker}" in club_log(club)


def test_turning_the_link_off_ends_no_invitation_that_a_member_had_made(club: Club, ann: Client) -> None:
    join(club, BOB)
    renew_link(who=ORGANIZER, club=club)
    helper = Client()
    browser_of(BOB).post("/club/helpers/invite/", {"name": "Dan", "role": "organizer", "lasts": "90"})
    helper.post(f"/h/{club.invitations.get().key}/")
    invitation(club, "sue@club.example", Role.ORGANIZER)
    club.member_invitations.update(made_through=club.invitations.get())
    ann.post("/club/members/link-off/")
    assert club.member_invitations.open(timezone.now()).exists() and helper.get("/club/").status_code == 200


@pytest.mark.parametrize("how", ["removed", "scorer", "left"])
def test_the_link_that_is_the_only_way_in_stays_when_the_only_organizer_is_none_anymore(how: str) -> None:
    """A club of the command has a link, and nobody owns it. A scorer with an account cannot run it."""
    club = Club.objects.create(name="Village club")
    join(club, ANN, Role.SCORER)
    bobs = join(club, BOB)
    by_link = Client()
    by_link.get(f"/o/{club.key}/")
    stop_organizing(how, bobs, by_link)
    assert by_link.get("/club/").status_code == 200
    assert Client().get(f"/o/{club.key}/").status_code == 302
    assert "The site made a new sign-in link" not in club_log(club)


LINK_ACTS = {
    "new link": "/club/helpers/new-link/",
    "link off": "/club/members/link-off/",
    "everywhere": "/club/helpers/sign-ins/end-all/",
}


@pytest.mark.parametrize(
    ("act", "stays"),
    [("new link", ["Ann’s", "Scorer"]), ("link off", ["Ann’s", "Scorer"]), ("everywhere", ["Ann’s"])],
)
def test_who_came_by_a_leaked_link_comes_back_by_no_email_that_they_had_sent(
    club: Club, ann: Client, act: str, stays: list[str]
) -> None:
    guest = Client()
    guest.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    made = ((ann, "Ann’s", "organizer"), (guest, "Guest2", "organizer"), (guest, "Scorer", "scorer"))
    for number, (browser, name, role) in enumerate(made):
        form = {"email": f"guest{number}@club.example", "name": name, "role": role}
        assert browser.post("/club/members/invite/", form).status_code == 302
    page = compact(ann.get("/club/helpers/").content.decode())
    assert "That also withdraws invitations by email to organize that were made by the link." in page
    assert "and those by email that were made by the link." in page
    assert ann.post(LINK_ACTS[act]).status_code == 302
    assert [one.name for one in club.member_invitations.open(timezone.now())] == stays
    assert "The site withdrew the invitation of Guest2 (organizer), made by the sign-in link" in club_log(club)


def test_an_invitation_to_help_as_organizer_that_was_made_by_the_link_ends_as_it_is_turned_off(
    club: Club, ann: Client
) -> None:
    guest, helper = Client(), Client()
    guest.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    for browser, name, role in ((ann, "Ann’s", "organizer"), (guest, "Dan", "organizer"), (guest, "Sue", "scorer")):
        browser.post("/club/helpers/invite/", {"name": name, "role": role, "lasts": "90"})
    helper.post(f"/h/{club.invitations.get(name='Dan').key}/")
    page = ann.post("/club/members/link-off/", follow=True).content.decode()
    assert "signed out, and so are organizers whom it invited, with their helpers." in page
    assert helper.get("/club/").status_code == 403
    assert [one.name for one in club.invitations.open(timezone.now())] == ["Ann’s", "Sue"]
    assert "The site withdrew the invitation of Dan (organizer), made by the sign-in link" in club_log(club)


def test_who_is_to_own_a_club_of_the_command_stays_invited_with_a_new_link() -> None:
    """Whoever hosts the site invited them, nobody who came by the link."""
    club = Club.objects.create(name="Village club")
    invite_member(club=club, email=BOB, name="Bob", role=Role.ORGANIZER, who="Host", site="", to_own=True)
    sign_out_everywhere(club=club, who="Host")
    renew_link(club=club, who="Host")
    assert club.member_invitations.open(timezone.now()).get().email == BOB
