"""Public results pages: anybody who has the address may read them. They have no control and lead nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from tally.loading.seasons import LoadedSeason
from tally.presenters.pictures import night_picture, player_picture, season_picture
from tally.presenters.public import public_context
from tally.views.pictures import png_answer
from tournament.live.events import last_event
from tournament.models import Night, Player, Publication, Season
from tournament.models.keys import is_token
from tournament.people.errors import Refused
from tournament.web.guessing import note_wrong_link
from tournament.web.lookers import for_lookers
from tournament.web.shared_parts import shared_part

P = ParamSpec("P")
TEMPLATES = {Night: "tally/public/night.html", Season: "tally/public/season.html"}


def _public(
    view: Callable[Concatenate[HttpRequest, Publication, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Decorate a view of a public page: it takes the publication, and no search engine keeps what it answers."""

    @require_safe
    @wraps(view)
    def found(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        rows = Publication.objects.live().select_related("night__club", "season__club", "player__club")
        publication = rows.filter(token=token).first() if is_token(token) else None
        if publication is None:
            note_wrong_link(request)
            raise Http404
        response = view(request, publication, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        response["Cache-Control"] = "private, no-cache"
        return response

    return found  # type: ignore[return-value]  # Django passes the token by name


@for_lookers
@_public
def public_page(request: HttpRequest, publication: Publication) -> HttpResponse:
    """The results of a night, a season or a player."""
    match publication.subject:
        case Night() as night if night.results_shown:
            return HttpResponse(_night_page(night, publication))
    template = TEMPLATES.get(type(publication.subject), "tally/public/player.html")
    return render(request, template, public_context(publication) | {"publication": publication})


def _night_page(night: Night, publication: Publication) -> SafeString:
    """The whole page of a night, which is the same for everybody who has its address."""

    def context() -> dict[str, object]:
        return public_context(publication) | {"publication": publication}

    differs = publication.token, night.club.name
    return shared_part(night, last_event(night.pk), TEMPLATES[Night], context, *differs)


@for_lookers
@_public
def public_picture(request: HttpRequest, publication: Publication, podium: bool = False) -> HttpResponse:
    """The picture of a public night or season."""
    match publication.subject:
        case Night() as night if night.results_shown:
            return png_answer(request, night_picture(night, podium=podium))
        case Season() as season if not podium:
            return png_answer(request, season_picture(LoadedSeason(season, shown_only=True)))
    raise Http404


@for_lookers
@_public
def public_player_picture(request: HttpRequest, publication: Publication) -> HttpResponse:
    """The picture of a public player."""
    match publication.subject:
        case Player() as player:
            try:
                return png_answer(request, player_picture(player))
            except Refused as error:  # no night yet
                raise Http404 from error
    raise Http404
