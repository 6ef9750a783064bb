"""A single table: any game to its target, every hand entered tap by tap on one phone, or on several."""

from __future__ import annotations

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tally.loading.single_table import LoadedTable, load_table, table_games
from tally.presenters.single_table_page import hands_page_context, table_page_context
from tally.rules import ask
from tally.scoring.single_table import (
    back_to_last_game,
    correct_at_table,
    end_after_time,
    record_at_table,
    require_turn,
    start_next_game,
    undo_at_table,
)
from tally.scoring.versions import HandTaken
from tally.views.posted_fields import posted_path, posted_seen_hand
from tournament.access import Who
from tournament.live.events import last_event
from tournament.models import Game, Night
from tournament.people.errors import NotAllowed, Refused
from tournament.web.addresses import card_address, qr_svg, site_address
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest, posted_number, whole_number
from tournament.web.visitors import find_single_table, who_asks


def table(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The table's one page. A tap is posted here: it brings the next question, or is the hand."""
    night = find_single_table(slug)
    who = who_asks(request, night)
    if request.method == "POST":
        return _tapped(request, night, who)
    seen = whole_number(request.GET.get("seen", ""))
    if request.htmx and seen and seen >= last_event(night.pk):
        return HttpResponse(status=204)
    games, number = table_games(night), whole_number(request.GET.get("game", ""))
    shown = next((game for game in games if game.number == number), games[-1])
    return _page(request, night, who, shown, of=whole_number(request.GET.get("of", "")))


def _tapped(request: HtmxHttpRequest, night: Night, who: Who) -> HttpResponse:
    """Ask the next question, or record or correct the hand that the taps make."""
    row = get_object_or_404(Game.objects.select_related("round"), pk=posted_number(request, "game"), round__night=night)
    of, number = posted_number(request, "of"), posted_number(request, "hand")
    path, key = posted_path(request), request.POST.get("key", "")
    try:
        _require_player(who)
        game = load_table(night, row)
        answer = ask(game.setup, path)
        if not isinstance(answer, dict):
            if not of:
                require_turn(game, number)
            return _page(request, night, who, game, of=of, path=path, number=number)
        if of:
            correct_at_table(game=row, of=of, record=answer, key=key, who=who)
        else:
            record_at_table(game=row, number=number, record=answer, key=key, who=who)
    except NotAllowed:
        raise
    except HandTaken as taken:
        problem = f"{taken} If yours is right, edit that hand under “Hands and more”."
    except Refused as refusal:
        problem = str(refusal)
    else:
        return _done(request, night, who)
    return _page(request, night, who, load_table(night, row), problem=problem)


def _done(request: HtmxHttpRequest, night: Night, who: Who) -> HttpResponse:
    """After a change: the page at once for htmx, by a redirect without it."""
    if request.htmx:
        return _page(request, night, who, table_games(night)[-1])
    return redirect("single-table", night.slug)


def _page(
    request: HtmxHttpRequest,
    night: Night,
    who: Who,
    game: LoadedTable,
    *,
    of: int = 0,
    path: str = "",
    number: int = 0,
    problem: str = "",
) -> HttpResponse:
    """The page at its next question, or why a tap was refused."""
    context = table_page_context(night, who, game, of=of, path=path, number=number) | {"problem": problem}
    partial = request.htmx
    name = "tally/single_table/_single_table.html" if partial else "tally/single_table/single_table.html"
    return render(request, name, context, status=409 if problem else 200)


@require_POST
def undo(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Take back the last hand; from a game without one, go back to the game before."""
    night, who, row = _changed(request, slug)
    if request.POST.get("back"):
        back_to_last_game(game=row, who=who)
    else:
        undo_at_table(game=row, hand=posted_number(request, "undo"), key=uuid4().hex, who=who)
    return _done(request, night, who)


@require_POST
def another(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Start the next game, whether this one has been won or is broken off; or only end it, when its time is over."""
    night, who, row = _changed(request, slug)
    if request.POST.get("only_end"):
        end_after_time(game=row, seen_hand=posted_seen_hand(request), who=who)
    else:
        start_next_game(game=row, seen_hand=posted_seen_hand(request), who=who)
    return _done(request, night, who)


def _changed(request: HtmxHttpRequest, slug: str) -> tuple[Night, Who, Game]:
    night = find_single_table(slug)
    who = who_asks(request, night)
    _require_player(who)
    row = get_object_or_404(Game.objects.select_related("round"), pk=posted_number(request, "game"), round__night=night)
    return night, who, row


def _require_player(who: Who) -> None:
    if not who.organizer and who.entry is None:
        raise NotAllowed(
            "This phone is not signed in as a player of this table. Scan a player’s QR code on the "
            "laptop, or type the code below it."
        )


@for_lookers
def hands(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Every hand of every game, the phones' codes for the organizer, and the way to correct anything."""
    night = find_single_table(slug)
    who = who_asks(request, night)
    site = site_address(request)
    games = table_games(night)
    cards = [(entry, qr_svg(card_address(entry, site))) for entry in games[0].players] if who.organizer else []
    context = hands_page_context(night, who, games) | {"cards": cards, "site": site}
    return render(request, "tally/single_table/hands.html", context)
