"""The ways in: the home page, the organizer's link, a player's card, and joining by phone."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import (
    ORGANIZER,
    ORGANIZER_COOKIE,
    PHONE_COOKIE,
    find_night,
    give_cookie,
    organizers_club,
    who_asks,
)
from tournament.forms import CodeForm, JoinForm
from tournament.keys import new_token, typed_key
from tournament.models import Club, Entry, Night
from tournament.night.lifecycle import begin_night
from tournament.night.phones import join_night, pair_phone
from tournament.night.signup import AlreadyHere
from tournament.people.errors import NotAllowed, Refused
from tournament.scoring_pages import scoring_url
from tournament.views.posted import posted_number


def home(request: HttpRequest) -> HttpResponse:
    """Show tonight's nights to everybody, and the club's nights to its organizer."""
    club = organizers_club(request)
    every = Night.objects.filter(club__is_demo=settings.DEMO).order_by("-pk")
    if Club.objects.filter(is_demo=settings.DEMO).count() > 1:  # several clubs: each sees its own nights only
        token = request.COOKIES.get(PHONE_COOKIE, "")
        every = every.filter(Q(club=club) | Q(pk__in=Entry.objects.filter(phones__token=token).values("night")))
    nights = every.exclude(status=Night.Status.CLOSED)
    last = None if nights else every.filter(status=Night.Status.CLOSED).order_by("-closed_at").first()
    return render(
        request,
        "tournament/door/home.html",
        {
            "nights": _with_start_if_ambiguous(nights[:20]),
            "last": last,
            "club": club,
            "form": CodeForm(),
            "newest": club.nights.filter(kind=Night.Kind.PROGRESSIVE).aggregate(newest=Max("pk"))["newest"]
            if club
            else 0,
            "club_nights": _with_start_if_ambiguous(club.nights.order_by("-date", "-pk")) if club else (),
        },
    )


def _with_start_if_ambiguous(nights: QuerySet[Night]) -> list[tuple[Night, datetime | None]]:
    """Nights, each with the moment it was created if another has the same name and date."""
    often = Counter((night.name, night.date) for night in nights)
    return [(night, night.created_at if often[night.name, night.date] > 1 else None) for night in nights]


def organizer_link(request: HttpRequest, key: str) -> HttpResponse:
    """Sign the organizer in by the club's link, and open the newest progressive night."""
    club = Club.objects.filter(key=typed_key(key)).first()
    if club is None:
        raise NotAllowed("This sign-in link is not valid. Use the one that the laptop shows when it starts the night.")
    progressive = club.nights.filter(kind=Night.Kind.PROGRESSIVE)
    night = progressive.exclude(status=Night.Status.CLOSED).order_by("-pk").first()
    response = redirect(_organizer_path(night) if night else "home")
    give_cookie(response, ORGANIZER_COOKIE, club.key)
    return response


def _organizer_path(night: Night) -> str:
    """The desk before the start, the board after it."""
    if night.status == Night.Status.SIGN_UP:
        return reverse("desk", args=[night.slug])
    return scoring_url("board", night.slug)


@require_POST
def new_night(request: HttpRequest) -> HttpResponse:
    """Create another night, with the settings of the last one."""
    club = organizers_club(request)
    if club is None:
        raise NotAllowed("Only the organizer can begin a night. Open the sign-in link that the laptop shows.")
    after = posted_number(request, "after") if "after" in request.POST else None
    return redirect("desk", begin_night(club=club, who=ORGANIZER, after=after).slug)


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Choose the light or dark theme, or the phone's own setting."""
    path = request.POST.get("next", "/")
    response = redirect(path if path.startswith("/") and path[1:2] not in ("/", "\\") else "/")
    response.set_cookie("theme", request.POST.get("theme", "")[:5], max_age=365 * 86400, samesite="Lax")
    return response


def type_code(request: HttpRequest) -> HttpResponse:
    """Find a card by its typed code, for people who cannot scan it."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        key = typed_key(form.cleaned_data["code"])
        if Entry.objects.filter(key=key).exists():
            return redirect("claim", key)
        form.add_error("code", "No card has this code. Look again: it has no 0, O, 1, I or L.")
    return render(request, "tournament/door/code.html", {"form": form}, status=400 if form.errors else 200)


def claim_card(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether this phone shall play for the player of a scanned card; a POST pairs it."""
    entry = Entry.objects.select_related("night__club").filter(key=typed_key(key)).first()
    if entry is None:
        form = CodeForm({"code": key})
        form.add_error("code", "No card has this code. Look again: it has no 0, O, 1, I or L.")
        return render(request, "tournament/door/code.html", {"form": form}, status=404)
    token = request.COOKIES.get(PHONE_COOKIE) or new_token()
    in_use = entry.phones.active().first()
    mine = in_use is not None and in_use.token == token
    if request.method == "POST":
        pair_phone(entry=entry, token=token)
        mine = True
    if not mine or entry.night.status == Night.Status.CLOSED:
        who = who_asks(request, entry.night)
        other = who.entry if who.entry and who.entry.pk != entry.pk and not who.watches_only else None
        return render(
            request,
            "tournament/door/claim.html",
            {"entry": entry, "night": entry.night, "in_use": in_use, "other": other},
        )
    response = redirect(scoring_url("play", entry.night.slug))
    give_cookie(response, PHONE_COOKIE, token)
    return response


def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a player sign up on this phone, which then plays for them."""
    night = find_night(slug)
    who = who_asks(request, night)
    if request.method == "GET" and who.entry and not who.watches_only:
        return redirect(scoring_url("play", night.slug))
    form = JoinForm(request.POST or None)
    token, namesake = request.COOKIES.get(PHONE_COOKIE) or new_token(), False
    if request.method == "POST" and form.is_valid():
        try:
            join_night(night=night, token=token, who=who, **form.cleaned_data)
        except AlreadyHere as error:
            namesake = True
            form.add_error(
                "name",
                f"{error} If that is you, you are on the list: wait for your card. If you are "
                "somebody else, add a letter or a nickname, or tick the box.",
            )
        except Refused as error:
            form.add_error("name", str(error))
        else:
            response = redirect(scoring_url("play", night.slug))
            give_cookie(response, PHONE_COOKIE, token)
            return response
    page = render(
        request,
        "tournament/door/join.html",
        {"night": night, "form": form, "namesake": namesake},
        status=400 if form.errors else 200,
    )
    if request.method == "GET" and night.status == Night.Status.SIGN_UP:  # a second try comes from the same phone
        give_cookie(page, PHONE_COOKIE, token)
    return page
