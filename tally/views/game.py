"""One game's hands: seen by its players and the organizer, each hand correctable in two taps."""

from __future__ import annotations

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tally.forms import HandForm, read_result
from tally.loading.games import LoadedGame, load_game
from tally.presenters.game_page import correction_context, game_context, other_games, sits_here
from tally.presenters.results import scoring_buttons
from tally.scoring.corrections import correct_hand
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tally.views.loners import asks_who_went_alone, loner_context
from tournament.access import Who, require_seat
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Side
from tournament.people.errors import Refused
from tournament.people.names import clean_name
from tournament.web.panel import is_for_panel
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import find_night, who_asks


def game(request: HtmxHttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every hand of a game, with its versions."""
    night, who, loaded, us = _enter(request, slug, pk)
    context = {
        **game_context(night, who, loaded, us),
        **scoring_buttons(night, us),
        "others_here": other_games(night, loaded) if who.keeps_scores else (),
    }
    return render(request, "tally/game/game.html", context)


def correct(request: HtmxHttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Correct a hand or take it back; the old version stays on record. The organizer may also record the next hand."""
    night, who, loaded, us = _enter(request, slug, pk)
    problem = ""
    if request.method == "POST":
        try:
            return _correct(request, night, who, loaded, number)
        except Refused as refusal:
            problem = str(refusal)
            loaded = load_game(loaded.row, night)
    context = correction_context(night, who, loaded, us, number, request.GET.get("bid", "")) | {"problem": problem}
    return render(request, "tally/game/correct.html", context, status=409 if problem else 200)


def _correct(request: HtmxHttpRequest, night: Night, who: Who, loaded: LoadedGame, number: int) -> HttpResponse:
    """Make the change that was posted, or ask first who went alone.

    :raises Refused: when it cannot be made.
    """
    plays_here = sits_here(who, loaded) and not is_for_panel(request)
    done = redirect("play" if plays_here else "board", night.slug)
    why = clean_name(request.POST.get("why", ""))[:200]
    if "withdraw" in request.POST:
        undo_hand(game=loaded.row, hand=posted_number(request, "withdraw"), key=uuid4().hex, who=who, why=why)
        return done
    form = HandForm(request.POST)
    if not form.is_valid():
        raise Refused("Tap what really happened in this hand.")
    key, record = form.cleaned_data["key"], read_result(night, form.cleaned_data["result"])
    if asks_who_went_alone(request, night, record):
        context = loner_context(request, night, loaded.row) | {"back": request.path}
        return render(request, "tally/phone/loner.html", context)
    alone_by = Entry.objects.filter(pk=form.cleaned_data["alone_by"] or 0).first()
    if who.keeps_scores and "of" not in request.POST:  # for a table without a phone
        record_hand(game=loaded.row, number=number, record=record, key=key, who=who, alone_by=alone_by)
        return done
    of = posted_number(request, "of")
    correct_hand(game=loaded.row, of=of, record=record, key=key, who=who, alone_by=alone_by, why=why)
    return done


def _enter(request: HtmxHttpRequest, slug: str, pk: int) -> tuple[Night, Who, LoadedGame, Side]:
    """The night, who asks, the game, and as which side they see it.

    :raises NotAllowed: for anybody but the four players and the organizer.
    :raises Http404: for another night's game.
    """
    night = find_night(slug)
    row = get_object_or_404(Game.objects.select_related("round"), pk=pk, round__night=night)
    who = who_asks(request, night)
    require_seat(who, row)
    loaded = load_game(row, night)
    us = loaded.seat_of(who.entry).side if who.entry in loaded.players.values() and who.entry else Side.NS
    return night, who, loaded, us
