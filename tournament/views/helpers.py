"""Who is signed in to the club: helpers by invitation, the organizer's browsers, and the way out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.club.rights import may_as_owner
from tournament.club.sign_ins import (
    InvitationOver,
    accept_invitation,
    end_sign_in,
    invite,
    renew_link,
    sign_out_browser,
    sign_out_everywhere,
    withdraw_invitation,
)
from tournament.forms import InvitationForm
from tournament.models import Club, Invitation, Role, SignIn
from tournament.models.keys import typed_key
from tournament.people.errors import NotAllowed, Refused
from tournament.presenters.helpers import helpers_context
from tournament.presenters.home import night_to_help
from tournament.web.accounts import choose_club
from tournament.web.addresses import organizer_address, site_address
from tournament.web.browsers import browser_name
from tournament.web.guessing import note_wrong_link
from tournament.web.helper_pages import first_page
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import (
    SIGN_IN_COOKIE,
    SignedOut,
    club_only,
    give_cookie,
    helpers_club,
    sign_in_of,
    who_in,
)


@club_only
def helpers(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show who helps, and every browser that is signed in."""
    return _helpers(request, club, InvitationForm())


def _helpers(request: HtmxHttpRequest, club: Club, form: InvitationForm) -> HttpResponse:
    context = {
        **helpers_context(club, site_address(request), request.who, sign_in_of(request), request.GET.get("log", "")),
        "form": form,
        "link": "" if request.who.invited else organizer_address(club, site_address(request)),
        "may_change_link": may_as_owner(club, request.who),
    }
    return render(request, "tournament/club/helpers.html", context, status=400 if form.errors else 200)


@require_POST
@club_only
def invite_helper(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Make an invitation, to be scanned from the page or sent as a link."""
    form = InvitationForm(request.POST)
    if form.is_valid():
        try:
            made = invite(club=club, who=request.who, **form.cleaned_data)
        except NotAllowed:  # they see no page of the club anymore
            raise
        except Refused as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, f"Invited: {made}. Let them scan the code, or send them the link.")
            return redirect(f"{reverse('helpers')}#invitation-{made.pk}")
    return _helpers(request, club, form)


@require_POST
@club_only
def withdraw(request: HtmxHttpRequest, club: Club, invitation: int) -> HttpResponse:
    """Withdraw an invitation, and sign out whom it signed in."""
    found = get_object_or_404(club.invitations, pk=invitation)
    withdraw_invitation(invitation=found, who=request.who)
    others = " Invitations that they made are withdrawn, too." if found.role == Role.ORGANIZER else ""
    messages.success(request, f"{found} can no longer do anything here.{others}")
    return redirect("helpers")


@require_POST
@club_only
def end(request: HtmxHttpRequest, club: Club, sign_in: int) -> HttpResponse:
    """Sign one browser out."""
    found = get_object_or_404(club.sign_ins, pk=sign_in)
    end_sign_in(sign_in=found, who=request.who)
    comes_back = found.invitation is not None and found.invitation.is_open(timezone.now())
    still = " Their invitation still lets them in, until you withdraw it." if comes_back else ""
    messages.success(request, f"Signed out: {found}.{still}")
    return redirect("home" if found == sign_in_of(request) else "helpers")


@require_POST
@club_only
def end_all(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Sign out every browser but this one, and withdraw all invitations."""
    browsers, invitations = sign_out_everywhere(club=club, who=request.who, but=sign_in_of(request))
    ended = [f"{browsers} browser{pluralize(browsers)} {pluralize(browsers, 'was,were')} signed out"]
    if invitations:
        ended.append(f"{invitations} invitation{pluralize(invitations)} {pluralize(invitations, 'was,were')} withdrawn")
    messages.success(request, f"{' and '.join(ended)}. This browser stays signed in.")
    return redirect("helpers")


@require_POST
@club_only
def new_link(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Give the organizer a new sign-in link."""
    renew_link(club=club, who=request.who)
    messages.success(request, "There is a new sign-in link, below. The old one no longer works.")
    return redirect(reverse("helpers") + "?link=new#link")


def accept(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """Ask whether this browser is to help with the night; a POST signs it in."""
    found = Invitation.objects.select_related("club").filter(key=typed_key(key)).first()
    if found is None:
        note_wrong_link(request)
        raise NotAllowed("There is no such invitation. Ask the organizer for the code or the link.")
    if not found.is_open(timezone.now()):
        raise InvitationOver
    if request.method == "POST":
        token = accept_invitation(invitation=found, browser=browser_name(request))
        choose_club(request, None)
        response = redirect("home")
        give_cookie(response, SIGN_IN_COOKIE, token)
        return response
    mine = sign_in_of(request)
    already = mine is not None and mine.invitation_id == found.pk
    signed_in = found.sign_ins.active(timezone.now()).first()
    context = {"invitation": found, "role": Role(found.role), "mine": mine, "already": already, "signed_in": signed_in}
    return render(request, "tournament/door/invitation.html", context)


def _to_come_back(sign_in: SignIn) -> str:
    """Say how a browser that signs out comes back."""
    if sign_in.invitation is None:
        return "To come back, open the sign-in link again."
    if sign_in.invitation.is_open(timezone.now()):
        return "To come back, open your invitation again."
    return "Your invitation is over: to come back, ask the organizer for another one."


@require_POST
def sign_out(request: HtmxHttpRequest) -> HttpResponse:
    """Sign this browser out."""
    mine = sign_in_of(request)
    if mine is not None:
        sign_out_browser(sign_in=mine)
        messages.success(request, f"Signed out on this browser. {_to_come_back(mine)}")
    response = redirect("home")
    response.delete_cookie(SIGN_IN_COOKIE)
    return response


@require_POST
def help_tonight(request: HtmxHttpRequest) -> HttpResponse:
    """Lead a helper to their first page of tonight's night, or say that they are no longer signed in."""
    club = helpers_club(request)
    if club is None:
        messages.error(request, str(SignedOut(request)))
    night = night_to_help(club) if club else None
    return redirect(first_page(night, who_in(request, night.club)) if night else "home")
