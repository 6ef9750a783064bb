"""Who is signed in with an account, on a site that has accounts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache

from tournament.models import Account

P = ParamSpec("P")


def account_of(request: HttpRequest) -> Account | None:
    """The account that this browser is signed in with; None for a browser without one, which costs no query."""
    if not settings.ACCOUNTS or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    return request.user if request.user.is_authenticated else None


def with_accounts(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that a hall does not have."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.ACCOUNTS:
            raise Http404
        return view(request, *args, **kwargs)

    return never_cache(guarded)


def signed_in_only(view: Callable[Concatenate[HttpRequest, Account, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of a person's own; it takes their account, and everybody else signs in first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        account = account_of(request)
        if account is None:
            page = (
                request.get_full_path()
                if request.method in ("GET", "HEAD")
                else resolve_url(settings.LOGIN_REDIRECT_URL)
            )
            return redirect_to_login(page, resolve_url(settings.LOGIN_URL))
        return view(request, account, *args, **kwargs)

    return with_accounts(cast(Callable[..., HttpResponse], guarded))


def answer_of(view: str, request: HttpRequest, **kwargs: object) -> HttpResponse:
    """The answer of a view of django-allauth, which is loaded now: a hall never needs it."""
    return cast(HttpResponse, import_string(view)(request, **kwargs))
