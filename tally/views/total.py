"""A game's total from its paper card: typed, previewed, then recorded and signed by the organizer."""

from __future__ import annotations

from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tally.forms import TotalForm
from tally.loading.games import load_game
from tally.presenters.paper_total import total_context, total_preview_context
from tally.scoring.paper_total_checks import Impossible
from tally.scoring.paper_totals import record_total, undo_total
from tournament.access import Who
from tournament.models import Game, Night, Role
from tournament.people.errors import Refused
from tournament.people.names import clean_name
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import organizer_only


@partial(organizer_only, also=(Role.SCORER,))
def total(request: HtmxHttpRequest, night: Night, pk: int) -> HttpResponse:
    """The form; a POST shows whom the total touches, and with `sure` records it; `withdraw` takes it back."""
    if "withdraw" in request.POST and not Game.objects.filter(pk=pk).exists():
        return redirect("board", night.slug)  # it was taken back, and the seats were redrawn
    row = get_object_or_404(Game.objects.select_related("round"), pk=pk, round__night=night)
    form: TotalForm | None = None
    context: dict[str, object] = {}
    try:
        if "withdraw" in request.POST:
            return _take_back(request, night, row)
        if request.method == "POST":
            form = TotalForm(request.POST)
            if form.is_valid() and form.cleaned_data["sure"]:
                _record(row, form, request.who)
                return redirect("board", night.slug)
            if form.is_valid():
                context = total_preview_context(night, load_game(row, night), form.total)
    except Impossible as impossible:
        assert form is not None
        form.add_error(impossible.at, str(impossible))
    except Refused as refusal:
        context = {"problem": str(refusal)}
    status = 409 if "problem" in context else 400 if form is not None and form.errors else 200
    page = total_context(load_game(row, night), form) | {"night": night, "asked": form.cleaned_data if form else None}
    return render(request, "tally/game/total.html", page | context, status=status)


def _take_back(request: HtmxHttpRequest, night: Night, row: Game) -> HttpResponse:
    """Take the total back, then go to the game; to the board where its seats were redrawn by that."""
    undo_total(
        game=row,
        key=request.POST.get("key", ""),
        who=request.who,
        why=clean_name(request.POST.get("why", ""))[:200],
        expected=request.POST["withdraw"],
    )
    still_there = Game.objects.filter(pk=row.pk).exists()
    return redirect("game", night.slug, row.pk) if still_there else redirect("board", night.slug)


def _record(row: Game, form: TotalForm, who: Who) -> None:
    data = form.cleaned_data
    record_total(
        game=row, total=form.total, key=data["key"], who=who, expected=data["shown"], why=data["why"], sure=True
    )
