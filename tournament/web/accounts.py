"""Who is signed in with an account, on a site that has accounts, and which of their clubs they have chosen."""

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

from tournament.models import Account, Club, Membership

P = ParamSpec("P")
CHOSEN = "club"  # in the session: the id of the club whose pages are open


def account_of(request: HttpRequest) -> Account | None:
    """The account that this browser is signed in with; None for a browser without one, which costs no query."""
    if not settings.ACCOUNTS or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    return request.user if request.user.is_authenticated else None


def memberships_of(request: HttpRequest) -> list[Membership]:
    """The memberships of this browser's account, oldest first; read once a request."""
    if not hasattr(request, "_memberships"):
        account = account_of(request)
        mine = Membership.objects.filter(account=account).select_related("club").order_by("pk") if account else ()
        request._memberships = list(mine)  # type: ignore[attr-defined]
    return cast(list[Membership], request._memberships)  # type: ignore[attr-defined]


def member_of(request: HttpRequest, club: Club) -> Membership | None:
    """The membership of this browser's account in a club."""
    return next((member for member in memberships_of(request) if member.club_id == club.pk), None)


def chosen_membership(request: HttpRequest) -> Membership | None:
    """The membership in the club that this browser has chosen; None before it chose, or after it left."""
    mine = memberships_of(request)
    chosen = request.session.get(CHOSEN) if mine else None
    return next((member for member in mine if member.club_id == chosen), None)


def choose_club(request: HttpRequest, club: Club | None) -> None:
    """Make a club's pages the ones that this browser opens; None: those of a link that it has just opened."""
    if account_of(request) is None:
        return
    request.session[CHOSEN] = club.pk if club else None


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
