"""Whoever waits for the club while somebody else ends what they may do there changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getmembers, isfunction
from types import FunctionType

import pytest
from django.test import Client
from django.utils import timezone

from tally.archive.erasing import erase_club
from tests.support.accounts import ANN, BOB, CARLA, browser_of, invitation, join, member
from tests.support.markup import compact
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.strangers import invited_helper
from tournament.club import members, rights, sign_ins
from tournament.models import Club, Membership, Role, SignIn
from tournament.night.locking import lock_club

# What somebody asks for of a club, as a browser posts it.
ACTS: dict[Callable[..., object], tuple[str, dict[str, str]]] = {
    members.invite_member: ("members/invite/", {"email": "dan@club.example", "name": "Dan", "role": "organizer"}),
    members.withdraw_member_invitation: ("members/invitations/{by_email}/withdraw/", {}),
    members.change_role: ("members/{ann}/role/", {"role": "announcer"}),
    members.remove_member: ("members/{carla}/remove/", {}),
    members.offer_club: ("members/{carla}/hand-over/", {}),
    members.end_offer: ("members/{bob}/hand-over/end/", {}),
    sign_ins.invite: ("helpers/invite/", {"name": "Dan", "role": "organizer", "lasts": "1"}),
    sign_ins.withdraw_invitation: ("helpers/{to_help}/withdraw/", {}),
    sign_ins.end_sign_in: ("helpers/sign-ins/{helping}/end/", {}),
    sign_ins.sign_out_everywhere: ("helpers/sign-ins/end-all/", {}),
    sign_ins.renew_link: ("helpers/new-link/", {}),
    sign_ins.turn_link_off: ("members/link-off/", {}),
    erase_club: ("erase/", {"name": "Tuesday club"}),
}
# What is not for whoever was invited to help, and what takes an account: each is refused to them at any time.
NOT_FOR_INVITED = (
    members.invite_member,
    members.change_role,
    members.remove_member,
    members.offer_club,
    members.end_offer,
    sign_ins.renew_link,
    sign_ins.turn_link_off,
    erase_club,
)
# What a person does for themselves, by what they have in hand, and what is part of another change.
OF_ONES_OWN = {
    members.start_club,
    members.accept_member_invitation,
    members.decline_member_invitation,
    members.leave_club,
    members.accept_club,
    members.decline_club,
    members.delete_account,
    members.forget_address_of,
    sign_ins.sign_in_by_link,
    sign_ins.accept_invitation,
    sign_ins.note_seen,
    sign_ins.sign_out_browser,
    sign_ins.made_by,
    sign_ins.end_invitations_of,
    sign_ins.shut_out_by_link,
    sign_ins.sign_in_on_laptop,
}


def test_every_act_on_members_and_sign_ins_is_tried_here() -> None:
    def defined_in(module: object) -> set[FunctionType]:
        found = getmembers(module, isfunction)
        return {each for name, each in found if each.__module__ == module.__name__ and not name.startswith("_")}

    assert ACTS.keys() | OF_ONES_OWN == defined_in(members) | defined_in(sign_ins) | {erase_club}


def hand_over() -> None:
    """Make a scorer of Ann, who owned the club, and its owner of Bob."""
    Membership.objects.filter(pk=member(ANN).pk).update(is_owner=False, role=Role.SCORER)
    Membership.objects.filter(pk=member(BOB).pk).update(is_owner=True, offered_at=None)


def sign_out_all() -> None:
    """Sign out whoever came by a link."""
    SignIn.objects.update(ended_at=timezone.now())


@pytest.mark.parametrize("act", NOT_FOR_INVITED, ids=lambda act: act.__name__)
def test_who_was_invited_to_help_makes_nobody_a_member_and_has_no_say_over_the_club(
    club: Club, act: Callable[..., object]
) -> None:
    """They, or somebody of theirs, could stay once their invitation is withdrawn."""
    bob, carla = join(club, BOB, Role.SCORER), join(club, CARLA)
    Membership.objects.update(is_owner=False)
    eve = invited_helper(club, Role.ORGANIZER, "Eve")
    page = compact(eve.get("/club/members/").content.decode())
    assert "You were invited to help. Organizers who signed in with their account, or by the club’s link" in page
    assert "/invite/" not in page and "/role/" not in page and "/remove/" not in page
    path, form = ACTS[act]
    if act is members.change_role:
        form = {"role": "organizer"}
    with nothing_changes():
        answer = eve.post("/club/" + path.format(ann=bob.pk, bob=bob.pk, carla=carla.pk), form)
    assert answer.status_code == 403
    if act is not members.offer_club:  # which takes an account
        assert "You were invited to help. Only" in answer.content.decode()


@pytest.mark.parametrize(
    ("act", "asks"),
    [
        *((act, "the owner") for act in ACTS),
        *((act, "the link") for act in ACTS if act is not members.offer_club),
        *((act, "an invitation") for act in ACTS if act not in NOT_FOR_INVITED),
    ],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
def test_who_may_no_longer_do_it_once_the_club_is_theirs_to_change_does_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, act: Callable[..., object], asks: str
) -> None:
    """Ann owns the club, or nobody does: where somebody owns it, a link does less."""
    bob, carla, browser = join(club, BOB), join(club, CARLA), browser_of(ANN)
    Membership.objects.filter(pk=bob.pk).update(offered_at=timezone.now())
    by_email = invitation(club, "eve@club.example")
    invited_helper(club, Role.SCORER)
    to_help, helping = club.invitations.get(), club.sign_ins.get()
    if asks != "the owner":
        Membership.objects.update(is_owner=False)
        browser = Client()
        if asks == "the link":
            browser.get(f"/o/{sign_ins.renew_link(who=ORGANIZER, club=club).key}/")
        else:
            browser = invited_helper(club, Role.ORGANIZER, "Eve")
    end_rights = hand_over if asks == "the owner" else sign_out_all

    def lock_after_the_rights_ended(club_id: int) -> Club:
        end_rights()
        return lock_club(club_id)

    assert browser.get("/club/data/club.json").status_code == 200
    for module in (rights, members):  # an offer asks who owns the club by itself
        monkeypatch.setattr(module, "lock_club", lock_after_the_rights_ended)
    path, form = ACTS[act]
    ids = {"ann": member(ANN).pk, "bob": bob.pk, "carla": carla.pk, "by_email": by_email.pk}
    with nothing_changes():
        answer = browser.post("/club/" + path.format(**ids, to_help=to_help.pk, helping=helping.pk), form)
    assert answer.status_code == 403, answer
    why = "Only the owner can hand" if act is members.offer_club else "What you may do in this club has just changed"
    assert why in answer.content.decode()
