"""The ways in: the home page, the organizer's link, a player's card, and joining by phone."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.club.sign_ins import sign_in_by_link
from tournament.forms import CodeForm, JoinForm
from tournament.help.parts import part_about
from tournament.laptop.own_club import laptop_serves
from tournament.models import Club, Entry, Night
from tournament.models.keys import sealed, typed_key
from tournament.night.hat_draw import NumberTaken, take_hat_card
from tournament.night.joined_names import TooManyJoin
from tournament.night.lifecycle import create_night
from tournament.night.phones import join_night, pair_phone
from tournament.night.signup import AlreadyHere
from tournament.people.errors import NotAllowed, Refused
from tournament.presenters.home import Helping, home_context, newest_open_night
from tournament.views.context import THEMES
from tournament.views.help import address_of_part
from tournament.views.joining import hello_again, names, night_with_code, phone_token, to_table
from tournament.web.accounts import choose_club, member_of
from tournament.web.browsers import browser_name
from tournament.web.guessing import client_network, note_wrong_code, note_wrong_link, read_code
from tournament.web.hall_network import joined_at
from tournament.web.request import page_after, posted_number
from tournament.web.scoring_pages import scoring_url
from tournament.web.visitors import (
    OPEN_THE_LINK,
    PHONE_COOKIE,
    SIGN_IN_COOKIE,
    find_night,
    give_cookie,
    helpers_club,
    is_organizer,
    organizers_club,
    phone_cookie,
    sign_in_of,
    who_asks,
    who_in,
)

NO_SUCH_CODE = "There is no such code. Look again: it has no 0, O, 1, I or L."
NAME_TAKEN = (
    "If that’s you, scan the QR code on a table or at the desk and tap your name. If not, add an initial or a "
    "nickname, or check the box."
)


def home(request: HttpRequest) -> HttpResponse:
    """Show tonight's nights to everybody, a helper what they help with, the organizer the club's nights."""
    club = organizers_club(request)
    context = home_context(club, phone_cookie(request), None if club else _helping(request))
    more = {"form": CodeForm(), "has_accounts": settings.ACCOUNTS, "sign_in": sign_in_of(request)}
    more["on_laptop"] = club is not None and laptop_serves(club)
    if context["helping"]:
        more["help_url"] = address_of_part(part_about("help-tonight", lambda: False))
    return render(request, "tournament/door/home.html", {**context, **more})


def _helping(request: HttpRequest) -> Helping | None:
    """What this browser's person helps with, if they do."""
    club = helpers_club(request)
    who = who_in(request, club) if club else None
    return Helping(who.name, club, who.role) if club and who and who.role else None


def organizer_link(request: HttpRequest, key: str) -> HttpResponse:
    """Sign the organizer in by the club's link, and open the newest progressive night."""
    club = Club.objects.filter(key=typed_key(key), has_link=True).first()
    if club is None:
        note_wrong_link(request)
        raise NotAllowed(
            "This sign-in link is not valid. If somebody made a new one, Helpers shows it to whoever is still signed "
            "in. On a laptop, the program shows the right one each time it is started."
        )
    night = newest_open_night(club)
    response = redirect(_organizer_path(night) if night else "home")
    choose_club(request, club if member_of(request, club) else None)
    if not is_organizer(request, club):
        give_cookie(response, SIGN_IN_COOKIE, sign_in_by_link(club=club, browser=browser_name(request)))
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
        raise NotAllowed(f"Only the organizer can start a night. {OPEN_THE_LINK}")
    after = posted_number(request, "after") if "after" in request.POST else None
    return redirect("desk", create_night(club=club, who=who_in(request, club), after=after).slug)


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Choose the light or dark theme, or the phone's own setting."""
    response = redirect(page_after(request, "/"))
    theme = request.POST.get("theme", "")
    response.set_cookie("theme", theme if theme in THEMES else "", max_age=365 * 86400, samesite="Lax")
    return response


def type_code(request: HttpRequest) -> HttpResponse:
    """Find a card, or tonight's names, by the typed code, for people who cannot scan it."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        key = read_code(request, form.cleaned_data["code"])
        if Entry.objects.filter(key=key).exists() or night_with_code(key):
            return redirect("claim", sealed(key))
        note_wrong_code(request, form.cleaned_data["code"])
        form.add_error("code", NO_SUCH_CODE)
    return render(request, "tournament/door/code.html", {"form": form}, status=400 if form.errors else 200)


def claim_card(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether this phone is to play for the player of a scanned card; a POST pairs it.

    The table's code, which is in the same place, opens tonight's names.
    """
    code = read_code(request, key)
    entry = Entry.objects.select_related("night__club").filter(key=code).first()
    if entry is None and (night := night_with_code(code)):
        return names(request, night)
    if entry is None:
        note_wrong_code(request, key)
        form = CodeForm({"code": key})
        form.add_error("code", NO_SUCH_CODE)
        return render(request, "tournament/door/code.html", {"form": form}, status=404)
    gives_name = request.method == "POST" and "name" in request.POST
    if (entry.is_nameless or gives_name) and entry.night.status != Night.Status.CLOSED:
        return _hat_card(request, entry)
    token, in_use = phone_token(request), entry.phones.active().first()
    paired = in_use is not None and in_use.token == token
    if request.method == "POST":
        pair_phone(entry=entry, token=token, reached=joined_at(request))
        paired = True
    if paired and entry.night.status != Night.Status.CLOSED:
        return to_table(entry.night, token)
    who = who_asks(request, entry.night)
    other = who.entry if who.entry and who.entry.pk != entry.pk and not who.watches_only else None
    context = {"entry": entry, "night": entry.night, "in_use": in_use, "other": other}
    return render(request, "tournament/door/claim.html", context)


def _hat_card(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Ask whoever drew this number for their name; a POST with it lets this phone play for the number.

    Where it has a name by then, it is a card like any other: its owner may open it again.
    """
    form, token, night, is_taken = JoinForm(request.POST or None), phone_token(request), entry.night, False
    if request.method == "POST" and form.is_valid():
        try:
            name, who = form.cleaned_data["name"], who_asks(request, night)
            take_hat_card(entry=entry, name=name, token=token, who=who, reached=joined_at(request))
            return to_table(night, token)
        except Refused as error:
            is_taken = isinstance(error, NumberTaken)  # then there is no field to correct
            form.add_error(None if is_taken else "name", str(error))
    context = {"entry": entry, "night": night, "form": form, "is_taken": is_taken}
    page = render(request, "tournament/door/hat_card.html", context, status=400 if form.errors else 200)
    give_cookie(page, PHONE_COOKIE, token)  # a second try comes from the same phone
    return page


def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a player sign up on this phone, which then plays for them."""
    night = find_night(slug)
    who = who_asks(request, night)
    if request.method != "POST" and who.entry and not who.watches_only:
        return redirect(scoring_url("play", night.slug))
    form, token, name_taken, status = JoinForm(request.POST or None), phone_token(request), False, 400
    if request.method == "POST" and form.is_valid():
        try:
            join_night(
                night=night,
                token=token,
                who=who,
                network=client_network(request),
                reached=joined_at(request),
                **form.cleaned_data,
            )
            return to_table(night, token)
        except AlreadyHere as error:
            form.add_error("name", f"{error} {NAME_TAKEN}")
            name_taken = True
        except Refused as error:
            form.add_error("name", str(error))
            status = 429 if isinstance(error, TooManyJoin) else 400
    context = {"night": night, "form": form, "name_taken": name_taken, "known": hello_again(request, night)}
    page = render(request, "tournament/door/join.html", context, status=status if form.errors else 200)
    if request.method != "POST" and night.status == Night.Status.SIGN_UP:  # a second try comes from the same phone
        give_cookie(page, PHONE_COOKIE, token)
    return page
