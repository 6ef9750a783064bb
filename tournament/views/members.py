"""A club's members: who they are, what they may do, inviting, and handing the club over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.club.members import (
    change_role,
    end_offer,
    invite_member,
    offer_club,
    remove_member,
    withdraw_member_invitation,
)
from tournament.club.sign_ins import turn_link_off
from tournament.forms import MemberForm, RoleForm
from tournament.models import Club
from tournament.people.errors import NotAllowed, Refused
from tournament.presenters.members import members_context
from tournament.web.accounts import member_of, with_accounts
from tournament.web.addresses import site_address
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only

P = ParamSpec("P")


def _members_only(view: Callable[Concatenate[HtmxHttpRequest, Club, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of a club's members, for its organizers; a hall has no members."""
    return with_accounts(cast(Callable[..., HttpResponse], club_only(view)))


@_members_only
def members(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show the members, the open invitations, and the log of who let whom in."""
    return _page(request, club, MemberForm())


def _page(request: HtmxHttpRequest, club: Club, form: MemberForm) -> HttpResponse:
    context = members_context(club, member_of(request, club), request.GET.get("log", "")) | {"form": form}
    return render(request, "tournament/club/members.html", context, status=400 if form.errors else 200)


@require_POST
@_members_only
def invite(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Invite somebody by email."""
    form = MemberForm(request.POST)
    if form.is_valid():
        try:
            made = invite_member(club=club, who=request.who, site=site_address(request), **form.cleaned_data)
        except NotAllowed:  # they see no page of the club anymore
            raise
        except Refused as refusal:
            form.add_error("email", str(refusal))
        else:
            messages.success(request, f"{made.name} gets an email, and joins by signing in with this address.")
            return redirect("members")
    return _page(request, club, form)


@require_POST
@_members_only
def withdraw(request: HtmxHttpRequest, club: Club, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    found = get_object_or_404(club.member_invitations, pk=invitation)
    withdraw_member_invitation(invitation=found, who=request.who)
    messages.success(request, f"{found.name} is not invited anymore.")
    return redirect("members")


@require_POST
@_members_only
def role(request: HtmxHttpRequest, club: Club, membership: int) -> HttpResponse:
    """Let a member do something else."""
    member, form = get_object_or_404(club.memberships, pk=membership), RoleForm(request.POST)
    if not form.is_valid():
        raise Refused("Choose one of the roles in the list.")
    change_role(member=member, role=form.cleaned_data["role"], who=request.who)
    messages.success(request, f"{member.name}: {form.cleaned_data['role'].label.lower()}.")
    return redirect("members")


@require_POST
@_members_only
def remove(request: HtmxHttpRequest, club: Club, membership: int) -> HttpResponse:
    """Take a member out of the club."""
    member = get_object_or_404(club.memberships, pk=membership)
    remove_member(member=member, who=request.who)
    messages.success(request, f"{member.name} is not a member anymore.")
    return redirect("members")


@require_POST
@_members_only
def hand_over(request: HtmxHttpRequest, club: Club, membership: int) -> HttpResponse:
    """Offer the club to a member; only its owner may."""
    member, mine = get_object_or_404(club.memberships, pk=membership), member_of(request, club)
    if mine is None:
        raise NotAllowed("Only the owner can hand the club over, signed in with their account.")
    offer_club(owner=mine, to=member, site=site_address(request))
    messages.success(
        request, f"The club is offered to {member.name}, who gets an email. Until they accept, it is yours."
    )
    return redirect("members")


@require_POST
@_members_only
def end_hand_over(request: HtmxHttpRequest, club: Club, membership: int) -> HttpResponse:
    """Take the offer of the club back; only its owner may."""
    end_offer(member=get_object_or_404(club.memberships, pk=membership), who=request.who)
    return redirect("members")


@require_POST
@_members_only
def link_off(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Turn the organizer's link off, as its owner: members sign in with their accounts."""
    turn_link_off(club=club, who=request.who)
    messages.success(
        request,
        "The sign-in link is off. Whoever it signed in is signed out, and so are organizers whom it invited, with "
        "their helpers.",
    )
    return redirect("helpers" if member_of(request, club) else "home")
