"""A person's own account: address, passkeys, sign-ins, what is stored, and the end of it."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.club.accounts import end_all_sessions
from tournament.club.members import delete_account
from tournament.models import Account, Membership
from tournament.people.errors import Refused
from tournament.presenters.account import account_context, stored_about
from tournament.web.accounts import answer_of, signed_in_only


@signed_in_only
def account_page(request: HttpRequest, account: Account) -> HttpResponse:
    """Show the address, the passkeys and where the account is signed in."""
    return render(request, "account/account.html", account_context(request, account))


@signed_in_only
def change_email(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask for a new address, and send a code to it."""
    return answer_of("allauth.account.views.email", request)


@signed_in_only
def confirm_email(request: HttpRequest, account: Account) -> HttpResponse:
    """Ask for the code that the new address got."""
    return answer_of("allauth.account.views.email_verification_sent", request)


@signed_in_only
def passkeys(request: HttpRequest, account: Account) -> HttpResponse:
    """Lead to the passkeys, which are on the account's page."""
    return redirect("mfa_index")


@signed_in_only
def add_passkey(request: HttpRequest, account: Account) -> HttpResponse:
    """Name a new passkey; a script has the phone or computer make it."""
    return answer_of("allauth.mfa.webauthn.views.add_webauthn", request)


@signed_in_only
def rename_passkey(request: HttpRequest, account: Account, passkey: int) -> HttpResponse:
    """Give a passkey another name."""
    return answer_of("allauth.mfa.webauthn.views.edit_webauthn", request, pk=passkey)


@signed_in_only
def remove_passkey(request: HttpRequest, account: Account, passkey: int) -> HttpResponse:
    """Ask once, then sign nobody in with this passkey anymore."""
    return answer_of("allauth.mfa.webauthn.views.remove_webauthn", request, pk=passkey)


@require_POST
@signed_in_only
def end_sign_in(request: HttpRequest, account: Account, sign_in: int) -> HttpResponse:
    """Sign one browser out."""
    get_object_or_404(UserSession, user=account, pk=sign_in).end()
    messages.success(request, "That browser is signed out.")
    return redirect("mfa_index")


@require_POST
@signed_in_only
def end_sign_ins(request: HttpRequest, account: Account) -> HttpResponse:
    """Sign every browser out but this one."""
    end_all_sessions(account=account)
    login(request, account)
    UserSession.objects.create_from_request(request)
    messages.success(request, "Every other browser is signed out.")
    return redirect("mfa_index")


@signed_in_only
def stored_data(request: HttpRequest, account: Account) -> HttpResponse:
    """Download what is stored about the account."""
    headers = {"Content-Disposition": 'attachment; filename="account.json"'}
    return JsonResponse(stored_about(account), headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})


@signed_in_only
def delete(request: HttpRequest, account: Account) -> HttpResponse:
    """Say what deleting the account does; a POST with the address deletes it."""
    problem = ""
    if request.method == "POST":
        if request.POST.get("email", "").strip().lower() != account.email:
            problem = f"To delete the account, write its address: {account.email}"
        else:
            try:
                delete_account(account=account)
            except Refused as refusal:
                problem = str(refusal)
            else:
                logout(request)
                messages.success(request, "Your account is deleted.")
                return redirect("home")
    context = {
        "account": account,
        "problem": problem,
        "memberships": Membership.objects.filter(account=account).select_related("club"),
    }
    return render(request, "account/delete.html", context, status=400 if problem else 200)
