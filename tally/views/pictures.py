"""Pictures to keep and send: of a night for its players and the organizer, of one's own night, of a season."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tally.loading.hidden_standings import HIDDEN_SENTENCE
from tally.loading.seasons import LoadedSeason
from tally.presenters.pictures import night_picture, own_picture, season_picture
from tournament.access import NoPlayer
from tournament.models import Club
from tournament.people.errors import NotAllowed, Refused
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only, find_night, who_asks


@for_lookers
@require_safe
def standings_png(request: HtmxHttpRequest, slug: str, podium: bool = False) -> HttpResponse:
    """The standings of a night, or its podium: for the organizer, and once they are shown, for its players."""
    night = find_night(slug, totals=True)
    who = who_asks(request, night)
    if not who.organizer and who.entry is None:
        raise NotAllowed("Only players of this night and the organizer can open its pictures.")
    if not who.organizer and not night.results_shown:
        raise Refused(HIDDEN_SENTENCE)
    return png_answer(request, night_picture(night, podium=podium))


@for_lookers
@require_safe
def own_png(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """A player's own night, on their own phone, once the standings are shown."""
    night = find_night(slug)
    me = who_asks(request, night).entry
    if me is None:
        raise NoPlayer
    if not night.results_shown:
        raise Refused(HIDDEN_SENTENCE)
    return png_answer(request, own_picture(night, me))


@for_lookers
@require_safe
@club_only
def season_png(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """A season's standings by the nights whose end everybody has seen."""
    season = get_object_or_404(club.seasons, pk=pk)
    return png_answer(request, season_picture(LoadedSeason(season, shown_only=True)))


def png_answer(request: HttpRequest, png: bytes) -> HttpResponse:
    """A picture; a browser that has it already is told so instead. A browser asks each time, as names may change."""
    etag = f'"{sha256(png).hexdigest()[:24]}"'
    response = HttpResponse(png, content_type="image/png", headers={"ETag": etag, "Cache-Control": "private, no-cache"})
    return get_conditional_response(request, etag=etag, response=response) or response
