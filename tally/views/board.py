"""The organizer's board: every table at a glance, the bell, and the way to any hand."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tally.presenters.board import board_context
from tally.scoring.signing import confirm_game, decide_game
from tally.scoring.undo_last import undo_act
from tally.views.posted_fields import posted_seen_hand
from tournament.access import require_open
from tournament.live.events import last_event
from tournament.models import Game, Night, Role
from tournament.movements.seats import Side
from tournament.night.games import reopen_game
from tournament.people.names import clean_name
from tournament.web.helper_pages import first_page
from tournament.web.panel import is_for_panel, panel_home
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import organizer_only


@partial(organizer_only, also=(Role.SCORER,))
def board(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """All tables on one screen. An act in the panel that leads to the board leads back to the panel's game."""
    if night.status == Night.Status.SIGN_UP:
        return redirect(first_page(night, request.who))
    if is_for_panel(request):
        return redirect(panel_home(request)) if panel_home(request) else render(request, "tally/board/_no_panel.html")
    seen = last_event(night.pk)
    context = board_context(night, timezone.now(), request.who) | {"seen": seen}
    is_refresh = request.htmx and request.method == "GET"
    return render(request, "tally/board/_board.html" if is_refresh else "tally/board/board.html", context)


@require_POST
@partial(organizer_only, also=(Role.SCORER,))
def sign(request: HtmxHttpRequest, night: Night, pk: int) -> HttpResponse:
    """The organizer signs a total for the table, for both sides, or names its winners; or opens a signed game again."""
    row = get_object_or_404(Game.objects.select_related("round"), pk=pk, round__night=night)
    if "reopen" in request.POST:
        require_open(night)
        reopen_game(game=row, who=request.who, why=clean_name(request.POST.get("why", ""))[:200], alone=True)
        return redirect("game", night.slug, pk)
    if request.POST.get("winner") in list(Side):
        decide_game(game=row, winner=Side(request.POST["winner"]), who=request.who)
        return redirect("board", night.slug)
    for side in Side:
        confirm_game(game=row, side=side, agrees=True, seen_hand=posted_seen_hand(request), who=request.who)
    return redirect("board", night.slug)


@require_POST
@partial(organizer_only, also=(Role.SCORER,))
def undo(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Take back the act that the page named, by the id of its line in the log."""
    undo_act(night=night, entry=posted_number(request, "act"), who=request.who)
    return redirect("board", night.slug)
