"""A game's total from its paper card: typed, previewed, then recorded and signed by the organizer."""

from __future__ import annotations

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tally.forms import TotalForm
from tally.loading.games import LoadedGame, load_game
from tally.scoring.paper_totals import (
    Doubtful,
    Impossible,
    Total,
    WhoWon,
    check_total,
    record_total,
    state_token,
    undo_total,
)
from tournament.access import ORGANIZER, organizer_only
from tournament.models import Game, Night
from tournament.movements.seats import Side
from tournament.people.errors import Refused


@organizer_only
def total(request: HttpRequest, night: Night, pk: int) -> HttpResponse:
    """The form; a POST shows whom the total touches, and with `sure` records it; `withdraw` takes it back."""
    if "withdraw" in request.POST and not Game.objects.filter(pk=pk).exists():
        return redirect("board", night.slug)  # it was taken back, and the seats were redrawn
    row = get_object_or_404(Game.objects.select_related("round"), pk=pk, round__night=night)
    form = TotalForm(request.POST) if request.method == "POST" and "withdraw" not in request.POST else None
    context: dict[str, object] = {}
    try:
        if "withdraw" in request.POST:
            undo_total(
                game=row,
                key=request.POST.get("key", ""),
                who=ORGANIZER,
                why=request.POST.get("why", ""),
                expected=request.POST["withdraw"],
            )
            to_come = not Game.objects.filter(pk=pk).exists()  # and was redrawn
            return redirect("board", night.slug) if to_come else redirect("game", night.slug, pk)
        if form is not None and form.is_valid():
            if form.cleaned_data["sure"]:
                _record(row, form)
                return redirect("board", night.slug)
            context = _preview(night, load_game(row, night), form.total)
    except Impossible as impossible:
        assert form is not None
        form.add_error(impossible.at, str(impossible))
    except Refused as refusal:
        context = {"problem": str(refusal)}
    loaded = load_game(row, night)
    status = 409 if "problem" in context else 400 if form is not None and form.errors else 200
    page = total_context(loaded, form) | {"night": night, "asked": form.cleaned_data if form else None}
    return render(request, "tally/game/total.html", page | context, status=status)


def total_context(loaded: LoadedGame, form: TotalForm | None = None) -> dict[str, object]:
    """What the form needs: who sits where, a fresh key, and the mark of the game as it is now."""
    return {
        "game": loaded,
        "form": form or TotalForm(),
        "key": uuid4().hex,
        "mark": state_token(loaded),
        "pairs": {side.lower(): [loaded.players[seat] for seat in side.seats] for side in Side},
    }


def _record(row: Game, form: TotalForm) -> None:
    data = form.cleaned_data
    record_total(
        game=row, total=form.total, key=data["key"], who=ORGANIZER, expected=data["shown"], why=data["why"], sure=True
    )


def _preview(night: Night, loaded: LoadedGame, total: Total) -> dict[str, object]:
    """Whom a total touches, and what is doubtful about it.

    :raises Impossible: when no card can say that.
    """
    doubt, tie = "", False
    try:
        check_total(night, loaded, total)
    except Doubtful as doubtful:
        doubt = str(doubtful)
    except WhoWon:
        tie = True
    new = {Side.NS: total.ns, Side.EW: total.ew}
    touched = [
        {
            "entry": entry,
            "old": loaded.play.total(seat.side) if loaded.play.played else None,
            "new": new[seat.side],
            "more": new[seat.side] - loaded.play.total(seat.side),
        }
        for seat, entry in loaded.players.items()
        if not entry.is_ghost
    ]
    return {"look": True, "doubt": doubt, "tie": tie, "touched": touched}
