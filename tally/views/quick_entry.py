"""Quick entry from paper cards: one row a table, by the keyboard alone. A row is saved by itself, or the whole page."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from tally.forms import TotalForm
from tally.loading.games import LoadedGame, load_game, night_games
from tally.scoring.paper_totals import Doubtful, Impossible, WhoWon, record_total, state_token
from tournament.access import ORGANIZER, organizer_only, require_open
from tournament.http import HtmxHttpRequest
from tournament.models import Entry, Night
from tournament.movements.seats import Side
from tournament.people.errors import Refused
from tournament.planning.rounds import game_count
from tournament.views.posted import posted_number

TYPED = ("ns", "ew", "loners", "winner", "sure")


@dataclass
class Row:
    """A table of the page: its game, what was typed for it, and what is wrong with that."""

    game: LoadedGame
    form: TotalForm
    problem: str = ""
    at: str = "ns"  # the field that the problem is about
    ask: str = ""  # "sure" or "winner", where the answer is asked for

    @property
    def pairs(self) -> list[list[Entry]]:
        """Who sits there, by side."""
        return [[self.game.players[seat] for seat in side.seats] for side in Side]

    @property
    def open(self) -> bool:
        """Whether a total may be typed: what the phones have agreed stands, until it is reopened."""
        return not self.game.play.signed

    @property
    def key(self) -> str:
        """The key of this row's next write; what was refused is tried again under the same one."""
        return self.form["key"].value() or uuid4().hex

    @property
    def mark(self) -> str:
        """What the row shows."""
        return state_token(self.game)

    @property
    def problems(self) -> list[tuple[str, str]]:
        """What is wrong, each with the id of its field."""
        problems = [
            (f"id_{self.form.prefix}-{name}", str(errors[0]))
            for name, errors in self.form.errors.items()
            if name in TYPED
        ]
        return problems + ([(f"id_{self.form.prefix}-{self.at}", self.problem)] if self.problem else [])


@organizer_only
def quick(request: HtmxHttpRequest, night: Night, number: int) -> HttpResponse:
    """All tables of a round. htmx posts one row and gets that row; without JavaScript every row that has something."""
    if not 1 <= number <= max(game_count(night), 1) or night.status == Night.Status.SIGN_UP:
        raise Http404
    games = night_games(night, Q(round__number=number))
    if request.method == "POST":
        require_open(night)
        if request.htmx:
            return _one_row(request, night, games)
        rows = [_saved(request, night, game) for game in games]
        if not any(row.problems for row in rows):
            done = all(row.game.play.signed for row in rows) and number < game_count(night)
            return redirect("quick", night.slug, number + done)
    else:
        rows = [Row(game, _form(None, game)) for game in games]
    status = 400 if any(row.problems for row in rows) else 200
    return render(request, "tally/quick_entry/quick_entry.html", _page(night, number, rows), status=status)


def _page(night: Night, number: int, rows: list[Row]) -> dict[str, object]:
    missing = night_games(night, Q(round__number__lt=number, signed_at=None))
    return {
        "night": night,
        "number": number,
        "rows": rows,
        "missing": missing,
        "length": game_count(night),
        "open": night.status == Night.Status.PLAYING and any(row.open for row in rows),
    }


def _one_row(request: HtmxHttpRequest, night: Night, games: list[LoadedGame]) -> HttpResponse:
    """The row that was posted, as it is now, and its line in the summary of problems."""
    game = next((game for game in games if game.row.pk == posted_number(request, "row")), None)
    if game is None:
        raise Refused("Seats were drawn anew meanwhile, and this table is no more. Reload the page.")
    return render(request, "tally/quick_entry/_saved.html", {"night": night, "row": _saved(request, night, game)})


def _form(data: object, game: LoadedGame) -> TotalForm:
    return TotalForm(data, prefix=f"g{game.row.pk}")  # type: ignore[arg-type]


def _saved(request: HtmxHttpRequest, night: Night, game: LoadedGame) -> Row:
    """Save what was typed for a table, if anything was; the row as it stands then."""
    row = Row(game, _form(request.POST, game))
    if not any(request.POST.get(row.form.add_prefix(name), "").strip() for name in TYPED):
        return Row(game, _form(None, game))
    if not row.form.is_valid():
        return row
    data = row.form.cleaned_data
    try:
        record_total(
            game=game.row,
            total=row.form.total,
            key=data["key"],
            who=ORGANIZER,
            expected=data["shown"],
            why="quick entry",
            sure=data["sure"],
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
