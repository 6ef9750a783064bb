"""Signing in with an email address or a passkey, and signing out.

The steps are django-allauth's views with this site's templates. They are loaded when somebody asks for them: a hall,
which has no accounts, never does.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.web.accounts import answer_of, with_accounts


@with_accounts
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an email address, and send a code to it."""
    return answer_of("allauth.account.views.request_login_code", request)


@with_accounts
def ask_again(request: HttpRequest) -> HttpResponse:
    """Lead back to the first step from a code that is too old, or was guessed too often."""
    messages.error(request, "That code cannot be used anymore. Ask for a new one.")
    return redirect("account_login")


@with_accounts
def type_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code in the email; the right one signs in."""
    return answer_of("allauth.account.views.confirm_login_code", request)


@with_accounts
def with_passkey(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey: a script asks for a challenge, and posts the answer of the phone or computer."""
    return answer_of("allauth.mfa.webauthn.views.login_webauthn", request)


@require_POST
@with_accounts
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign this browser out."""
    logout(request)
    return redirect("home")
