"""Clubs of people with accounts: started, others invited, handed over, left. Played through by HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tally.archive import erasing
from tests.support.accounts import ANN, BOB, CARLA, account, browser_of, inbox, newest_link, sign_in
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes
from tournament.club import members as writes
from tournament.club.members import invite_member, start_club
from tournament.club.sign_ins import invite, renew_link
from tournament.management.commands import club as club_command
from tournament.models import Account, Club, ClubLogEntry, MemberInvitation, Membership, Night, OutgoingEmail, Role
from tournament.night.charts import load_charts
from tournament.night.locking import lock_club, lock_clubs
from tournament.people.errors import Gone, NotAllowed, Refused
from tournament.server import application


@pytest.fixture
def club() -> Club:
    """A club that Ann owns."""
    load_charts()
    return start_club(account=account(ANN), name="Tuesday club", own_name="Ann")


@pytest.fixture
def ann(club: Club) -> Client:
    return browser_of(ANN)


@pytest.fixture
def bob(club: Club) -> Client:
    """Bob, a scorer in Ann's club."""
    Membership.objects.create(account=account(BOB), club=club, role=Role.SCORER, name="Bob")
    return browser_of(BOB)


def member(email: str) -> Membership:
    return Membership.objects.get(account__email=email)


def invitation(club: Club, email: str = BOB, role: Role = Role.SCORER) -> MemberInvitation:
    return invite_member(club=club, email=email, name="Bob", role=role, who="Ann", site="https://euchre.example")


def log(club: Club) -> list[str]:
    return [str(line) for line in club.log_entries.order_by("pk")]


def follow(client: Client, path: str, data: dict[str, str]) -> str:
    """Post a form, and return the page that it leads to."""
    answer = client.post(path, data, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def test_ann_starts_a_club_bob_scores_and_the_club_is_handed_over() -> None:
    load_charts()
    ann = sign_in(Client(), ANN)
    assert "Start a club" in ann.get("/account/clubs/").content.decode()
    page = follow(ann, "/account/clubs/start/", {"name": "Tuesday club", "own_name": "Ann"})
    assert "Tuesday club is ready" in page and "Start the first night" in page
    club = Club.objects.get()

    # Ann runs a night, as every organizer does.
    follow(ann, "/new/", {})
    night = Night.objects.get(club=club)
    follow(ann, f"/n/{night.slug}/desk/names/", {"names": "\n".join(CAST[:8])})
    follow(ann, f"/n/{night.slug}/desk/draw/", {"order": "arrival"})
    follow(ann, f"/n/{night.slug}/desk/start/", {})
    night.refresh_from_db()
    assert night.status == Night.Status.PLAYING

    # She invites Bob, who signs in with the address, and accepts.
    follow(ann, "/club/members/invite/", {"email": "Bob@Club.example", "name": "Bob", "role": "scorer"})
    assert newest_link(BOB) == "/account/clubs/" and "Ann (organizer) invites you" in inbox(BOB)[-1].body
    bob = sign_in(Client(), BOB, to="/account/clubs/")
    page = bob.get("/account/clubs/").content.decode()
    assert "Tuesday club invites you" in page
    [number] = re.findall(r"/account/clubs/invitations/(\d+)/", page)
    assert "Join Tuesday club" not in follow(bob, f"/account/clubs/invitations/{number}/", {"answer": "yes"})

    # He enters a score, and gets at no settings and no members.
    game = game_at(night, 1, 1)
    for path in (f"/n/{night.slug}/desk/settings/", "/club/members/invite/", "/club/people/add/"):
        assert bob.post(path, {"name": "X", "email": CARLA, "role": "scorer"}).status_code == 403, path
    total = bob.get(f"/n/{night.slug}/game/{game.pk}/total/")
    assert total.status_code == 200
    form = {f"g{game.pk}-ns": "7", f"g{game.pk}-ew": "5", f"g{game.pk}-key": "k" * 12}
    slip = bob.get(f"/n/{night.slug}/quick/1/").content.decode()
    shown = re.search(rf'name="g{game.pk}-shown" value="([^"]*)"', slip)
    assert shown
    follow(bob, f"/n/{night.slug}/quick/1/", form | {f"g{game.pk}-shown": shown[1]})
    assert game.paper_totals.exists()
    assert "Bob (scorer)" in " ".join(str(line) for line in night.log_entries.all())

    # Ann hands the club over; it is hers until Bob accepts.
    bobs = Membership.objects.get(account__email=BOB)
    assert ann.post(f"/account/clubs/{member(ANN).pk}/leave/").status_code == 409
    follow(ann, f"/club/members/{bobs.pk}/hand-over/", {})
    assert member(ANN).is_owner and "wants to hand Tuesday club" in inbox(BOB)[-1].body
    assert "You own Tuesday club now" in follow(bob, f"/account/clubs/{bobs.pk}/own/", {"answer": "yes"})
    assert (member(ANN).is_owner, member(BOB).is_owner, member(BOB).role) == (False, True, "organizer")

    # Ann leaves, and gets in no more; the night is as it was.
    follow(ann, f"/account/clubs/{member(ANN).pk}/leave/", {})
    assert ann.get(f"/n/{night.slug}/board/").status_code == 403 == ann.get("/club/").status_code
    assert bob.get(f"/n/{night.slug}/board/").status_code == 200 == bob.get("/club/members/").status_code
    assert log(club) == [
        "Ann (organizer) started the club",
        "Ann (organizer) invited Bob (scorer)",
        "Bob (scorer) joined",
        "Ann (organizer) offered the club to Bob",
        "Bob (organizer) took the club over from Ann",
        "Ann (organizer) left the club",
    ]


# Invitations


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
    assert log(club)[-1] == "Bob (announcer) joined"


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


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "", "own_name": "Ann"}, "Write the club’s name"),
        ({"name": "x" * 81, "own_name": "Ann"}, "at most 80 letters"),
        ({"name": "Wednesday club", "own_name": ""}, "Write your name"),
        ({"name": "Wednesday club", "own_name": "x" * 25}, "more than 24 letters"),
    ],
)
def test_a_club_without_names_is_not_started(ann: Client, form: dict[str, str], sentence: str) -> None:
    with nothing_changes():
        page = ann.post("/account/clubs/start/", form)
    assert page.status_code == 400 and sentence in page.content.decode()


def test_one_account_owns_so_many_clubs(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writes, "MOST_CLUBS", 1)
    page = ann.post("/account/clubs/start/", {"name": "Second", "own_name": "Ann"})
    assert page.status_code == 400 and "Hand one over" in page.content.decode()


# Roles, and who may change them


def test_a_role_is_changed_and_its_member_may_do_just_that(club: Club, ann: Client, bob: Client) -> None:
    assert bob.get("/club/members/").status_code == 403
    assert ann.post(f"/club/members/{member(BOB).pk}/role/", {"role": "organizer"}).status_code == 302
    assert bob.get("/club/members/").status_code == 200
    assert log(club)[-1] == "Ann (organizer) made Bob an organizer, who was a scorer"
    assert ann.post(f"/club/members/{member(BOB).pk}/role/", {"role": "king"}).status_code == 409
    assert ann.post(f"/club/members/{member(BOB).pk}/remove/").status_code == 302
    assert bob.get("/club/members/").status_code == 403 and log(club)[-1] == "Ann (organizer) removed Bob (organizer)"


CHANGES = [
    ("/club/members/invite/", {"email": CARLA, "name": "Carla", "role": "scorer"}),
    ("/club/members/invitations/{invitation}/withdraw/", {}),
    ("/club/members/{bob}/role/", {"role": "announcer"}),
    ("/club/members/{bob}/remove/", {}),
    ("/club/members/{bob}/hand-over/", {}),
    ("/club/members/{bob}/hand-over/end/", {}),
]
OF_ONES_OWN = ["/account/clubs/{bob}/open/", "/account/clubs/{bob}/leave/", "/account/clubs/{bob}/own/"]


@pytest.fixture
def addresses(club: Club, bob: Client) -> dict[str, int]:
    made = invite_member(
        club=club, email="dan@club.example", name="Dan", role=Role.SCORER, who="Ann", site="https://euchre.example"
    )
    Membership.objects.filter(account__email=BOB).update(offered_at=timezone.now())
    return {"bob": member(BOB).pk, "ann": member(ANN).pk, "invitation": made.pk}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[0])
def test_the_owner_can_make_every_change(
    ann: Client, addresses: dict[str, int], change: tuple[str, dict[str, str]]
) -> None:
    if change[0].endswith("/hand-over/"):
        Membership.objects.update(offered_at=None)  # a second offer changes nothing
    lines = ClubLogEntry.objects.count()
    assert ann.post(change[0].format(**addresses), change[1]).status_code == 302
    assert ClubLogEntry.objects.count() == lines + 1


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[0])
def test_strangers_helpers_and_other_clubs_can_make_none(
    addresses: dict[str, int], change: tuple[str, dict[str, str]]
) -> None:
    start_club(account=account(CARLA), name="Other club", own_name="Carla")
    clients = {"a stranger": Client(), "a scorer": browser_of(BOB), "another": browser_of(CARLA)}
    for who, client in clients.items():
        if who == "another" and "{" not in change[0]:
            continue  # that invites into their own club
        with nothing_changes():
            assert client.post(change[0].format(**addresses), change[1]).status_code in (403, 404), who


@pytest.mark.parametrize("path", OF_ONES_OWN)
def test_nobody_opens_leaves_or_takes_over_by_the_membership_of_another(addresses: dict[str, int], path: str) -> None:
    carla = browser_of(CARLA)
    with nothing_changes():
        assert carla.post(path.format(**addresses), {"answer": "yes"}).status_code == 404
        assert Client().post(path.format(**addresses), {"answer": "yes"}).status_code == 302


def test_an_organizer_who_does_not_own_the_club_cannot_give_it_away_or_touch_the_owner(
    club: Club, addresses: dict[str, int]
) -> None:
    Membership.objects.create(account=account(CARLA), club=club, role=Role.ORGANIZER, name="Carla")
    carla = browser_of(CARLA)
    with nothing_changes():
        assert carla.post(f"/club/members/{addresses['bob']}/hand-over/").status_code == 403
        assert carla.post(f"/club/members/{addresses['bob']}/hand-over/end/").status_code == 403
        assert carla.post(f"/club/members/{addresses['ann']}/role/", {"role": "scorer"}).status_code == 409
        assert carla.post(f"/club/members/{addresses['ann']}/remove/").status_code == 409


def test_a_club_is_taken_over_only_while_it_is_offered(ann: Client, bob: Client) -> None:
    bobs = member(BOB).pk
    with nothing_changes():
        assert bob.post(f"/account/clubs/{bobs}/own/", {"answer": "yes"}).status_code == 409
    ann.post(f"/club/members/{bobs}/hand-over/")
    assert bob.post(f"/account/clubs/{bobs}/own/", {"answer": "no"}).status_code == 302
    with nothing_changes():
        assert bob.post(f"/account/clubs/{bobs}/own/", {"answer": "yes"}).status_code == 409
    ann.post(f"/club/members/{bobs}/hand-over/")
    ann.post(f"/club/members/{bobs}/hand-over/end/")
    assert bob.post(f"/account/clubs/{bobs}/own/", {"answer": "yes"}).status_code == 409 and member(ANN).is_owner


def test_the_owner_finds_handing_over_on_the_page_of_members(club: Club, ann: Client, bob: Client) -> None:
    Membership.objects.create(account=account(CARLA), club=club, role=Role.ORGANIZER, name="Carla")
    page = ann.get("/club/members/").content.decode()
    assert re.search(r"<h2>Hand the club over</h2>.*Offer the club to Bob.*Offer the club to Carla", page, re.DOTALL)
    assert "Hand the club over" in ann.get("/account/clubs/").content.decode(), "it says where"
    ann.post(f"/club/members/{member(BOB).pk}/hand-over/")
    page = ann.get("/club/members/").content.decode()
    assert "Take the offer back" in page and "Offer the club to Carla" not in page
    assert "Hand the club over" not in browser_of(CARLA).get("/club/members/").content.decode(), "it is not hers"


@pytest.mark.parametrize(("path", "label"), [("/account/clubs/", "My clubs"), ("/club/members/", "Members")])
def test_the_help_link_of_a_page_leads_to_what_is_about_it(ann: Client, path: str, label: str) -> None:
    found = re.search(r'<a class="button plain" href="(/help/[^"]*)">Help</a>', ann.get(path).content.decode())
    assert found and "#" in found[1]
    chapter, _, anchor = found[1].partition("#")
    _, section = ann.get(chapter).content.decode().split(f'id="{anchor}"')
    assert f"<b>{label}</b>" in section.partition("<h2")[0]


def test_the_help_link_of_a_helpers_start_page_leads_to_what_helpers_do(club: Club) -> None:
    sue = Client()
    sue.post(f"/h/{invite(who=ORGANIZER, club=club, name='Sue', role=Role.SCORER, lasts=timedelta(days=1)).key}/")
    assert "/help/helpers/#what-helpers-do" in sue.get("/").content.decode()


def test_an_owner_without_members_reads_whom_a_club_can_be_handed_to(ann: Client) -> None:
    page = ann.get("/club/members/").content.decode()
    assert "Hand the club over" in page and "Nobody else is a member yet" in page


def test_an_open_offer_sends_one_email_and_offers_have_a_limit(club: Club, ann: Client, bob: Client) -> None:
    bobs = member(BOB).pk
    for _ in range(3):
        assert ann.post(f"/club/members/{bobs}/hand-over/").status_code == 302
    assert len(inbox(BOB)) == 1 and log(club).count("Ann (organizer) offered the club to Bob") == 1
    for _ in range(writes.MOST_OFFERS_A_DAY - 1):
        ann.post(f"/club/members/{bobs}/hand-over/end/")
        assert ann.post(f"/club/members/{bobs}/hand-over/").status_code == 302
    ann.post(f"/club/members/{bobs}/hand-over/end/")
    with nothing_changes():
        refused = ann.post(f"/club/members/{bobs}/hand-over/")
    assert refused.status_code == 409 and "Try again tomorrow" in refused.content.decode()
    ClubLogEntry.objects.update(at=timezone.now() - timedelta(days=1))
    assert ann.post(f"/club/members/{bobs}/hand-over/").status_code == 302


# Several clubs, links, and the end of an account


def test_a_person_of_several_clubs_opens_one_and_a_night_is_its_own_clubs(club: Club, ann: Client) -> None:
    other = start_club(account=account(ANN), name="Other club", own_name="Ann")
    night = Night.objects.create(club=club, name="Tuesday euchre", date="2026-11-24")
    assert "Tuesday club" in ann.get("/club/").content.decode()
    mine = Membership.objects.get(club=other)
    assert ann.post(f"/account/clubs/{mine.pk}/open/").status_code == 302
    assert "Other club" in ann.get("/club/").content.decode()
    assert ann.get(f"/n/{night.slug}/desk/").status_code == 200  # whichever club is open
    mine.delete()
    assert "Tuesday club" in ann.get("/club/").content.decode()


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


@pytest.fixture
def database_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command brings a database's file up to date; the tests' database has none."""
    monkeypatch.setattr(club_command, "prepare_database", load_charts)


def test_only_the_owner_erases_a_club(club: Club, ann: Client) -> None:
    Membership.objects.create(account=account(CARLA), club=club, role=Role.ORGANIZER, name="Carla")
    carla = browser_of(CARLA)
    carla.get("/club/data/club.json")
    with nothing_changes():
        assert carla.get("/club/erase/").status_code == 403
        assert carla.post("/club/erase/", {"name": club.name}).status_code == 403
    ann.get("/club/data/club.json")
    assert ann.get("/club/erase/").status_code == 200
    assert ann.post("/club/erase/", {"name": club.name}).status_code == 302
    assert not Club.objects.filter(pk=club.pk).exists() and not Membership.objects.exists()
    assert ann.get("/account/clubs/").status_code == 200 and Account.objects.filter(email=ANN).exists()


def test_whoever_hands_the_club_over_as_they_erase_it_erases_nothing(
    club: Club, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process hands it over while this one waits for the club's lock."""

    def lock_after_it_was_handed_over(club_id: int) -> Club:
        Membership.objects.filter(pk=member(ANN).pk).update(is_owner=False)
        Membership.objects.filter(pk=member(BOB).pk).update(is_owner=True, role=Role.ORGANIZER)
        return lock_club(club_id)

    ann.get("/club/data/club.json")
    monkeypatch.setattr(erasing, "lock_club", lock_after_it_was_handed_over)
    assert ann.post("/club/erase/", {"name": club.name}).status_code == 403
    assert Club.objects.filter(pk=club.pk).exists()


def test_the_command_invites_an_owner(database_is_ready: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("club", "Village club", owner="Bob@Club.example")
    assert "gets an invitation" in capsys.readouterr().out
    village = Club.objects.get(name="Village club")
    bob = sign_in(Client(), BOB)
    made = village.member_invitations.get()
    assert "as its owner" in bob.get("/account/clubs/").content.decode().lower()
    bob.post(f"/account/clubs/invitations/{made.pk}/", {"answer": "yes"})
    assert member(BOB).is_owner and bob.get("/club/members/").status_code == 200
    assert log(village)[0] == "Whoever hosts this site invited Bob (organizer)"
    for email, sentence in ((CARLA, "has an owner"), ("carla", "not an email address")):
        with pytest.raises(CommandError, match=sentence):
            call_command("club", "Village club", owner=email)
        with nothing_changes(), pytest.raises(CommandError, match=sentence):
            call_command("club", "Village club", owner=email, new_link=True)


def test_the_command_prints_a_new_link_beside_an_invitation(
    database_is_ready: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("club", "Village club", owner=BOB, new_link=True)
    said = capsys.readouterr().out
    assert "gets an invitation" in said and f"/o/{Club.objects.get(name='Village club').key}/" in said


def test_the_command_invites_nobody_where_there_are_no_accounts(database_is_ready: None, settings: Any) -> None:
    settings.ACCOUNTS = False
    with pytest.raises(CommandError, match="no accounts"):
        call_command("club", "Village club", owner=BOB)


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
    assert log(club)[-1] == "Bob (scorer) left the club, and deleted their account"


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


def test_the_page_of_clubs_says_what_is_on(club: Club, ann: Client) -> None:
    Night.objects.create(club=club, name="Last time", date="2026-11-17", status=Night.Status.CLOSED)
    Night.objects.create(club=club, name="Tonight", date="2026-11-24")
    page = ann.get("/account/clubs/").content.decode()
    assert "Owner" in page and "Tonight, November 24, 2026" in page and "Last time of November 17, 2026" in page


def test_writes_refuse_what_is_gone(club: Club, bob: Client) -> None:
    bobs = member(BOB)
    Membership.objects.filter(pk=bobs.pk).delete()
    with nothing_changes(), pytest.raises(Refused, match="not a member anymore"):
        writes.change_role(member=bobs, role=Role.ANNOUNCER, who=ORGANIZER)


@pytest.mark.parametrize("how", ["removed", "scorer", "left", "deleted"])
def test_who_is_organizer_no_more_has_no_way_in_by_a_link(club: Club, ann: Client, how: str) -> None:
    bobs = Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    key = renew_link(who=ORGANIZER, club=club).key
    invited = invite(who=ORGANIZER, club=club, name="Bob again", role=Role.ORGANIZER, lasts=timedelta(days=1))
    by_link, by_invitation = Client(), Client()
    by_link.get(f"/o/{key}/")
    by_invitation.post(f"/h/{invited.key}/")
    assert [browser.get("/club/").status_code for browser in (by_link, by_invitation)] == [200, 200]
    path, form, by = {
        "removed": (f"/club/members/{bobs.pk}/remove/", {}, ann),
        "scorer": (f"/club/members/{bobs.pk}/role/", {"role": "scorer"}, ann),
        "left": (f"/account/clubs/{bobs.pk}/leave/", {}, browser_of(BOB)),
        "deleted": ("/account/delete/", {"email": BOB}, browser_of(BOB)),
    }[how]
    assert by.post(path, form).status_code == 302
    assert [browser.get("/club/").status_code for browser in (by_link, by_invitation)] == [403, 403]
    assert Client().get(f"/o/{key}/").status_code == 403
    assert Client().post(f"/h/{invited.key}/").status_code == 409
    assert ann.get("/club/").status_code == 200


@pytest.mark.parametrize("how", ["removed", "scorer", "left"])
def test_the_link_that_is_the_only_way_in_stays_when_the_only_organizer_is_none_anymore(how: str) -> None:
    """A club of the command has a link, and nobody owns it. A scorer with an account cannot run it."""
    club = Club.objects.create(name="Village club")
    Membership.objects.create(account=account(ANN), club=club, role=Role.SCORER, name="Ann")
    bobs = Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    by_link = Client()
    by_link.get(f"/o/{club.key}/")
    path, form, by = {
        "removed": (f"/club/members/{bobs.pk}/remove/", {}, by_link),
        "scorer": (f"/club/members/{bobs.pk}/role/", {"role": "scorer"}, by_link),
        "left": (f"/account/clubs/{bobs.pk}/leave/", {}, browser_of(BOB)),
    }[how]
    assert by.post(path, form).status_code == 302
    assert by_link.get("/club/").status_code == 200
    assert Client().get(f"/o/{club.key}/").status_code == 302
    assert "The site made a new sign-in link" not in log(club)


def test_only_the_owner_makes_a_new_link(club: Club, ann: Client) -> None:
    Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    bob = browser_of(BOB)
    page = bob.get("/club/helpers/").content.decode()
    assert "Only the club’s owner can make one." in page and "new-link" not in page
    assert "/club/helpers/new-link/" in ann.get("/club/helpers/").content.decode()
    with nothing_changes():
        assert bob.post("/club/helpers/new-link/").status_code == 403
    assert ann.post("/club/helpers/new-link/").status_code == 302


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


# What somebody who is no organizer anymore had prepared


@pytest.fixture
def dans_invitation(club: Club, ann: Client) -> MemberInvitation:
    """An invitation of another address that Bob made for himself, as an organizer."""
    Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    form = {"email": "bob2@club.example", "name": "Dan", "role": "organizer"}
    assert browser_of(BOB).post("/club/members/invite/", form).status_code == 302
    invitation(club, CARLA)  # of somebody else: it stays
    return club.member_invitations.get(name="Dan")


GOING: list[Callable[[Client, Client, int], Any]] = [
    lambda ann, bob, bobs: ann.post(f"/club/members/{bobs}/remove/"),
    lambda ann, bob, bobs: ann.post(f"/club/members/{bobs}/role/", {"role": "scorer"}),
    lambda ann, bob, bobs: bob.post(f"/account/clubs/{bobs}/leave/"),
    lambda ann, bob, bobs: bob.post("/account/delete/", {"email": BOB}),
]


@pytest.mark.parametrize("go", GOING, ids=["removed", "scorer", "left", "deleted"])
def test_who_is_no_organizer_anymore_comes_back_by_no_invitation_of_their_own(
    club: Club, ann: Client, dans_invitation: MemberInvitation, go: Callable[[Client, Client, int], Any]
) -> None:
    assert go(ann, browser_of(BOB), member(BOB).pk).status_code == 302
    dan = browser_of("bob2@club.example")
    with nothing_changes():
        assert dan.post(f"/account/clubs/invitations/{dans_invitation.pk}/", {"answer": "yes"}).status_code == 409
    assert "The site withdrew the invitation of Dan (organizer), made by Bob" in log(club)
    assert club.member_invitations.open(timezone.now()).get().email == CARLA


def test_an_invitation_to_organize_that_was_made_by_the_link_ends_with_the_link(club: Club, ann: Client) -> None:
    bob = Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    guest = Client()
    guest.get(f"/o/{renew_link(who=ORGANIZER, club=club).key}/")
    for email, role in ((CARLA, "organizer"), ("dan@club.example", "scorer")):
        guest.post("/club/members/invite/", {"email": email, "name": "Sue", "role": role})
    ann.post(f"/club/members/{bob.pk}/remove/")
    assert club.member_invitations.open(timezone.now()).get().role == Role.SCORER
    assert "The site withdrew the invitation of Sue (organizer), made by the sign-in link" in log(club)


def test_an_organizer_who_was_removed_meanwhile_invites_nobody(club: Club) -> None:
    bob = Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    writes.change_role(member=bob, role=Role.SCORER, who=ORGANIZER)
    with nothing_changes(), pytest.raises(NotAllowed, match="has just changed"):
        invite_member(club=club, email=CARLA, name="C", role=Role.ORGANIZER, who="Bob", site="", by=bob)


def test_only_the_owner_turns_the_link_off(club: Club, ann: Client) -> None:
    renew_link(who=ORGANIZER, club=club)
    Membership.objects.create(account=account(BOB), club=club, role=Role.ORGANIZER, name="Bob")
    bob = browser_of(BOB)
    assert "Turn the link off" not in bob.get("/club/helpers/").content.decode()
    with nothing_changes():
        assert bob.post("/club/members/link-off/").status_code == 403
    assert ann.post("/club/members/link-off/").status_code == 302
