"""A person's clubs: opening one, starting one, invitations, and leaving."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.club.members import (
    accept_club,
    accept_member_invitation,
    decline_club,
    decline_member_invitation,
    leave_club,
    start_club,
)
from tournament.forms import StartClubForm
from tournament.models import Account, MemberInvitation, Membership
from tournament.people.errors import Refused
from tournament.presenters.my_clubs import my_clubs_context
from tournament.web.accounts import choose_club, signed_in_only


@signed_in_only
def my_clubs(request: HttpRequest, account: Account) -> HttpResponse:
    """Show the person's clubs, and invitations into others."""
    return _page(request, account, StartClubForm())


def _page(request: HttpRequest, account: Account, form: StartClubForm) -> HttpResponse:
    context = my_clubs_context(account) | {"form": form}
    return render(request, "account/my_clubs.html", context, status=400 if form.errors else 200)


@require_POST
@signed_in_only
def start(request: HttpRequest, account: Account) -> HttpResponse:
    """Start a club, and open it."""
    form = StartClubForm(request.POST)
    if form.is_valid():
        try:
            club = start_club(account=account, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            choose_club(request, club)
            messages.success(request, f"{club.name} is ready. Start its first night, or invite others under Members.")
            return redirect("home")
    return _page(request, account, form)


@require_POST
@signed_in_only
def open_club(request: HttpRequest, account: Account, membership: int) -> HttpResponse:
    """Make a club the one whose pages are open."""
    choose_club(request, get_object_or_404(Membership, account=account, pk=membership).club)
    return redirect("home")


@require_POST
@signed_in_only
def leave(request: HttpRequest, account: Account, membership: int) -> HttpResponse:
    """Leave a club."""
    member = get_object_or_404(Membership.objects.select_related("club"), account=account, pk=membership)
    leave_club(member=member)
    messages.success(request, f"You left {member.club.name}.")
    return redirect("my-clubs")


@require_POST
@signed_in_only
def answer_offer(request: HttpRequest, account: Account, membership: int) -> HttpResponse:
    """Take over a club that its owner offered, or say no."""
    member = get_object_or_404(Membership.objects.select_related("club"), account=account, pk=membership)
    if _is_yes(request):
        accept_club(member=member)
        messages.success(request, f"You own {member.club.name} now.")
    else:
        decline_club(member=member)
    return redirect("my-clubs")


@require_POST
@signed_in_only
def answer(request: HttpRequest, account: Account, invitation: int) -> HttpResponse:
    """Join a club, or say no."""
    found = get_object_or_404(MemberInvitation.objects.select_related("club"), pk=invitation)
    if _is_yes(request):
        member = accept_member_invitation(invitation=found, account=account)
        choose_club(request, member.club)
        messages.success(request, f"You are in {member.club.name} now.")
    else:
        decline_member_invitation(invitation=found, account=account)
    return redirect("my-clubs")


def _is_yes(request: HttpRequest) -> bool:
    """Whether the answer is yes, and not no.

    :raises Refused: when it is neither.
    """
    answered = request.POST.get("answer")
    if answered not in ("yes", "no"):
        raise Refused("Answer yes or no, with one of the two buttons under My clubs.")
    return answered == "yes"
