"""Erasing a club: first everything is downloaded, then its name is typed; and the page that says what was done."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tally.archive.erasing import Contents, ErasedClub, contents_of, erase_club, nights_in_play, state_of
from tally.presenters.erasing_club import content_lines
from tournament.club.overwriting import has_file
from tournament.club.rights import require_owner
from tournament.club.sign_ins import sign_in_by_link
from tournament.copies.keeper import keeper
from tournament.models import Club
from tournament.people.errors import NotAllowed, Refused
from tournament.web.browsers import browser_name
from tournament.web.lookers import for_lookers
from tournament.web.overwriting import IN_THE_FILE
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import SIGN_IN_COOKIE, club_only, give_cookie

COOKIE, A_DAY = f"{settings.COOKIE_PREFIX}taken-out", 86_400
OF_A_FILE, OF_ERASED = "the file that was downloaded", "the club that was erased"
NOT_DOWNLOADED = "Download everything first, and see that the file is there. Nothing was erased."


class TakenOut(NamedTuple):
    """The whole file of a club that this browser downloaded: the club's state in it, its size in bytes, and when."""

    club: int
    state: str
    size: int
    at: str


def remember_file(response: HttpResponse, club: Club, text: str) -> HttpResponse:
    """Note in the browser that it has downloaded the club's whole file."""
    taken_out = TakenOut(club.pk, state_of(text), len(response.content), timezone.now().isoformat())
    response.set_cookie(
        COOKIE,
        signing.dumps(taken_out, salt=OF_A_FILE),
        max_age=A_DAY,
        path=reverse("erase-club"),
        httponly=True,
        samesite="Lax",
        secure=settings.SECURE_COOKIES,
    )
    return response


def _taken_out(request: HttpRequest, club: Club) -> TakenOut | None:
    """What this browser has downloaded of this club in the last day, if anything."""
    try:
        found = TakenOut(*signing.loads(request.COOKIES.get(COOKIE, ""), salt=OF_A_FILE, max_age=A_DAY))
    except (signing.BadSignature, TypeError):
        return None
    return found if found.club == club.pk else None


@club_only
def erase(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Say what goes and what stays; a POST with the club's name erases it, once its file was downloaded."""
    require_owner(club, request.who)
    taken_out, problem, typed = _taken_out(request, club), "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            if taken_out is None:
                raise Refused(NOT_DOWNLOADED)
            return _done(request, erase_club(club=club, state=taken_out.state, typed_name=typed, who=request.who))
        except NotAllowed:
            raise
        except Refused as refused:
            problem = str(refused)
    context = {
        "club": club,
        "lines": content_lines(contents_of(club)),
        "playing": nights_in_play(club),
        "taken_out": taken_out,
        "taken_out_at": taken_out and parse_datetime(taken_out.at),
        "problem": problem,
        "typed": typed,
        "only_club": not Club.objects.exclude(pk=club.pk).filter(is_demo=False).exists(),
        "on_a_laptop": has_file(),
        "keeps_copies": keeper() is not None,
    }
    return render(request, "tally/club/erase_club.html", context, status=409 if problem else 200)


def _done(request: HttpRequest, erased: ErasedClub) -> HttpResponse:
    """Lead to the page that says what was done; the organizer of a laptop has its new club there."""
    done: dict[str, Any] = {"contents": asdict(erased.contents), "fresh": erased.fresh is not None}
    response = redirect("club-erased", signing.dumps(done, salt=OF_ERASED))
    response.delete_cookie(COOKIE, path=reverse("erase-club"))
    if erased.fresh:
        give_cookie(response, SIGN_IN_COOKIE, sign_in_by_link(club=erased.fresh, browser=browser_name(request)))
    else:
        response.delete_cookie(SIGN_IN_COOKIE)
    if not erased.overwritten:
        messages.warning(request, IN_THE_FILE.format(what="any of it"))
    return response


@for_lookers
def erased(request: HtmxHttpRequest, done: str) -> HttpResponse:
    """Say what was erased, on a page that has no name."""
    try:
        said = signing.loads(done, salt=OF_ERASED)
        lines = content_lines(Contents(**said["contents"]))
    except (signing.BadSignature, TypeError) as error:  # TypeError: another version counts other things
        raise Http404 from error
    context = {"lines": lines, "fresh": said["fresh"]}
    return render(request, "tally/club/club_erased.html", context)
