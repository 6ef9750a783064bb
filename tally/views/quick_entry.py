"""Quick entry from paper cards, by the keyboard alone: a row for each table, saved by itself or with the page."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tally.loading.games import LoadedGame, load_game, night_games
from tally.presenters.quick_entry import TYPED_FIELDS, QuickEntryRow, blank_row, quick_entry_context, typed_row
from tally.scoring.paper_total_checks import Doubtful, Impossible, WhoWon
from tally.scoring.paper_totals import record_total
from tournament.access import require_open
from tournament.models import Game, Night, Role
from tournament.people.errors import Refused
from tournament.planning.rounds import game_count
from tournament.web.request import HtmxHttpRequest, posted_number, whole_number
from tournament.web.visitors import organizer_only


@partial(organizer_only, also=(Role.SCORER,))
def scores(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Go to the first game with a score to come, of the asked table if there is one; to the last when all are in."""
    if night.status == Night.Status.SIGN_UP:
        raise Http404
    table = request.GET.get("table", "").strip()[:4]
    missing = Game.objects.unsigned().filter(round__night=night).order_by("round__number")
    game = missing.filter(table=whole_number(table)).first() or missing.first()
    number = game.round.number if game else max(night.rounds.count(), 1)
    address = reverse("quick", args=[night.slug, number])
    return redirect(f"{address}?{urlencode({'table': table})}" if table else address)


@partial(organizer_only, also=(Role.SCORER,))
def quick(request: HtmxHttpRequest, night: Night, number: int) -> HttpResponse:
    """All tables of a round. htmx posts one row and gets it back; without JavaScript all filled rows are posted."""
    if not 1 <= number <= max(game_count(night), 1) or night.status == Night.Status.SIGN_UP:
        raise Http404
    games = night_games(night, Q(round__number=number))
    if request.method == "POST":
        require_open(night)
        if request.htmx:
            return _one_row(request, night, games)
        rows = [_save_row(request, night, game) for game in games]
        if not any(row.problems for row in rows):
            done = all(row.game.play.signed for row in rows) and number < game_count(night)
            address = reverse("quick", args=[night.slug, number + done])
            return redirect(f"{address}?saved=1" if done else address)
    else:
        rows = [blank_row(game) for game in games]
    context = quick_entry_context(night, number, rows, request.GET.get("table", "").strip()[:4])
    context["just_saved"] = "saved" in request.GET
    status = 400 if any(row.problems for row in rows) else 200
    return render(request, "tally/quick_entry/quick_entry.html", context, status=status)


def _one_row(request: HtmxHttpRequest, night: Night, games: list[LoadedGame]) -> HttpResponse:
    """The row that was posted, as it is now, and its line in the summary of problems."""
    game = next((game for game in games if game.row.pk == posted_number(request, "row")), None)
    if game is None:
        raise Refused("Seats were redrawn in the meantime, and this table is gone. Reload the page.")
    return render(request, "tally/quick_entry/_saved.html", {"night": night, "row": _save_row(request, night, game)})


def _save_row(request: HtmxHttpRequest, night: Night, game: LoadedGame) -> QuickEntryRow:
    """Save what was typed for a table, if anything was; return the row as it is then."""
    row = typed_row(game, request.POST)
    if not any(request.POST.get(row.form.add_prefix(name), "").strip() for name in TYPED_FIELDS):
        return blank_row(game)
    if not row.form.is_valid():
        return row
    data = row.form.cleaned_data
    row.sure = data["sure"] and request.POST.get(row.form.add_prefix("sure")) == row.typed
    try:
        record_total(
            game=game.row,
            total=row.form.total,
            key=data["key"],
            who=request.who,
            expected=data["shown"],
            sure=row.sure,
        )
    except Impossible as impossible:
        row.problem, row.at = str(impossible), impossible.at
    except Doubtful as doubtful:
        row.problem, row.at, row.ask = str(doubtful), "sure", "sure"
    except WhoWon as tie:
        row.problem, row.at, row.ask = str(tie), "winner", "winner"
    except Refused as refusal:
        row.problem = str(refusal)
    row.game = load_game(game.row, night)
    return row
