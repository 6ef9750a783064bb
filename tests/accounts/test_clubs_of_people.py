"""Clubs of people with accounts: started, run by several, handed over, erased. Played through by HTTP."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.support.accounts import (
    ANN,
    BOB,
    CARLA,
    account,
    browser_of,
    club_log,
    inbox,
    join,
    member,
    newest_link,
    sign_in,
)
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes
from tournament.club import members as writes
from tournament.club import rights
from tournament.club.members import invite_member, start_club
from tournament.club.sign_ins import invite
from tournament.management.commands import club as club_command
from tournament.models import Account, Club, ClubLogEntry, MemberInvitation, Membership, Night, Role
from tournament.night.charts import load_charts
from tournament.night.locking import lock_club
from tournament.people.errors import Refused


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
    assert club_log(club) == [
        "Ann (organizer) started the club",
        "Ann (organizer) invited Bob (scorer)",
        "Bob (scorer) joined",
        "Ann (organizer) offered the club to Bob",
        "Bob (organizer) took the club over from Ann",
        "Ann (organizer) left the club",
    ]


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


def test_the_page_of_clubs_says_what_is_on(club: Club, ann: Client) -> None:
    Night.objects.create(club=club, name="Last time", date="2026-11-17", status=Night.Status.CLOSED)
    Night.objects.create(club=club, name="Tonight", date="2026-11-24")
    page = ann.get("/account/clubs/").content.decode()
    assert "Owner" in page and "Tonight, November 24, 2026" in page and "Last time of November 17, 2026" in page


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


# Roles, and who may change them


def test_a_role_is_changed_and_its_member_may_do_just_that(club: Club, ann: Client, bob: Client) -> None:
    assert bob.get("/club/members/").status_code == 403
    assert ann.post(f"/club/members/{member(BOB).pk}/role/", {"role": "organizer"}).status_code == 302
    assert bob.get("/club/members/").status_code == 200
    assert club_log(club)[-1] == "Ann (organizer) made Bob an organizer, who was a scorer"
    assert ann.post(f"/club/members/{member(BOB).pk}/role/", {"role": "king"}).status_code == 409
    assert ann.post(f"/club/members/{member(BOB).pk}/remove/").status_code == 302
    assert (
        bob.get("/club/members/").status_code == 403 and club_log(club)[-1] == "Ann (organizer) removed Bob (organizer)"
    )


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
    join(club, CARLA)
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
    join(club, CARLA)
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
    assert len(inbox(BOB)) == 1 and club_log(club).count("Ann (organizer) offered the club to Bob") == 1
    for _ in range(writes.MOST_OFFERS_A_DAY - 1):
        ann.post(f"/club/members/{bobs}/hand-over/end/")
        assert ann.post(f"/club/members/{bobs}/hand-over/").status_code == 302
    ann.post(f"/club/members/{bobs}/hand-over/end/")
    with nothing_changes():
        refused = ann.post(f"/club/members/{bobs}/hand-over/")
    assert refused.status_code == 409 and "Try again tomorrow" in refused.content.decode()
    ClubLogEntry.objects.update(at=timezone.now() - timedelta(days=1))
    assert ann.post(f"/club/members/{bobs}/hand-over/").status_code == 302


def test_only_the_owner_erases_a_club(club: Club, ann: Client) -> None:
    join(club, CARLA)
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
    monkeypatch.setattr(rights, "lock_club", lock_after_it_was_handed_over)
    assert ann.post("/club/erase/", {"name": club.name}).status_code == 403
    assert Club.objects.filter(pk=club.pk).exists()


def test_writes_refuse_what_is_gone(club: Club, bob: Client) -> None:
    bobs = member(BOB)
    Membership.objects.filter(pk=bobs.pk).delete()
    with nothing_changes(), pytest.raises(Refused, match="not a member anymore"):
        writes.change_role(member=bobs, role=Role.ANNOUNCER, who=ORGANIZER)


@pytest.fixture
def database_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command brings a database's file up to date; the tests' database has none."""
    monkeypatch.setattr(club_command, "prepare_database", load_charts)


def test_the_command_invites_an_owner(database_is_ready: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("club", "Village club", owner="Bob@Club.example")
    assert "gets an invitation" in capsys.readouterr().out
    village = Club.objects.get(name="Village club")
    bob = sign_in(Client(), BOB)
    made = village.member_invitations.get()
    assert "as its owner" in bob.get("/account/clubs/").content.decode().lower()
    bob.post(f"/account/clubs/invitations/{made.pk}/", {"answer": "yes"})
    assert member(BOB).is_owner and bob.get("/club/members/").status_code == 200
    assert club_log(village)[0] == "Whoever hosts this site invited Bob (organizer)"
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


@pytest.mark.parametrize(
    ("email", "sentence"),
    [
        ("nomail", "not an email address"),
        ("a" * 250 + "@club.example", "at most 254 letters"),
        ("", "Write the owner's email address after --owner"),
        ("bob@club\udcff.example", "address is not in UTF-8"),
        ("bob\udcff@club.example", "address is not in UTF-8"),
    ],
)
def test_a_command_that_is_refused_makes_no_club(database_is_ready: None, email: str, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("club", "Village club", owner=email)
    assert not Club.objects.exists()


def test_a_command_without_accounts_that_names_an_owner_makes_no_club(database_is_ready: None, settings: Any) -> None:
    settings.ACCOUNTS = False
    with pytest.raises(CommandError, match="no accounts"):
        call_command("club", "Village club", owner=BOB)
    assert not Club.objects.exists()


def test_the_command_invites_another_owner_in_place_of_the_first(database_is_ready: None) -> None:
    for email in ("bbo@club.example", BOB):
        call_command("club", "Village club", owner=email)
    assert MemberInvitation.objects.open(timezone.now()).get().email == BOB


def test_nobody_with_the_link_ends_the_invitation_of_the_owner_by_another_one(database_is_ready: None) -> None:
    call_command("club", "Village club", owner=BOB)
    guest, bob = Client(), browser_of(BOB)
    guest.get(f"/o/{Club.objects.get().key}/")
    with nothing_changes():
        answer = guest.post("/club/members/invite/", {"email": BOB, "name": "Bob", "role": "scorer"})
        assert answer.status_code == 400 and "invited to own the club" in answer.content.decode()
    bob.post(f"/account/clubs/invitations/{MemberInvitation.objects.get().pk}/", {"answer": "yes"})
    assert member(BOB).is_owner


def test_the_command_invites_a_member_to_own_a_club_that_nobody_owns(database_is_ready: None) -> None:
    club, bob = Club.objects.create(name="Village club"), browser_of(BOB)
    join(club, BOB, Role.SCORER)
    call_command("club", "Village club", owner=BOB)
    assert "As its owner" in bob.get("/account/clubs/").content.decode()
    bob.post(f"/account/clubs/invitations/{MemberInvitation.objects.get().pk}/", {"answer": "yes"})
    assert (member(BOB).is_owner, member(BOB).role) == (True, Role.ORGANIZER)
    assert club_log(club)[-1] == "Bob (organizer) owns the club now"
