"""A player's page, and the club's book of records: what nights come to over the years."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tally.presenters.careers import player_context
from tally.presenters.club_records import records_context
from tally.presenters.publishing import publishing_context
from tournament.models import Player
from tournament.people.errors import NotAllowed
from tournament.web.addresses import site_address
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import club_reader, is_organizer, plays_for


@for_lookers
def player_page(request: HtmxHttpRequest, pk: int) -> HttpResponse:
    """One player's nights, for the club's organizer and for the player's own phone."""
    player = get_object_or_404(
        Player.objects.select_related("club", "merged_into").filter(is_ghost=False, is_nameless=False), pk=pk
    )
    organizer = is_organizer(request, player.club)
    if not organizer and not plays_for(request, player):
        raise NotAllowed("Only the organizer and the player’s own phone can open this page.")
    if player.merged_into:
        return redirect("player-page", player.merged_into.pk)
    context = player_context(
        player,
        organizer=organizer,
        game=request.GET.get("game", ""),
        other=whole_number(request.GET.get("with", "")),
        calls=request.GET.get("calls", ""),
    )
    if organizer:
        context |= publishing_context(player, site_address(request))
    return render(request, "tally/club/player.html", context)


@for_lookers
def club_records(request: HtmxHttpRequest) -> HttpResponse:
    """The club's book of records, for the organizer and its players; `?per=game` compares nights by points a game."""
    reader, per_game = club_reader(request), request.GET.get("per") == "game"
    game = request.GET.get("game", "")
    context = records_context(reader.club, organizer=reader.organizer, game=game, per_game=per_game)
    return render(request, "tally/club/records.html", context | {"me": reader.me, "organizer": reader.organizer})
